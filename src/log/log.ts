import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { isRecord } from '../core/lib/json.ts';
import { createRecentProblems } from './recentProblems.ts';
import { terminalLine } from './terminal.ts';

// Fields that are never logged on purpose. This list is a second line of defense.
const HIDDEN = new Set([
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'apiKey',
  'credentials',
  'tool_input',
]);
const CENSOR = '[redacted]';
/** Maximum depth of searched fields, enough for the headers of a logged request: `req.headers.cookie`. */
const DEPTH_MAX = 2;
/** Lines are written once a batch has this size, after a short delay at the latest, and at exit. */
const BATCH_CHARS = 32_768;
const BATCH_MS = 100;

/** Identifies the process in each line of a log that combines several instances. */
const INSTANCE = `${hostname()}:${process.pid}`;

/** Maximum bytes buffered for a log reader that has stopped reading; further lines are dropped. */
const WAITING_BYTES_MAX = 1024 * 1024;

/** Recent warnings of this process, for `toolyard doctor --support`. */
export const recentProblems = createRecentProblems();

let errorOutput: ReturnType<typeof openErrorOutput> | null = null;

/** Number of lines dropped since the process started. */
export const logLinesDropped = (): number => errorOutput?.dropped() ?? 0;

/**
 * Creates the log: lines on standard error, since standard output is only for requested output. A terminal gets text,
 * everything else JSON. If the reader of a
 * pipe stalls, 1 MiB of lines is buffered and later lines are dropped, so logging never blocks.
 */
export function createLog(level: LogLevel): Logger {
  errorOutput ??= openErrorOutput();
  const worker = cluster.worker && { worker: cluster.worker.id };
  return pino({ level, base: { instance: INSTANCE, ...worker }, ...LINE_OPTIONS }, errorOutput.lines);
}

function openErrorOutput() {
  // Ignore errors: if the log's reader has closed, the service continues without it.
  process.stderr.on('error', () => undefined);
  const output = orDrop(process.stderr);
  const lines = inBatches(output.write);
  process.on('exit', () => lines.flushSync());
  const noting = {
    write(line: string): void {
      recentProblems.note(line);
      lines.write(process.stderr.isTTY ? terminalLine(line) : line);
    },
    flushSync: lines.flushSync,
  };
  return { lines: noting, dropped: output.dropped };
}

/**
 * Writes to `stream` unless too much is buffered. Counts dropped lines, and logs the count later.
 */
export function orDrop(stream: Pick<Writable, 'write' | 'writableLength'>) {
  let dropped = 0;
  let reportedCount = 0;
  return {
    dropped: (): number => dropped,
    write(batch: string): void {
      if (stream.writableLength + batch.length > WAITING_BYTES_MAX) {
        dropped += batch.split('\n').length - 1;
        return;
      }
      const gap = {
        level: 40,
        time: Date.now(),
        dropped: dropped - reportedCount,
        msg: 'log lines were dropped: they were not read in time',
      };
      stream.write(reportedCount === dropped ? batch : `${JSON.stringify(gap)}\n${batch}`);
      reportedCount = dropped;
    },
  };
}

/** Collects lines into batches, since writing a line separately takes as long as building it. */
export function inBatches(write: (batch: string) => void): { write(line: string): void; flushSync(): void } {
  let batch = '';
  let timer: NodeJS.Timeout | null = null;
  const flushSync = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    const gathered = batch;
    batch = '';
    if (gathered !== '') write(gathered);
  };
  return {
    flushSync,
    write(line) {
      batch += line;
      if (batch.length >= BATCH_CHARS) flushSync();
      else timer ??= setTimeout(flushSync, BATCH_MS).unref();
    },
  };
}

type Fields = Record<string, unknown>;

/** The fields with secret values replaced. */
export function censored(fields: Fields, depth = 0): Fields {
  // Check first without a copy or `Object.keys`, since nearly all lines have nothing to hide.
  for (const key in fields) {
    if (HIDDEN.has(key) || hides(fields[key], depth))
      return Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [key, HIDDEN.has(key) ? CENSOR : within(value, depth)]),
      );
  }
  return fields;
}

// Only plain objects are searched, since errors and requests have serializers that select their fields.
const isPlain = (value: unknown): value is Fields =>
  isRecord(value) && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

const within = (value: unknown, depth: number): unknown =>
  depth < DEPTH_MAX && isPlain(value) ? censored(value, depth + 1) : value;

const hides = (value: unknown, depth: number): boolean => typeof value === 'object' && within(value, depth) !== value;

/**
 * The fields of an error, without objects of libraries: an error of the database driver holds its connection, and an
 * error of a request holds the request.
 */
function errorFields(serialized: unknown): unknown {
  if (!isRecord(serialized)) return serialized;
  const kept = Object.entries(serialized).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'aggregateErrors' && Array.isArray(value)) return [[key, value.map(errorFields)]];
    if (isRecord(value) && 'stack' in value) return [[key, errorFields(value)]];
    return typeof value !== 'object' || Array.isArray(value) || isPlain(value) ? [[key, value]] : [];
  });
  return censored(Object.fromEntries(kept), 1);
}

/** Options that apply to every line. Tested by `test/log/log.test.ts`. */
export const LINE_OPTIONS = {
  formatters: { log: (fields: Fields) => censored(fields) },
  serializers: {
    err: (error: Error) => errorFields(pino.stdSerializers.err(error)),
  },
};
