import { fastifyCookie } from '@fastify/cookie';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerClient } from '../core/authorization/client.ts';
import { OAuthError } from '../core/authorization/oauthError.ts';
import { AppError } from '../core/lib/errors.ts';
import { readJson } from '../core/lib/json.ts';
import { ASSERTION_ALGORITHMS } from '../core/machines/publicKeys.ts';
import { addressFor, isHostAllowed } from '../wire/address.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import { html } from '../wire/html.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { headersOfPage, page } from '../wire/signInPage.ts';
import { countTry } from '../wire/signInRequest.ts';
import { askForConsent, decideConsent } from './authorize.ts';
import { askForLogin, decideLogin, isLogin } from './login.ts';
import { GRANT_TYPES, issueToken } from './token.ts';

const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
} as const;

const CACHE_SECONDS = 60;

/** Serves the authorization server's metadata (RFC 8414) at its well-known address. */
function registerMetadata(app: FastifyInstance, edge: HttpDeps): void {
  app.get('/.well-known/oauth-authorization-server', (request, reply) => {
    const issuer = addressFor(request.host, edge.publicUrl());
    return reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`).send({
      issuer,
      authorization_endpoint: `${issuer}${PATHS.authorize}`,
      token_endpoint: `${issuer}${PATHS.token}`,
      registration_endpoint: `${issuer}${PATHS.register}`,
      scopes_supported: ['tools'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });
}

const BODY_BYTES_MAX = 65_536;
const FORM = 'application/x-www-form-urlencoded';

/**
 * The sign-in of interactive MCP clients: an OAuth 2.1 authorization server whose tokens are stack tokens. Also the
 * sign-in of our command line, whose token is an API key.
 */
export async function registerSignin(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  registerMetadata(app, edge);
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    applyDefaults(scope, edge);
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_request, text, done) =>
      done(null, text),
    );
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser<Buffer>(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      (_request, bytes, done) => {
        const body = readJson(bytes);
        if (body === undefined) done(new OAuthError('invalid_request', UNREADABLE));
        else done(null, body);
      },
    );
    scope.post(PATHS.token, (request, reply) => issueToken(edge, request, reply));
    // RFC 7591.
    scope.post(PATHS.register, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
      await countTry(edge, request);
      return reply.code(201).send(registerClient(edge.deps, request.body));
    });
    scope.get(PATHS.authorize, (request, reply) =>
      (isLogin(request) ? askForLogin : askForConsent)(edge, request, reply),
    );
    scope.post(PATHS.authorize, (request, reply) =>
      (isLogin(request) ? decideLogin : decideConsent)(edge, request, reply),
    );
  });
}

const UNREADABLE = 'The request body is unreadable';

function applyDefaults(scope: FastifyInstance, edge: HttpDeps): void {
  scope.addHook('onRequest', async ({ host }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isHostAllowed(host, edge.publicUrl())) throw new AppError('forbidden', 'Host not allowed');
  });
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    const isPage = request.routeOptions.url === PATHS.authorize;
    return isPage ? sendProblem(edge, error, request, reply) : sendError(edge, error, request, reply);
  });
}

type ShownPage = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly code: string;
  text: string;
};

/** The visible form of any thrown value; a service fault has one fixed text. */
function toShown(edge: HttpDeps, thrown: FastifyError, { log }: FastifyRequest): ShownPage {
  if (thrown instanceof OAuthError) return { status: 400, headers: {}, code: thrown.code, text: thrown.message };
  const { statusCode = 500 } = thrown;
  // Fastify refused the body.
  if (typeof thrown.code === 'string' && thrown.code.startsWith('FST_ERR_CTP_') && statusCode < 500)
    return { status: statusCode, headers: {}, code: 'invalid_request', text: UNREADABLE };
  const error = toSurfaceError(edge, thrown);
  const status = STATUS[error.code];
  if (status >= 500) log.error({ err: error.cause ?? error, status }, error.message);
  const code =
    status === 503 || status === 429 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'access_denied';
  return { status, headers: errorHeaders(error), code, text: error.message };
}

function sendError(edge: HttpDeps, thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, code, text } = toShown(edge, thrown, request);
  const body = { error: code, error_description: text };
  if (code !== 'invalid_client') return reply.code(status).headers(headers).send(body);
  // A 401 must name an authentication scheme (RFC 9110, section 15.5.2; RFC 6749, section 5.2), even one that the
  // client did not use.
  return reply.code(STATUS.unauthenticated).header('www-authenticate', 'Basic realm="toolyard"').send(body);
}

function sendProblem(edge: HttpDeps, thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, text } = toShown(edge, thrown, request);
  return reply
    .code(status)
    .headers({ ...headers, ...headersOfPage() })
    .send(
      page(
        'Sign-in failed',
        html`<h1>Sign-in failed</h1>
<p role="alert">${text}</p>
<p>Go back to the application and try again. If that doesn’t help, contact the application’s developer.</p>`,
      ),
    );
}
