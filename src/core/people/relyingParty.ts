import { isIP } from 'node:net';
import { AppError } from '../lib/errors.ts';

/** The site that passkeys belong to (WebAuthn Level 3, section 4): its host name, and the origin of its pages. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/**
 * The relying party of pages at `address`, one of the service's addresses. Null where passkeys are not possible: at an
 * IP address, without https except on localhost, and at another port than that of `publicUrl`.
 */
export function relyingPartyAt(address: string, publicUrl: string): RelyingParty | null {
  const { protocol, hostname: id, port, origin } = new URL(address);
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  // Programs on other ports of localhost share its passkeys: a signature made for their pages must not be accepted
  // here.
  const isOurPort = port === new URL(publicUrl).port;
  const isPossible = isIP(id) === 0 && !id.startsWith('[') && (isLocal || protocol === 'https:') && isOurPort;
  return isPossible ? { id, origin } : null;
}

/** @throws forbidden where passkeys are not possible */
export function requireRelyingParty(relyingParty: RelyingParty | null): RelyingParty {
  if (relyingParty) return relyingParty;
  throw new AppError('forbidden', 'Passkeys work only at a host name over https or at localhost, not at an IP address');
}
