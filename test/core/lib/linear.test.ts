import { expect, it } from 'vitest';
import { fieldIdOf } from '../../../src/connectors/import/registryFields.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { hasHiddenText } from '../../../src/core/lib/hiddenText.ts';
import { parseJson } from '../../../src/core/lib/json.ts';
import { toolIdFor } from '../../../src/core/servers/toolName.ts';
import { cpuOf, growth } from '../../harness/cpu.ts';

const ignored = (work: () => unknown): void => {
  try {
    work();
  } catch {
    // A refusal is also a valid result: only the time counts.
  }
};

const SHAPES: ReadonlyArray<readonly [string, (size: number) => void]> = [
  ['an unterminated JSON string', (n) => ignored(() => parseJson(`{"a":"${'\\"'.repeat(n)} :1.0,`))],
  ['a JSON string that ends in a backslash', (n) => ignored(() => parseJson(`{"a":1.0,"b":"${'\\"'.repeat(n)}\\`))],
  ['many quotes', (n) => ignored(() => parseJson(`[1.0,${'"'.repeat(n)}`))],
  ['a long number', (n) => ignored(() => parseJson(`[1.0,1${'0'.repeat(n)}]`))],
  ['a tool name of underscores', (n) => void toolIdFor(toServerId('s'), `a${'_'.repeat(n)}b.`, { prefix: true })],
  ['a tool name of other signs', (n) => void toolIdFor(toServerId('s'), 'a.'.repeat(n), { prefix: true })],
  ['a field name of underscores', (n) => void fieldIdOf(`a${'_'.repeat(n)}b.`)],
  ['a text of joiners', (n) => void hasHiddenText('\u0915\u200d'.repeat(n))],
  [
    'many texts of joiners',
    (n) => ignored(() => Array.from({ length: n / 400 }, () => hasHiddenText('\u0915\u200d\u0915'.repeat(99)))),
  ],
  [
    'many texts of emoji',
    (n) => ignored(() => Array.from({ length: n / 400 }, () => hasHiddenText('👩🏽‍🚀'.repeat(99)))),
  ],
];

it.each(SHAPES)('has linear time in %s', (_name, work) => {
  // Linear work gives 2, quadratic work 4; a busy machine changes it slightly.
  expect(growth(work, 200_000)).toBeLessThan(3);
});

it('checks a hidden character in at most a few microseconds', () => {
  const texts = 1_000;
  const cpuMs = cpuOf(() => {
    for (let at = 0; at < texts; at += 1) hasHiddenText('\u0915\u200d\u0915'.repeat(99));
  });
  expect(cpuMs / (texts * 99)).toBeLessThan(0.005);
});
