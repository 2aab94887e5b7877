import type { FastifyInstance } from 'fastify';
import { lazily } from '../core/lib/lazily.ts';
import { idempotencyKeyOf } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { sendAnswer, sendOpen } from '../wire/openAnswer.ts';
import { JSON_UTF8 } from '../wire/toolCall.ts';
import type { Handler, Operation } from './operation.ts';
import { OPERATIONS, routePath } from './operations.ts';
import { sendPage } from './pages.ts';
import { ctxOf, paramsOf, plainBodyOf } from './request.ts';
import type { RunResource } from './sofa.ts';
import { accountSurface, applySurface, type Surface, stackSurface } from './surface.ts';
import { registerPublic } from './wellKnown.ts';

/**
 * Registers the documented interface: `/v1`, the tools below `/s/{client_id}`, its OpenAPI document and the public
 * keys.
 */
export async function registerRest(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  await registerPublic(app, edge);
  const loadResources = lazily(async () => (await import('./sofa.ts')).openResources());
  const register = (surface: Operation['surface'], prefix: string, rules: Surface) =>
    app.register(
      async (scope) => {
        applySurface(scope, edge, rules);
        for (const operation of OPERATIONS.filter((each) => each.surface === surface)) {
          const url = routePath(operation.path).slice(prefix.length);
          const handler = handlerOf(operation, loadResources);
          scope.route({ method: operation.method, url, config: { operation }, handler });
        }
      },
      { prefix },
    );
  await register('account', '/v1', accountSurface(edge));
  await register('stack', '/s', stackSurface(edge));
}

/** @throws Error for an operation without an implementation, so that the service does not start */
function handlerOf(operation: Operation, loadResources: () => Promise<RunResource>): Handler {
  const { id, run, answer, handle, read, bodyOf } = operation;
  if (run) return serve(operation, loadResources);
  if (handle) return handle;
  if (read && bodyOf) {
    return (request, reply) => {
      const [ctx, params] = [ctxOf(request), paramsOf(request)];
      const readWindow = (page: Parameters<typeof read>[2]) => read(ctx, params, page);
      return sendPage(request, reply, readWindow, (row) => bodyOf(row, ctx));
    };
  }
  if (!answer) throw new Error(`The operation ${id} has no implementation`);
  // For requests that `wire/direct.ts` passes on.
  return async (request, reply) => {
    const ctx = ctxOf(request);
    return sendAnswer(request, reply, ctx, await answer(ctx, request));
  };
}

/** Serves a resource operation through SOFA. */
function serve(operation: Operation, loadResources: () => Promise<RunResource>): Handler {
  return async (request, reply) => {
    const [params, body] = [paramsOf(request), plainBodyOf(request)];
    const key = idempotencyKeyOf(request.headers);
    const idempotency =
      key === null ? {} : { idempotency: { key, part: '', request: [operation.id, params, body ?? null] } };
    const call = { ctx: { ...ctxOf(request), ...idempotency }, operation, params, body };
    const runResource = await loadResources();
    const answer = await runResource(call);
    reply.type(JSON_UTF8);
    // Responses to changes may contain a new key or token.
    return operation.method === 'GET' ? sendOpen(request, reply, call.ctx, answer) : reply.send(answer);
  };
}
