import { isJsonObject, type JsonObject, readJson } from '../core/lib/json.ts';
import type { LimitClass } from '../core/limits/classes.ts';
import { toInputObject } from '../core/schemas/inputValidator.ts';
import { withoutAbsentParts } from './lenient.ts';

/** A client's message, or the JSON-RPC error for an invalid one. */
type Message = { readonly body: JsonObject } | { readonly error: JsonObject };

export function readMessage(bytes: unknown): Message {
  const body = Buffer.isBuffer(bytes) ? readJson(bytes) : undefined;
  if (body === undefined) return { error: rpcError(-32_700, 'Parse error') };
  // A batch would be many calls at the price of one; revisions since 2025-06-18 have no batches.
  if (Array.isArray(body)) return { error: rpcError(-32_600, 'Batches are not supported') };
  return isJsonObject(body)
    ? { body: withObjectArguments(withoutAbsentParts(body)) }
    : { error: rpcError(-32_600, 'Invalid request') };
}

/** The protocol requires an object; arguments that a model sent as JSON text are also accepted. */
function withObjectArguments(body: JsonObject): JsonObject {
  const { method, params } = body;
  if (method !== 'tools/call' || !isJsonObject(params) || typeof params['arguments'] !== 'string') return body;
  const input = toInputObject(params['arguments']);
  return isJsonObject(input) ? { ...body, params: { ...params, arguments: input } } : body;
}

const rpcError = (code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message },
});

/**
 * The counter to charge for a message. The body decides, because a header could be forged to pay less. A response to an
 * elicitation has no method, and repeats a call.
 */
export const limitClassOf = (message: Message): LimitClass =>
  'body' in message && CALLING.has(message.body['method']) ? 'call_tool' : 'list_tools';

const CALLING: ReadonlySet<unknown> = new Set([
  undefined,
  'tools/call',
  'resources/read',
  'prompts/get',
  'completion/complete',
]);
