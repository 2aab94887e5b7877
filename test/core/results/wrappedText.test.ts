import { describe, expect, it } from 'vitest';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { createScrubber } from '../../../src/core/results/scrub.ts';
import { computedMs } from '../../harness/longestWait.ts';

/*
 * Secrets encoded and broken into lines, as MIME, PEM and pretty printers do, in every kind of answer. Prints the
 * number of cases.
 */

const SECRETS = ['hunter2!', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'Schlüssel-\u{1f511}', 'ab1/'.repeat(60)] as const;
const before = (bytes: number): string =>
  'The key of this account follows, after some text of the service. '.slice(0, 40 + bytes);

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'percent, mixed case': (text) =>
    [...Buffer.from(text)]
      .map((byte, at) => `%${byte.toString(16).padStart(2, '0')[at % 2 ? 'toUpperCase' : 'toLowerCase']()}`)
      .join(''),
};
const WIDTHS = [8, 16, 64, 76] as const;
const BREAKS: Readonly<Record<string, string>> = {
  LF: '\n',
  CRLF: '\r\n',
  'LF and indent': '\n        ',
  'CRLF and tab': '\r\n\t',
  space: ' ',
};
const wrapped = (text: string, width: number, between: string): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(between);

const TEXTS = Object.entries(ENCODINGS).flatMap(([encoding, encode]) =>
  [0, 1, 2].flatMap((offset) => [
    { label: `${encoding}, ${offset} before`, spell: (secret: string) => encode(before(offset) + secret) },
    ...(encoding.startsWith('percent') ? [] : WIDTHS).flatMap((width) =>
      Object.entries(BREAKS).map(([name, between]) => ({
        label: `${encoding}, ${offset} before, ${width} columns, ${name}`,
        spell: (secret: string) => wrapped(encode(before(offset) + secret), width, between),
      })),
    ),
  ]),
);

type Ok = Extract<ToolOutcome, { kind: 'ok' }>['output'];
const base64Of = (text: string): string => Buffer.from(text).toString('base64');
const ANSWERS: Readonly<Record<string, (text: string) => Ok>> = {
  text: (text) => ({ type: 'text', text: `before\n${text}\nafter` }),
  json: (text) => ({ type: 'json', value: { file: { content: text } } }),
  'text of JSON': (text) => ({ type: 'text', text: JSON.stringify({ content: text }) }),
  'MCP text': (text) => ({ type: 'mcp', content: [{ type: 'text', text }] }),
  'MCP text of JSON': (text) => ({ type: 'mcp', content: [{ type: 'text', text: JSON.stringify({ text }) }] }),
  'MCP resource': (text) => ({
    type: 'mcp',
    content: [{ type: 'resource', resource: { uri: 'x:y', blob: base64Of(text) } }],
  }),
  'MCP structured content': (text) => ({ type: 'mcp', content: [], structuredContent: { text } }),
  binary: (text) => ({ type: 'binary', base64: base64Of(`PNG\0${text}\0`), contentType: 'image/png' }),
  'binary of JSON': (text) => ({
    type: 'binary',
    base64: base64Of(JSON.stringify({ text })),
    contentType: 'application/pdf',
  }),
};

describe('an encoded secret', () => {
  it.each(Object.entries(ANSWERS))(
    'is hidden in an answer of the kind %s, whatever its line wrapping',
    async (kind, answerOf) => {
      const missed: string[] = [];
      for (const secret of SECRETS) {
        const scrubber = createScrubber([secret]);
        for (const { label, spell } of TEXTS) {
          const output = answerOf(spell(secret));
          const outcome = await scrubber.outcome({ kind: 'ok', output });
          if (!JSON.stringify(outcome).includes('[redacted]')) missed.push(`${secret.slice(0, 8)}: ${label}`);
        }
      }
      process.stdout.write(
        `wrapped secrets: ${kind}: ${SECRETS.length * TEXTS.length - missed.length} of ${SECRETS.length * TEXTS.length} hidden\n`,
      );
      expect(missed).toEqual([]);
    },
  );

  it('is not found in words and lines without one', async () => {
    const prose = 'International organizations recommend straightforward implementation\nof characteristics '.repeat(
      200,
    );
    const output = { type: 'text', text: prose } as const;
    expect(await createScrubber(['hunter2!']).outcome({ kind: 'ok', output })).toEqual({ kind: 'ok', output });
  });
});

it('an encoded secret is found in linear time in a text of short lines', () => {
  const scrubber = createScrubber(['sk_live_4eC39HqLyjWDarjtT1zdp7dc']);
  const msOf = (lines: number): number => {
    const text = Buffer.from(`${'abcdefgh'.repeat(2)}\n`.repeat(lines));
    return computedMs(() => scrubber.isClean(text));
  };
  msOf(4_000);
  let [one, four] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // In turns, so that other work on the machine slows both.
  for (let round = 0; round < 4; round += 1)
    [one, four] = [Math.min(one, msOf(128_000)), Math.min(four, msOf(512_000))];
  expect(four / Math.max(one, 1)).toBeLessThan(8);
});
