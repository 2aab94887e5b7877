import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PEAK_MIB_TARGET } from '../../scripts/neighbours/attack.ts';
import { ATTACKS } from '../../scripts/neighbours/attacks/attacks.ts';
import { BOUNDS, boundNames } from '../../src/core/kernel/bounds.ts';

const page = readFileSync('docs/limits.md', 'utf8');
const instancePage = readFileSync('docs/instance-limits.md', 'utf8');

const amount = ({ max, unit }: (typeof BOUNDS)[keyof typeof BOUNDS]): string => {
  if (unit === 'items') return max.toLocaleString('en');
  return max < 1_048_576 ? `${max / 1_024} KiB` : `${max / 1_048_576} MiB`;
};

it(`docs/limits.md lists the code’s ${boundNames.length} bounds with their values, and no other`, () => {
  const rows = [...page.matchAll(/^\| `(max_\w+)` .*$/gm)].map(([row]) => row);
  expect(rows).toEqual(
    boundNames.map((name) => {
      const { counts, isAdjustable } = BOUNDS[name];
      return `| \`${name}\` | ${counts} | ${amount(BOUNDS[name])} | ${isAdjustable ? 'yes' : 'no'} |`;
    }),
  );
});

it('docs/instance-limits.md states the memory and number of attacks of the noisy-neighbour test', () => {
  expect(instancePage).toContain(`at most ${PEAK_MIB_TARGET.toLocaleString('en')} MiB while one account`);
  expect(instancePage).toContain(`each of the ${ATTACKS.length} attacks`);
});
