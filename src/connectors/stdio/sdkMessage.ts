import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client';
import { inheritLossless, isJsonObject, type JsonObject, parseJson, withPlainNumbers } from '../../core/lib/json.ts';
import { withNamedNumbers } from '../../core/lib/namedNumbers.ts';

/**
 * Converts a program's message for the SDK, replacing ids that the SDK would reject with strings. Null for a line that
 * is not a message, such as a banner.
 * @throws for a message that breaks the protocol
 */
export function toSdkMessage(line: string): JSONRPCMessage | null {
  if (!line.startsWith('{')) return null;
  const message = parseJson(line);
  if (!isJsonObject(message)) return null;
  return parseJSONRPCMessage(withPlainNumbers(inheritLossless(message, withoutOthers(message))));
}

/** Drops members outside JSON-RPC, and a null error next to a result. */
function withoutOthers(message: JsonObject): JsonObject {
  const { jsonrpc = null, result = null, error = null } = message;
  const { id, method, params } = withNamedNumbers(message);
  const own = { jsonrpc, ...(id !== undefined && { id }) };
  if (method !== undefined) return { ...own, method, ...(params !== undefined && { params }) };
  // A response repeats an id that we chose, so its id needs no placeholder.
  return { ...own, id: message['id'] ?? null, ...(error === null ? { result } : { error }) };
}
