import {
  createClientEndpoint,
  deleteClientEndpoint,
  listClientEndpoints,
  updateClientEndpoint,
} from '../../core/endpoints/clientEndpoint.ts';
import { getEndpoint } from '../../core/endpoints/findEndpoint.ts';
import {
  createStackToken,
  getStackToken,
  type IssuedToken,
  listStackTokens,
  revokeStackToken,
} from '../../core/endpoints/stackToken.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { toEndpointId, toStackId, toTokenId } from '../../core/kernel/ids.ts';
import { LIST_MODES } from '../../core/kernel/listMode.ts';
import { text, timestamp, wholeObject } from '../openapi/parts.ts';
import { INVALID, message, type Noun, operation, pagedList, place, type RequestDoc, ref } from '../operation.ts';
import type { Body } from '../request.ts';
import {
  bodyFields,
  ENDS,
  IN_PAGES,
  LIFE_EXAMPLE,
  lifeBody,
  nullable,
  ONCE,
  REACH,
  REACH_EXAMPLE,
  reachBody,
  reachInput,
  SHOWN_NAME,
  STORED_LIFE,
  STORED_REACH,
} from './keyFields.ts';
import { NAME_INPUT, NO_STACK, STACK, STACK_ID } from './stacks.ts';

const ENDPOINTS = place(`${STACK.path}/endpoints`, STACK.parameters);
const ENDPOINT = place('/v1/endpoints/{endpoint_id}', { endpoint_id: 'The client endpoint, `endpoint_…`.' });
const TOKENS = place(`${ENDPOINT.path}/tokens`, ENDPOINT.parameters);
const TOKEN = place('/v1/tokens/{token_id}', { token_id: 'The stack token, by its id, `token_…`.' });
const TAG = 'Client endpoints and tokens';
const NO_ENDPOINT = 'Client endpoint not found';
const NO_TOKEN = 'Stack token not found';

const ENDPOINT_ID = 'endpoint_0199f3c2-8b2f-7d54-8c71-3a1d6b5e9f22';
const TOKEN_ID = 'token_0199f3c2-8b30-7e65-9d82-4b2e7c6fa033';
const CLIENT_ID = 'client_4f2c9d0e-6a1b-4c3d-8e5f-7a9b0c1d2e3f';
const ENDPOINT_EXAMPLE = {
  endpoint_id: ENDPOINT_ID,
  client_id: CLIENT_ID,
  stack_id: STACK_ID,
  name: 'Claude Code',
  mode: 'full',
  url: `https://toolyard.example.com/s/${CLIENT_ID}`,
  created_at: LIFE_EXAMPLE.created_at,
};
const TOKEN_EXAMPLE = {
  token_id: TOKEN_ID,
  endpoint_id: ENDPOINT_ID,
  name: 'Claude Code',
  end_user: null,
  ...REACH_EXAMPLE,
  granted_by: null,
  ...LIFE_EXAMPLE,
};
const NEW_TOKEN_EXAMPLE = { ...TOKEN_EXAMPLE, token: 'eyJhbGciOiJFZERTQSIs…' };

const label = { ...NAME_INPUT, description: 'The display name.' };
const mode = {
  type: 'string',
  enum: LIST_MODES,
  description: 'The default mode of its tool list; agents may request another.',
};
const endUser = {
  type: 'string',
  pattern: '^[!-~]{1,128}$',
  description: 'The end user of the token’s calls. If omitted, each call may name one in `X-End-User`.',
};
const EXPIRY = {
  expires_in_days: {
    type: 'integer',
    minimum: 1,
    maximum: 3_650,
    description: 'The token’s lifetime in days; 90 by default.',
  },
  never_expires: { type: 'boolean', description: 'Whether the token has no expiry, and works until it is revoked.' },
};

const CREATE_ENDPOINT: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: { name: label, mode: { ...mode, default: 'full' }, end_user: endUser, ...EXPIRY },
    required: ['name'],
  },
  example: { name: 'Claude Code', expires_in_days: 30 },
};
const UPDATE_ENDPOINT: RequestDoc = {
  isRequired: false,
  schema: { type: 'object', properties: { name: label, mode } },
  example: { mode: 'search' },
};
const CREATE_TOKEN: RequestDoc = {
  isRequired: false,
  schema: {
    type: 'object',
    properties: {
      name: { ...NAME_INPUT, description: 'The display name; defaults to the endpoint’s name.' },
      end_user: endUser,
      ...REACH,
      ...EXPIRY,
    },
  },
  example: { name: 'Night shift', tools: ['linear_*'], expires_in_days: 7 },
};

const ENDPOINT_SCHEMA = {
  endpoint_id: text('Unique identifier, `endpoint_…`.'),
  client_id: text('The unguessable id in its address, `client_…`.'),
  stack_id: text('The stack whose tools it offers.'),
  name: SHOWN_NAME,
  mode,
  url: { ...text('The base address of its `list_tools` and `call_tool`.'), format: 'uri' },
  created_at: timestamp('UTC.'),
};
const TOKEN_SCHEMA = {
  token_id: text('Unique identifier, `token_…`.'),
  endpoint_id: text('The client endpoint of the token.'),
  name: SHOWN_NAME,
  end_user: nullable(text('The end user of all its calls; null if each call may name one.')),
  ...STORED_REACH,
  granted_by: nullable(text('The service account or trusted issuer that it was issued to; null for other tokens.')),
  ...STORED_LIFE,
};

/** The fields that `createClientEndpoint` and `createStackToken` read; each ignores those of the other. */
function createInput(body: Body) {
  const fields = bodyFields(body);
  const { name, mode, end_user: endUser, expires_in_days, never_expires } = fields;
  return { name, mode, endUser, expiresInDays: expires_in_days, neverExpires: never_expires, ...reachInput(fields) };
}

const endpointBody = (endpoint: Awaited<ReturnType<typeof getEndpoint>>, { publicUrl }: Ctx) => ({
  endpoint_id: endpoint.id,
  client_id: endpoint.clientId,
  stack_id: endpoint.stackId,
  name: endpoint.name,
  mode: endpoint.mode,
  url: `${publicUrl()}/s/${endpoint.clientId}`,
  created_at: endpoint.createdAt,
});

const tokenBody = (token: IssuedToken['tokenRecord']) => ({
  token_id: token.id,
  endpoint_id: token.endpointId,
  name: token.name,
  end_user: token.endUser,
  ...reachBody(token),
  granted_by: token.grantId,
  ...lifeBody(token),
});

const issuedBody = ({ token, tokenRecord }: IssuedToken) => ({ ...tokenBody(tokenRecord), token });

const onEndpoints = [
  pagedList({
    id: 'list_endpoints',
    ...ENDPOINTS,
    right: 'read',
    failure: 'Failed to list endpoints',
    tag: TAG,
    summary: 'List client endpoints',
    description: `The client endpoints of a stack, ${IN_PAGES}.`,
    success: {
      description: 'The endpoints.',
      schema: { type: 'array', items: ref('ClientEndpoint') },
      example: [ENDPOINT_EXAMPLE],
    },
    showsForbidden: true,
    notFound: [NO_STACK],
    read: (ctx, { stack_id }, page) => listClientEndpoints(ctx, toStackId(stack_id), page),
    bodyOf: endpointBody,
  }),
  operation({
    id: 'create_endpoint',
    method: 'POST',
    ...ENDPOINTS,
    right: 'write',
    failure: 'Failed to create endpoint',
    showsIssues: 'of body',
    tag: TAG,
    summary: 'Create a client endpoint',
    description: 'Creates a client endpoint of a stack with its first token. The token is shown only in this answer.',
    request: CREATE_ENDPOINT,
    isMadeOnce: true,
    success: {
      description: 'The endpoint, and its token.',
      schema: ref('NewClientEndpoint'),
      example: { ...ENDPOINT_EXAMPLE, first_token: NEW_TOKEN_EXAMPLE },
    },
    badRequest: [INVALID],
    showsForbidden: true,
    notFound: [NO_STACK],
    run: async (ctx, { stack_id }, body) => {
      const input = { ...createInput(body), stackId: toStackId(stack_id) };
      const { endpoint, ...issued } = await createClientEndpoint(ctx, input);
      return { ...endpointBody(endpoint, ctx), first_token: issuedBody(issued) };
    },
  }),
  operation({
    id: 'get_endpoint',
    method: 'GET',
    ...ENDPOINT,
    right: 'read',
    failure: 'Failed to get endpoint',
    tag: TAG,
    summary: 'Get a client endpoint',
    description: 'One client endpoint of the account.',
    success: { description: 'The endpoint.', schema: ref('ClientEndpoint'), example: ENDPOINT_EXAMPLE },
    showsForbidden: true,
    notFound: [NO_ENDPOINT],
    run: async (ctx, { endpoint_id }) => endpointBody(await getEndpoint(ctx, toEndpointId(endpoint_id)), ctx),
  }),
  operation({
    id: 'update_endpoint',
    method: 'PUT',
    ...ENDPOINT,
    right: 'write',
    failure: 'Failed to update endpoint',
    showsIssues: 'of body',
    tag: TAG,
    summary: 'Update a client endpoint',
    description: 'Changes only the given fields. Agents see the changes at their next request.',
    request: UPDATE_ENDPOINT,
    success: { description: 'The endpoint as it is now.', schema: ref('ClientEndpoint'), example: ENDPOINT_EXAMPLE },
    badRequest: [INVALID],
    showsForbidden: true,
    notFound: [NO_ENDPOINT],
    run: async (ctx, { endpoint_id }, body) =>
      endpointBody(await updateClientEndpoint(ctx, toEndpointId(endpoint_id), bodyFields(body)), ctx),
  }),
  operation({
    id: 'delete_endpoint',
    method: 'DELETE',
    ...ENDPOINT,
    right: 'write',
    failure: 'Failed to delete endpoint',
    tag: TAG,
    summary: 'Delete a client endpoint',
    description: `Removes the address and all its tokens. ${ENDS}`,
    success: message('The endpoint is gone.', `Client endpoint ${ENDPOINT_ID} deleted`),
    showsForbidden: true,
    notFound: [NO_ENDPOINT],
    run: async (ctx, { endpoint_id }) => ({
      message: `Client endpoint ${(await deleteClientEndpoint(ctx, toEndpointId(endpoint_id))).id} deleted`,
    }),
  }),
];

const onTokens = [
  pagedList({
    id: 'list_stack_tokens',
    ...TOKENS,
    right: 'read',
    failure: 'Failed to list stack tokens',
    tag: TAG,
    summary: 'List stack tokens',
    description: `The tokens of a client endpoint, revoked ones included, ${IN_PAGES}.`,
    success: {
      description: 'The tokens.',
      schema: { type: 'array', items: ref('StackToken') },
      example: [TOKEN_EXAMPLE],
    },
    showsForbidden: true,
    notFound: [NO_ENDPOINT],
    read: (ctx, { endpoint_id }, page) => listStackTokens(ctx, toEndpointId(endpoint_id), page),
    bodyOf: tokenBody,
  }),
  operation({
    id: 'create_stack_token',
    method: 'POST',
    ...TOKENS,
    right: 'write',
    failure: 'Failed to create stack token',
    showsIssues: 'of body',
    tag: TAG,
    summary: 'Create a stack token',
    description: 'Issues another token of a client endpoint. The token is shown only in this answer.',
    request: CREATE_TOKEN,
    isMadeOnce: true,
    success: { description: 'The token.', schema: ref('NewStackToken'), example: NEW_TOKEN_EXAMPLE },
    badRequest: [INVALID],
    showsForbidden: true,
    notFound: [NO_ENDPOINT],
    run: async (ctx, { endpoint_id }, body) =>
      issuedBody(await createStackToken(ctx, { ...createInput(body), endpointId: toEndpointId(endpoint_id) })),
  }),
  operation({
    id: 'get_stack_token',
    method: 'GET',
    ...TOKEN,
    right: 'read',
    failure: 'Failed to get stack token',
    tag: TAG,
    summary: 'Get a stack token',
    description: 'A stack token, including a revoked one. The token itself cannot be read back.',
    success: { description: 'The token’s record.', schema: ref('StackToken'), example: TOKEN_EXAMPLE },
    showsForbidden: true,
    notFound: [NO_TOKEN],
    run: async (ctx, { token_id }) => tokenBody(await getStackToken(ctx, toTokenId(token_id))),
  }),
  operation({
    id: 'revoke_stack_token',
    method: 'DELETE',
    ...TOKEN,
    right: 'write',
    failure: 'Failed to revoke stack token',
    tag: TAG,
    summary: 'Revoke a stack token',
    description: `${ENDS} Its record stays. Revoking it again also succeeds.`,
    success: message('The token is revoked.', `Stack token ${TOKEN_ID} revoked`),
    showsForbidden: true,
    notFound: [NO_TOKEN],
    run: async (ctx, { token_id }) => ({
      message: `Stack token ${(await revokeStackToken(ctx, toTokenId(token_id))).id} revoked`,
    }),
  }),
];

export const endpointOperations: Noun = {
  schemas: {
    ClientEndpoint: wholeObject(
      'An address for agents. A client with one of its tokens may use the tools of the stack.',
      ENDPOINT_SCHEMA,
    ),
    NewClientEndpoint: wholeObject('A new client endpoint.', {
      ...ENDPOINT_SCHEMA,
      first_token: ref('NewStackToken'),
    }),
    StackToken: wholeObject('The record of a stack token. The token itself is not stored.', TOKEN_SCHEMA),
    NewStackToken: wholeObject('A new stack token.', { ...TOKEN_SCHEMA, token: text(ONCE) }),
  },
  operations: [...onEndpoints, ...onTokens],
};
