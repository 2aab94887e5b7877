/**
 * Whether the page that a browser names may call us (streamable HTTP, security considerations): only one of our own
 * address. Clients that are no browsers send no `Origin`.
 */
export const isOriginAllowed = (origin: string | undefined, address: string): boolean =>
  origin === undefined || origin === URL.parse(address)?.origin;
