/**
 * Whether only this machine answers at a host: `localhost`, an address of 127.0.0.0/8 or `::1` (RFC 6890), the last
 * with or without the brackets of a URL. For what a name reaches: `Host` headers, addresses to listen on, public
 * addresses.
 */
export const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(host);

/**
 * Whether a URL is a loopback address that OAuth allows without TLS: `http` at `127.0.0.1`, `[::1]` (RFC 8252, section
 * 7.3) or `localhost` (section 8.3). Narrower than `isThisMachine`: what a client registers is compared by its text.
 */
export const isLoopbackUrl = (url: URL | null): boolean =>
  url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
