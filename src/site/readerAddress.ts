import type { FastifyRequest } from 'fastify';
import { lazily } from '../core/lib/lazily.ts';
import { addressFor, ownAddresses } from '../wire/address.ts';
import type { Content } from '../wire/content.ts';

/**
 * How a reader calls the service, for the examples: one of its own addresses, whatever else `Host` may say, so that no
 * header writes into a page and there are at most four pages of each.
 */
function readerAddress({ headers }: FastifyRequest, publicUrl: string): string {
  const asked = addressFor(headers.host, publicUrl);
  return ownAddresses(publicUrl).includes(asked) ? asked : publicUrl;
}

/** Content with the reader's address in it, made once for each address. */
export function contentByAddress(
  publicUrl: () => string,
  make: (address: string) => Promise<Content>,
): (request: FastifyRequest) => Promise<Content> {
  const made = new Map<string, () => Promise<Content>>();
  return (request) => {
    const address = readerAddress(request, publicUrl());
    const content = made.get(address) ?? lazily(() => make(address));
    made.set(address, content);
    return content();
  };
}

/** How the examples of the documents call the service. */
const EXAMPLE_ADDRESS = /\b(?:http:\/\/127\.0\.0\.1:4000|(?:https|wss):\/\/tools\.example\.com)(?![\w.:-])/g;

/** An example with the address of a service in place of its own; for sockets, the address of those. */
export const withAddress = (code: string, address: string): string =>
  code.replace(EXAMPLE_ADDRESS, (found) => (found.startsWith('wss:') ? address.replace(/^http/, 'ws') : address));
