/** The script's requests to the test process, and its responses. */

/** One run of a test file. `mutant` is the active change; null for the original code. */
export type Step = {
  readonly mutant: string | null;
  /** Full names of the tests to run; null for the whole file. */
  readonly tests: readonly string[] | null;
  /** Whether to reload all modules with the change active, for code that runs on load. */
  readonly isFresh: boolean;
  /** How often the change may be reached before it counts as endless. */
  readonly hitsMax: number;
};

/** Steps by the path of their test file. */
export type Queues = Readonly<Record<string, readonly Step[]>>;

/** `answers` is the file that gets one line of JSON (`Seen`) for each step; `beats` is the file for `watchdog.ts`. */
export type Plan = { readonly queues: Queues; readonly answers: string; readonly beats: string };

/** How often each mutant's code ran. */
export type Hits = Readonly<Record<string, number>>;

/** Hits outside a file's tests: in `beforeAll` and similar hooks. */
export const HOOKS = ' around the tests';

/** The result of one step. */
export type Seen = {
  readonly file: string;
  readonly at: number;
  readonly failure: { readonly test: string; readonly message: string } | null;
  /** The duration of each test, in milliseconds. */
  readonly tests: Readonly<Record<string, number>>;
  /** For a step without a mutant: hits while loading modules, and within each test. */
  readonly loaded: Hits;
  readonly within: Readonly<Record<string, Hits>>;
};

declare module 'vitest' {
  export interface ProvidedContext {
    mutationPlan: Plan;
  }
}
