import { type CookieSerializeOptions, fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  authenticateAnswer,
  authenticateLink,
  beginConnect,
  type ConnectRequest,
  finishConnect,
  getConnectRequest,
} from '../core/credentials/connect.ts';
import { LINK_LIFE_MS } from '../core/credentials/connectLink.ts';
import { OAuthFailure } from '../core/credentials/oauthPort.ts';
import type { LinkActor } from '../core/kernel/actor.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { sha256Text } from '../core/lib/sha256.ts';
import { isHostAllowed } from '../wire/address.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import { contextFor, identifyRequest } from '../wire/gate.ts';
import { html } from '../wire/html.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { headersOfPage, page } from '../wire/signInPage.ts';
import { visitScope } from '../wire/signInRequest.ts';
import { requireOwnForm } from './form.ts';

const PATH = '/oauth/connect';
const FORM = 'application/x-www-form-urlencoded';
const FORM_BYTES_MAX = 1_024;
const CALLBACK = '/oauth/callback';
const USELESS_LINK = 'This link is invalid, expired or already used. Ask for a new one.';
const FOREIGN_ANSWER =
  'This sign-in was not started in this browser. Open the link again and stay in the same browser.';

/** People's sign-ins at the services that tools call: from a connect link to the provider and back. */
export async function registerConnect(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    scope.addHook('onRequest', async ({ host }, reply) => {
      reply.header('cache-control', 'no-store');
      if (!isHostAllowed(host, edge.publicUrl())) throw new AppError('forbidden', 'Host not allowed');
    });
    scope.setErrorHandler((error, request, reply) => sendProblem(edge, error, request, reply));
    // The form has no fields: the link is in its address.
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, _text, done) =>
      done(null),
    );
    // Shows which account and stack will get access before anything happens, because anyone can send someone a link.
    scope.get(PATH, async (request, reply) => {
      const connectRequest = await getConnectRequest(await contextOfLink(edge, request, reply));
      // Providers redirect to other hosts, which browsers also check as form targets.
      const targets = edge.publicUrl().startsWith('https:') ? ['https:'] : ['https:', 'http:'];
      return reply.headers(headersOfPage(targets)).send(connectPage(connectRequest));
    });
    scope.post(PATH, (request, reply) => begin(edge, request, reply));
    scope.get(CALLBACK, (request, reply) => finish(edge, request, reply));
  });
}

/** Sends the browser to the provider, with a cookie that identifies the same browser when it returns. */
async function begin(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnForm(request, edge.publicUrl());
  const { url, state, proof } = await beginConnect(await contextOfLink(edge, request, reply));
  return reply
    .setCookie(cookieName(state), proof, cookieAttributes(edge))
    .header('referrer-policy', 'no-referrer')
    .redirect(url, 303);
}

async function finish(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = queryOf(request);
  const state = answer.get('state') ?? '';
  const proof = request.cookies[cookieName(state)] ?? '';
  const { db, now } = edge.deps;
  const authenticate = () => authenticateAnswer(db, now(), state, proof);
  const actor = await admitLink(edge, request, authenticate, FOREIGN_ANSWER);
  const { serverName } = await finishConnect(contextFor(edge, actor, visitScope(request, reply)), answer);
  return reply.headers(headersOfPage()).send(
    page(
      `${serverName} is connected`,
      html`<h1>${serverName} is connected</h1>
<p>Its tools are ready to use. You can close this window.</p>`,
    ),
  );
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URL(url, 'http://query').searchParams;

async function contextOfLink(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<Ctx> {
  const secret = queryOf(request).get('link') ?? '';
  const { db, now } = edge.deps;
  const actor = await admitLink(edge, request, () => authenticateLink(db, now(), secret), USELESS_LINK);
  return contextFor(edge, actor, visitScope(request, reply));
}

/** Checks a link. Guessed links count as failed authentications. */
async function admitLink(
  edge: HttpDeps,
  request: FastifyRequest,
  authenticate: () => Promise<LinkActor | null>,
  unauthorized: string,
): Promise<LinkActor> {
  const visit = await identifyRequest(edge, request, { identify: authenticate, unauthorized });
  if (visit.refusal) throw visit.refusal;
  if (visit.actor.kind !== 'link') throw new AppError('unauthenticated', unauthorized);
  return visit.actor;
}

// One cookie per sign-in, so that two sign-ins in one browser do not overwrite each other's.
const cookieName = (state: string): string => `toolyard_connect_${sha256Text(state, 'hex').slice(0, 16)}`;

/** The cookie is sent to the callback only. */
function cookieAttributes(edge: HttpDeps): CookieSerializeOptions {
  const { protocol, pathname } = new URL(edge.publicUrl());
  return {
    path: `${pathname.replace(/\/$/, '')}${CALLBACK}`,
    maxAge: LINK_LIFE_MS / 1_000,
    httpOnly: true,
    sameSite: 'lax',
    secure: protocol === 'https:',
  };
}

function sendProblem(edge: HttpDeps, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, text } = toProblem(edge, thrown);
  if (status >= 500) request.log.error({ err: thrown, status }, 'a sign-in failed');
  return reply
    .code(status)
    .headers({ ...headers, ...headersOfPage() })
    .send(
      page(
        'Not connected',
        html`<h1>Not connected</h1>
<p role="alert">${text}</p>`,
      ),
    );
}

type Problem = { readonly status: number; readonly headers: Record<string, string>; readonly text: string };

function toProblem(edge: HttpDeps, thrown: unknown): Problem {
  if (thrown instanceof OAuthFailure) {
    const status = thrown.kind === 'refused' || thrown.kind === 'invalid_grant' ? 400 : 502;
    return { status, headers: {}, text: `The sign-in failed: ${thrown.message}.` };
  }
  const error = toSurfaceError(edge, thrown);
  // Not 401, because a browser has no token to retry with.
  const isUseless = error.code === 'unauthenticated';
  return {
    status: isUseless ? 400 : STATUS[error.code],
    headers: isUseless ? {} : errorHeaders(error),
    text: error.message,
  };
}

const connectPage = ({ serverName, accountName, stackName, endUser }: ConnectRequest): string =>
  page(
    `Connect ${serverName}?`,
    html`<h1>Connect ${serverName}?</h1>
<p>You sign in at ${serverName} next. Agents that use this stack can then act with your access there.</p>
<dl>
<dt>Server</dt><dd>${serverName}</dd>
<dt>Account</dt><dd>${accountName}</dd>
<dt>Stack</dt><dd>${stackName}</dd>
<dt>Used for</dt><dd>${endUser === null ? 'Everyone who uses the stack' : html`End user ${endUser}`}</dd>
</dl>
<p>Continue only if you expected this link and know who sent it.</p>
<form method="post">
<div class="actions"><button class="primary">Continue to sign in</button></div>
</form>`,
  );
