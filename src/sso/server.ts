import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VisitorActor } from '../core/kernel/actor.ts';
import { AppError } from '../core/lib/errors.ts';
import { networkOf } from '../core/limits/network.ts';
import { rateLimited } from '../core/limits/rateLimited.ts';
import { claimAddress, openClaim, sealClaim } from '../core/people/claimedAddress.ts';
import { toUserAgent } from '../core/people/fields.ts';
import { IdentityFailure, type IdentityProvider } from '../core/people/identityProvider.ts';
import type { NewSession } from '../core/people/session.ts';
import {
  openChecks,
  PASSWORD_FIRST,
  SINGLE_SIGN_ON_LIFE_MS,
  sealChecks,
  signInWithIdentity,
} from '../core/people/singleSignOn.ts';
import { isHostAllowed } from '../wire/address.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import { contextFor } from '../wire/gate.ts';
import { html } from '../wire/html.ts';
import { type HttpDeps, SINGLE_SIGN_ON_PATHS } from '../wire/httpDeps.ts';
import { isForeignPage, sessionSecretOf, setSessionCookie } from '../wire/sessionCookie.ts';
import { headersOfPage, page } from '../wire/signInPage.ts';
import { formOf, visitScope } from '../wire/signInRequest.ts';

const COOKIE = '__Host-toolyard-signin';
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;
const FOREIGN_ANSWER = 'This sign-in was not started in this browser, or it took longer than ten minutes. Try again.';

/** The dashboard's sign-in page, which leads back to single sign-on. */
const SIGN_IN_AND_CONNECT = `/signin?next=${encodeURIComponent(SINGLE_SIGN_ON_PATHS.begin)}`;

/** People's sign-in through the installation's OpenID provider, if it has one. */
export async function registerSingleSignOn(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  const { identityProvider: provider } = edge;
  if (!provider) return;
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    scope.addHook('onRequest', async ({ host, ip }, reply) => {
      reply.header('cache-control', 'no-store');
      if (!isHostAllowed(host, edge.publicUrl())) throw new AppError('forbidden', 'Host not allowed');
      const limit = await edge.deps.limiter.reserve('sign_in', networkOf(ip));
      if (!limit.isAllowed) throw rateLimited(limit, edge.deps.now(), null);
    });
    scope.setErrorHandler((error, request, reply) => sendProblem(edge, error, request, reply));
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const { begin: beginAt, callback, claim } = SINGLE_SIGN_ON_PATHS;
    scope.get(beginAt, (_request, reply) => begin(edge, provider, reply));
    scope.get(callback, (request, reply) => finish(edge, provider, request, reply));
    scope.post(claim, (request, reply) => finishClaim(edge, provider, request, reply));
  });
}

const callbackOf = (edge: HttpDeps): URL => new URL(`${edge.publicUrl()}${SINGLE_SIGN_ON_PATHS.callback}`);

async function begin(edge: HttpDeps, provider: IdentityProvider, reply: FastifyReply) {
  const { url, checks } = await provider.begin(callbackOf(edge).href);
  const maxAge = SINGLE_SIGN_ON_LIFE_MS / 1_000;
  return reply
    .setCookie(COOKIE, sealChecks(edge.deps, checks), { ...ATTRIBUTES, maxAge })
    .header('referrer-policy', 'no-referrer')
    .redirect(url, 303);
}

async function finish(edge: HttpDeps, provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply) {
  const checks = openChecks(edge.deps, request.cookies[COOKIE] ?? '');
  reply.clearCookie(COOKIE, ATTRIBUTES);
  const answer = callbackOf(edge);
  answer.search = new URL(request.url, 'http://query').search;
  if (!checks || answer.searchParams.get('state') !== checks.state) {
    throw new IdentityFailure('refused', FOREIGN_ANSWER);
  }
  const scope = visitScope(request, reply);
  const identity = await provider.finish(answer, checks);
  // The person signed in in this browser. Called only for the response to a sign-in that this browser started, so
  // no other site can trigger it.
  const secret = sessionSecretOf(request);
  const actor = (secret === null ? null : await edge.authenticate.session(secret)) ?? visitorAt(request);
  try {
    const ctx = contextFor(edge, actor, scope);
    return enter(edge, reply, await signInWithIdentity(ctx, identity, provider, browserOf(request)));
  } catch (error) {
    if (!(error instanceof AppError) || error.message !== PASSWORD_FIRST) throw error;
    const text = notSignedInPage(PASSWORD_FIRST, sealClaim(edge.deps, identity));
    return reply
      .code(STATUS.forbidden)
      .headers(headersOfPage([new URL(edge.publicUrl()).origin]))
      .send(text);
  }
}

const browserOf = ({ headers }: FastifyRequest) => ({ userAgent: toUserAgent(headers['user-agent']) });

/** The person confirms that they own an e-mail address that another user here has entered. */
async function finishClaim(edge: HttpDeps, provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply) {
  // Otherwise another site could sign a person in as someone else.
  const { headers, host } = request;
  if (isForeignPage({ headers, host, publicUrl: edge.publicUrl() }))
    throw new AppError('forbidden', 'This form was not sent from our page.');
  const identity = openClaim(edge.deps, formOf(request)['claim'] ?? '');
  if (!identity) throw new IdentityFailure('refused', FOREIGN_ANSWER);
  const ctx = contextFor(edge, visitorAt(request), visitScope(request, reply));
  return enter(edge, reply, await claimAddress(ctx, identity, provider, browserOf(request)));
}

function enter(edge: HttpDeps, reply: FastifyReply, { session, secret }: NewSession): FastifyReply {
  setSessionCookie(reply, secret, session.expiresAt);
  return reply.header('referrer-policy', 'no-referrer').redirect(`${edge.publicUrl()}/`, 303);
}

const visitorAt = ({ ip }: FastifyRequest): VisitorActor => ({ kind: 'visitor', accountId: null, address: ip });

function sendProblem(edge: HttpDeps, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, text } = toProblem(edge, thrown);
  if (status >= 500) request.log.error({ err: thrown, status }, 'a single sign-on failed');
  return reply
    .code(status)
    .headers({ ...headers, ...headersOfPage() })
    .send(notSignedInPage(text));
}

type Problem = { readonly status: number; readonly headers: Record<string, string>; readonly text: string };

function toProblem(edge: HttpDeps, thrown: unknown): Problem {
  if (thrown instanceof IdentityFailure) {
    const status = thrown.kind === 'refused' ? 400 : 502;
    return { status, headers: {}, text: `The sign-in failed: ${thrown.message}` };
  }
  const error = toSurfaceError(edge, thrown);
  return { status: STATUS[error.code], headers: errorHeaders(error), text: error.message };
}

/** `claim`: the input of `finishClaim`, for a person whose address is taken. */
const notSignedInPage = (problem: string, claim: string | null = null): string =>
  page(
    'Not signed in',
    html`<h1>Not signed in</h1>
<p role="alert">${problem}</p>
<p><a href="${claim === null ? '/' : SIGN_IN_AND_CONNECT}">Back to sign-in</a></p>
${
  claim === null
    ? null
    : html`<form method="post" action="${SINGLE_SIGN_ON_PATHS.claim}">
<input type="hidden" name="claim" value="${claim}">
<p class="hint">If you never set one, someone else signed up with your email address. You can claim the address: they keep their
access, and you get a new user.</p>
<p class="actions"><button>Claim my email address</button></p>
</form>`
}`,
  );
