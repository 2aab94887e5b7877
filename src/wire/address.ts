import { isThisMachine } from '../core/lib/loopback.ts';

/** The names under which clients reach a service on their own machine. */
const NAMES = ['localhost', '127.0.0.1', '[::1]'];

let last = { text: '', url: new URL('http://localhost') };

/** Parses the public address once: every request needs it. */
function parsed(publicUrl: string): URL {
  if (last.text !== publicUrl) last = { text: publicUrl, url: new URL(publicUrl) };
  return last.url;
}

/**
 * Whether a request is for this service: its `Host` is the public address or this machine. In a DNS rebinding attack, a
 * page resolves its own name to our address. It sends its own name as `Host`, and is refused.
 */
export function isHostAllowed(host: string | undefined, publicUrl: string): boolean {
  const ours = parsed(publicUrl);
  if (host === ours.host || (lastAllowed.ours === ours && lastAllowed.host === host)) return true;
  const requested = URL.parse(`${ours.protocol}//${host ?? ''}`);
  const isAllowed = requested !== null && (requested.host === ours.host || isThisMachine(requested.hostname));
  if (isAllowed) lastAllowed = { host, ours };
  return isAllowed;
}

/** The last other name of this service, because clients repeat it. */
let lastAllowed: { readonly host: string | undefined; readonly ours: URL | null } = { host: undefined, ours: null };

/**
 * Our address as the caller used it, without a trailing slash. It is the public address or, on a local installation,
 * the caller's name and port, because clients compare metadata with the address they have. The caller chooses it by
 * `Host`, so it's used only in responses to that caller and for comparison with a browser's `Origin`. Signed data is
 * checked against `ownAddresses`.
 */
export function addressFor(host: string | undefined, publicUrl: string): string {
  const ours = parsed(publicUrl);
  const requested = URL.parse(`${ours.protocol}//${host ?? ''}`);
  return requested && isThisMachine(requested.hostname) && isThisMachine(ours.hostname) ? requested.origin : publicUrl;
}

/**
 * All addresses of this service, without a trailing slash: the public one, and on a local installation its other names
 * at the same port. Data signed for another port is meant for another program.
 */
export function ownAddresses(publicUrl: string): readonly string[] {
  const ours = parsed(publicUrl);
  if (!isThisMachine(ours.hostname)) return [publicUrl];
  const port = ours.port === '' ? '' : `:${ours.port}`;
  return [...new Set([publicUrl, ...NAMES.map((name) => `${ours.protocol}//${name}${port}`)])];
}
