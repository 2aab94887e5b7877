/* Runs in the threads of `workerPool.test.ts`. */

type Link = { readonly at: number; readonly text: string; readonly next: Link | null };

/** Keeps all its allocations until memory runs out. */
export function eatMemory(): never {
  let last: Link | null = null;
  for (let at = 0; ; at += 1) last = { at, text: `link ${at}`, next: last };
}

/** Grows an array until memory runs out: each growth copies it in one piece. */
export function growArray(): never {
  const all: string[] = [];
  for (let at = 0; ; at += 1) all.push(`item ${at}`);
}

export const answer = (): string => 'answered';

/** Waits longer than a task's time limit, without computing. */
export const wait = (): string => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  return 'waited';
};

/** Computes endlessly. */
export const work = (): never => {
  for (;;) Math.random();
};
