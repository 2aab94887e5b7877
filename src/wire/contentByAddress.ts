import type { FastifyRequest } from 'fastify';
import { lazily } from '../core/lib/lazily.ts';
import { addressFor, ownAddresses } from './address.ts';
import type { Content } from './content.ts';

/**
 * The service's address for the reader of a public text: one of its known addresses, never the raw `Host`. No header
 * can therefore inject text, and each text has at most four versions.
 */
function readerAddress({ headers }: FastifyRequest, publicUrl: string): string {
  const requestedAddress = addressFor(headers.host, publicUrl);
  return ownAddresses(publicUrl).includes(requestedAddress) ? requestedAddress : publicUrl;
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
