import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressFor } from '../wire/address.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const CACHE_SECONDS = 60;

/** The MCP address of a stack. Some clients append a slash to their configured address. */
export const MCP_PATH = '/s/:client_id/mcp';
export const MCP_PATHS: readonly string[] = [MCP_PATH, `${MCP_PATH}/`];

/** The client id in a request to `MCP_PATH`. It is not looked up, so that unknown ones get the same response. */
export const clientIdIn = ({ params }: Pick<FastifyRequest, 'params'>): string =>
  typeof params === 'object' && params !== null && 'client_id' in params ? String(params.client_id) : '';

/** Keeps the client's slash, because the client compares the metadata with its configured address. */
const pathOf = (request: FastifyRequest): string =>
  `/s/${encodeURIComponent(clientIdIn(request))}/mcp${request.routeOptions.url?.endsWith('/') ? '/' : ''}`;

/** The `WWW-Authenticate` header for clients that can sign in (RFC 9728, section 5.1; RFC 6750, section 3.1). */
export function challengeFor(edge: HttpDeps, request: FastifyRequest): string {
  const address = addressFor(request.host, edge.publicUrl());
  const challenge = `Bearer resource_metadata="${address}${WELL_KNOWN}${pathOf(request)}"`;
  return request.headers.authorization === undefined ? challenge : `${challenge}, error="invalid_token"`;
}

/** Serves each MCP address's metadata, which names its authorization server (RFC 9728). */
export function registerProtectedResource(app: FastifyInstance, edge: HttpDeps): void {
  for (const path of MCP_PATHS) {
    app.get(`${WELL_KNOWN}${path}`, (request, reply) => {
      const address = addressFor(request.host, edge.publicUrl());
      return reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`).send({
        resource: `${address}${pathOf(request)}`,
        authorization_servers: [address],
        bearer_methods_supported: ['header'],
        scopes_supported: ['tools'],
        resource_name: 'Toolyard',
      });
    });
  }
}
