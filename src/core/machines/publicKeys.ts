import { calculateJwkThumbprint, importJWK } from 'jose';
import { z } from 'zod';
import { AppError } from '../lib/errors.ts';
import { isRecord } from '../lib/json.ts';

/** Maximum keys of one service account, which leaves room for the current and the next one. */
const KEYS_MAX = 3;
const coordinate = z.string().regex(/^[\w-]{42,88}$/);
const kid = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/)
  .exactOptional();
const jwkSchema = z.discriminatedUnion('kty', [
  // 2,048 to 4,096 bits. A large exponent would make each signature expensive to verify.
  z.object({ kty: z.literal('RSA'), n: z.string().regex(/^[\w-]{342,683}$/), e: z.literal('AQAB'), kid }),
  z.object({ kty: z.literal('EC'), crv: z.enum(['P-256', 'P-384', 'P-521']), x: coordinate, y: coordinate, kid }),
  z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate, kid }),
]);

/** A public key (RFC 7517) for verifying JWT signatures, without unneeded members. */
export type PublicJwk = z.infer<typeof jwkSchema>;

/**
 * The algorithms (RFC 7518, RFC 8037) of each key type. None is symmetric, and the key's type decides, not the token.
 */
const ALGORITHMS = {
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA'],
} as const;

/** All algorithms, as listed in metadata (RFC 8414). */
export const ASSERTION_ALGORITHMS: readonly string[] = Object.values(ALGORITHMS).flat();

/** The algorithms allowed for signatures of a key. */
export const algorithmsOf = (jwk: PublicJwk): readonly string[] => ALGORITHMS[jwk.kty === 'RSA' ? 'RSA' : jwk.crv];

const RSA_BITS_MIN = 2_048;

/** Number of bits of a base64url number, ignoring leading zeros. */
const bitsOf = (encoded: string): number =>
  BigInt(`0x0${Buffer.from(encoded, 'base64url').toString('hex')}`).toString(2).length;

/** A key of a JWK Set; null for a key of another type or purpose, which a set may also contain. */
export function toPublicJwk(jwk: unknown): PublicJwk | null {
  if (!isRecord(jwk) || (jwk['use'] !== undefined && jwk['use'] !== 'sig')) return null;
  const { data } = jwkSchema.safeParse(jwk);
  if (data?.kty === 'RSA' && bitsOf(data.n) < RSA_BITS_MIN) return null;
  return data && (jwk['alg'] === undefined || algorithmsOf(data).some((alg) => alg === jwk['alg'])) ? data : null;
}

const PRIVATE_MEMBERS = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi', 'oth'];

/**
 * Reads the public keys of a service account from a JWK or a JWK Set (RFC 7517) of 1 to 3 keys.
 * Tested by `test/core/machines/serviceAccount.test.ts`.
 * @throws invalid_input: also for a private key, which must be replaced because it was disclosed
 */
export async function readPublicKeys(input: unknown): Promise<readonly PublicJwk[]> {
  const listed: unknown = isRecord(input) && 'keys' in input ? input['keys'] : [input];
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > KEYS_MAX)
    throw refused(`must be a JWK, or a JWK Set of at most ${KEYS_MAX}`);
  return Promise.all(listed.map(readPublicKey));
}

async function readPublicKey(input: unknown): Promise<PublicJwk> {
  if (isRecord(input) && PRIVATE_MEMBERS.some((name) => name in input))
    throw refused('must be a public key: this key is private or symmetric and is now exposed; create another');
  const jwk = toPublicJwk(input);
  if (!jwk) throw refused('must be an RSA key of 2,048 to 4,096 bits, one on P-256, P-384 or P-521, or an Ed25519 key');
  const isUsable = await importJWK(jwk, algorithmsOf(jwk)[0]).then(
    () => true,
    () => false,
  );
  if (!isUsable) throw refused('is not a valid key');
  return jwk;
}

const refused = (message: string): AppError =>
  new AppError('invalid_input', 'Invalid request parameters', { issues: [{ path: '/publicKeys', message }] });

export const storedKeys = (stored: unknown): readonly PublicJwk[] => z.array(jwkSchema).parse(stored);

/** The displayed id of a key: its SHA-256 thumbprint (RFC 7638). */
export const thumbprintOf = (jwk: PublicJwk): Promise<string> => calculateJwkThumbprint(jwk);
