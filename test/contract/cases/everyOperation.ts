import type { Before } from '../case.ts';

/** One sound request for every operation, with the text of a fault of ours. */
export const EVERY_OPERATION: readonly (Before & { readonly failure: string })[] = [
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
  { method: 'GET', path: '/s/{client}/results/{ownResult}', failure: 'Internal error' },
  { method: 'GET', path: '/s/{client}/list_tools', failure: 'Internal error' },
  {
    method: 'POST',
    path: '/s/{client}/call_tool',
    send: { tool_name: 'shop_text', tool_input: {} },
    failure: 'Internal error',
  },
];
