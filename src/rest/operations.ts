import type { LimitClass } from '../core/limits/classes.ts';
import { TOOL_FAILED } from '../wire/toolCall.ts';

/** One documented operation: its address, its cost, and its text for faults of the service. */
export type Operation = {
  readonly surface: 'account' | 'stack';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The whole path with `{placeholders}`. */
  readonly path: string;
  readonly limitClass: LimitClass;
  /** The documented text of a fault of ours. */
  readonly failure: string;
  /** Reasons for a refused input go into `X-Validation-Errors`, with paths in the tool's own names. */
  readonly showsIssues?: true;
};

const STACK = '/v1/stacks/{stack_id}';
const SERVER = `${STACK}/servers/{server_id}`;

/** The operations that send whole lists as they are read, without GraphQL. */
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
} as const satisfies Record<string, Operation>;

/** The operations that SOFA serves, by the name of their field in `rest/schema.ts`. */
export const RESOURCE_OPERATIONS = {
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
    showsIssues: true,
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
    showsIssues: true,
  },
} as const satisfies Record<string, Operation>;

export type ResourceOperationId = keyof typeof RESOURCE_OPERATIONS;
export const isResourceOperation = (id: string): id is ResourceOperationId => Object.hasOwn(RESOURCE_OPERATIONS, id);
export const resourceOperationIds = Object.keys(RESOURCE_OPERATIONS).filter(isResourceOperation);
export type ToolOperationId = keyof typeof TOOL_OPERATIONS;
export type ListOperationId = keyof typeof LIST_OPERATIONS;
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

const PATTERNS = Object.values(OPERATIONS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The documented methods of a path; empty for an unknown path. */
export const methodsAt = (path: string): readonly string[] =>
  PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
