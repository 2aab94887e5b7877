import { TOOL_FAILED } from '../wire/toolCall.ts';
import { ACCESS_LISTS, ACCESS_OPERATIONS } from './accessOperations.ts';
import type { Operation } from './operation.ts';

const STACK = '/v1/stacks/{stack_id}';
const SERVER = `${STACK}/servers/{server_id}`;

/** Operations that send lists without GraphQL, whole or in pages. */
export const LIST_OPERATIONS = {
  list_stacks: {
    surface: 'account',
    method: 'GET',
    path: '/v1/stacks',
    limitClass: 'default',
    failure: 'Failed to list stacks',
  },
  list_servers: {
    surface: 'account',
    method: 'GET',
    path: '/v1/servers',
    limitClass: 'default',
    failure: 'Failed to get servers',
  },
  ...ACCESS_LISTS,
} as const satisfies Record<string, Operation>;

/** Operations that SOFA serves, by the name of their field in `rest/schema.ts`. */
export const RESOURCE_OPERATIONS = {
  get_stack: {
    surface: 'account',
    method: 'GET',
    path: STACK,
    limitClass: 'default',
    failure: 'Failed to get stack',
  },
  create_stack: {
    surface: 'account',
    method: 'POST',
    path: '/v1/stacks',
    limitClass: 'stacks',
    failure: 'Failed to create stack',
  },
  update_stack: {
    surface: 'account',
    method: 'PUT',
    path: STACK,
    limitClass: 'stacks',
    failure: 'Failed to update stack',
  },
  delete_stack: {
    surface: 'account',
    method: 'DELETE',
    path: STACK,
    limitClass: 'default',
    failure: 'Failed to delete stack',
  },
  add_server: {
    surface: 'account',
    method: 'POST',
    path: `${STACK}/servers`,
    limitClass: 'default',
    failure: 'Failed to add server to stack',
  },
  remove_server: {
    surface: 'account',
    method: 'DELETE',
    path: SERVER,
    limitClass: 'default',
    failure: 'Failed to remove server from stack',
  },
  update_server_tools: {
    surface: 'account',
    method: 'PUT',
    path: `${SERVER}/tools`,
    limitClass: 'default',
    failure: 'Failed to update server tools',
  },
  update_credentials: {
    surface: 'account',
    method: 'PUT',
    path: `${SERVER}/credentials`,
    limitClass: 'default',
    failure: 'Failed to update credentials',
  },
  get_credential_status: {
    surface: 'account',
    method: 'GET',
    path: `${SERVER}/credentials`,
    limitClass: 'default',
    failure: 'Failed to get credentials status',
  },
  remove_credential: {
    surface: 'account',
    method: 'DELETE',
    path: `${SERVER}/credentials/{field_id}`,
    limitClass: 'default',
    failure: 'Failed to remove credential',
  },
  ...ACCESS_OPERATIONS,
} as const satisfies Record<string, Operation>;

/** Operations on tools, served from the stack's snapshot without GraphQL. */
export const TOOL_OPERATIONS = {
  list_stack_tools: {
    surface: 'account',
    method: 'GET',
    path: `${STACK}/tools`,
    limitClass: 'default',
    failure: 'Failed to get tools',
  },
  invoke_tool: {
    surface: 'account',
    method: 'POST',
    path: `${STACK}/tools/{tool_id}/invoke`,
    limitClass: 'invoke',
    failure: TOOL_FAILED,
    showsIssues: 'of tool',
  },
  invoke_batch: {
    surface: 'account',
    method: 'POST',
    path: `${STACK}/tools/invoke_batch`,
    limitClass: 'invoke',
    failure: TOOL_FAILED,
  },
  read_result: {
    surface: 'account',
    method: 'GET',
    path: `${STACK}/results/{handle}`,
    limitClass: 'default',
    failure: 'Failed to read result',
  },
  read_own_result: {
    surface: 'stack',
    method: 'GET',
    path: '/s/{client_id}/results/{handle}',
    limitClass: 'list_tools',
    failure: 'Internal error',
  },
  list_tools: {
    surface: 'stack',
    method: 'GET',
    path: '/s/{client_id}/list_tools',
    limitClass: 'list_tools',
    failure: 'Internal error',
  },
  call_tool: {
    surface: 'stack',
    method: 'POST',
    path: '/s/{client_id}/call_tool',
    limitClass: 'call_tool',
    failure: 'Internal error',
    showsIssues: 'of tool',
  },
} as const satisfies Record<string, Operation>;

export type ResourceOperationId = keyof typeof RESOURCE_OPERATIONS;
export const isResourceOperation = (id: string): id is ResourceOperationId => Object.hasOwn(RESOURCE_OPERATIONS, id);
export const resourceOperationIds = Object.keys(RESOURCE_OPERATIONS).filter(isResourceOperation);
export type ToolOperationId = keyof typeof TOOL_OPERATIONS;
export type ListOperationId = keyof typeof LIST_OPERATIONS;
const isListOperation = (id: string): id is ListOperationId => Object.hasOwn(LIST_OPERATIONS, id);
export const listOperationIds = Object.keys(LIST_OPERATIONS).filter(isListOperation);
export type OperationId = ListOperationId | ResourceOperationId | ToolOperationId;

export const OPERATIONS: Readonly<Record<OperationId, Operation>> = {
  ...LIST_OPERATIONS,
  ...RESOURCE_OPERATIONS,
  ...TOOL_OPERATIONS,
};

const isOperation = (id: string): id is OperationId => Object.hasOwn(OPERATIONS, id);
export const operationIds = Object.keys(OPERATIONS).filter(isOperation);

/** The path in the router's notation: `/v1/stacks/:stack_id`. */
export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
