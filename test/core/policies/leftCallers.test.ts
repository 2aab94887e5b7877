import { afterAll, expect, it } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { openSurfaces } from '../callRecords/surfaces.ts';

/*
 * A caller who disconnects still made the call. Otherwise they could bypass every quota by never waiting for a
 * response.
 */

const { api, rules, sent, surfaces, close } = await openSurfaces();
afterAll(close);

/** More than the byte quota; the polls below use far less than the remainder. */
const NOTE = 'x'.repeat(120_000);
const QUOTAS = { calls: { calls: 1 }, bytes: { bytes: 100_000 } };

const CASES = Object.entries(surfaces).flatMap(([surface, { way }]) =>
  Object.entries(QUOTAS).map(([unit, quota]) => ({ surface, unit, way, quota })),
);

it.each(CASES)(
  'a call over $surface whose caller disconnected counts for a quota of $unit',
  async ({ surface, unit, way, quota }) => {
    await rules({ name: 'at most', effect: 'deny', quota: { ...quota, per: 'hour', of: 'account' } });
    const [requestCount, abandoned] = [api.requests.length, api.countAbandoned()];
    const leaving = new AbortController();
    sent.signal = leaving.signal;
    const left = way('sick_wait', { note: NOTE }, `req-left-${surface}-${unit}`);
    await eventually('the upstream is asked', () => api.requests.length > requestCount);
    leaving.abort();
    await expect(left).rejects.toThrow();
    sent.signal = null;
    await eventually('the call ends', () => api.countAbandoned() > abandoned);
    const next = async () =>
      (await surfaces['account_api']?.way('bank_read', {}, `req-next-${surface}-${unit}`))?.text();
    await expect.poll(next).toContain('quota is used up');
  },
);
