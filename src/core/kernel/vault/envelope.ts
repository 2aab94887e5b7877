import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { derive, KEY_ID_BYTES, type KeyRing, type RingKey } from './keyRing.ts';
import { type Binding, type Sealed, VaultError } from './vault.ts';

/*
 * Envelope. All lengths are fixed except the ciphertext's:
 *
 *   - version 1, algorithm 1, key id 8, wrap IV 12, wrapped data key 32, wrap tag 16
 *   - IV 12, commitment 32, ciphertext, tag 16.
 *
 * HKDF derives the encryption key and a key commitment from a fresh data key per value. The key-encryption key wraps
 * the data key. The wrap authenticates version, algorithm and key id. The value authenticates version, algorithm and
 * its row. Version 2 also authenticates the destination, so that a credential whose destination has changed cannot be
 * decrypted.
 */
const UNBOUND = 1;
const BOUND = 2;
type Version = typeof UNBOUND | typeof BOUND;
const versionOf = ({ destination }: Binding): Version => (destination === null ? UNBOUND : BOUND);
const AES_256_GCM = 1;
const CIPHER = 'aes-256-gcm';
const DATA_KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const COMMITMENT_BYTES = 32;

const HEAD_BYTES = 2 + KEY_ID_BYTES;
const WRAP_END = HEAD_BYTES + IV_BYTES + DATA_KEY_BYTES + TAG_BYTES;
const CIPHERTEXT_START = WRAP_END + IV_BYTES + COMMITMENT_BYTES;

/** The number of bytes by which an envelope exceeds its value's UTF-8. */
export const ENVELOPE_OVERHEAD_BYTES = CIPHERTEXT_START + TAG_BYTES;

/**
 * Encrypts a text with the current key, bound to its row (AES-256-GCM, NIST SP 800-38D).
 * `test/core/kernel/vault/vault.test.ts` flips every bit of an envelope.
 * @throws TypeError for a text with a lone surrogate
 */
export function sealEnvelope(ring: KeyRing, plaintext: string, binding: Binding): Sealed {
  // UTF-8 would replace a lone surrogate, so the decrypted value would differ from the original.
  if (!plaintext.isWellFormed()) throw new TypeError('Only well-formed Unicode can be sealed');
  const dataKey = randomBytes(DATA_KEY_BYTES);
  const keys = deriveDataKeys(dataKey);
  const value = encrypt(keys.encryption, Buffer.from(plaintext), bindingData(binding));
  const header = head(versionOf(binding), ring.current);
  const wrap = wrapDataKey(ring.current, header, dataKey);
  dataKey.fill(0);
  const parts = [header, wrap, value.subarray(0, IV_BYTES), keys.commitment, value.subarray(IV_BYTES)];
  return toSealed(ring.current, parts);
}

/**
 * The value keys of envelopes, by the array that holds the envelope. So the data key of a cached row is unwrapped only
 * once. A key is dropped with its row. Holds no plaintext.
 */
export type ValueKeys = WeakMap<Uint8Array, KeyObject>;

/**
 * Decrypts an envelope for the row that it was encrypted for.
 * @throws VaultError, without the reason
 */
export function openEnvelope(ring: KeyRing, known: ValueKeys, bytes: Uint8Array, binding: Binding): string {
  const envelope = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (envelope[0] !== versionOf(binding)) throw new VaultError();
  const key = known.get(bytes) ?? unwrapValueKey(ring, envelope);
  const iv = envelope.subarray(WRAP_END, WRAP_END + IV_BYTES);
  const text = decrypt(key, iv, envelope.subarray(CIPHERTEXT_START), bindingData(binding)).toString('utf8');
  known.set(bytes, key);
  return text;
}

/** The key that encrypts the value, after verifying the commitment in the envelope. */
function unwrapValueKey(ring: KeyRing, envelope: Buffer): KeyObject {
  const dataKey = unwrapDataKey(ring, envelope);
  const keys = deriveDataKeys(dataKey);
  dataKey.fill(0);
  const commitment = envelope.subarray(WRAP_END + IV_BYTES, CIPHERTEXT_START);
  if (!timingSafeEqual(commitment, keys.commitment)) throw new VaultError();
  return keys.encryption;
}

/**
 * Wraps the data key with the current key; everything after the wrapped key is unchanged.
 * @throws VaultError
 */
export function rewrapEnvelope(ring: KeyRing, bytes: Uint8Array): Sealed {
  const envelope = Buffer.from(bytes);
  const dataKey = unwrapDataKey(ring, envelope);
  const header = head(envelope[0] === BOUND ? BOUND : UNBOUND, ring.current);
  const wrap = wrapDataKey(ring.current, header, dataKey);
  dataKey.fill(0);
  return toSealed(ring.current, [header, wrap, envelope.subarray(WRAP_END)]);
}

/** The envelope part that holds the value, which a master key rotation leaves unchanged. */
export const sealedValueOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes).subarray(WRAP_END);

function toSealed(key: RingKey, parts: readonly Buffer[]): Sealed {
  return { bytes: new Uint8Array(Buffer.concat([...parts])), keyId: key.id };
}

const head = (version: Version, key: RingKey): Buffer =>
  Buffer.concat([Buffer.from([version, AES_256_GCM]), Buffer.from(key.id, 'hex')]);

const wrapDataKey = (key: RingKey, header: Buffer, dataKey: Buffer): Buffer =>
  encrypt(key.wrapKey, dataKey, wrapData(header));

function unwrapDataKey(ring: KeyRing, envelope: Buffer): Buffer {
  if (envelope.length < ENVELOPE_OVERHEAD_BYTES) throw new VaultError();
  const key = ring.byId.get(envelope.toString('hex', 2, HEAD_BYTES));
  const isKnown = (envelope[0] === UNBOUND || envelope[0] === BOUND) && envelope[1] === AES_256_GCM;
  if (!isKnown || !key) throw new VaultError();
  const wrap = envelope.subarray(HEAD_BYTES, WRAP_END);
  return decrypt(
    key.wrapKey,
    wrap.subarray(0, IV_BYTES),
    wrap.subarray(IV_BYTES),
    wrapData(envelope.subarray(0, HEAD_BYTES)),
  );
}

// One derivation for both keys: HKDF's output blocks are independent of each other.
function deriveDataKeys(dataKey: Buffer): { encryption: KeyObject; commitment: Buffer } {
  const both = derive(dataKey, 'vault/value', DATA_KEY_BYTES + COMMITMENT_BYTES);
  return { encryption: createSecretKey(both.subarray(0, DATA_KEY_BYTES)), commitment: both.subarray(DATA_KEY_BYTES) };
}

/** @returns IV, ciphertext and tag in one buffer */
function encrypt(key: KeyObject, plaintext: Buffer, data: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(data);
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @param sealed ciphertext and tag */
function decrypt(key: KeyObject, iv: Buffer, sealed: Buffer, data: Buffer): Buffer {
  // Without `authTagLength`, Node accepts a tag truncated to 4 bytes.
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(data).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const plaintext = decipher.update(sealed.subarray(0, -TAG_BYTES));
    // Checks the tag; GCM has no bytes left at the end.
    decipher.final();
    return plaintext;
  } catch {
    throw new VaultError();
  }
}

const wrapData = (header: Buffer): Buffer => lengthPrefixed(['toolyard/vault/wrap', header]);

/** The bytes of a binding, cached because calls pass the same object while its row is in memory. */
const written = new WeakMap<Binding, Buffer>();

function bindingData(binding: Binding): Buffer {
  const known = written.get(binding);
  if (known) return known;
  const data = lengthPrefixed([
    'toolyard/vault/value',
    Buffer.from([versionOf(binding), AES_256_GCM]),
    binding.accountId,
    binding.stackId,
    binding.serverId,
    binding.endUser,
    binding.fieldId,
    String(binding.revision),
    ...(binding.destination === null ? [] : [binding.destination]),
  ]);
  written.set(binding, data);
  return data;
}

/**
 * Writes each part after its length. Unlike with a separator, different lists of parts never give the same bytes.
 */
export function lengthPrefixed(parts: readonly (string | Buffer)[]): Buffer {
  const lengths = parts.map((part) => Buffer.byteLength(part));
  const joined = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    at = joined.writeUInt32BE(lengths[index] ?? 0, at);
    at += typeof part === 'string' ? joined.write(part, at) : part.copy(joined, at);
  }
  return joined;
}
