/**
 * Whether a host is this machine: `localhost`, an address in 127.0.0.0/8, or `::1` (RFC 6890), with or without URL
 * brackets. Used for `Host` headers, listen addresses and public addresses.
 */
export const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(host);

/**
 * Whether a URL is a loopback address that OAuth allows without TLS: `http` at `127.0.0.1`, `[::1]` (RFC 8252, section
 * 7.3) or `localhost` (section 8.3). Allows fewer hosts than `isThisMachine`, because registered redirect URIs are
 * compared as text.
 */
export const isLoopbackUrl = (url: URL | null): boolean =>
  url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
