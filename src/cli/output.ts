import { hidesInLines } from '../core/lib/hiddenText.ts';
import type { CliCode } from './exit.ts';

/** A command's result: one value for scripts, one text for people. */
export type Result = {
  /** Keys in snake_case, a stable interface. */
  readonly json: unknown;
  readonly text: string;
  /** Printed on standard error, so that the result can be piped. */
  readonly warnings?: readonly string[];
  /** True when the result itself reports a problem: exit code 1. */
  readonly isFailure?: boolean;
  /** The problem's error code if known; it determines the exit code. */
  readonly failure?: CliCode;
};

type Cell = string | number | boolean | null | undefined;

/**
 * Replaces control characters, invisible characters, and characters that reverse text. Names and tool results are
 * untrusted, and a terminal would execute control characters.
 */
export const harmless = (text: string): string => (hidesInLines(text) ? text.replace(/[^\P{C}\n\t]/gu, ' ') : text);

/** A value as JSON: on one line, or indented. Writes hidden and control characters as escapes with the same meaning. */
export const jsonText = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(/[^\P{C}\n]/gu, (char) =>
    char.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

const show = (cell: Cell): string =>
  cell === null || cell === undefined ? '-' : harmless(String(cell)).replace(/\s/g, ' ');

/** A table with aligned columns; `empty` when there are no rows. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], empty: string): string {
  if (rows.length === 0) return empty;
  return columns([headings, ...rows.map((row) => row.map(show))]).join('\n');
}

/** One `name  value` per line. */
export const fields = (pairs: Readonly<Record<string, Cell>>): string =>
  columns(Object.entries(pairs).map(([name, value]) => [name, show(value)])).join('\n');

/** Lines with aligned cells. */
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
