import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lazily } from '../core/lib/lazily.ts';

/** How an answer can be encoded (RFC 9110, section 8.4.1), the smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The same bytes in each encoding, made in a thread when one is first asked for, and kept. */
export type Encoded = Readonly<Record<Encoding, () => Promise<Buffer>>>;

/** Less fits into one packet as it is. */
const CHARS_MIN = 1_400;
/** Within a few percent of the smallest, in a twentieth of the time. */
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * A text compressed once, for responses that are the same for everyone; null if it's too short. Responses for one
 * caller are never compressed: next to attacker-chosen text, the length would reveal a secret.
 */
export function encodedOf(text: string): Encoded | null {
  if (text.length < CHARS_MIN) return null;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    br: lazily(() => asBrotli(text, { params })),
    gzip: lazily(() => asGzip(text, { level: GZIP_LEVEL })),
  };
}

/** The encoding that a caller takes of those we have, by `Accept-Encoding`; null for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map(weightOf),
  );
  const isAccepted = (name: string): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return ENCODINGS.find(isAccepted) ?? null;
}

/** `br;q=0.5` as its name and weight; a weight that is none counts as 0. */
function weightOf(part: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((each) => each.trim());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}
