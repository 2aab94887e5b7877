import type { FastifyReply, FastifyRequest } from 'fastify';
import { approveAuthorization, maySignIn } from '../core/authorization/consent.ts';
import { OAuthError } from '../core/authorization/oauthError.ts';
import { leadsToWebsite, redirectTarget } from '../core/authorization/redirectUri.ts';
import {
  type AuthorizationRequest,
  openRequest,
  readAuthorizationRequest,
  readReturnAddress,
  returnUrl,
  sealRequest,
} from '../core/authorization/request.ts';
import type { UserActor } from '../core/kernel/actor.ts';
import type { ClientId } from '../core/kernel/ids.ts';
import type { AppError } from '../core/lib/errors.ts';
import { findOwnUser } from '../core/people/user.ts';
import { errorHeaders, STATUS } from '../wire/errors.ts';
import { contextFor, identifyRequest } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { isOwnPage, sessionSecretOf } from '../wire/sessionCookie.ts';
import { headersOfPage } from '../wire/signInPage.ts';
import { addressOf, countTry, formOf, queryParams, visitScope } from '../wire/signInRequest.ts';
import { requireOwnForm, sendBack } from './form.ts';
import { consentPage } from './pages.ts';

/** `GET /oauth/authorize`: asks a person to approve a client's request. */
export async function askForConsent(
  edge: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await countTry(edge, request);
  const [params, address] = [queryParams(request), addressOf(edge, request)];
  const back = await readReturnAddress(edge.deps, edge.clientDocuments, params);
  try {
    const authorization = await readAuthorizationRequest(edge.deps, back, params, address);
    // The e-mail of the signed-in person if they may approve; otherwise null.
    const actor = await identifyPerson(edge, request, authorization.clientId);
    const user = actor && (await findOwnUser(contextFor(edge, actor, visitScope(request, reply))));
    return sendConsent(edge, reply, authorization, {
      address: request.url,
      person: user?.email ?? null,
    });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    // Anyone can register a redirect URI, so a link to us must not redirect people there without asking first.
    if (back.client.host === null && leadsToWebsite(back.redirectUri)) throw error;
    const result = { error: error.code, error_description: error.message };
    return sendBack(reply, returnUrl(back, result, address));
  }
}

/** `POST /oauth/authorize`: the person's decision. */
export async function decideConsent(
  edge: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = addressOf(edge, request);
  requireOwnForm(request, address);
  const { request: sealed, decision, api_key: apiKey = '' } = formOf(request);
  const authorization = openRequest(edge.deps, sealed);
  if (decision !== 'allow') {
    return sendBack(reply, returnUrl(authorization, { error: 'access_denied' }, address));
  }
  const visit = await identifyRequest(edge, request, {
    identify: () => identifyOwner(edge, request, apiKey.trim(), authorization.clientId),
    unauthorized: 'Enter a valid API key of the account that owns the stack. It needs the right to create tokens.',
  });
  if (visit.refusal) return sendConsent(edge, reply, authorization, { address: request.url, refusal: visit.refusal });
  const code = await approveAuthorization(contextFor(edge, visit.actor, visitScope(request, reply)), authorization);
  return sendBack(reply, returnUrl(authorization, { code }, address));
}

/**
 * The person or API key of a request; the key takes precedence over the session. A key or session of another account,
 * or without the right to create tokens, counts as none, so that the page reveals nothing.
 */
async function identifyOwner(edge: HttpDeps, request: FastifyRequest, apiKey: string, clientId: ClientId) {
  if (apiKey === '')
    return isOwnPage({ headers: request.headers, host: request.host, publicUrl: edge.publicUrl() })
      ? identifyPerson(edge, request, clientId)
      : null;
  const actor = await edge.authenticate.apiKey(apiKey, request.ip);
  return actor && (await maySignIn(edge.deps.db, actor, clientId)) ? actor : null;
}

async function identifyPerson(edge: HttpDeps, request: FastifyRequest, clientId: ClientId): Promise<UserActor | null> {
  const secret = sessionSecretOf(request);
  const actor = secret === null ? null : await edge.authenticate.session(secret);
  return actor && (await maySignIn(edge.deps.db, actor, clientId)) ? actor : null;
}

type ShownPage = { readonly address: string; readonly person?: string | null; readonly refusal?: AppError };

function sendConsent(
  edge: HttpDeps,
  reply: FastifyReply,
  request: AuthorizationRequest,
  { address, person = null, refusal }: ShownPage,
): FastifyReply {
  const sealed = sealRequest(edge.deps, request);
  const { source } = redirectTarget(request.redirectUri);
  const problem = refusal ? { problem: refusal.message } : {};
  if (refusal) reply.code(STATUS[refusal.code]).headers(errorHeaders(refusal));
  return reply.headers(headersOfPage([source])).send(consentPage({ request, sealed, address, person, ...problem }));
}
