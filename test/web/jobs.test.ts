import { expect, it } from 'vitest';
import { type Job, latestOf, withReceived } from '../../web/src/pages/jobs/latest.ts';

// Boundary: only these members decide which state is later.
const job = (id: string, state: Job['state'], endedAt: string | null): Job => ({ id, state, endedAt }) as Job;
const RUNNING = job('job_1', 'RUNNING', null);
const CANCELLED = job('job_1', 'CANCELLED', '2026-11-29T12:00:00.000Z');
const OTHER = job('job_2', 'RUNNING', null);

it('an ended job stays ended when an earlier answer arrives late', () => {
  expect(withReceived([CANCELLED, OTHER], RUNNING)).toEqual([CANCELLED, OTHER]);
  expect(latestOf([CANCELLED], [RUNNING])).toEqual([CANCELLED]);
});

it('a received state replaces the earlier one', () => {
  expect(withReceived([OTHER, RUNNING], CANCELLED)).toEqual([CANCELLED, OTHER]);
  expect(withReceived([OTHER], RUNNING)).toEqual([RUNNING, OTHER]);
  expect(latestOf([RUNNING, OTHER], [CANCELLED])).toEqual([CANCELLED, OTHER]);
});
