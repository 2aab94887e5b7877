export type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

const [UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP] = [0, 1, 2, 3, 4, 5] as const;

/** A CBOR head with its argument (RFC 8949, section 3), up to 16 bits. */
function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255]);
}

/** The part of CBOR that attestations use. */
export function toCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value);
  if (typeof value === 'string') return Buffer.concat([head(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(BYTES, value.length), value]);
  if (value instanceof Map) return Buffer.concat([head(MAP, value.size), ...[...value].flat().map(toCbor)]);
  const items = Array.isArray(value) ? value : [];
  return Buffer.concat([head(ARRAY, items.length), ...items.map(toCbor)]);
}
