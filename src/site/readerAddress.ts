import type { FastifyRequest } from 'fastify';
import { lazily } from '../core/lib/lazily.ts';
import { addressFor, ownAddresses } from '../wire/address.ts';
import type { Content } from '../wire/content.ts';

/**
 * The service's address for a reader's examples: one of its known addresses, never the raw `Host`. No header can
 * therefore inject text, and each page has at most four versions.
 */
function readerAddress({ headers }: FastifyRequest, publicUrl: string): string {
  const asked = addressFor(headers.host, publicUrl);
  return ownAddresses(publicUrl).includes(asked) ? asked : publicUrl;
}

/** Content with the reader's address in it, built once per address. */
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

/** The service's address in the documents' examples. */
const EXAMPLE_ADDRESS = /\b(?:http:\/\/127\.0\.0\.1:4000|(?:https|wss):\/\/tools\.example\.com)(?![\w.:-])/g;

/** An example with a service's address; WebSocket examples get the WebSocket address. */
export const withAddress = (code: string, address: string): string =>
  code.replace(EXAMPLE_ADDRESS, (found) => (found.startsWith('wss:') ? address.replace(/^http/, 'ws') : address));
