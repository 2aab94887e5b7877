import type { Right } from '../../core/roles.ts';
import type { AccessOperationId } from '../accessOperations.ts';
import {
  API_KEY,
  ENDPOINT,
  ENDPOINT_ID,
  KEY_ID,
  NEW_API_KEY,
  NEW_ENDPOINT,
  NEW_TOKEN,
  TOKEN,
  TOKEN_ID,
} from './accessExamples.ts';
import { CREATE_API_KEY, CREATE_ENDPOINT, CREATE_TOKEN, UPDATE_ENDPOINT } from './accessRequests.ts';
import { INVALID_PAGE } from './paging.ts';
import { lacks, message, type OperationDoc, ref } from './types.ts';

const INVALID = 'Invalid request parameters';
const NO_STACK = 'Stack not found';
const NO_ENDPOINT = 'Client endpoint not found';
const NO_TOKEN = 'Stack token not found';
const NO_KEY = 'API key not found';

const ENDS = 'Takes effect on every instance within a second, permanently.';
const NEWEST_FIRST = 'newest first, in pages of 100 by default';

const of = (tag: OperationDoc['tag'], right: Right, doc: Omit<OperationDoc, 'tag' | 'forbidden'>): OperationDoc => ({
  tag,
  forbidden: [lacks(right)],
  ...doc,
});

const ENDPOINTS = 'Client endpoints and tokens';

const ENDPOINT_DOCS = {
  list_endpoints: of(ENDPOINTS, 'read', {
    summary: 'List client endpoints',
    description: `The client endpoints of a stack, ${NEWEST_FIRST}.`,
    isPaged: true,
    success: {
      says: 'The endpoints.',
      schema: { type: 'array', items: ref('ClientEndpoint') },
      example: [ENDPOINT],
    },
    badRequest: INVALID_PAGE,
    notFound: [NO_STACK],
  }),
  create_endpoint: of(ENDPOINTS, 'write', {
    summary: 'Create a client endpoint',
    description: 'Creates a client endpoint of a stack with its first token. The token is shown only in this answer.',
    request: CREATE_ENDPOINT,
    isMadeOnce: true,
    success: { says: 'The endpoint, and its token.', schema: ref('NewClientEndpoint'), example: NEW_ENDPOINT },
    badRequest: [INVALID],
    notFound: [NO_STACK],
  }),
  get_endpoint: of(ENDPOINTS, 'read', {
    summary: 'Get a client endpoint',
    description: 'One client endpoint of the account.',
    success: { says: 'The endpoint.', schema: ref('ClientEndpoint'), example: ENDPOINT },
    notFound: [NO_ENDPOINT],
  }),
  update_endpoint: of(ENDPOINTS, 'write', {
    summary: 'Update a client endpoint',
    description: 'Changes only the given fields. Each agent’s next request uses them.',
    request: UPDATE_ENDPOINT,
    success: { says: 'The endpoint as it is now.', schema: ref('ClientEndpoint'), example: ENDPOINT },
    badRequest: [INVALID],
    notFound: [NO_ENDPOINT],
  }),
  delete_endpoint: of(ENDPOINTS, 'write', {
    summary: 'Delete a client endpoint',
    description: `Removes the address and all its tokens. ${ENDS}`,
    success: message('The endpoint is gone.', `Client endpoint ${ENDPOINT_ID} deleted`),
    notFound: [NO_ENDPOINT],
  }),
};

const TOKEN_DOCS = {
  list_stack_tokens: of(ENDPOINTS, 'read', {
    summary: 'List stack tokens',
    description: `The tokens of a client endpoint, revoked ones included, ${NEWEST_FIRST}.`,
    isPaged: true,
    success: { says: 'The tokens.', schema: { type: 'array', items: ref('StackToken') }, example: [TOKEN] },
    badRequest: INVALID_PAGE,
    notFound: [NO_ENDPOINT],
  }),
  create_stack_token: of(ENDPOINTS, 'write', {
    summary: 'Create a stack token',
    description: 'Issues another token of a client endpoint. The token is shown only in this answer.',
    request: CREATE_TOKEN,
    isMadeOnce: true,
    success: { says: 'The token.', schema: ref('NewStackToken'), example: NEW_TOKEN },
    badRequest: [INVALID],
    notFound: [NO_ENDPOINT],
  }),
  get_stack_token: of(ENDPOINTS, 'read', {
    summary: 'Get a stack token',
    description: 'One token, revoked or not. The token itself cannot be read back.',
    success: { says: 'The token’s record.', schema: ref('StackToken'), example: TOKEN },
    notFound: [NO_TOKEN],
  }),
  revoke_stack_token: of(ENDPOINTS, 'write', {
    summary: 'Revoke a stack token',
    description: `${ENDS} Its record stays. Revoking it again succeeds too.`,
    success: message('The token is revoked.', `Stack token ${TOKEN_ID} revoked`),
    notFound: [NO_TOKEN],
  }),
};

const KEY_DOCS = {
  list_api_keys: of('API keys', 'read', {
    summary: 'List API keys',
    description: `The API keys of the account, revoked ones included, ${NEWEST_FIRST}.`,
    isPaged: true,
    success: { says: 'The keys.', schema: { type: 'array', items: ref('ApiKey') }, example: [API_KEY] },
    badRequest: INVALID_PAGE,
  }),
  create_api_key: of('API keys', 'admin', {
    summary: 'Create an API key',
    description:
      'Creates an API key of the account. The key is shown only in this answer, and can’t exceed the permissions of the key that creates it.',
    request: CREATE_API_KEY,
    isMadeOnce: true,
    success: { says: 'The key.', schema: ref('NewApiKey'), example: NEW_API_KEY },
    badRequest: [INVALID],
    notFound: [NO_STACK],
  }),
  get_api_key: of('API keys', 'read', {
    summary: 'Get an API key',
    description: 'One key, revoked or not. The key itself cannot be read back.',
    success: { says: 'The key’s record.', schema: ref('ApiKey'), example: API_KEY },
    notFound: [NO_KEY],
  }),
  revoke_api_key: of('API keys', 'admin', {
    summary: 'Revoke an API key',
    description: `${ENDS} Its record stays. Revoking it again succeeds too. Any key may revoke itself.`,
    success: message('The key is revoked.', `API key ${KEY_ID} revoked`),
    notFound: [NO_KEY],
  }),
};

/** The descriptions of the operations on client endpoints, stack tokens and API keys. */
export const ACCESS_DOCS: Readonly<Record<AccessOperationId, OperationDoc>> = {
  ...ENDPOINT_DOCS,
  ...TOKEN_DOCS,
  ...KEY_DOCS,
};
