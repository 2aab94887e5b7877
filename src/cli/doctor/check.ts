import type { CliCode } from '../exit.ts';

/** One finding. `todo` says what to do; `code` decides the exit code of a failure. */
export type Finding =
  | { readonly check: string; readonly state: 'ok'; readonly message: string }
  | { readonly check: string; readonly state: 'warn'; readonly message: string; readonly todo: string }
  | {
      readonly check: string;
      readonly state: 'fail';
      readonly message: string;
      readonly todo: string;
      readonly code: CliCode;
    };

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });

export const warn = (check: string, message: string, todo: string): Finding => ({
  check,
  state: 'warn',
  message,
  todo,
});

export const fail = (check: string, message: string, todo: string, code: CliCode = 'internal'): Finding => ({
  check,
  state: 'fail',
  message,
  todo,
  code,
});

/** An error's message in one line. */
export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s+/g, ' ').trim();
};
