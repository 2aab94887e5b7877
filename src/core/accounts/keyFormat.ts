import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../lib/sha256.ts';

const PREFIX = 'ty_';
const RANDOM_BYTES = 20;
/** Number of base-62 digits for 160 bits; the 32-bit checksum needs 6. */
const RANDOM_DIGITS = 27;
const CHECKSUM_DIGITS = 6;
const DISPLAY_LENGTH = 10;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`);

/** A new API key: `ty_`, 160 random bits in base 62, and a checksum over both. */
export function newApiKeyText(): string {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  const body = PREFIX + toBase62(random, RANDOM_DIGITS);
  return body + checksum(body);
}

/** Whether a text has the shape and checksum of a key. Checked first, so that a mistyped key causes no query. */
export function isWellFormedApiKey(text: string): boolean {
  return SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
}

/** Stored form of a key: SHA-256, 32 bytes. A fast hash is enough for 160 random bits. */
export const hashApiKey = (text: string): Uint8Array<ArrayBuffer> => sha256(text);

/** The first characters of a key, shown in lists so that people can tell keys apart. */
export const displayOf = (text: string): string => text.slice(0, DISPLAY_LENGTH);

const checksum = (body: string): string => toBase62(BigInt(crc32(body)), CHECKSUM_DIGITS);

function toBase62(value: bigint, width: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(width, '0');
}
