import { z } from 'zod';
import type { Ctx } from '../kernel/context.ts';
import { type ClientId, isIdText, toClientId } from '../kernel/ids.ts';
import { openJson, sealJson } from '../kernel/sealedJson.ts';
import { findClient, type OAuthClient } from './client.ts';
import type { ClientDocuments } from './clientDocument.ts';
import { OAuthError } from './oauthError.ts';
import { isRedirectUriRegistered } from './redirectUri.ts';

/** A request's parameters as sent, each at most once. */
export type Params = Readonly<Record<string, string | undefined>>;

/** Where the response, a code or an error, is sent. */
type ReturnAddress = {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | null;
};

/** A validated request for a stack token, before the person's consent. */
export type AuthorizationRequest = {
  readonly oauthClient: string;
  readonly clientName: string;
  readonly clientHost: string | null;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  /** The `client_id` of the stack's address: `/s/{client_id}/mcp`. */
  readonly clientId: ClientId;
  readonly stackName: string;
};

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE_CHARS_MAX = 2_048;
const PAGE_LIFETIME_MS = 10 * 60_000;

/**
 * Reads the client and its redirect URI. No redirect may happen before both are validated (RFC 6749, section 4.1.2.1).
 * Tested by `test/oauth/consent.test.ts`.
 * @throws OAuthError invalid_request, invalid_client
 */
export async function readReturnAddress(
  ctx: Pick<Ctx, 'vault'>,
  documents: ClientDocuments,
  params: Params,
): Promise<ReturnAddress> {
  const { client_id: id, redirect_uri: redirectUri, state = null } = params;
  if (id === undefined || redirectUri === undefined) throw invalid('client_id and redirect_uri are required');
  if (state !== null && state.length > STATE_CHARS_MAX) throw invalid('state is too long');
  const client = await findClient(ctx, documents, id);
  if (!isRedirectUriRegistered(client.redirectUris, redirectUri)) {
    throw invalid('redirect_uri is not registered for the client');
  }
  return { client, redirectUri, state };
}

/**
 * Reads the rest of the request: PKCE with S256 (RFC 7636), and the stack by its address (RFC 8707). `address` is this
 * service's own.
 * @throws OAuthError unsupported_response_type, invalid_request, invalid_target
 */
export async function readAuthorizationRequest(
  { db }: Pick<Ctx, 'db'>,
  { client, redirectUri, state }: ReturnAddress,
  params: Params,
  address: string,
): Promise<AuthorizationRequest> {
  const { code_challenge: codeChallenge = '', code_challenge_method: method } = params;
  if (params['response_type'] !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  if (method !== 'S256' || !CHALLENGE.test(codeChallenge)) throw invalid('PKCE with S256 is required');
  const clientId = clientIdOf(params['resource'], address);
  const endpoint = await db.clientEndpoint.findUnique({ where: { clientId }, select: { stack: true } });
  if (!endpoint) throw invalidTarget();
  return {
    oauthClient: client.id,
    clientName: client.name,
    clientHost: client.host,
    redirectUri,
    state,
    codeChallenge,
    clientId,
    stackName: endpoint.stack.name,
  };
}

/**
 * The `client_id` of the stack whose MCP address is `resource` (RFC 8707). The address must be one of this service's.
 * @throws OAuthError invalid_target
 */
export function clientIdOf(resource: string | undefined, ...addresses: readonly string[]): ClientId {
  const suffix = resource?.endsWith('/') ? '/mcp/' : '/mcp';
  const prefix = addresses.map((address) => `${address}/s/`).find((each) => resource?.startsWith(each));
  if (prefix === undefined || !resource?.endsWith(suffix)) throw invalidTarget();
  const clientId = resource.slice(prefix.length, -suffix.length);
  if (!isIdText(clientId)) throw invalidTarget();
  return toClientId(clientId);
}

const invalid = (message: string): OAuthError => new OAuthError('invalid_request', message);
const invalidTarget = (): OAuthError => new OAuthError('invalid_target', 'resource must be the MCP address of a stack');

const sealedRequestSchema = z.object({
  oauthClient: z.string(),
  clientName: z.string(),
  clientHost: z.string().nullable(),
  redirectUri: z.string(),
  state: z.string().nullable(),
  codeChallenge: z.string(),
  clientId: z.string().transform(toClientId),
  stackName: z.string(),
  untilMs: z.number(),
});

/**
 * Encrypts the validated request into the consent page, so that the person approves the same request. Valid for
 * minutes.
 */
export const sealRequest = ({ vault, now }: Pick<Ctx, 'vault' | 'now'>, request: AuthorizationRequest): string =>
  sealJson(vault, 'authorization-request', { ...request, untilMs: now().getTime() + PAGE_LIFETIME_MS });

/** Decrypts a request from `sealRequest`. @throws OAuthError invalid_request for an expired or foreign page */
export function openRequest(
  { vault, now }: Pick<Ctx, 'vault' | 'now'>,
  text: string | undefined,
): AuthorizationRequest {
  const parsed = sealedRequestSchema.safeParse(openJson(vault, 'authorization-request', text ?? ''));
  if (!parsed.success || parsed.data.untilMs < now().getTime()) {
    throw invalid('This page has expired. Go back to the application and start again.');
  }
  const { untilMs: _until, ...request } = parsed.data;
  return request;
}

/** The redirect back to the client with its result; `iss` names this server (RFC 9207). */
export function returnUrl(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  result: Readonly<Record<string, string>>,
  address: string,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  url.searchParams.set('iss', address);
  return url.href;
}
