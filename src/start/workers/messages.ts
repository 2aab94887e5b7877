import type { NoticePlace } from '../../core/marketplace/toolNotices.ts';
import type { Families } from '../../metrics/metrics.ts';
import type { Restarts } from '../../store/embedded/supervisor.ts';

/** Points to take from a counter, and the length of its window in seconds; null points only read it. */
export type Charge = readonly [key: string, points: number | null, seconds: number];
/** The points of a window, and the milliseconds until its end; null for a counter without a window. */
export type Counted = readonly [points: number, endsInMs: number] | null;

/** A request to a program. `text` is the JSON of its connector call, which keeps the notation of numbers. */
export type ProgramRequest = {
  readonly id: number;
  readonly kind: 'call' | 'pass' | 'discover';
  readonly text: string;
};
/** Its result as JSON, and the supervisor's notes about a call. */
export type ProgramResult = { readonly text: string; readonly noted: ProgramNotes | null };
type ProgramNotes = { readonly attempts: number; readonly cause: string | null };

/** All workers: how many serve requests, and how many should. */
export type WorkersState = { readonly running: number; readonly wanted: number };

/** The supervisor's answers to a worker. */
export type SupervisorHandlers = {
  /** The worker serves requests. `banner` is the start message for the operator. */
  ready(start: { readonly banner: string }): void;
  count(charges: readonly Charge[]): Promise<readonly Counted[]>;
  runProgram(request: ProgramRequest): Promise<ProgramResult>;
  abortProgram(id: number): void;
  /** The number of running programs. */
  countPrograms(_: null): Promise<number>;
  /** The metrics of all workers as a page. */
  readMetrics(_: null): Promise<string>;
  /** The last values of a worker that stops. */
  keepMetrics(families: Families): void;
};

/** A worker's answers to the supervisor. */
export type WorkerHandlers = {
  noteState(state: { readonly workers: WorkersState; readonly database: StoredRestarts }): void;
  /** Stops the worker; `isReplaced` if another one already serves in its place. */
  stop(how: { readonly isReplaced: boolean }): void;
  /** Stops waiting for running calls. */
  hurry(_: null): void;
  readFamilies(_: null): Promise<Families | null>;
  /** The program has received the call. */
  noteSent(id: number): void;
  hold(held: { readonly id: number; readonly bytes: number }): void;
  reportProgress(notice: ProgramNotice): void;
  reportLog(notice: ProgramNotice): void;
  /** Asks the caller of a running call; the answer is JSON. */
  elicit(notice: ProgramNotice): Promise<string>;
  noteToolsChanged(place: NoticePlace): void;
};

/** JSON about a running call of a program. */
type ProgramNotice = { readonly id: number; readonly text: string };

/** `Restarts` as JSON. */
export type StoredRestarts = { readonly count: number; readonly runsSinceMs: number | null };

export const toRestarts = ({ count, runsSinceMs }: StoredRestarts): Restarts => ({
  count,
  runsSince: runsSinceMs === null ? null : new Date(runsSinceMs),
});
