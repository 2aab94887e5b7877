import { isThisMachine } from '../core/lib/loopback.ts';

let last = { text: '', url: new URL('http://localhost') };

/** Parsed once: every request asks, and the public address is one. */
function parsed(publicUrl: string): URL {
  if (last.text !== publicUrl) last = { text: publicUrl, url: new URL(publicUrl) };
  return last.url;
}

/**
 * Whether a request was meant for this service: its `Host` names the public address or this machine. A page whose own
 * name resolves to us (DNS rebinding) sends that name.
 */
export function isHostAllowed(host: string | undefined, publicUrl: string): boolean {
  const ours = parsed(publicUrl);
  if (host === ours.host) return true;
  const asked = URL.parse(`${ours.protocol}//${host ?? ''}`);
  return asked !== null && (asked.host === ours.host || isThisMachine(asked.hostname));
}

/**
 * The address that a caller knows us by, without a trailing slash: the public one. Where that is this machine, by
 * whichever of its names the caller used; clients compare what we say of ourselves with the address they were given.
 */
export function addressFor(host: string | undefined, publicUrl: string): string {
  const ours = parsed(publicUrl);
  const asked = URL.parse(`${ours.protocol}//${host ?? ''}`);
  return asked && isThisMachine(asked.hostname) && isThisMachine(ours.hostname) ? asked.origin : publicUrl;
}
