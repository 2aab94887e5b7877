import type { JsonNumber } from '../lib/decimal.ts';
import { isJsonObject, type JsonObject, parseJson } from '../lib/json.ts';

/** Severities of RFC 5424, in ascending order. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
/** A severity, by its MCP name. */
export type LogSeverity = (typeof LEVELS)[number];

/** Maximum log messages that one call may forward, and their maximum total bytes. */
const MESSAGES_MAX = 200;
const BYTES_MAX = 65_536;
/** Maximum bytes of a log message; longer ones are dropped. */
const MESSAGE_BYTES_MAX = 8_192;
/** Maximum progress notices that one call may forward, and the maximum total bytes of their messages. */
const NOTICES_MAX = 1_000;
const NOTICE_BYTES_MAX = 65_536;

/** Log subscription of a caller during a call: minimum level and receiver. */
export type Logging = {
  readonly level: LogSeverity;
  /** `{ level, logger?, data }`, as in MCP. */
  send(message: JsonObject): void;
};

/** A level by its name; null if unknown. */
export const toLogLevel = (name: unknown): LogSeverity | null => LEVELS.find((level) => level === name) ?? null;

const LEFT_OUT = { level: 'warning', logger: 'toolyard', data: 'Further log messages of this call are omitted.' };

/**
 * Wraps logging for one call: scrubs secrets and enforces the bounds above, ending with a notice when they are
 * reached. Drops messages that are not log messages or are unreadable after scrubbing.
 */
export function boundedLogging({ level, send }: Logging, scrub: (text: string) => string): Logging {
  let [messagesLeft, bytesLeft] = [MESSAGES_MAX, BYTES_MAX];
  return {
    level,
    send(notification) {
      const text = messagesLeft < 0 ? null : wantedText(notification, level);
      if (text === null) return;
      messagesLeft -= 1;
      bytesLeft -= Buffer.byteLength(text);
      if (messagesLeft < 0 || bytesLeft < 0) {
        messagesLeft = -1;
        send(LEFT_OUT);
        return;
      }
      const message = readScrubbed(scrub(text));
      if (message) send(message);
    },
  };
}

/** The JSON of a log message; null if its level is too low or it is too long. */
function wantedText({ level, logger, data = null }: JsonObject, lowest: LogSeverity): string | null {
  const own = toLogLevel(level);
  if (own === null || LEVELS.indexOf(own) < LEVELS.indexOf(lowest)) return null;
  const text = JSON.stringify({ level: own, ...(typeof logger === 'string' && { logger }), data });
  return Buffer.byteLength(text) > MESSAGE_BYTES_MAX ? null : text;
}

/** Parses JSON text after scrubbing; null if removing a numeric secret made it invalid. */
export function readScrubbed(text: string): JsonObject | null {
  try {
    const message: unknown = parseJson(text);
    return isJsonObject(message) ? message : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** Receives an upstream's MCP progress notice; its message may contain a secret. */
export type OnProgress = (progress: { progress: JsonNumber; total?: JsonNumber; message?: string }) => void;

/**
 * Forwards a call's progress without secrets, at most `NOTICES_MAX` notices. A message beyond `NOTICE_BYTES_MAX` is
 * dropped but its notice is sent, since clients wait longer for a call that reports progress.
 */
export function boundedProgress(onProgress: OnProgress, scrub: (text: string) => string): OnProgress {
  let [noticesLeft, bytesLeft] = [NOTICES_MAX, NOTICE_BYTES_MAX];
  return ({ message, ...progress }) => {
    if (noticesLeft === 0) return;
    noticesLeft -= 1;
    bytesLeft -= Buffer.byteLength(message ?? '');
    const hasMessage = message !== undefined && bytesLeft >= 0;
    onProgress({ ...progress, ...(hasMessage && { message: scrub(message) }) });
  };
}
