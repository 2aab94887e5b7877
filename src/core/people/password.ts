import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { AppError } from '../lib/errors.ts';
import { withoutTrailing } from '../lib/trim.ts';

/** Argon2id hashes of passwords. Only a few are computed at a time, because each takes 19 MiB. */
export type Passwords = {
  /** A hash in the PHC string format, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. @throws unavailable when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. A null hash, for an unknown person or a person without a password, returns
   * false after the same time. Timing therefore does not reveal who exists.
   * @throws unavailable when too many requests wait
   */
  verify(password: string, hash: string | null): Promise<boolean>;
};

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB (in KiB), 2 passes, 1 lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const VERSION = 19;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const RUNNING_MAX = 2;
const WAITING_MAX = 32;
const RETRY_AFTER_SECONDS = 2;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

// Node has Argon2 since 24.7; for older versions, a package computes the same hash.
const native = typeof crypto.argon2 === 'function' ? promisify(crypto.argon2) : null;
const ARGON2ID = 2;

/**
 * Created once per process, since the bound on concurrent hashes is per process. Attack tests:
 * `test/core/people/gate.test.ts`.
 */
export function createPasswords(): Passwords {
  const oneOfFew = createQueue();
  const nobodys = toPhc(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    hash: (password) =>
      oneOfFew(async () => {
        const salt = randomBytes(SALT_BYTES);
        return toPhc(COST, salt, await run(password, COST, salt, HASH_BYTES));
      }),
    verify: (password, hash) =>
      oneOfFew(async () => {
        const { cost, salt, expected } = readPhc(hash ?? nobodys);
        const isEqual = timingSafeEqual(await run(password, cost, salt, expected.length), expected);
        return isEqual && hash !== null;
      }),
  };
}

// Normalizes the password (NIST SP 800-63B, section 3.1.1.2), so that differently composed characters are equal.
async function run(password: string, cost: Cost, salt: Buffer, tagLength: number): Promise<Buffer> {
  const message = password.normalize('NFKC');
  if (native) return native('argon2id', { ...cost, message, nonce: salt, tagLength });
  const { hashRaw } = await import('@node-rs/argon2');
  const { memory: memoryCost, passes: timeCost, parallelism } = cost;
  return hashRaw(message, { algorithm: ARGON2ID, memoryCost, timeCost, parallelism, salt, outputLen: tagLength });
}

const unpadded = (bytes: Buffer): string => withoutTrailing(bytes.toString('base64'), '=');

const toPhc = ({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=${VERSION}$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;

function readPhc(text: string): { cost: Cost; salt: Buffer; expected: Buffer } {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(text) ?? [];
  if (hash === '') throw new Error('a stored password hash has an unexpected format');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(hash, 'base64'),
  };
}

/**
 * Runs a few tasks at a time and lets a bounded number wait, so that a flood of sign-ins does not exhaust the memory.
 * @throws unavailable
 */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const few = bulkhead(RUNNING_MAX, WAITING_MAX);
  return (work) =>
    few.execute(work).catch((error: unknown) => {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new AppError('unavailable', 'Too many sign-ins at once', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
}
