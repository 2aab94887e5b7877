import type { FastifyInstance } from 'fastify';
import { addressFor } from '../wire/address.ts';
import type { Edge } from '../wire/edge.ts';

export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
} as const;

const CACHE_SECONDS = 60;

/** Serves the authorization server's metadata (RFC 8414) at its well-known address. */
export function registerMetadata(app: FastifyInstance, edge: Edge): void {
  app.get('/.well-known/oauth-authorization-server', { exposeHeadRoute: false }, (request, reply) => {
    const issuer = addressFor(request.host, edge.publicUrl());
    return reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`).send({
      issuer,
      authorization_endpoint: `${issuer}${PATHS.authorize}`,
      token_endpoint: `${issuer}${PATHS.token}`,
      registration_endpoint: `${issuer}${PATHS.register}`,
      scopes_supported: ['tools'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });
}
