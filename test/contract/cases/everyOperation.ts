import type { Before } from '../case.ts';

type Operation = Before & { readonly failure: string };

/** The same for the operations on one stack, client endpoints, stack tokens and API keys. */
export const ACCESS: readonly Operation[] = [
  { method: 'GET', path: '/v1/stacks/{stack}', failure: 'Failed to get stack' },
  { method: 'GET', path: '/v1/stacks/{stack}/endpoints', failure: 'Failed to list endpoints' },
  { method: 'POST', path: '/v1/stacks/{stack}/endpoints', send: { name: 'New' }, failure: 'Failed to create endpoint' },
  { method: 'GET', path: '/v1/endpoints/{endpointId}', failure: 'Failed to get endpoint' },
  { method: 'PUT', path: '/v1/endpoints/{endpointId}', send: {}, failure: 'Failed to update endpoint' },
  { method: 'DELETE', path: '/v1/endpoints/{endpointId}', failure: 'Failed to delete endpoint' },
  { method: 'GET', path: '/v1/endpoints/{endpointId}/tokens', failure: 'Failed to list stack tokens' },
  { method: 'POST', path: '/v1/endpoints/{endpointId}/tokens', send: {}, failure: 'Failed to create stack token' },
  { method: 'GET', path: '/v1/tokens/{tokenId}', failure: 'Failed to get stack token' },
  { method: 'DELETE', path: '/v1/tokens/{tokenId}', failure: 'Failed to revoke stack token' },
  { method: 'GET', path: '/v1/api_keys', failure: 'Failed to list API keys' },
  { method: 'POST', path: '/v1/api_keys', send: { name: 'New' }, failure: 'Failed to create API key' },
  { method: 'GET', path: '/v1/api_keys/{keyId}', failure: 'Failed to get API key' },
  { method: 'DELETE', path: '/v1/api_keys/{keyId}', failure: 'Failed to revoke API key' },
];

/** One valid request for every operation, with the text of its internal error. */
export const EVERY_OPERATION: readonly Operation[] = [
  { method: 'GET', path: '/v1/stacks', failure: 'Failed to list stacks' },
  { method: 'POST', path: '/v1/stacks', send: { stack_name: 'New' }, failure: 'Failed to create stack' },
  { method: 'PUT', path: '/v1/stacks/{stack}', send: {}, failure: 'Failed to update stack' },
  { method: 'DELETE', path: '/v1/stacks/{stack}', failure: 'Failed to delete stack' },
  { method: 'GET', path: '/v1/servers', failure: 'Failed to get servers' },
  {
    method: 'POST',
    path: '/v1/stacks/{stack}/servers',
    send: { server_id: 'corner' },
    failure: 'Failed to add server to stack',
  },
  { method: 'DELETE', path: '/v1/stacks/{stack}/servers/shop', failure: 'Failed to remove server from stack' },
  {
    method: 'PUT',
    path: '/v1/stacks/{stack}/servers/shop/tools',
    send: { enabled_tools: [] },
    failure: 'Failed to update server tools',
  },
  {
    method: 'PUT',
    path: '/v1/stacks/{stack}/servers/shop/credentials',
    send: { credentials: { shop_key: 'k' } },
    failure: 'Failed to update credentials',
  },
  {
    method: 'GET',
    path: '/v1/stacks/{stack}/servers/shop/credentials',
    failure: 'Failed to get credentials status',
  },
  {
    method: 'DELETE',
    path: '/v1/stacks/{stack}/servers/shop/credentials/shop_key',
    failure: 'Failed to remove credential',
  },
  { method: 'GET', path: '/v1/stacks/{stack}/tools', failure: 'Failed to get tools' },
  {
    method: 'POST',
    path: '/v1/stacks/{stack}/tools/shop_text/invoke',
    send: { tool_input: {} },
    failure: 'Tool execution failed',
  },
  {
    method: 'POST',
    path: '/v1/stacks/{stack}/tools/invoke_batch',
    send: { calls: [{ tool_id: 'shop_text', tool_input: {} }] },
    failure: 'Tool execution failed',
  },
  { method: 'GET', path: '/v1/stacks/{stack}/results/{result}', failure: 'Failed to read result' },
  ...ACCESS,
  { method: 'GET', path: '/s/{client}/results/{ownResult}', failure: 'Internal error' },
  { method: 'GET', path: '/s/{client}/list_tools', failure: 'Internal error' },
  {
    method: 'POST',
    path: '/s/{client}/call_tool',
    send: { tool_name: 'shop_text', tool_input: {} },
    failure: 'Internal error',
  },
];
