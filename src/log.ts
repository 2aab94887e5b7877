import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';
import { isRecord } from './core/lib/json.ts';

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
/** Lines are written in batches of this size, at most this late; the rest is written at exit. */
const BATCH_CHARS = 8_192;
const BATCH_MS = 100;

/** JSON lines on standard error: standard output is for what a person or a script asked for. */
export function createLog(level: LogLevel): Logger {
  const errorOutput = pino.destination({ fd: 2, sync: true });
  const lines = inBatches((batch) => errorOutput.write(batch));
  process.on('exit', () => lines.flushSync());
  return pino({ level, base: null, ...WALLS }, lines);
}

/**
 * Gathers lines for `write`. The destination could do so itself, but measures and copies its whole buffer for every
 * line, which costs as much as making the line.
 */
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

/** The fields without secret values, however they got there. */
export function censored(fields: Fields, depth = 0): Fields {
  // Nearly all lines hold nothing to hide and are not copied.
  if (!Object.entries(fields).some(([key, value]) => HIDDEN.has(key) || hides(value, depth))) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, HIDDEN.has(key) ? CENSOR : within(value, depth)]),
  );
}

// Errors and requests have serialisers, which choose what is written; only plain objects are searched.
const isPlain = (value: unknown): value is Fields =>
  isRecord(value) && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

const within = (value: unknown, depth: number): unknown =>
  depth < DEPTH_MAX && isPlain(value) ? censored(value, depth + 1) : value;

const hides = (value: unknown, depth: number): boolean => within(value, depth) !== value;

/** Options that every line passes through. Torn down in `test/start/log.test.ts`. */
export const WALLS = {
  formatters: { log: (fields: Fields) => censored(fields) },
  serializers: {
    err: (error: Error) => {
      const fields: unknown = pino.stdSerializers.err(error);
      return isRecord(fields) ? censored(fields, 1) : fields;
    },
  },
};
