import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  customPeriod,
  rangeProblem,
  spanText,
  toInstant,
  toLocalText,
} from '../../web/src/pages/activity/customRange.ts';
import { activitySearch, searchPeriod } from '../../web/src/pages/activity/search.ts';

/* The dashboard's custom range: instants in the URL, local times in its inputs. */

const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const BUCKETS_MAX = 1_000;
const HOUR = 3_600_000;

let zone: string | undefined;
beforeEach(() => {
  zone = process.env['TZ'];
});
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('a local time', () => {
  it.each([
    ['UTC', '2026-11-26T12:00', '2026-11-26T12:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-26T17:30', '2026-11-26T12:00:00.000Z'],
    ['America/St_Johns', '2026-11-26T08:30', '2026-11-26T12:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    // This time occurs twice, so the first one counts.
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('in %s, %s, becomes an instant and back', (timezone, local, instant) => {
    process.env['TZ'] = timezone;
    expect(toInstant(local)).toBe(instant);
    expect(toLocalText(instant)).toBe(local);
  });

  it('that clocks skip is invalid, and so is an incomplete one', () => {
    process.env['TZ'] = 'Europe/Berlin';
    for (const local of ['2026-03-29T02:30', '', '2026-03', 'yesterday']) expect(toInstant(local)).toBe(null);
    expect(toLocalText('yesterday')).toBe('');
  });

  it('that occurs twice is shown as the first, and the day when clocks go back has 25 hours', () => {
    process.env['TZ'] = 'Europe/Berlin';
    expect(toLocalText('2026-10-25T01:30:00.000Z')).toBe('2026-10-25T02:30');
    const [from = '', to = ''] = [toInstant('2026-10-25T00:00'), toInstant('2026-10-26T00:00')].map(String);
    expect(customPeriod(from, to)).toMatchObject({ wholeSeconds: 25 * 3_600, before: 'the previous 1 day 1 hour' });
  });
});

describe('a range', () => {
  const ago = (ms: number) => new Date(NOW - ms).toISOString();
  it.each([
    ['x', ago(0), 'from', 'Enter a date and a time.'],
    [ago(HOUR), '', 'to', 'Enter a date and a time.'],
    [ago(0), ago(-HOUR), 'from', 'This time is in the future.'],
    [ago(HOUR), ago(HOUR), 'to', 'The end must be after the start.'],
    [ago(HOUR), ago(2 * HOUR), 'to', 'The end must be after the start.'],
    [ago(32 * 24 * HOUR), ago(0), 'to', 'The maximum is 31 days; this range is 32 days.'],
    [ago(31 * 24 * HOUR + 60_000), ago(0), 'to', 'The maximum is 31 days; this range is 31 days 1 minute.'],
  ])('from %s to %s is invalid', (from, to, of, text) => {
    expect(rangeProblem(from, to, NOW)).toEqual({ of, text });
    const search = activitySearch({ from, to });
    expect(searchPeriod(search, NOW)).toEqual(search.from === undefined ? expect.anything() : null);
  });

  const lengths = [0.01, 1, 2, 2.01, 12, 13, 48, 48.01, 96, 97, 240, 241, 744];
  it(`of ${lengths.length} lengths has few enough points, of an hour or more if read from totals`, () => {
    for (const hours of lengths) {
      const [from, to] = [ago(hours * HOUR), ago(0)];
      expect(rangeProblem(from, to, NOW)).toBe(null);
      const { bucketSeconds } = customPeriod(from, to);
      expect((hours * 3_600) / bucketSeconds).toBeLessThanOrEqual(BUCKETS_MAX);
      if (hours > 48) expect(bucketSeconds).toBeGreaterThanOrEqual(3_600);
    }
  });

  it('is in the URL with both ends or not at all, and overrides a relative one', () => {
    const [from, to] = [ago(2 * HOUR), ago(HOUR)];
    expect(activitySearch({ from, to, range: 'week' })).toEqual({ from, to });
    expect(activitySearch({ from, range: 'week' })).toEqual({ range: 'week' });
    expect(searchPeriod({ from, to }, NOW)).toMatchObject({ since: from, until: to, before: 'the previous hour' });
    expect(searchPeriod({ range: 'week' }, NOW)).toMatchObject({ until: null, before: 'the previous 7 days' });
  });

  it('is described in its two largest units', () => {
    const spans = [20, 60, 3_600, 5_400, 86_400, 2 * 86_400 + 3 * 3_600 + 60].map(spanText);
    const days = '2 days 3 hours';
    expect(spans).toEqual(['less than a minute', '1 minute', '1 hour', '1 hour 30 minutes', '1 day', days]);
  });
});
