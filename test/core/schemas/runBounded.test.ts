import { expect, it } from 'vitest';
import { runBounded, TimeLimitExceeded } from '../../../src/core/schemas/runBounded.ts';

const LIMIT_MS = 50;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Work that waits without the processor in its first `waits` starts, as on a busy machine. */
function slowWork(waits: number) {
  let starts = 0;
  const work = () => {
    starts += 1;
    if (starts <= waits) Atomics.wait(sleeper, 0, 0, 3 * LIMIT_MS);
    return 'done';
  };
  return { work, starts: () => starts };
}

it('work that other programs kept from the processor is started again', () => {
  const { work, starts } = slowWork(3);
  expect(runBounded(work, LIMIT_MS)).toBe('done');
  expect(starts()).toBe(4);
});

it('work that never gets the processor ends after four starts', () => {
  const { work, starts } = slowWork(Number.POSITIVE_INFINITY);
  expect(() => runBounded(work, LIMIT_MS)).toThrow(TimeLimitExceeded);
  expect(starts()).toBe(4);
});

it('work that computes too long is started as often as it was denied the processor', () => {
  let starts = 0;
  const endless = () => {
    starts += 1;
    for (;;);
  };
  expect(() => runBounded(endless, LIMIT_MS)).toThrow(TimeLimitExceeded);
  expect(starts).toBeLessThanOrEqual(4);
});
