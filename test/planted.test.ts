import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAULTS } from '../scripts/planted/faults.ts';

const timesIn = (file: string, piece: string): number => readFileSync(file, 'utf8').split(piece).length - 1;

it('can plant each fault: its file has the code piece exactly once, and its tests exist', () => {
  const misplaced = FAULTS.filter(
    ({ file, from, to, test }) => timesIn(file, from) !== 1 || from === to || !existsSync(test),
  );
  expect(misplaced).toEqual([]);
  expect(FAULTS.length).toBeGreaterThan(100);
});
