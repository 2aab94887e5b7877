/* Runs in the threads of `workerPool.test.ts`. */

type Link = { readonly at: number; readonly text: string; readonly next: Link | null };

/** Keeps everything that it allocates until memory runs out. */
export function eatMemory(): never {
  let last: Link | null = null;
  for (let at = 0; ; at += 1) last = { at, text: `link ${at}`, next: last };
}

/** Grows an array until memory runs out: each time it is copied in one piece. */
export function growArray(): never {
  const all: string[] = [];
  for (let at = 0; ; at += 1) all.push(`item ${at}`);
}

export const answer = (): string => 'answered';

/** Takes longer than a task may work, without working. */
export const wait = (): string => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  return 'waited';
};

/** Works without end. */
export const work = (): never => {
  for (;;) Math.random();
};
