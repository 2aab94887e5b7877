import { stripVTControlCharacters } from 'node:util';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import type { Launch } from './launch.ts';

const BYTES_MAX = 8 * 1_024;

/** The end of what a program wrote to its standard error, 8 KiB; may hold secrets. */
export type LastWords = { hear(chunk: Buffer): void; tell(): string };

/** Keeps the end of what it hears. */
export function createLastWords(): LastWords {
  let tail = Buffer.alloc(0);
  return {
    hear(chunk) {
      tail = Buffer.concat([tail, chunk]).subarray(-BYTES_MAX);
    },
    tell: () => tail.toString('utf8'),
  };
}

const VALUE_CHARS_MIN = 4;

/** Removes the values that a program was given, each line of one by itself, since servers often print their key. */
export function withoutGivenValues(text: string, { env }: Pick<Launch, 'env'>): string {
  const values = Object.values(env).flatMap((value) => [value, ...value.split(/\r?\n/)]);
  const longestFirst = values.filter(({ length }) => length >= VALUE_CHARS_MIN).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, value) => rest.replaceAll(value, '…'), text);
}

const LINES_MAX = 2;
const LINE_CHARS_MAX = 300;
/** Frames of a stack and lines of source are indented; Node ends with its version. */
const SAYS_NOTHING = /^\s|^Node\.js v|^[^\p{L}]*$/u;
const DIRECTORIES = /(?<![:/\w])(?:file:\/\/)?(?:\/[^\s/:'"()]+)+\//g;

/**
 * What of a program's last words its caller is told, to follow a message: two lines at most, without the values it was
 * given, stack frames and directories of this machine; `''` for nothing. A long line is left out whole, since a secret
 * that is cut is not found any more.
 */
export function saidLast(text: string, launch: Pick<Launch, 'env'>): string {
  const lines = withoutGivenValues(stripVTControlCharacters(text), launch).split(/\r?\n/);
  // The first line of a full tail has lost its beginning.
  const whole = Buffer.byteLength(text) >= BYTES_MAX ? lines.slice(1) : lines;
  const telling = whole
    .filter((line) => line.length <= LINE_CHARS_MAX && !SAYS_NOTHING.test(line))
    .map((line) => withoutHidden(line.replace(DIRECTORIES, '…/')).trim());
  const last = telling.filter((line) => line !== '').slice(-LINES_MAX);
  return last.length === 0 ? '' : `; it said: ${last.join(' ')}`;
}
