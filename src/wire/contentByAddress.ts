import type { FastifyRequest } from 'fastify';
import { lazily } from '../core/lib/lazily.ts';
import { addressFor, ownAddresses } from './address.ts';
import type { Content } from './content.ts';

/** Content with the reader's address in it, built once per address. */
export function contentByAddress(
  publicUrl: () => string,
  make: (address: string) => Promise<Content>,
): (request: FastifyRequest) => Promise<Content> {
  const made = new Map<string, () => Promise<Content>>();
  return (request) => {
    // One of the service's known addresses, never the raw `Host`: no header can inject text, and each text has at most
    // four versions.
    const own = publicUrl();
    const requestedAddress = addressFor(request.headers.host, own);
    const address = ownAddresses(own).includes(requestedAddress) ? requestedAddress : own;
    const content = made.get(address) ?? lazily(() => make(address));
    made.set(address, content);
    return content();
  };
}
