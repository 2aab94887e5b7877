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
 * Whether a request was meant for this service: its `Host` is the public address or this machine. An attacker's page
 * that resolves its own name to our address (DNS rebinding) sends its own name, and is refused.
 */
export function isHostAllowed(host: string | undefined, publicUrl: string): boolean {
  const ours = parsed(publicUrl);
  if (host === ours.host) return true;
  const asked = URL.parse(`${ours.protocol}//${host ?? ''}`);
  return asked !== null && (asked.host === ours.host || isThisMachine(asked.hostname));
}

/**
 * The address under which a caller reached us, without a trailing slash: the public one; where that is this machine, by
 * the name and port that the caller used, since clients compare our metadata with the address they were given. The
 * caller can choose it by the `Host` header, so it is used only in answers to that caller, and to compare with a
 * browser's `Origin`, which a page cannot choose. What somebody else has signed is checked against `ownAddresses`.
 */
export function addressFor(host: string | undefined, publicUrl: string): string {
  const ours = parsed(publicUrl);
  const asked = URL.parse(`${ours.protocol}//${host ?? ''}`);
  return asked && isThisMachine(asked.hostname) && isThisMachine(ours.hostname) ? asked.origin : publicUrl;
}

/**
 * All addresses that are this service's, whatever a request says, without a trailing slash: the public one; where that
 * is this machine, also by its other names at the same port. Something signed for another port is meant for another
 * program.
 */
export function ownAddresses(publicUrl: string): readonly string[] {
  const ours = parsed(publicUrl);
  if (!isThisMachine(ours.hostname)) return [publicUrl];
  const port = ours.port === '' ? '' : `:${ours.port}`;
  return [...new Set([publicUrl, ...NAMES.map((name) => `${ours.protocol}//${name}${port}`)])];
}
