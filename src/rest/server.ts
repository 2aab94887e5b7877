import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/context.ts';
import { lazily } from '../core/lib/lazily.ts';
import { idempotencyKeyOf } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { compressOpen, sendOpen } from '../wire/openAnswer.ts';
import { type Answer, JSON_UTF8, wholeBody } from '../wire/toolCall.ts';
import { sendApiKeys, sendEndpoints, sendStackTokens } from './accessLists.ts';
import { invokeToolBatch } from './batch.ts';
import type { Operation } from './operation.ts';
import {
  LIST_OPERATIONS,
  type ListOperationId,
  listOperationIds,
  RESOURCE_OPERATIONS,
  type ResourceOperationId,
  resourceOperationIds,
  routePath,
  TOOL_OPERATIONS,
} from './operations.ts';
import { type CallRequest, ctxOf, paramsOf, plainBodyOf } from './request.ts';
import { readOwnResult, readStackResult } from './results.ts';
import type { RunResource } from './sofa.ts';
import { accountSurface, applySurface, stackSurface } from './surface.ts';
import { callStackTool, invokeStackTool } from './toolCalls.ts';
import { answerToolList, listStackTools } from './toolList.ts';
import { registerPublic } from './wellKnown.ts';
import { sendServers, sendStacks } from './wholeLists.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Registers the documented interface: `/v1`, the tools below `/s/{client_id}`, its OpenAPI document and the public
 * keys.
 */
export async function registerRest(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  await registerPublic(app, edge);
  const loadResources = lazily(async () => (await import('./sofa.ts')).openResources());
  await app.register(
    async (scope) => {
      applySurface(scope, edge, accountSurface(edge));
      for (const id of listOperationIds) route(scope, LIST_OPERATIONS[id], LISTS[id]);
      for (const id of resourceOperationIds) route(scope, RESOURCE_OPERATIONS[id], serve(loadResources, id));
      route(scope, TOOL_OPERATIONS.list_stack_tools, handlerOf(listStackTools));
      route(scope, TOOL_OPERATIONS.invoke_tool, handlerOf(invokeStackTool));
      route(scope, TOOL_OPERATIONS.invoke_batch, invokeToolBatch);
      route(scope, TOOL_OPERATIONS.read_result, readStackResult);
    },
    { prefix: '/v1' },
  );
  await app.register(
    async (scope) => {
      applySurface(scope, edge, stackSurface(edge));
      route(scope, TOOL_OPERATIONS.list_tools, handlerOf(answerToolList));
      route(scope, TOOL_OPERATIONS.call_tool, handlerOf(callStackTool));
      route(scope, TOOL_OPERATIONS.read_own_result, readOwnResult);
    },
    { prefix: '/s' },
  );
}

const LISTS: Readonly<Record<ListOperationId, Handler>> = {
  list_stacks: sendStacks,
  list_servers: sendServers,
  list_endpoints: sendEndpoints,
  list_stack_tokens: sendStackTokens,
  list_api_keys: sendApiKeys,
};

function route(scope: FastifyInstance, operation: Operation, handler: Handler): void {
  const url = routePath(operation.path).slice(scope.prefix.length);
  scope.route({ method: operation.method, url, config: { operation }, handler });
}

/** Sends the response to a call or list through the framework, for requests that `wire/direct.ts` passes on. */
const handlerOf =
  (handle: (ctx: Ctx, request: CallRequest) => Promise<Answer>): Handler =>
  async (request, reply) => {
    const ctx = ctxOf(request);
    const given = await handle(ctx, request);
    const { status, headers = {}, body } = await compressOpen(given, request.headers, reply.raw, ctx);
    reply.code(status).headers(headers);
    return status === 304 ? reply.send() : reply.type(JSON_UTF8).send(wholeBody(body));
  };

/** Serves a resource operation through SOFA. */
function serve(loadResources: () => Promise<RunResource>, operation: ResourceOperationId): Handler {
  return async (request, reply) => {
    const [params, body] = [paramsOf(request), plainBodyOf(request)];
    const key = idempotencyKeyOf(request.headers);
    const once = key === null ? {} : { once: { key, part: '', asked: [operation, params, body ?? null] } };
    const call = { ctx: { ...ctxOf(request), ...once }, operation, params, body };
    const runResource = await loadResources();
    const answer = await runResource(call);
    reply.type(JSON_UTF8);
    // Responses to changes may contain a new key or token.
    return RESOURCE_OPERATIONS[operation].method === 'GET'
      ? sendOpen(request, reply, call.ctx, answer)
      : reply.send(answer);
  };
}
