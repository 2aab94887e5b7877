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
/** Lines are written in batches, at most this late; the rest is written at exit. */
const FLUSH_MS = 100;
const FLUSH_BYTES = 4_096;

/** JSON lines on standard error: standard output is for what a person or a script asked for. */
export function createLog(level: LogLevel): Logger {
  const lines = pino.destination({ fd: 2, sync: true, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS });
  process.on('exit', () => lines.flushSync());
  return pino({ level, base: null, ...WALLS }, lines);
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
