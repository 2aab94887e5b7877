import { randomBytes } from 'node:crypto';

/** A unique value that must never appear again. */
export type Canary = {
  readonly name: string;
  readonly value: string;
  /** Callers of a tool may see this value. */
  readonly isOpen?: boolean;
};

export type Encoding = 'raw' | 'fragment' | 'base64' | 'base64url' | 'percent' | 'json' | 'hex';
export const ENCODINGS: readonly Encoding[] = ['raw', 'fragment', 'base64', 'base64url', 'percent', 'json', 'hex'];

/** One spelling of a canary, as it would appear in a file. */
export type Needle = { readonly canary: string; readonly encoding: Encoding; readonly bytes: Buffer };

// Long enough not to occur by chance, and short enough that a text cut inside a secret still contains a match.
const FRAGMENT_BYTES = 12;
const FRAGMENTS_MAX = 24;
const LONG_BYTES = 1_500;

const token = (bytes = 18): string => randomBytes(bytes).toString('base64url').replaceAll(/[-_]/g, 'x');

/** The formats that careless code gets wrong. */
export const SHAPES = {
  plain: () => `cnry${token()}`,
  /** All characters that JSON, URLs, HTML, regular expressions and templates escape. */
  awkward: () => `cn"${token(6)}\\/&%2B${token(6)}+=?#<>'${token(6)}$1^{x}${token(6)}*(|)[ ${token(6)}`,
  unicode: () => `${token(6)}é€😀${token(6)}\u2028  ${token(6)}`,
  long: () => `cnry${randomBytes(LONG_BYTES).toString('hex')}`,
} as const satisfies Record<string, () => string>;

export const newCanary = (name: string, shape: keyof typeof SHAPES = 'plain'): Canary => ({
  name: `${name} (${shape})`,
  value: SHAPES[shape](),
});

const unicodeEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const lowerOctets = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());

function jsonSpellings(value: string): string[] {
  const plain = JSON.stringify(value).slice(1, -1);
  const ascii = plain.replace(/[\u0080-\uffff]/g, unicodeEscape);
  const once = [plain, ascii, plain.replaceAll('/', '\\/'), plain.replace(/[<>&'+]/g, unicodeEscape)];
  return [...once, ...once.map((text) => JSON.stringify(text).slice(1, -1))];
}

function percentSpellings(value: string): string[] {
  const component = encodeURIComponent(value);
  const strict = component.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams({ '': value }).toString().slice(1);
  const spellings = [component, strict, form, encodeURI(value), new URL(`http://x/?${value}`).search.slice(1)];
  return [...spellings, ...spellings.map(lowerOctets)];
}

/** The Base64 characters that depend only on the value, at each of its three possible offsets. */
const base64Spellings = (value: string): string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.byteLength(value);
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes) * 8) / 6));
  });

function fragments(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  const step = Math.max(FRAGMENT_BYTES, Math.ceil(bytes.length / FRAGMENTS_MAX));
  const starts = Array.from({ length: Math.floor((bytes.length - FRAGMENT_BYTES) / step) + 1 }, (_, at) => at * step);
  return starts.map((start) => bytes.subarray(start, start + FRAGMENT_BYTES));
}

const SPELL: Readonly<Record<Encoding, (value: string) => readonly (string | Buffer)[]>> = {
  raw: (value) => [value],
  fragment: fragments,
  base64: base64Spellings,
  base64url: (value) => base64Spellings(value).map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  percent: percentSpellings,
  json: jsonSpellings,
  hex: (value) => [Buffer.from(value).toString('hex'), Buffer.from(value).toString('hex').toUpperCase()],
};

/** Every spelling of the canaries. If two encodings give the same spelling, the first one counts. */
export function needlesOf(canaries: readonly Canary[]): readonly Needle[] {
  return canaries.flatMap(({ name, value }) => {
    const seen = new Set<string>();
    return ENCODINGS.flatMap((encoding) =>
      SPELL[encoding](value).flatMap((spelling) => {
        const bytes = Buffer.from(spelling);
        if (seen.has(bytes.toString('latin1'))) return [];
        seen.add(bytes.toString('latin1'));
        return [{ canary: name, encoding, bytes }];
      }),
    );
  });
}
