import { randomBytes } from 'node:crypto';
import { sha256, sha256Text } from '../lib/sha256.ts';

const SECRET_BYTES = 32;

/**
 * A new code, refresh token, session, invitation or secret of a service account: 256 random bits after a prefix that
 * secret scanners recognize.
 * Tested by `test/core/kernel/secret.test.ts`.
 */
export const newSecret = (prefix: 'tyc_' | 'tyr_' | 'tys_' | 'tym_' | 'inv_'): string =>
  `${prefix}${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** Stored form of a secret: SHA-256, 32 bytes. A fast hash is enough for 256 random bits. */
export const hashSecret = (text: string): Uint8Array<ArrayBuffer> => sha256(text);

/** Checks a PKCE verifier against its challenge (RFC 7636, section 4.6, S256). */
export const isVerified = (verifier: string, challenge: string): boolean =>
  /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) && sha256Text(verifier, 'base64url') === challenge;
