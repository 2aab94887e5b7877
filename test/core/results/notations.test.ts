import { encodeHTML } from 'entities';
import { describe, expect, it } from 'vitest';
import { createScrubber } from '../../../src/core/results/scrub.ts';
import { someOf } from '../../harness/wholeTables.ts';

/*
 * Every encoding docs/security.md lists, nested in each other, for several kinds of secrets at every alignment: the
 * output must not contain a useful part of the secret. Prints the number of cases.
 */

const SECRETS = {
  token: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  short: 'hunter2!',
  punctuation: 'p/a+s=s&w"o\\r<d>%41 ;{}',
  unicode: 'Schlüssel-\u{1f511}-日本',
  url: 'https://hooks.example.test/services/T00/B00/XXXXYYYYZZZZ',
  long: 'ab1/'.repeat(100),
} as const;

const bytesOf = (text: string): Buffer => Buffer.from(text);
const each = (text: string, spell: (char: string) => string): string => [...text].map(spell).join('');
const units = (char: string, spell: (unit: string) => string): string =>
  Array.from({ length: char.length }, (_, at) => spell(char.charCodeAt(at).toString(16).padStart(4, '0'))).join('');
const octets = (text: string, spell: (hex: string) => string): string =>
  [...bytesOf(text)].map((byte) => spell(byte.toString(16).padStart(2, '0'))).join('');
const isOdd = (_: unknown, at: number): boolean => at % 2 === 1;

/** The table rows in docs/security.md. */
const NOTATIONS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'JSON escapes': (text) => JSON.stringify(text).slice(1, -1),
  'JSON, ASCII only, escaped slashes': (text) =>
    each(JSON.stringify(text).slice(1, -1), (char) =>
      char > '~' ? units(char, (unit) => `\\u${unit}`) : char === '/' ? '\\/' : char,
    ),
  '`\\u` for some characters': (text) =>
    [...text]
      .map((char, at) => (isOdd(char, at) ? units(char, (unit) => `\\u${unit}`) : JSON.stringify(char).slice(1, -1)))
      .join(''),
  '`\\u` for all characters': (text) => each(text, (char) => units(char, (unit) => `\\u${unit.toUpperCase()}`)),
  '`\\x` for all bytes of ASCII': (text) =>
    each(text, (char) => (char <= '~' ? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}` : char)),
  'percent, where a URL needs it': encodeURIComponent,
  'percent, form': (text) => new URLSearchParams({ '': text }).toString().slice(1),
  'percent for all bytes, upper case': (text) => octets(text, (hex) => `%${hex.toUpperCase()}`),
  'percent for all bytes, lower case': (text) => octets(text, (hex) => `%${hex}`),
  'hexadecimal, lower case': (text) => bytesOf(text).toString('hex'),
  'hexadecimal, upper case': (text) => bytesOf(text).toString('hex').toUpperCase(),
  base64: (text) => bytesOf(text).toString('base64'),
  'base64, 1 byte before': (text) => bytesOf(`a${text}`).toString('base64'),
  'base64, 2 bytes before': (text) => bytesOf(`ab${text}`).toString('base64'),
  base64url: (text) => bytesOf(text).toString('base64url'),
  'base64url, 1 byte before': (text) => bytesOf(`a${text}`).toString('base64url'),
  'base64url, 2 bytes before': (text) => bytesOf(`ab${text}`).toString('base64url'),
  'HTML, decimal': (text) => each(text, (char) => `&#${char.codePointAt(0)};`),
  'HTML, hexadecimal': (text) => each(text, (char) => `&#x${char.codePointAt(0)?.toString(16)};`),
  'HTML, named': encodeHTML,
};

const names = Object.keys(NOTATIONS);
const spell = (name: string, text: string): string => NOTATIONS[name]?.(text) ?? '';

const WRAPPERS: readonly ((spelt: string) => string)[] = [
  (spelt) => spelt,
  (spelt) => `before ${spelt} after`,
  (spelt) => `<a href="?key=${spelt}">`,
  (spelt) => JSON.stringify({ echoed: spelt }),
  (spelt) => `${'filler text, '.repeat(7_000)}${spelt}${' and more'.repeat(7_000)}`,
];

/** Possible remains of an encoding: base64 characters around the secret and its padding, each encoded again. */
const LEFT_CHARS_MAX = 60;

function isHidden(secret: string, spelt: string, text: string): boolean {
  const scrubber = createScrubber([secret]);
  const scrubbed = scrubber.text(text);
  const left = scrubbed.length - (text.length - spelt.length) - '[redacted]'.length;
  return !scrubber.isClean(bytesOf(text)) && scrubbed.includes('[redacted]') && left <= LEFT_CHARS_MAX;
}

const doubles = names
  .flatMap(
    (inner) =>
      names.flatMap((outer) =>
        WRAPPERS.map((wrap, at) => ({ name: `${inner} in ${outer}, wrapper ${at}`, inner, outer, wrap })),
      ),
    // The last wrapper is a long text that tests only the edges of windows. It's slow, so it runs once per encoding.
  )
  .filter(({ inner, wrap }) => inner === 'plain' || wrap !== WRAPPERS.at(-1));

describe('encodings of a secret', () => {
  const rows = Object.entries(SECRETS).map(([kind, secret]) => ({ kind, secret }));

  it.each(rows)('are all detected for $kind, also nested', ({ kind, secret }) => {
    const tried = someOf(doubles, 150);
    const missed = tried.filter(({ inner, outer, wrap }) => {
      const spelt = spell(outer, spell(inner, secret));
      return !isHidden(secret, spelt, wrap(spelt));
    });
    process.stdout.write(`notations: ${kind}: ${tried.length - missed.length} of ${tried.length} hidden\n`);
    expect(missed.map(({ name }) => name)).toEqual([]);
  });
});
