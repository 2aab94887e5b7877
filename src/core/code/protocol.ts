/** The messages between a program's thread and the event loop, and the program's bounds. */

/** Maximum characters of a program. */
export const PROGRAM_CHARS_MAX = 65_536;
/** Maximum tools whose types are read at once. */
export const TYPES_MAX = 20;
/** Maximum bytes of a program's result, unless the caller asks for another size. */
export const CODE_RESULT_BYTES = 32_768;
/** Maximum calls of one program. */
export const CALLS_MAX = 100;
/** The call by which a program announces calls. No tool has this name. */
export const ANNOUNCE = '@announce';
/** Maximum characters of a call's input, as JSON. */
export const INPUT_CHARS_MAX = 262_144;
/** Maximum bytes of the results that a program gets from its calls. */
export const ANSWERS_BYTES_MAX = 8 * 1_024 * 1_024;
/** Maximum characters of the value that a program returns, as JSON. */
export const RETURNED_CHARS_MAX = 4 * 1_024 * 1_024;
/** Maximum characters that a program logs; the rest is left out. */
export const LOG_CHARS_MAX = 16_384;
/** Maximum processor time of a program. Its wall-clock time is at most ten times that. */
export const PROCESSOR_MS_MAX = 10_000;
/** Maximum memory of a program's values. */
export const MEMORY_MIB_MAX = 64;

/** The answer to a program's call: the JSON text of its result, or of `{ message, code, result? }`. */
export type CallAnswer = { readonly id: number; readonly isOk: boolean; readonly json: Uint8Array };

/** A call of a program. `id` counts its calls from 1, and `input` is JSON text. */
export type ProgramCall = { readonly id: number; readonly name: string; readonly input: string };

/** Everything that determines a program's course: with the same input, it makes the same calls. */
export type ProgramInput = {
  readonly code: string;
  /** The program's time, in milliseconds since 1970. It does not advance. */
  readonly startedAt: number;
  /** Answers of an earlier, suspended run, in the order in which the program got them. */
  readonly replayed: readonly CallAnswer[];
};

/** How a program ended: the JSON text of its value, or its error. */
export type CodeEnd =
  | { readonly kind: 'returned'; readonly json: string }
  | { readonly kind: 'failed'; readonly error: ProgramError };

export type ProgramError = { readonly name: string; readonly message: string; readonly stack?: string };

export type ProgramMessage =
  | ({ readonly kind: 'call' } & ProgramCall)
  | { readonly kind: 'log'; readonly line: string }
  | CodeEnd;
