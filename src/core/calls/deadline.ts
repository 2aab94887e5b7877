import type { PauseDeadline } from './connector.ts';

/** The deadline of a call, which stands still while a person is asked something. */
export type Deadline = { readonly pause: PauseDeadline; end(): void };

/**
 * Calls `passed` after so many milliseconds, those of `pause` left out, unless it has ended by then; `notePause` hears
 * how many these were.
 */
export function startDeadline(ms: number, passed: () => void, notePause: (ms: number) => void): Deadline {
  let [leftMs, waiting, isOver] = [ms, 0, false];
  let [startedAt, pausedAt, timer] = [performance.now(), 0, setTimeout(passed, ms)];
  return {
    async pause(work) {
      if (waiting === 0) {
        clearTimeout(timer);
        pausedAt = performance.now();
        leftMs -= pausedAt - startedAt;
      }
      waiting += 1;
      try {
        return await work();
      } finally {
        waiting -= 1;
        if (waiting === 0 && !isOver) {
          [startedAt, timer] = [performance.now(), setTimeout(passed, Math.max(0, leftMs))];
          notePause(startedAt - pausedAt);
        }
      }
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
