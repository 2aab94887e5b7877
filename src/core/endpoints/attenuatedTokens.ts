import { LRUCache } from 'lru-cache';
import { type Attenuation, isProven, readTokenBody, splitAttenuated } from '../kernel/attenuation.ts';
import type { Deps } from '../kernel/context.ts';
import { readWithTimeout } from '../kernel/timeouts.ts';
import { asDatabaseUnavailable } from '../lib/databaseFault.ts';
import { isRecord } from '../lib/json.ts';
import { sha256Text } from '../lib/sha256.ts';
import { findSigner, type Signer } from './signingKey.ts';
import { STACK_TOKEN_TYPE } from './tokenFormat.ts';
import type { VerificationKeys } from './verificationKeys.ts';

/** A verified attenuated token: its original stack token, and its attenuations. */
type ProvenToken = {
  /** The SHA-256 of the stack token, in hex. */
  readonly parentDigest: string;
  readonly attenuations: readonly Attenuation[];
};

/** Verifies the tags of attenuated tokens. `verifyToken.ts` checks whether their stack token is still valid. */
type AttenuatedTokens = {
  /** The cached result of `prove`; null if there is none. */
  known(token: string): ProvenToken | null;
  /**
   * Verifies an attenuated token. Null if it does not derive from one of our stack tokens, or contains a limit unknown
   * to this version.
   * @throws unavailable
   */
  prove(token: string): Promise<ProvenToken | null>;
  /**
   * The stack token from which a verified attenuated token derives; null if the key that signed it is gone.
   * @throws unavailable
   */
  parentOf(token: string): Promise<string | null>;
};

/** Maximum characters of cached verified tokens; their parsed limits take about as much memory again. */
const KEPT_CHARS_MAX = 4_194_304;
const SIGNERS_MAX = 8;

type Options = Pick<Deps, 'db' | 'vault' | 'changes'>;

/**
 * Verifies attenuated tokens. The first secret of a chain is the stack token's signature, which is not stored and never
 * leaves this file. Ed25519 is deterministic (RFC 8032, section 5.1.6), so signing the claims again gives it. Verified
 * tokens are cached by their digest, so that no secret is stored. Tested by `test/core/kernel/attenuation.test.ts`.
 */
export function createAttenuatedTokens(options: Options, keys: VerificationKeys): AttenuatedTokens {
  const cache = new LRUCache<string, ProvenToken>({ maxSize: KEPT_CHARS_MAX });
  const signers = new LRUCache<string, Signer>({ max: SIGNERS_MAX });

  async function findKey(kid: string): Promise<CryptoKey | null> {
    // Look up only ids of published keys, so that a forged token cannot cause queries.
    if ((await keys.find(kid)) === null) return null;
    const signer = signers.get(kid) ?? (await findSigner(options, kid));
    if (signer) signers.set(kid, signer);
    return signer?.privateKey ?? null;
  }

  async function signatureOf(signed: string): Promise<Buffer | null> {
    const kid = kidOf(signed);
    if (kid === null) return null;
    try {
      const key = await readWithTimeout(options.changes, () => findKey(kid));
      return key && Buffer.from(await crypto.subtle.sign('Ed25519', key, Buffer.from(signed)));
    } catch (error) {
      throw asDatabaseUnavailable(error);
    }
  }

  return {
    known: (token) => cache.get(sha256Text(token, 'hex')) ?? null,
    async prove(token) {
      const parts = splitAttenuated(token);
      const read = parts && readTokenBody(parts.body);
      const signature = read && (await signatureOf(read.signed));
      if (!signature || !isProven(parts.body, parts.tag, signature)) return null;
      const parentDigest = sha256Text(joinSignature(read.signed, signature), 'hex');
      const proven = { parentDigest, attenuations: read.attenuations };
      cache.set(sha256Text(token, 'hex'), proven, { size: token.length });
      return proven;
    },
    async parentOf(token) {
      const [header, payload] = token.split('.');
      const signed = `${header}.${payload}`;
      const signature = await signatureOf(signed);
      return signature && joinSignature(signed, signature);
    },
  };
}

const joinSignature = (signed: string, signature: Buffer): string => `${signed}.${signature.toString('base64url')}`;

/** The key id in a stack token's header; null for any other header. */
function kidOf(signed: string): string | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(signed.slice(0, signed.indexOf('.')), 'base64url').toString());
    const isOurs = isRecord(header) && header['typ'] === STACK_TOKEN_TYPE && typeof header['kid'] === 'string';
    return isOurs ? String(header['kid']) : null;
  } catch {
    return null;
  }
}
