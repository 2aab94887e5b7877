import type { Log } from '../../src/core/kernel/context.ts';

export type LogLine = { readonly level: keyof Log; readonly fields: object; readonly message: string };

/** A log that stores its lines, for tests that assert on them. */
export function recordingLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const keep = (level: keyof Log) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}

const ignore = () => undefined;
export const silentLog: Log & { child(): Log } = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLog,
};
