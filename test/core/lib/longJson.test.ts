import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/core/lib/json.ts';
import { namesOf } from '../../../src/core/lib/jsonSize.ts';
import { readLongJson } from '../../../src/core/lib/longJson.ts';
import { jsonInParts } from '../../../src/core/lib/longText.ts';
import { computedMs, cpuMs } from '../../harness/longestWait.ts';
import { someOf } from '../../harness/wholeTables.ts';

const read = (text: string | Buffer, pause: () => null = () => null) => readLongJson(Buffer.from(text), pause);
const plain = (text: string | Buffer): unknown => readJson(Buffer.from(text));

/** Pseudorandom numbers, identical in each run (xorshift32). */
function chance(seed: number) {
  let state = seed;
  return (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const SCALARS = ['0', '-1.5e3', 'true', 'null', '""', '"a\\"]},{["', '"é😀\\u0000"', '12345678901234567890', '1.50'];
const KEYS = ['a', 'b', '__proto__', 'constructor', '7', '', 'k\\"', 'long name of a member'];
const SPACES = ['', '', '', ' ', '\n\t ', ' '.repeat(40)];

type Pick = (below: number) => number;
const oneOf = (pick: Pick, all: readonly string[]): string => all[pick(all.length)] ?? '';
const spaced = (pick: Pick, text: string): string => oneOf(pick, SPACES) + text + oneOf(pick, SPACES);

/** A new name, or sometimes an existing one, and a colon. */
const nameOf = (pick: Pick, at: number): string =>
  `${spaced(pick, pick(9) === 0 ? '"__proto__"' : `"${oneOf(pick, KEYS)}${at}"`)}:`;

/** A JSON text of about this many characters, with members of every length. */
function textOf(pick: Pick, chars: number, levels = 6): string {
  if (levels === 0 || chars < 10) return spaced(pick, oneOf(pick, SCALARS));
  if (pick(12) === 0) return JSON.stringify('x'.repeat(chars));
  const isList = pick(2) === 0;
  const members: string[] = [];
  for (let left = chars; left > 0; ) {
    const value = textOf(pick, pick(3) === 0 ? pick(left + 1) : pick(60), levels - 1);
    const member = isList ? value : nameOf(pick, members.length) + value;
    members.push(member);
    left -= member.length + 1;
  }
  return spaced(pick, isList ? `[${members.join(',')}]` : `{${members.join(',')}}`);
}

describe('a long text is parsed in chunks with the same result as in one step', () => {
  it.each(someOf([1, 2, 3, 4], 1))('%i: 12 texts of up to 400,000 characters', async (seed) => {
    const pick = chance(seed);
    for (let at = 0; at < 12; at += 1) {
      const text = `[${textOf(pick, 400_000 >> (at % 6))}]`;
      const [parts, whole] = [await read(text), plain(text)];
      expect(whole).toBeDefined();
      // As text, which preserves the order of members, number literals, and members named `__proto__`.
      expect(JSON.stringify(parts) === JSON.stringify(whole)).toBe(true);
    }
  });

  it('rejects the same texts: 400 with one character changed, removed or doubled', async () => {
    const pick = chance(9);
    const base = textOf(pick, 60_000);
    let refused = 0;
    for (let at = 0; at < 400; at += 1) {
      const place = pick(base.length);
      const signs = ['', ',', '}', ']', '[', '{', '"', ':', ' ', base.slice(place, place + 1).repeat(2)];
      const text = base.slice(0, place) + signs[pick(signs.length)] + base.slice(place + 1);
      const [parts, whole] = [await read(text), plain(text)];
      expect(JSON.stringify(parts) === JSON.stringify(whole), text.slice(place - 20, place + 20)).toBe(true);
      if (whole === undefined) refused += 1;
    }
    expect(refused).toBeGreaterThan(100);
  });

  const LONG = '[0]'.padEnd(20_000);
  it.each([
    ['an extra comma at the end', `[${LONG},]`],
    ['no comma', `[${LONG} ${LONG}]`],
    ['two commas', `[${LONG},,${LONG}]`],
    ['a comma at the beginning', `[,${LONG}]`],
    ['a member without a name', `{${LONG}}`],
    ['a name without a colon', `{"a" ${LONG}}`],
    ['a mismatched bracket at the end', `[${LONG}}`],
    ['no end', `[${LONG}`],
    ['text after the end', `[${LONG}] 1`],
    ['nothing', ' '.repeat(40_000)],
    ['129 levels', '['.repeat(129) + LONG + ']'.repeat(129)],
    ['half a character', Buffer.concat([Buffer.from('["'), Buffer.from([0xc3]), Buffer.from(`",${LONG}]`)])],
  ])('rejects: %s', async (_name, text) => {
    expect([await read(text), plain(text)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['a byte order mark', `\ufeff[${LONG}]`],
    ['a scalar', `  ${JSON.stringify('x'.repeat(50_000))} `],
    ['128 levels', '['.repeat(127) + LONG + ']'.repeat(127)],
    ['the same name twice', `{"a":1,"b":${LONG},"a":${LONG},"c":2}`],
    ['a long member called __proto__', `{"__proto__":${LONG},"a":{"__proto__":1}}`],
    ['empty ones', `[{},[],${LONG},{ },[ ]]`],
  ])('accepts: %s', async (_name, text) => {
    expect(plain(text)).toBeDefined();
    expect(JSON.stringify(await read(text))).toBe(JSON.stringify(plain(text)));
  });
});

it('records each member name once, so that listing them needs no enumeration', async () => {
  const long = `[${'0,'.repeat(10_000)}0]`;
  const text = `{"a":1,"b":${long},"a":${long},"7":2,"__proto__":${long},"":{"${'k'.repeat(20_000)}":0}}`;
  const made = Object(await read(text));
  expect(namesOf(made)).toEqual(['a', 'b', '7', '__proto__', '']);
  expect(namesOf(made).toSorted()).toEqual(Object.keys(Object(plain(text))).toSorted());
  expect(plain(Buffer.from(await jsonInParts(made, () => null)))).toEqual(plain(text));
});

it.each<[string, (count: number) => string]>([
  ['objects without members', (count) => `[${'{},'.repeat(count)}{}]`],
  ['an object of many names', (count) => `{${Array.from({ length: count }, (_, at) => `"k${at}":{}`).join(',')}}`],
  ['lists in lists', (count) => `${'['.repeat(90)}${'[],'.repeat(count)}[]${']'.repeat(90)}`],
  ['commas behind spaces', (count) => `[${' '.repeat(12_000)}${'1,'.repeat(count)}1]`],
])('checks before each chunk whether it may continue: %s', async (_name, textWith) => {
  const text = textWith(100_000);
  let pauseCount = 0;
  const pause = () => {
    pauseCount += 1;
    return null;
  };
  expect(await read(text, pause)).toBeDefined();
  expect(pauseCount).toBeGreaterThanOrEqual(Math.floor(text.length / 20_000));
});

describe('a long member inside many lists', () => {
  const nested = (text: string): Buffer => Buffer.from('['.repeat(120) + text + ']'.repeat(120));

  it('is not parsed again for each list', async () => {
    const text = nested(`"${'\\"'.repeat(250_000)}"`);
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const atOnce = computedMs(() => expect(plain(text)).toBeDefined());
      const began = cpuMs();
      expect(await readLongJson(text, () => null)).toBeDefined();
      times.push((cpuMs() - began) / Math.max(atOnce, 1));
    }
    // Chunks take about twice as long as one step. Parsing the member again per list would take 100 times as long.
    expect(Math.min(...times)).toBeLessThan(25);
  });

  it('yields to other work while it is scanned', async () => {
    const text = nested(' '.repeat(1_000_000));
    let pauseCount = 0;
    const pause = () => {
      pauseCount += 1;
      return null;
    };
    expect(await readLongJson(text, pause)).toEqual(plain(text));
    expect(pauseCount).toBeGreaterThanOrEqual(10);
  });

  it.each(someOf([' ', '1,', '"ab",', '[[1],{"a":[2]}],', '"x":'], 2))(
    'is parsed as in one step: with many %j',
    async (filling) => {
      for (const length of [100, 17_000, 40_000]) {
        const inner = filling.repeat(length / filling.length);
        const nestedTwice = `${inner}${'['.repeat(60)}${inner}{"k":[${inner}0]}${']'.repeat(60)}`;
        const text = Buffer.from(`[${`${'['.repeat(60)}${nestedTwice}${']'.repeat(60)},`.repeat(3)}1]`);
        expect(JSON.stringify(await readLongJson(text, () => null))).toBe(JSON.stringify(plain(text)));
      }
    },
  );
});
