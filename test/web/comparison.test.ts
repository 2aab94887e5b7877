import { describe, expect, it } from 'vitest';
import { countChange, failureChange, latencyChange } from '../../web/src/records/comparison.ts';

/*
 * The dashboard's comparison of a period with the previous one. Never shows a percentage of a value that is too small
 * for one.
 */

const NAME = 'the previous 7 days';
const figures = (callCount: number, failureCount = 0, p95Ms: number | null = 100) => ({
  ...{ callCount, failureCount, p95Ms },
  p50Ms: p95Ms,
});

describe('calls', () => {
  it.each([
    [112, 100, '12% more than the previous 7 days'],
    [88, 100, '12% fewer than the previous 7 days'],
    [100, 100, 'same as the previous 7 days'],
    [1_001, 1_000, 'same as the previous 7 days'],
    [20, 20, 'same as the previous 7 days'],
    [999, 100, '899% more than the previous 7 days'],
    [1_200, 100, '12 times the previous 7 days'],
    // Too few for a percentage.
    [100, 19, '19 in the previous 7 days'],
    [100, 0, 'none in the previous 7 days'],
    [0, 0, 'none in the previous 7 days'],
    [0, 1_500, '1,500 in the previous 7 days'],
  ])('of %i after %i', (now, before, text) => {
    expect(countChange(now, before, NAME)).toBe(text);
  });
});

describe('failures', () => {
  it.each([
    [figures(100, 30), figures(100, 20), '50% more than the previous 7 days'],
    [figures(100, 3), figures(200, 4), '4 (2%) in the previous 7 days'],
    [figures(100, 3), figures(200, 0), 'none in the previous 7 days'],
    [figures(100, 0), figures(200, 40), '40 in the previous 7 days'],
  ])('of %o after %o', (now, before, text) => {
    expect(failureChange(now, before, NAME)).toBe(text);
  });
});

describe('latency', () => {
  it.each([
    [figures(20, 0, 150), figures(20, 0, 100), '50% slower than the previous 7 days'],
    [figures(20, 0, 50), figures(20, 0, 100), '50% faster than the previous 7 days'],
    [figures(20, 0, 105), figures(20, 0, 100), 'about the same as the previous 7 days'],
    [figures(20, 0, 0), figures(20, 0, 0), 'about the same as the previous 7 days'],
    [figures(20, 0, 2_000), figures(20, 0, 100), '20 times slower than the previous 7 days'],
    [figures(19, 0, 150), figures(20, 0, 100), 'too few calls to compare'],
    [figures(20, 0, 150), figures(19, 0, 100), 'too few calls to compare'],
    [figures(0, 0, null), figures(200, 0, 100), 'too few calls to compare'],
  ])('of %o after %o', (now, before, text) => {
    expect(latencyChange('p95Ms', { now, before, name: NAME })).toBe(text);
  });
});
