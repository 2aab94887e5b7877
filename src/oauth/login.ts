import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  approveLogin,
  exchangeLogin,
  LOGIN_CLIENT,
  type LoginRequest,
  openLogin,
  readLoginRequest,
  sealLogin,
} from '../core/authorization/login.ts';
import { redirectTarget } from '../core/authorization/redirectUri.ts';
import { returnUrl } from '../core/authorization/request.ts';
import type { UserActor } from '../core/kernel/actor.ts';
import { roleOfKey } from '../core/kernel/roles.ts';
import type { AppError } from '../core/lib/errors.ts';
import { findOwnUser } from '../core/people/user.ts';
import { errorHeaders, STATUS } from '../wire/errors.ts';
import { contextFor, identifyRequest } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { isOwnPage, sessionSecretOf } from '../wire/sessionCookie.ts';
import { headersOfPage } from '../wire/signInPage.ts';
import { addressOf, countTry, formOf, queryParams, visitOf, visitScope } from '../wire/signInRequest.ts';
import { requireOwnForm, sendBack } from './form.ts';
import { loginPage } from './loginPage.ts';

/** Whether a request to `/oauth/authorize` is a command line login. */
export const isLogin = (request: FastifyRequest): boolean => queryParams(request)['client_id'] === LOGIN_CLIENT;

/** `GET /oauth/authorize` for `toolyard login`: shows the requested key. */
export async function askForLogin(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await countTry(edge, request);
  return sendLogin(edge, request, reply, {
    login: readLoginRequest(queryParams(request)),
    actor: await findSessionUser(edge, request),
  });
}

/** `POST /oauth/authorize` for `toolyard login`: the person's decision. */
export async function decideLogin(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const address = addressOf(edge, request);
  requireOwnForm(request, address);
  const { request: sealed, decision, role, days } = formOf(request);
  const login = openLogin(edge.deps, sealed);
  if (decision !== 'allow') return sendBack(reply, returnUrl(login, { error: 'access_denied' }, address));
  const { headers, host } = request;
  const isFromUs = isOwnPage({ headers, host, publicUrl: edge.publicUrl() });
  const visit = await identifyRequest(edge, request, {
    identify: async () => (isFromUs ? findSessionUser(edge, request) : null),
    unauthorized: 'You are no longer signed in.',
  });
  if (visit.refusal) return sendLogin(edge, request, reply, { login, actor: null, refusal: visit.refusal });
  const ctx = contextFor(edge, visit.actor, visitScope(request, reply));
  return sendBack(reply, returnUrl(login, { code: approveLogin(ctx, login, { role, days }) }, address));
}

/** `POST /oauth/token` for `toolyard login`: returns the key, its owner, name and expiry. */
export async function issueKey(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply) {
  const visit = visitOf(edge, request, reply);
  const { apiKey, key, email, accountName } = await exchangeLogin(visit, formOf(request));
  return {
    access_token: key,
    token_type: 'Bearer',
    scope: 'account',
    key_id: apiKey.id,
    name: apiKey.name,
    role: roleOfKey(apiKey),
    expires_at: apiKey.expiresAt?.toISOString() ?? null,
    account_name: accountName,
    email,
  };
}

async function findSessionUser(edge: HttpDeps, request: FastifyRequest): Promise<UserActor | null> {
  const secret = sessionSecretOf(request);
  return secret === null ? null : edge.authenticate.session(secret);
}

type ShownRequest = { readonly login: LoginRequest; readonly actor: UserActor | null; readonly refusal?: AppError };

async function sendLogin(
  edge: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { login, actor, refusal }: ShownRequest,
): Promise<FastifyReply> {
  const user = actor && (await findOwnUser(contextFor(edge, actor, visitScope(request, reply))));
  const person = actor && user ? { email: user.email, role: actor.role } : null;
  if (refusal) reply.code(STATUS[refusal.code]).headers(errorHeaders(refusal));
  const problem = refusal?.message ?? null;
  const sealed = sealLogin(edge.deps, login);
  return reply
    .headers(headersOfPage([redirectTarget(login.redirectUri).source]))
    .send(loginPage({ login, sealed, address: request.url, person, problem }));
}
