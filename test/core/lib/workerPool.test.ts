import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkerPool, WorkerLimit } from '../../../src/core/lib/workerPool.ts';
import { isWhole } from '../../harness/wholeTables.ts';

/*
 * Threads that end in every way: none may end the process or keep a slot. The thread library emits an error without a
 * task as an event, which throws without a listener.
 */

const TASKS = new URL('./workerTasks.ts', import.meta.url);
const LEAVINGS = isWhole ? 12 : 2;
const ROUNDS = isWhole ? 3 : 1;

const faults: unknown[] = [];
const noteFault = (error: unknown): void => void faults.push(error);
beforeAll(() => void process.on('uncaughtExceptionMonitor', noteFault));
afterAll(() => void process.off('uncaughtExceptionMonitor', noteFault));

const pool = createWorkerPool({
  ...{ threadsMax: 2, heapMibMax: 32, taskMsMax: 20_000, waitingPerAccountMax: 1, waitingMax: 8 },
  ...{ retryAfterSeconds: 1, messages: { tooMany: 'too many', busy: 'busy' } },
});
const run = (name: string, signal = new AbortController().signal) =>
  pool.run<string>({ module: TASKS, name, input: null }, { accountId: null, signal });

it('a task that exceeds its memory ends only its thread, repeatedly', async () => {
  for (const name of Array.from({ length: ROUNDS }, () => ['eatMemory', 'growArray']).flat()) {
    await expect(run(name), name).rejects.toThrow(WorkerLimit);
    expect(await run('answer')).toBe('answered');
  }
  expect(faults).toEqual([]);
});

it('names the exceeded limit, and counts only processor time: a waiting thread survives', async () => {
  const short = createWorkerPool({
    ...{ threadsMax: 1, heapMibMax: 32, taskMsMax: 1_000, waitingPerAccountMax: 8, waitingMax: 8 },
    ...{ retryAfterSeconds: 1, messages: { tooMany: 'too many', busy: 'busy' } },
  });
  const runShort = (name: string) =>
    short.run<string>({ module: TASKS, name, input: null }, { accountId: null, signal: new AbortController().signal });
  expect(await runShort('answer')).toBe('answered');
  expect(await runShort('wait')).toBe('waited');
  await expect(runShort('work')).rejects.toThrow('It needs more than 1 seconds of processor time');
  await expect(run('eatMemory')).rejects.toThrow('It needs more than 32 MiB of memory');
});

it(`does the same when the caller leaves at that moment: ${LEAVINGS} moments`, async () => {
  const beganAt = performance.now();
  await expect(run('eatMemory')).rejects.toThrow(WorkerLimit);
  const untilFull = performance.now() - beganAt;
  for (let at = 0; at < LEAVINGS; at += 1) {
    const leftAfterMs = Math.round(untilFull * (0.7 + (0.4 * at) / LEAVINGS));
    await expect(run('eatMemory', AbortSignal.timeout(leftAfterMs))).rejects.toThrow(WorkerLimit);
  }
  expect(await run('answer')).toBe('answered');
  expect(faults).toEqual([]);
});
