import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { asWritten, readJson } from '../../../src/core/lib/json.ts';
import { withWrittenNumbers } from '../../../src/core/lib/plainJson.ts';
import { cpuMs } from '../../harness/longestWait.ts';

const pause = () => setImmediate();

it('copies what holds exact numbers, and hands back what was written', async () => {
  const text = '{"a":[1.50,{"__proto__":2.0},[]],"b":{"c":1}}';
  const read = readJson(Buffer.from(text));
  const plain = await withWrittenNumbers(read, pause);
  expect(JSON.stringify(plain)).toBe('{"a":[1.5,{"__proto__":2},[]],"b":{"c":1}}');
  expect(JSON.stringify(asWritten(plain))).toBe(text);
});

const MEMBERS = 120_000;
/** All members with their places at once take about half of the whole copy: a part is far less, on any machine. */
const PART_OF_ALL_MAX = 1 / 5;

it('copies a long list in parts', async () => {
  const read = readJson(Buffer.from(`[1.50,${Array(MEMBERS).fill('1').join()}]`));
  const runs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const begun = cpuMs();
    let [last, longest] = [begun, 0];
    const endPart = (): null => {
      longest = Math.max(longest, cpuMs() - last);
      last = cpuMs();
      return null;
    };
    const result = await withWrittenNumbers(read, endPart);
    endPart();
    expect(result).toHaveLength(MEMBERS + 1);
    runs.push(longest / (last - begun));
  }
  expect(Math.min(...runs)).toBeLessThan(PART_OF_ALL_MAX);
});
