import { appendFileSync, readFileSync, statSync } from 'node:fs';

/*
 * A change may keep code from ever returning to the event loop, so no test timeout can end it. So the test process
 * writes heartbeats from its event loop. If they stop for a while, the script kills the process and continues in a new
 * one.
 */

/** The process's heartbeat at the start of a step: the step's id, and which run of which file it is. */
export type BegunRun = { readonly pid: number; readonly file: string; readonly at: number };

const BEAT_MS = 1_000;
/** Milliseconds without a heartbeat. On a busy machine, a low-priority process gets little CPU time. */
const SILENCE_MAX_MS = 60_000;

/** The process that runs the tests calls this once. */
export function startBeating(beats: string): void {
  setInterval(() => appendFileSync(beats, '\n'), BEAT_MS).unref();
}

export const noteBegun = (beats: string, begun: BegunRun): void => appendFileSync(beats, `${JSON.stringify(begun)}\n`);

/** @returns the last step that started; null before the first */
export function lastBegun(beats: string): BegunRun | null {
  const last = readFileSync(beats, 'utf8').split('\n').findLast(Boolean);
  // Boundary: `noteBegun` wrote this line.
  return last === undefined ? null : (JSON.parse(last) as BegunRun);
}

/**
 * Kills the process that writes heartbeats to this file if it's silent for too long. @returns a function that stops
 * watching
 */
export function watch(
  beats: string,
  silenceMaxMs = SILENCE_MAX_MS,
): { stop(): void; readonly killed: BegunRun | null } {
  let killed: BegunRun | null = null;
  const timer = setInterval(() => {
    if (killed || Date.now() - statSync(beats).mtimeMs < silenceMaxMs) return;
    const begun = lastBegun(beats);
    if (!begun) return;
    killed = begun;
    process.kill(begun.pid, 'SIGKILL');
  }, BEAT_MS);
  return {
    stop: () => clearInterval(timer),
    get killed() {
      return killed;
    },
  };
}
