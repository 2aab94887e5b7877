import type { CliCode } from '../exit.ts';

/** One finding. `todo` says what to do; `code` decides the exit code of a failure. */
export type Finding =
  | { readonly check: string; readonly state: 'ok'; readonly says: string }
  | { readonly check: string; readonly state: 'warn'; readonly says: string; readonly todo: string }
  | {
      readonly check: string;
      readonly state: 'fail';
      readonly says: string;
      readonly todo: string;
      readonly code: CliCode;
    };

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });

export const warn = (check: string, says: string, todo: string): Finding => ({ check, state: 'warn', says, todo });

export const fail = (check: string, says: string, todo: string, code: CliCode = 'internal'): Finding => ({
  check,
  state: 'fail',
  says,
  todo,
  code,
});

/** An error's message in one line. */
export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s+/g, ' ').trim();
};
