import type { Operation } from './operation.ts';

const ENDPOINTS = '/v1/stacks/{stack_id}/endpoints';
const ENDPOINT = '/v1/endpoints/{endpoint_id}';
const TOKENS = `${ENDPOINT}/tokens`;
const TOKEN = '/v1/tokens/{token_id}';
const KEYS = '/v1/api_keys';
const KEY = `${KEYS}/{api_key_id}`;

const operation = <M extends Operation['method']>(method: M, path: string, failure: string) =>
  ({ surface: 'account', method, path, limitClass: 'default', failure }) as const;

const writing = <M extends Operation['method']>(method: M, path: string, failure: string) =>
  ({ ...operation(method, path, failure), showsIssues: 'of body' }) as const;

/** Lists of credentials and endpoints. */
export const ACCESS_LISTS = {
  list_endpoints: operation('GET', ENDPOINTS, 'Failed to list endpoints'),
  list_stack_tokens: operation('GET', TOKENS, 'Failed to list stack tokens'),
  list_api_keys: operation('GET', KEYS, 'Failed to list API keys'),
} as const satisfies Record<string, Operation>;

/** The other operations on client endpoints, stack tokens and API keys. */
export const ACCESS_OPERATIONS = {
  create_endpoint: writing('POST', ENDPOINTS, 'Failed to create endpoint'),
  get_endpoint: operation('GET', ENDPOINT, 'Failed to get endpoint'),
  update_endpoint: writing('PUT', ENDPOINT, 'Failed to update endpoint'),
  delete_endpoint: operation('DELETE', ENDPOINT, 'Failed to delete endpoint'),
  create_stack_token: writing('POST', TOKENS, 'Failed to create stack token'),
  get_stack_token: operation('GET', TOKEN, 'Failed to get stack token'),
  revoke_stack_token: operation('DELETE', TOKEN, 'Failed to revoke stack token'),
  create_api_key: writing('POST', KEYS, 'Failed to create API key'),
  get_api_key: operation('GET', KEY, 'Failed to get API key'),
  revoke_api_key: operation('DELETE', KEY, 'Failed to revoke API key'),
} as const satisfies Record<string, Operation>;

export type AccessOperationId = keyof typeof ACCESS_LISTS | keyof typeof ACCESS_OPERATIONS;
