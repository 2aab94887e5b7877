import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';
import { isRecord } from './core/lib/json.ts';
import { createRecentProblems } from './recentProblems.ts';

// Verbs and edges never log these; this list is a second line of defence.
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
/** Deep enough for the headers of a logged request: `req.headers.cookie`. */
const DEPTH_MAX = 2;
/** Lines are written in batches of this size, after a short delay at most, and at exit. */
const BATCH_CHARS = 32_768;
const BATCH_MS = 100;

/** Identifies the process in each line, for combined logs of several instances. */
const INSTANCE = `${hostname()}:${process.pid}`;

/** Maximum bytes buffered for a log reader that has stopped reading; further lines are dropped. */
const WAITING_BYTES_MAX = 1024 * 1024;

/** Recent warnings of this process, for `toolyard doctor --support`. */
export const recentProblems = createRecentProblems();

let errorOutput: ReturnType<typeof openErrorOutput> | null = null;

/** How many lines were dropped since the process started. */
export const logLinesDropped = (): number => errorOutput?.dropped() ?? 0;

/**
 * JSON lines on standard error; standard output is only for requested output. If a pipe's reader stalls, 1 MiB of lines
 * is buffered and later ones are dropped; nothing blocks.
 */
export function createLog(level: LogLevel): Logger {
  errorOutput ??= openErrorOutput();
  return pino({ level, base: { instance: INSTANCE }, ...LINE_OPTIONS }, errorOutput.lines);
}

function openErrorOutput() {
  // The log's reader has closed; the service continues without it.
  process.stderr.on('error', () => undefined);
  const output = orDrop(process.stderr);
  const lines = inBatches(output.write);
  process.on('exit', () => lines.flushSync());
  const noting = {
    write(line: string): void {
      recentProblems.note(line);
      lines.write(line);
    },
    flushSync: lines.flushSync,
  };
  return { lines: noting, dropped: output.dropped };
}

/**
 * Writes to `stream` unless too much is buffered there already. Dropped lines are counted, and the count is logged
 * later.
 */
export function orDrop(stream: Pick<Writable, 'write' | 'writableLength'>) {
  let dropped = 0;
  let said = 0;
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
        dropped: dropped - said,
        msg: 'log lines were dropped: they were not read in time',
      };
      stream.write(said === dropped ? batch : `${JSON.stringify(gap)}\n${batch}`);
      said = dropped;
    },
  };
}

/** Collects lines for `write`: writing each separately costs as much as building it. */
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

/** The fields, with the values of secret names replaced by `[redacted]`. */
export function censored(fields: Fields, depth = 0): Fields {
  // Nearly all lines have nothing to hide. They are not copied, and the check avoids `Object.keys`.
  for (const key in fields) {
    if (HIDDEN.has(key) || hides(fields[key], depth)) return withCensored(fields, depth);
  }
  return fields;
}

const withCensored = (fields: Fields, depth: number): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, HIDDEN.has(key) ? CENSOR : within(value, depth)]),
  );

// Errors and requests have serialisers that select their output, so only plain objects are searched.
const isPlain = (value: unknown): value is Fields =>
  isRecord(value) && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

const within = (value: unknown, depth: number): unknown =>
  depth < DEPTH_MAX && isPlain(value) ? censored(value, depth + 1) : value;

const hides = (value: unknown, depth: number): boolean => typeof value === 'object' && within(value, depth) !== value;

/** Options that apply to every line. Tested by `test/start/log.test.ts`. */
export const LINE_OPTIONS = {
  formatters: { log: (fields: Fields) => censored(fields) },
  serializers: {
    err: (error: Error) => {
      const fields: unknown = pino.stdSerializers.err(error);
      return isRecord(fields) ? censored(fields, 1) : fields;
    },
  },
};
