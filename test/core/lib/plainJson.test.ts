import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readJson, toLossless } from '../../../src/core/lib/json.ts';
import { toPlainNumbers } from '../../../src/core/lib/plainJson.ts';

const pause = () => setImmediate();

it('copies values with exact numbers, and returns others unchanged', async () => {
  const text = '{"a":[1.50,{"__proto__":2.0},[]],"b":{"c":1}}';
  const read = readJson(Buffer.from(text));
  const plain = await toPlainNumbers(read, pause);
  expect(JSON.stringify(plain)).toBe('{"a":[1.5,{"__proto__":2},[]],"b":{"c":1}}');
  expect(JSON.stringify(toLossless(plain))).toBe(text);
});

const MEMBERS = 20_000;
const PART_MEMBERS_MAX = 2_100;

it('copies a long list in chunks, and reads one chunk at a time', async () => {
  const read = readJson(Buffer.from(`[1.50,${Array(MEMBERS).fill('1').join()}]`));
  if (!Array.isArray(read)) throw new Error('a list is read as one');
  const parts = [0];
  const countRead = (member: unknown) => () => {
    parts[parts.length - 1] = (parts.at(-1) ?? 0) + 1;
    return member;
  };
  for (const [at, member] of read.entries()) Object.defineProperty(read, at, { get: countRead(member) });
  const result = await toPlainNumbers(read, () => {
    parts.push(0);
    return null;
  });
  expect(result).toHaveLength(MEMBERS + 1);
  expect(parts.reduce((sum, part) => sum + part)).toBe(MEMBERS + 1);
  expect(Math.max(...parts)).toBeLessThanOrEqual(PART_MEMBERS_MAX);
});
