import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

// Verbs and edges never log these; the list is the second wall.
const REDACTED = ['authorization', 'cookie', 'password', 'token', 'secret', 'apiKey', 'credentials', 'tool_input'];

/** JSON lines on standard error: standard output is for what a person or a script asked for. */
export function createLog(level: LogLevel): Logger {
  const paths = REDACTED.flatMap((key) => [key, `*.${key}`, `req.headers.${key}`]);
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' } }, pino.destination({ fd: 2, sync: true }));
}
