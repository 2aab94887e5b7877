import { parseInput } from '../core/lib/parse.ts';
import { requestedWordingSchema, type TextOverrides } from '../core/servers/textOverrides.ts';
import type { Run } from './command.ts';
import { usageError } from './exit.ts';
import { parseJsonArgument, readDocumentText } from './input.ts';

const COLUMNS = ['operation', 'name', 'description'];

/**
 * Names and descriptions of tools from a file: a JSON list of `{ operation, name, description }`, or comma-separated
 * values with these columns, as spreadsheets export them. An empty cell keeps the document's text. Undefined without a
 * file.
 * @throws CliError usage, invalid_input; AppError invalid_input
 */
export async function readWording(path: string | undefined, run: Run): Promise<TextOverrides | undefined> {
  if (path === undefined) return undefined;
  const text = (await readDocumentText(path, run)).replace(/^\uFEFF/, '');
  const entries = /^\s*\[/.test(text) ? parseJsonArgument(text, 'The file of --wording') : fromTable(text);
  return parseInput(requestedWordingSchema, entries, 'Invalid wording');
}

function fromTable(text: string): unknown {
  const [head = [], ...rows] = rowsOf(text);
  const names = head.map((cell) => cell.trim().toLowerCase());
  if (!names.includes('operation') || names.some((name) => !COLUMNS.includes(name))) {
    throw usageError(`--wording: the first line must have the columns ${COLUMNS.join(',')}`);
  }
  return rows.map((cells) =>
    Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at].trim()] as const] : []))),
  );
}

/** The cells of comma-separated values (RFC 4180), without empty lines. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''));
}
