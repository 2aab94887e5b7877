import { createApiKey, getApiKey, revokeApiKey } from '../core/accounts/apiKey.ts';
import type { Ctx } from '../core/context.ts';
import { createClientEndpoint, deleteClientEndpoint, updateClientEndpoint } from '../core/endpoints/clientEndpoint.ts';
import { getEndpoint } from '../core/endpoints/findEndpoint.ts';
import { createStackToken, getStackToken, type IssuedToken, revokeStackToken } from '../core/endpoints/stackToken.ts';
import { toApiKeyId, toEndpointId, toStackId, toTokenId } from '../core/ids.ts';
import { isRecord } from '../core/lib/json.ts';
import { apiKeyBody, endpointBody, tokenBody } from './bodies.ts';
import { builder, MessageBody } from './builder.ts';
import type { Body } from './request.ts';

// Maps names of a body to the verbs' names; only the verbs validate the values.

/** Replaces a body that is not an object. A number isn't a valid name, so each verb rejects it with its own text. */
const UNREADABLE = { name: 0 };

const fieldsOf = (body: Body): Readonly<Record<string, unknown>> =>
  isRecord(body) ? body : body === undefined ? {} : UNREADABLE;

const expiryInput = ({ expires_in_days, never_expires }: Readonly<Record<string, unknown>>) => ({
  expiresInDays: expires_in_days,
  neverExpires: never_expires,
});

/** The input of `createClientEndpoint`, without its stack. */
function endpointInput(body: Body) {
  const { name, mode, end_user: endUser, ...rest } = fieldsOf(body);
  return { name, mode, endUser, ...expiryInput(rest) };
}

const reachInput = ({ tools, networks, calls_max: callsMax }: Readonly<Record<string, unknown>>) => ({
  tools,
  networks,
  callsMax,
});

/** The input of `createStackToken`, without its endpoint. */
function tokenInput(body: Body) {
  const { name, end_user: endUser, ...rest } = fieldsOf(body);
  return { name, endUser, ...reachInput(rest), ...expiryInput(rest) };
}

/** The input of `createApiKey`. */
function apiKeyInput(body: Body) {
  const { name, role, scopes, stack_roles: roles, expires_at: expiresAt, ...rest } = fieldsOf(body);
  const stackRoles = Array.isArray(roles) ? roles.map(stackRoleInput) : roles;
  return { name, role, scopes, stackRoles, expiresAt: timeInput(expiresAt), ...reachInput(rest) };
}

const stackRoleInput = (given: unknown): unknown =>
  isRecord(given) ? { stackId: given['stack_id'], role: given['role'] } : given;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** An RFC 3339 time as a date; anything else unchanged, for the verb to reject. */
function timeInput(value: unknown): unknown {
  if (typeof value !== 'string' || !TIME.test(value)) return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time;
}

const issuedBody = ({ token, tokenRecord }: IssuedToken) => ({ ...tokenBody(tokenRecord), token });

async function createdEndpoint(ctx: Ctx, stackId: string, body: Body) {
  const { endpoint, ...issued } = await createClientEndpoint(ctx, {
    ...endpointInput(body),
    stackId: toStackId(stackId),
  });
  return { ...endpointBody(ctx, endpoint), first_token: issuedBody(issued) };
}

const stackArgs = builder.args((t) => ({ stack_id: t.field({ type: 'PathSegment', required: true }) }));
const endpointArgs = builder.args((t) => ({ endpoint_id: t.field({ type: 'PathSegment', required: true }) }));
const tokenArgs = builder.args((t) => ({ token_id: t.field({ type: 'PathSegment', required: true }) }));
const keyArgs = builder.args((t) => ({ api_key_id: t.field({ type: 'PathSegment', required: true }) }));

builder.queryFields((t) => ({
  get_endpoint: t.field({
    type: 'Json',
    args: endpointArgs,
    resolve: async (_root, { endpoint_id }, { ctx }) =>
      endpointBody(ctx, await getEndpoint(ctx, toEndpointId(endpoint_id))),
  }),
  get_stack_token: t.field({
    type: 'Json',
    args: tokenArgs,
    resolve: async (_root, { token_id }, { ctx }) => tokenBody(await getStackToken(ctx, toTokenId(token_id))),
  }),
  get_api_key: t.field({
    type: 'Json',
    args: keyArgs,
    resolve: async (_root, { api_key_id }, { ctx }) => apiKeyBody(await getApiKey(ctx, toApiKeyId(api_key_id))),
  }),
}));

builder.mutationFields((t) => ({
  create_endpoint: t.field({
    type: 'Json',
    args: stackArgs,
    resolve: (_root, { stack_id }, { ctx, body }) => createdEndpoint(ctx, stack_id, body),
  }),
  update_endpoint: t.field({
    type: 'Json',
    args: endpointArgs,
    resolve: async (_root, { endpoint_id }, { ctx, body }) =>
      endpointBody(ctx, await updateClientEndpoint(ctx, toEndpointId(endpoint_id), fieldsOf(body))),
  }),
  delete_endpoint: t.field({
    type: MessageBody,
    args: endpointArgs,
    resolve: async (_root, { endpoint_id }, { ctx }) =>
      `Client endpoint ${(await deleteClientEndpoint(ctx, toEndpointId(endpoint_id))).id} deleted`,
  }),
}));

builder.mutationFields((t) => ({
  create_stack_token: t.field({
    type: 'Json',
    args: endpointArgs,
    resolve: async (_root, { endpoint_id }, { ctx, body }) =>
      issuedBody(await createStackToken(ctx, { ...tokenInput(body), endpointId: toEndpointId(endpoint_id) })),
  }),
  revoke_stack_token: t.field({
    type: MessageBody,
    args: tokenArgs,
    resolve: async (_root, { token_id }, { ctx }) =>
      `Stack token ${(await revokeStackToken(ctx, toTokenId(token_id))).id} revoked`,
  }),
  create_api_key: t.field({
    type: 'Json',
    resolve: async (_root, _args, { ctx, body }) => {
      const { apiKey, key } = await createApiKey(ctx, apiKeyInput(body));
      return { ...apiKeyBody(apiKey), key };
    },
  }),
  revoke_api_key: t.field({
    type: MessageBody,
    args: keyArgs,
    resolve: async (_root, { api_key_id }, { ctx }) =>
      `API key ${(await revokeApiKey(ctx, toApiKeyId(api_key_id))).id} revoked`,
  }),
}));
