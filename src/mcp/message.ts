import type { LimitClass } from '../core/kernel/limitClasses.ts';
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../core/lib/json.ts';
import { countMembers } from '../core/lib/jsonSize.ts';
import { isMessageId, type MessageId } from '../core/lib/namedNumbers.ts';
import { toInputObject } from '../core/schemas/inputValidator.ts';
import { withoutAbsentParts } from './lenient.ts';

/** A client's message, or the JSON-RPC error for an invalid one. */
type Message = { readonly body: JsonObject } | { readonly error: object };

export function readMessage(bytes: unknown): Message {
  const body = Buffer.isBuffer(bytes) ? readJson(bytes) : undefined;
  if (body === undefined) return { error: rpcError(-32_700, 'Parse error') };
  // A batch would be many calls at the price of one; revisions since 2025-06-18 have no batches.
  if (Array.isArray(body)) return { error: rpcError(-32_600, 'Batches are not supported') };
  if (!isJsonObject(body)) return { error: rpcError(-32_600, 'Invalid request') };
  if (!hasFewMembers(body)) {
    const { id } = body;
    const problem = `Invalid params: more than ${PARAMS_MEMBERS_MAX} members and items`;
    return { error: rpcError(-32_602, problem, isMessageId(id) ? id : null) };
  }
  return { body: withObjectArguments(withoutAbsentParts(body)) };
}

/**
 * Maximum members and items in `params`, at any depth. The SDK validates all of them in one turn. The arguments of a
 * tool have their own bounds.
 */
const PARAMS_MEMBERS_MAX = 2_000;

function hasFewMembers({ method, params }: JsonObject): boolean {
  let count = 0;
  const open: (JsonValue | undefined)[] = [params];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    count += countMembers(part);
    if (count > PARAMS_MEMBERS_MAX) return false;
    for (const [key, member] of Object.entries(part)) {
      if (part !== params || key !== 'arguments' || method !== 'tools/call') open.push(member);
    }
  }
  return true;
}

/** The protocol requires an object; arguments that a model sent as JSON text are also accepted. */
function withObjectArguments(body: JsonObject): JsonObject {
  const { method, params } = body;
  if (method !== 'tools/call' || !isJsonObject(params) || typeof params['arguments'] !== 'string') return body;
  const input = toInputObject(params['arguments']);
  return isJsonObject(input) ? { ...body, params: { ...params, arguments: input } } : body;
}

const rpcError = (code: number, message: string, id: MessageId | null = null): object => ({
  jsonrpc: '2.0',
  id,
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
  'tasks/update',
]);
