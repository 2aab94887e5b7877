import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { asWritten } from '../../../src/core/lib/exactNumber.ts';
import { readJson } from '../../../src/core/lib/json.ts';
import { withWrittenNumbers } from '../../../src/core/lib/plainJson.ts';
import { longestWait } from '../../harness/longestWait.ts';

const pause = () => setImmediate();

it('copies what holds exact numbers, and hands back what was written', async () => {
  const text = '{"a":[1.50,{"__proto__":2.0},[]],"b":{"c":1}}';
  const read = readJson(Buffer.from(text));
  const plain = await withWrittenNumbers(read, pause);
  expect(JSON.stringify(plain)).toBe('{"a":[1.5,{"__proto__":2},[]],"b":{"c":1}}');
  expect(JSON.stringify(asWritten(plain))).toBe(text);
});

const MEMBERS = 120_000;
/** Less than all members with their places take at once. */
const BUSY_MS_MAX = 6;

it('copies a long list in parts', async () => {
  const read = readJson(Buffer.from(`[1.50,${Array(MEMBERS).fill('1').join()}]`));
  const runs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { result, busyMs } = await longestWait(() => withWrittenNumbers(read, pause));
    expect(result).toHaveLength(MEMBERS + 1);
    runs.push(busyMs);
  }
  expect(Math.min(...runs)).toBeLessThan(BUSY_MS_MAX);
});
