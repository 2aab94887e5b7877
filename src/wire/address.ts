import { isThisMachine } from '../core/lib/loopback.ts';

/** How clients call this machine. */
const NAMES = ['localhost', '127.0.0.1', '[::1]'];

let last = { text: '', url: new URL('http://localhost') };

/** Parsed once, since every request needs it. */
function parsed(publicUrl: string): URL {
  if (last.text !== publicUrl) last = { text: publicUrl, url: new URL(publicUrl) };
  return last.url;
}

/**
 * Whether a request was meant for this service: its `Host` is the public address or this machine. A page that resolves
 * its own name to us (DNS rebinding) sends that name.
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
 * caller chooses it: it words answers to that caller, and is what a browser's `Origin` has to be the same as, which no
 * page chooses. What somebody else has signed is held to `ownAddresses`.
 */
export function addressFor(host: string | undefined, publicUrl: string): string {
  const ours = parsed(publicUrl);
  const asked = URL.parse(`${ours.protocol}//${host ?? ''}`);
  return asked && isThisMachine(asked.hostname) && isThisMachine(ours.hostname) ? asked.origin : publicUrl;
}

/**
 * All addresses that are this service's, whatever a request says, without a trailing slash: the public one; where that
 * is this machine, also by its other names at the same port. What was signed for another port is for another program.
 */
export function ownAddresses(publicUrl: string): readonly string[] {
  const ours = parsed(publicUrl);
  if (!isThisMachine(ours.hostname)) return [publicUrl];
  const port = ours.port === '' ? '' : `:${ours.port}`;
  return [...new Set([publicUrl, ...NAMES.map((name) => `${ours.protocol}//${name}${port}`)])];
}
