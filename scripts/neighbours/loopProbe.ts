/**
 * Loaded into the service before its code (`node --import`). Watches the event loop and reports to clients of the
 * socket `LOOP_PROBE`, as one line of JSON.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { profileLoop, type Step, type StepProfile } from './loopProfile.ts';

/** Milliseconds since the last report. */
export type Loop = {
  /** The longest time between two turns by the clock. Includes the machine's other work. */
  readonly blockMs: number;
  /** The longest CPU time of the thread between two turns. Includes only the service's own work. */
  readonly busyMs: number;
  /** CPU time of the thread, and of the whole process. */
  readonly loopCpuMs: number;
  readonly cpuMs: number;
  /** The functions of the longest turns, and of all turns; empty without `LOOP_PROFILE`. */
  readonly steps: readonly StepProfile[];
};

const TICK_MS = 5;
const STEPS_SHOWN = 3;
const NANOSECONDS = 1_000_000;

const sumMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
const threadMs = (): number => sumMs(process.threadCpuUsage());

/** The monotonic clock of the profiler, in microseconds. */
const clock = (): number => Number(process.hrtime.bigint() / 1_000n);

const longest = (steps: readonly Step[]): readonly Step[] =>
  steps.toSorted((one, other) => other.busyMs - one.busyMs).slice(0, STEPS_SHOWN);

function watch(path: string): void {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS });
  delay.enable();
  let [last, busyMs] = [threadMs(), 0];
  let [loopStart, start] = [last, sumMs(process.cpuUsage())];
  const profile = process.env['LOOP_PROFILE'] === undefined ? null : profileLoop();
  let [steps, from, began]: [readonly Step[], number, number] = [[], clock(), clock()];
  setInterval(() => {
    const [now, to] = [threadMs(), clock()];
    if (profile) steps = longest([...steps, { from, to, busyMs: now - last }]);
    busyMs = Math.max(busyMs, now - last);
    [last, from] = [now, to];
  }, TICK_MS).unref();
  const measure = (): Loop => {
    const [loopNow, now] = [threadMs(), sumMs(process.cpuUsage())];
    // A tick is due every few milliseconds, so the measurement includes idle time.
    const blockMs = Math.max(0, delay.max / NANOSECONDS - TICK_MS);
    const whole = { from: began, to: clock(), busyMs: loopNow - loopStart };
    const profiles = profile?.([...steps, whole]) ?? [];
    const seen = { blockMs, busyMs, loopCpuMs: loopNow - loopStart, cpuMs: now - start, steps: profiles };
    [steps, from, began] = [[], clock(), clock()];
    delay.reset();
    [last, busyMs, loopStart, start] = [threadMs(), 0, threadMs(), now];
    return seen;
  };
  rmSync(path, { force: true });
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(`${JSON.stringify(measure())}\n`);
  })
    .listen(path)
    .unref();
}

const { LOOP_PROBE: path } = process.env;
if (isMainThread && path !== undefined) {
  delete process.env['LOOP_PROBE'];
  delete process.env['NODE_OPTIONS'];
  watch(path);
}
