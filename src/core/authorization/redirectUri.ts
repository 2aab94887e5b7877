import { isLoopbackUrl } from '../lib/loopback.ts';

const URI_CHARS_MAX = 1_024;
// Stricter than URL hosts, because the host is copied into a Content-Security-Policy.
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/;
// A reversed domain name of the client (RFC 8252, section 7.1). Schemes of browsers and operating systems have no dot.
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;
/** Schemes without a dot that well-known MCP clients use. */
const CLIENT_SCHEMES = new Set(['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);

/**
 * Whether a client may be redirected to this address: https, http to the user's own machine, or an application's
 * private scheme. Tested by `test/core/authorization/redirectUri.test.ts`.
 */
export function isRedirectUriAllowed(text: string): boolean {
  const url = text.length <= URI_CHARS_MAX && /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    return HOST.test(url.hostname) && (url.protocol === 'https:' || isLoopbackUrl(url));
  }
  return PRIVATE_SCHEME.test(url.protocol) || CLIENT_SCHEMES.has(url.protocol);
}

/** Exact match, except that a program on the user's machine may use any port (RFC 8252, section 7.3). */
export function isRedirectUriRegistered(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  const portless = withoutPort(uri);
  return portless !== null && registered.some((one) => withoutPort(one) === portless);
}

function withoutPort(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !isLoopbackUrl(url)) return null;
  // Compare the text, so that other spellings of the same URL (`/a/../b`) do not match.
  const host = text.slice('http://'.length).split(/[/?]/, 1)[0] ?? '';
  return `http://${host.replace(/:\d*$/, '')}${text.slice('http://'.length + host.length)}`;
}

/**
 * Whether a redirect leads to a website. An attacker may have registered the client and the website, so consent is
 * required before any redirect (RFC 9700, section 4.11.2).
 */
export const leadsToWebsite = (uri: string): boolean => URL.parse(uri)?.protocol === 'https:';

/** The target of a redirect: as text for the person, and as a Content-Security-Policy source. */
export function redirectTarget(uri: string): { readonly label: string; readonly source: string } {
  const url = new URL(uri);
  if (isLoopbackUrl(url)) return { label: `a program on this computer (${url.host})`, source: url.origin };
  if (url.protocol === 'https:') return { label: url.host, source: url.origin };
  return { label: `the application that opens ${url.protocol} links`, source: url.protocol };
}
