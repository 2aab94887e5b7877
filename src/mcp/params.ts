import { type JSONRPCRequest, Server, type SpecTypeName, specTypeSchemas } from '@modelcontextprotocol/server';
import { isRecord } from '../core/lib/json.ts';
import { isMessageId } from '../core/lib/namedNumbers.ts';
import { invalidParams } from './call.ts';
import { errorEnvelope } from './direct.ts';

/** The schema of each method's request. */
const REQUESTS: Readonly<Record<string, SpecTypeName>> = {
  initialize: 'InitializeRequest',
  ping: 'PingRequest',
  'server/discover': 'DiscoverRequest',
  'tools/list': 'ListToolsRequest',
  'tools/call': 'CallToolRequest',
  'resources/list': 'ListResourcesRequest',
  'resources/templates/list': 'ListResourceTemplatesRequest',
  'resources/read': 'ReadResourceRequest',
  'resources/subscribe': 'SubscribeRequest',
  'resources/unsubscribe': 'UnsubscribeRequest',
  'prompts/list': 'ListPromptsRequest',
  'prompts/get': 'GetPromptRequest',
  'completion/complete': 'CompleteRequest',
  'logging/setLevel': 'SetLevelRequest',
};

/** Maximum problems in a message, each on its own line. More rarely help. */
const PROBLEMS_MAX = 5;

function requireValid(method: string, request: JSONRPCRequest): void {
  const name = Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined;
  if (name === undefined) return;
  const checked = specTypeSchemas[name]['~standard'].validate(request);
  if (checked.issues === undefined) return;
  const lines = checked.issues.slice(0, PROBLEMS_MAX).map(({ path = [], message }) => {
    const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).slice(1);
    return `${place.join('.').slice(0, 100) || 'params'}: ${message}`;
  });
  throw invalidParams(`Invalid params: ${lines.join('; ')}`);
}

/** Thrown by a handler instead of a result of a type unknown to the SDK. The SDK would add members to it. */
export class InsteadOfResult extends Error {
  readonly result: object;

  constructor(result: object) {
    super();
    this.result = result;
  }
}

type Handler = Parameters<Server['_wrapHandler']>[1];

/** The SDK's server with its own answer to invalid params, for which the SDK would report an internal error. */
export class StrictServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const own = super._wrapHandler(method, handler);
    return async (request, context) => {
      requireValid(method, request);
      try {
        return await own(request, context);
      } catch (thrown) {
        if (thrown instanceof InsteadOfResult) return { ...thrown.result };
        throw thrown;
      }
    };
  }
}

/** The problem with the params of a message that the SDK would refuse as invalid; null if it would accept them. */
function shapeProblem(params: unknown): string | null {
  if (params === undefined) return null;
  if (!isRecord(params)) return 'params is not an object';
  const { _meta: meta } = params;
  if (meta === undefined) return null;
  if (!isRecord(meta)) return '_meta is not an object';
  const { progressToken } = meta;
  const isToken = progressToken === undefined || isMessageId(progressToken);
  return isToken ? null : '_meta.progressToken is not a string or a number';
}

/**
 * The answer to a request whose params have the wrong shape; null for other messages. Clients of the stateless revision
 * get a 400, as for any envelope that can't be read.
 */
export function malformedParams(message: unknown, isModern: boolean): Response | null {
  if (!isRecord(message)) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isMessageId(id)) return null;
  const problem = shapeProblem(params);
  if (problem === null) return null;
  return new Response(errorEnvelope(id, invalidParams(`Invalid params: ${problem}`)), {
    status: isModern ? 400 : 200,
    headers: { 'content-type': 'application/json' },
  });
}
