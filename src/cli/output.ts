import type { CliCode } from './exit.ts';

/** What a command found out: one value for scripts, one text for people. */
export type Result = {
  /** Keys in snake_case: a stable interface. */
  readonly json: unknown;
  readonly text: string;
  /** Said on standard error, so that the result can be piped. */
  readonly warnings?: readonly string[];
  /** True when the result itself says that something is wrong: exit code 1. */
  readonly isFailure?: boolean;
  /** What is wrong, where the result knows: its exit code. */
  readonly failure?: CliCode;
};

type Cell = string | number | boolean | null | undefined;

/** Names and tool results are somebody else's text: their control characters would reach the terminal as commands. */
export const harmless = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, ' ');

const show = (cell: Cell): string =>
  cell === null || cell === undefined ? '-' : harmless(String(cell)).replace(/\s/g, ' ');

/** Columns aligned by spaces, headings first; `empty` instead when there are no rows. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], empty: string): string {
  if (rows.length === 0) return empty;
  return columns([headings, ...rows.map((row) => row.map(show))]).join('\n');
}

/** One `name  value` per line. */
export const fields = (pairs: Readonly<Record<string, Cell>>): string =>
  columns(Object.entries(pairs).map(([name, value]) => [name, show(value)])).join('\n');

/** Lines whose cells stand below each other. */
export function columns(lines: readonly (readonly string[])[]): readonly string[] {
  const count = Math.max(0, ...lines.map((line) => line.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
