import type { AccessOperationId } from '../accessOperations.ts';
import type { ListOperationId, ResourceOperationId } from '../operations.ts';
import { LISTED_STACK, SERVER, STACK, STACK_ID } from './examples.ts';
import { INVALID_PAGE } from './paging.ts';
import { ADD_SERVER, CREATE_STACK, CREDENTIALS, SERVER_TOOLS, UPDATE_STACK } from './requests.ts';
import { lacks, message, type OperationDoc, ref } from './types.ts';

const INVALID = 'Invalid request parameters';
const NO_STACK = 'Stack not found';
const NO_SERVER_IN_STACK = 'Server <server_id> not found in stack <stack_id>';
const NO_TOOL_IN_SERVER = 'Tool <tool_id> not found in server <server_id>';

/** The descriptions of the operations on stacks, servers and credentials. */
export const RESOURCE_DOCS: Readonly<
  Record<Exclude<ListOperationId | ResourceOperationId, AccessOperationId>, OperationDoc>
> = {
  list_stacks: {
    tag: 'Stacks',
    summary: 'List stacks',
    description:
      'All stacks of the account with their servers and enabled tools, oldest first, as a bare array. With `limit` or `cursor`, one page.',
    isPaged: true,
    badRequest: INVALID_PAGE,
    success: { says: 'The stacks.', schema: { type: 'array', items: ref('Stack') }, example: [LISTED_STACK] },
  },
  get_stack: {
    tag: 'Stacks',
    summary: 'Get a stack',
    description: 'One stack with its servers and enabled tools, as the listing shows it.',
    success: { says: 'The stack.', schema: ref('Stack'), example: LISTED_STACK },
    forbidden: [lacks('read')],
    notFound: [NO_STACK],
  },
  create_stack: {
    tag: 'Stacks',
    summary: 'Create stack',
    description: 'Creates an empty stack. Its name is unique within the account.',
    request: CREATE_STACK,
    isMadeOnce: true,
    success: { says: 'The new stack.', schema: ref('Stack'), example: STACK },
    badRequest: ['Stack name is required', 'Stack <stack_name> already exists', INVALID],
  },
  update_stack: {
    tag: 'Stacks',
    summary: 'Update stack',
    description: 'Changes only the given fields, and always `updated_at`. The answer leaves `servers` empty.',
    request: UPDATE_STACK,
    success: { says: 'The stack as it is now.', schema: ref('Stack'), example: STACK },
    badRequest: ['Invalid configuration parameters', 'Stack <stack_name> already exists'],
    notFound: [NO_STACK],
  },
  delete_stack: {
    tag: 'Stacks',
    summary: 'Delete stack',
    description:
      'Permanently deletes the stack with its servers, credentials, client endpoints, tokens and call records. Marketplace servers stay.',
    success: message('The stack is gone.', `Stack ${STACK_ID} deleted successfully`),
    notFound: [NO_STACK],
  },
  list_servers: {
    tag: 'Servers',
    summary: 'List marketplace servers',
    description:
      'All servers that can be added to a stack, with tools and credential fields, as a bare array. With `limit` or `cursor`, one page.',
    isPaged: true,
    badRequest: INVALID_PAGE,
    success: { says: 'The servers.', schema: { type: 'array', items: ref('Server') }, example: [SERVER] },
  },
  add_server: {
    tag: 'Servers',
    summary: 'Add server to stack',
    description:
      'Enables all tools, the listed ones, or none: `enabled_tools` counts only when `enable_all_tools` is false.',
    request: ADD_SERVER,
    isMadeOnce: true,
    success: message('The server was added.', `Server linear added to stack ${STACK_ID} with 1 tools enabled`),
    badRequest: ['Server <server_id> already exists in stack', NO_TOOL_IN_SERVER, INVALID],
    notFound: [NO_STACK, 'Server <server_id> not found'],
  },
  remove_server: {
    tag: 'Servers',
    summary: 'Remove server from stack',
    description: 'Removes the server from the stack, with its enabled tools and its credentials.',
    success: message('The server was removed.', `Server linear removed from stack ${STACK_ID}`),
    notFound: [NO_STACK, NO_SERVER_IN_STACK],
  },
  update_server_tools: {
    tag: 'Servers',
    summary: 'Update server tools',
    description: 'Replaces the enabled tools of a server in a stack, all or nothing.',
    request: SERVER_TOOLS,
    success: message('The tools were set.', `Server linear updated in stack ${STACK_ID} with 2 tools enabled`),
    badRequest: [NO_TOOL_IN_SERVER, INVALID],
    notFound: [NO_STACK, NO_SERVER_IN_STACK],
  },
  update_credentials: {
    tag: 'Credentials',
    summary: 'Add or update credentials',
    description:
      'Encrypts and stores the given values, all or none. Other fields stay unchanged. Values can’t be read back.',
    request: CREDENTIALS,
    success: message('The values were stored.', 'Credentials updated for server linear'),
    badRequest: ['Invalid credential format'],
    notFound: [NO_STACK, 'Server <server_id> not found'],
  },
  get_credential_status: {
    tag: 'Credentials',
    summary: 'Credential status',
    description: 'Which credentials of a server in a stack hold a value.',
    success: {
      says: 'The status of each field.',
      schema: ref('CredentialStatus'),
      example: {
        required_credentials: { linear_api_key: 'added' },
        optional_credentials: {},
        all_credentials_added: true,
        required_credentials_added: true,
      },
    },
    notFound: [NO_STACK, NO_SERVER_IN_STACK],
  },
  remove_credential: {
    tag: 'Credentials',
    summary: 'Remove credential',
    description: 'Removes one stored value. Removing a value that is not there succeeds too.',
    success: message('The field holds no value.', 'Credential linear_api_key removed from server linear'),
    notFound: [NO_STACK, NO_SERVER_IN_STACK, 'Credential <field_id> not found in server <server_id>'],
  },
};
