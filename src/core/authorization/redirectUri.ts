import { isLoopbackUrl } from '../lib/loopback.ts';

const URI_CHARS_MAX = 1_024;
// Narrower than what a URL may hold: a host is copied into a Content-Security-Policy.
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/;
// A domain name of the client's, turned round (RFC 8252, section 7.1): no scheme of a browser or system has a dot.
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;
/** Schemes without a dot that are those of well-known MCP clients. */
const CLIENT_SCHEMES = new Set(['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);

/** Whether a client may be sent back there: over TLS, to a program on the user's machine, or by an application's own scheme. */
export function isRedirectUriAllowed(text: string): boolean {
  const url = text.length <= URI_CHARS_MAX && /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    return HOST.test(url.hostname) && (url.protocol === 'https:' || isLoopbackUrl(url));
  }
  return PRIVATE_SCHEME.test(url.protocol) || CLIENT_SCHEMES.has(url.protocol);
}

/** Exact, save that a program on the user's machine may listen on any port (RFC 8252, section 7.3). */
export function isRedirectUriRegistered(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true;
  const portless = withoutPort(given);
  return portless !== null && registered.some((one) => withoutPort(one) === portless);
}

function withoutPort(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !isLoopbackUrl(url)) return null;
  // A text that is not its own normal form (`/a/../b`) must match exactly.
  const host = text.slice('http://'.length).split(/[/?]/, 1)[0] ?? '';
  return `http://${host.replace(/:\d*$/, '')}${text.slice('http://'.length + host.length)}`;
}

/**
 * True where a redirect leaves the user's machine: to whoever registered the address, so that nobody is sent there
 * without having been asked (RFC 9700, section 4.11.2).
 */
export const leadsElsewhere = (uri: string): boolean => URL.parse(uri)?.protocol === 'https:';

/** Where a redirect leads, in words for the person who is asked, and as a source of a Content-Security-Policy. */
export function redirectTarget(uri: string): { readonly says: string; readonly source: string } {
  const url = new URL(uri);
  if (isLoopbackUrl(url)) return { says: `a program on this computer (${url.host})`, source: url.origin };
  if (url.protocol === 'https:') return { says: url.host, source: url.origin };
  return { says: `the application that opens ${url.protocol} links`, source: url.protocol };
}
