import type { FastifyReply, FastifyRequest } from 'fastify';
import { listApiKeys } from '../core/accounts/apiKey.ts';
import { listClientEndpoints } from '../core/endpoints/clientEndpoint.ts';
import { listStackTokens } from '../core/endpoints/stackToken.ts';
import { toEndpointId, toStackId } from '../core/ids.ts';
import { fetchPage, type Window } from '../core/lib/page.ts';
import { apiKeyBody, endpointBody, tokenBody } from './bodies.ts';
import { sendPage } from './pages.ts';
import { ctxOf, paramOf } from './request.ts';

/** GET /v1/stacks/{stack_id}/endpoints */
export function sendEndpoints(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [ctx, stackId] = [ctxOf(request), toStackId(paramOf(request, 'stack_id'))];
  const read = (page: Window) => listClientEndpoints(ctx, stackId, page);
  return sendPage(
    request,
    reply,
    (requested) => fetchPage(requested, read),
    (endpoint) => endpointBody(ctx, endpoint),
  );
}

/** GET /v1/endpoints/{endpoint_id}/tokens */
export function sendStackTokens(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [ctx, endpointId] = [ctxOf(request), toEndpointId(paramOf(request, 'endpoint_id'))];
  return sendPage(
    request,
    reply,
    (requested) => fetchPage(requested, (page) => listStackTokens(ctx, endpointId, page)),
    tokenBody,
  );
}

/** GET /v1/api_keys */
export function sendApiKeys(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ctx = ctxOf(request);
  return sendPage(request, reply, (requested) => fetchPage(requested, (page) => listApiKeys(ctx, page)), apiKeyBody);
}
