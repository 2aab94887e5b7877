import { randomUUID } from 'node:crypto';
import { isJsonNumber } from './decimal.ts';
import { ExactNumber, inheritLossless, isJsonObject, type JsonObject } from './json.ts';

/* MCP's SDK accepts only strings and JavaScript integers as ids and progress tokens; JSON-RPC allows any number. */

/** A prefix that no client sends as its own text. */
export const NAME_PREFIX = `number:${randomUUID()}:`;
const NAMED = new RegExp(`"${NAME_PREFIX}([-+.\\deE]+)"`, 'g');

/** Replaces a number that the SDK rejects by a placeholder text. */
const withNamed = (object: JsonObject, key: string): JsonObject => {
  const value = object[key];
  const isRejected = value instanceof ExactNumber || (typeof value === 'number' && !Number.isSafeInteger(value));
  return isRejected ? inheritLossless(object, { ...object, [key]: `${NAME_PREFIX}${value}` }) : object;
};

/**
 * Replaces the numbers that the SDK rejects in a JSON-RPC message with strings: the id, the id of a cancelled request,
 * and the progress token. Returns the message itself if it has none. `withoutNames` reverses this.
 */
export function withNamedNumbers(message: JsonObject): JsonObject {
  const own = withNamed(message, 'id');
  const { params } = own;
  if (!isJsonObject(params)) return own;
  const { _meta: meta } = params;
  const inMeta = isJsonObject(meta) ? withNamed(meta, 'progressToken') : meta;
  const inParams = withNamed(withNamed(params, 'requestId'), 'progressToken');
  const all =
    inMeta === undefined || inMeta === meta ? inParams : inheritLossless(params, { ...inParams, _meta: inMeta });
  return all === params ? own : inheritLossless(own, { ...own, params: all });
}

/** JSON text in which numbers replace their placeholder texts, in their original notation. */
export const withoutNames = (json: string): string => json.replaceAll(NAMED, '$1');

/** The id of a message, or a progress token. */
export type MessageId = string | number | ExactNumber;
/** Whether a value is a string, or a number in either form. */
export const isMessageId = (value: unknown): value is MessageId => typeof value === 'string' || isJsonNumber(value);
