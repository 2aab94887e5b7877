import { createReadStream } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { AppError } from '../core/lib/errors.ts';
import { parseJson } from '../core/lib/json.ts';
import { DOCUMENT_MIB_MAX, documentTooLong } from '../core/marketplace/importPort.ts';
import type { ArgsDef, ParsedArgs } from './args.ts';
import type { Run } from './command.ts';
import { CliError, usageError } from './exit.ts';

/** Options of commands that can use the API. */
export const API_ARGS = {
  url: {
    type: 'string',
    description: 'URL of the server (default: TOOLYARD_URL, the profile’s, or the local server)',
  },
  profile: {
    type: 'string',
    valueHint: 'NAME',
    description: 'Profile to use (default: TOOLYARD_PROFILE, or the current profile)',
  },
  'api-key': {
    type: 'string',
    description: 'API key; TOOLYARD_API_KEY is safer, because other users can see arguments',
  },
} as const satisfies ArgsDef;

/** API options of commands that create something. */
export const MAKE_ARGS = {
  'idempotency-key': {
    type: 'string',
    valueHint: 'KEY',
    description: 'Idempotency key: a repeat within a day creates nothing and prints the first result',
  },
  ...API_ARGS,
} as const satisfies ArgsDef;

export type ApiArgs = Pick<ParsedArgs<typeof API_ARGS>, keyof typeof API_ARGS> & {
  readonly 'idempotency-key'?: string | undefined;
};

/** The stack argument of commands. */
export const STACK_ARG = { type: 'positional', required: true, description: 'Stack id or exact name' } as const;

const STACK_ID = /^stack_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isStackId = (input: string): boolean => STACK_ID.test(input);

export const ACCOUNT_ARG = { type: 'string', description: 'Account id, acct_…', valueHint: 'ID' } as const;

/** A whole number from an option. @throws CliError usage */
export function wholeNumber(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text)) throw usageError(`--${option} must be a whole number`);
  return Number(text);
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Converts a time from an option to an instant, in this machine's time zone unless it names another. @throws CliError
 * usage
 */
export function toInstant(text: string, option: string): string {
  // JavaScript would read a date without a time as UTC.
  const time = new Date(text.includes('T') ? text : `${text}T00:00`);
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time.toISOString();
  throw usageError(`--${option} must be a date or a time, such as 2026-11-20 or 2026-11-20T14:30`);
}

/** The values of a comma-separated list of names; `none` is an empty list. @throws CliError usage */
export const namedValues = <Value>(text: string, values: Readonly<Record<string, Value>>): Value[] =>
  text === 'none'
    ? []
    : text.split(',').map((name) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        if (value === undefined) throw usageError(`${name} must be one of ${Object.keys(values).join(', ')}`);
        return value;
      });

/** `name=value`; the value may hold further equal signs. @throws CliError usage, without the value */
export function toPair(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageError('Expected name=value');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The given text itself, a file's (`@path`), or standard input's (`-`). @throws CliError */
export async function readText(input: string, run: Run): Promise<string> {
  if (input === '-') return run.readStdin();
  return input.startsWith('@') ? readFileText(input.slice(1)) : input;
}

/** @throws CliError not_found, invalid_input */
async function readFileText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function cannotRead(path: string, error: unknown): CliError {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing
    ? new CliError('not_found', `File ${path} not found`, error)
    : new CliError('invalid_input', `The file ${path} cannot be read`, error);
}

const DOCUMENT_BYTES_MAX = DOCUMENT_MIB_MAX * 1_048_576;

/**
 * The text of a document to import: a file's, or standard input's for `-`. A file that is too long is not kept in
 * memory. `within`: a folder that must contain the file after following symbolic links.
 * @throws CliError not_found, invalid_input; AppError invalid_input beyond the limit
 */
export async function readDocumentText(path: string, run: Run, within?: string): Promise<string> {
  if (path === '-') return run.readStdin(DOCUMENT_BYTES_MAX);
  if (within !== undefined && !(await isInFolder(path, within)))
    throw new CliError('invalid_input', `The file ${path} is outside of the document's folder`);
  return (await readDocumentBytes(path, run)).toString('utf8');
}

/** The bytes of a document to import. @throws as `readDocumentText` */
export async function readDocumentBytes(path: string, run: Run): Promise<Buffer> {
  try {
    return await bytesUpTo(createReadStream(path, { signal: run.signal }), DOCUMENT_BYTES_MAX);
  } catch (error) {
    if (error instanceof AppError) throw error;
    run.signal.throwIfAborted();
    throw cannotRead(path, error);
  }
}

/** Whether a file is in a folder after following symbolic links. */
export async function isInFolder(path: string, folder: string): Promise<boolean> {
  try {
    const [file, root] = await Promise.all([realpath(path), realpath(folder)]);
    const way = relative(root, file);
    return way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way);
  } catch {
    return false;
  }
}

/** A stream's bytes. @throws AppError invalid_input when it exceeds the limit */
export async function bytesUpTo(stream: AsyncIterable<Buffer>, bytesMax = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > bytesMax) throw documentTooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Parses a JSON argument, keeping the original number notation.
 * @param name of the argument, for the error message
 * @throws CliError invalid_input for text that isn't JSON
 */
export function parseJsonArgument(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new CliError('invalid_input', `${name} is not valid JSON`, error);
  }
}

/** Parses `field=value`, or `field=@file`, which keeps values out of the arguments. @throws CliError */
export async function readFields(input: readonly string[]): Promise<Record<string, string>> {
  const pairs = input.map(async (text) => {
    const [field, value] = toPair(text);
    // A file's last line break is not part of its value.
    return [field, value.startsWith('@') ? (await readFileText(value.slice(1))).replace(/\r?\n$/, '') : value] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
