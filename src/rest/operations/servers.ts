import { toServerId, toStackId } from '../../core/kernel/ids.ts';
import { isRecord } from '../../core/lib/json.ts';
import { addServerToStack, removeServerFromStack, updateServerTools } from '../../core/stacks/stackServer.ts';
import { ISSUE_INPUT } from '../openapi/examples.ts';
import { freeObject, list, text, wholeObject } from '../openapi/parts.ts';
import { INVALID, INVALID_PAGE, message, type Noun, operation, place, type RequestDoc, ref } from '../operation.ts';
import { sendServers } from '../wholeLists.ts';
import { NO_STACK, STACK, STACK_ID } from './stacks.ts';

export const SERVER = place(`${STACK.path}/servers/{server_id}`, {
  ...STACK.parameters,
  server_id: 'The server in the stack: its id, or its exact name.',
});
export const NO_SERVER_IN_STACK = 'Server <server_id> not found in stack <stack_id>';
const NO_TOOL_IN_SERVER = 'Tool <tool_id> not found in server <server_id>';

const EXAMPLE = {
  server_id: 'linear',
  name: 'Linear',
  description: 'Issues and projects in Linear.',
  tools: [
    {
      tool_id: 'linear_create_issue',
      name: 'Create issue',
      description: 'Creates an issue.',
      parameters: ISSUE_INPUT,
    },
  ],
  required_credentials: [
    { field_id: 'linear_api_key', name: 'API key', description: 'A personal API key.', required: true },
  ],
  optional_credentials: [],
};

const enabledTools = { type: 'array', items: { type: 'string' }, description: 'Tool ids of this server.' };

const ADD: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      server_id: { type: 'string', description: 'Marketplace server to add.' },
      enable_all_tools: { type: 'boolean', default: false, description: 'Whether to enable every tool of the server.' },
      enabled_tools: { ...enabledTools, description: 'Ignored if `enable_all_tools` is true. No tools by default.' },
    },
    required: ['server_id'],
  },
  example: { server_id: 'linear', enabled_tools: ['linear_create_issue'] },
};
const SET_TOOLS: RequestDoc = {
  isRequired: true,
  schema: { type: 'object', properties: { enabled_tools: enabledTools }, required: ['enabled_tools'] },
  example: { enabled_tools: ['linear_create_issue', 'linear_search_issues'] },
};

export const serverOperations: Noun = {
  schemas: {
    Tool: wholeObject('A tool that a server offers.', {
      tool_id: { ...text('Unique name of the tool.'), pattern: '^[a-zA-Z0-9_-]{1,64}$' },
      name: text('The display name.'),
      description: text('The description.'),
      parameters: freeObject('JSON Schema of its input.'),
    }),
    CredentialField: wholeObject('A credential that a server declares.', {
      field_id: { ...text('The field’s key in credential updates.'), pattern: '^[a-zA-Z0-9_]{1,64}$' },
      name: text('The display name.'),
      description: text('The address of the page where people get it.'),
      required: { type: 'boolean', description: 'Whether tools need it.' },
    }),
    Server: wholeObject('A marketplace entry.', {
      server_id: { ...text('Unique identifier.'), pattern: '^[a-z0-9][a-z0-9-]{0,62}$' },
      name: text('The display name.'),
      description: text('Its purpose.'),
      tools: list(ref('Tool'), 'The tools that it offers.'),
      required_credentials: list(ref('CredentialField'), 'Fields that its tools need.'),
      optional_credentials: list(ref('CredentialField'), 'Fields that its tools don’t need.'),
    }),
  },
  operations: [
    operation({
      id: 'list_servers',
      method: 'GET',
      ...place('/v1/servers', {}),
      right: 'read',
      failure: 'Failed to get servers',
      isBase: true,
      tag: 'Servers',
      summary: 'List marketplace servers',
      description:
        'All servers that can be added to a stack, with tools and credential fields, as a plain array. With `limit` or `cursor`, one page.',
      isPaged: true,
      badRequest: INVALID_PAGE,
      success: { description: 'The servers.', schema: { type: 'array', items: ref('Server') }, example: [EXAMPLE] },
      handle: sendServers,
    }),
    operation({
      id: 'add_server',
      method: 'POST',
      ...place(`${STACK.path}/servers`, STACK.parameters),
      right: 'write',
      failure: 'Failed to add server to stack',
      isBase: true,
      tag: 'Servers',
      summary: 'Add server to stack',
      description:
        'Enables all tools, the listed ones, or none. `enabled_tools` is ignored if `enable_all_tools` is true.',
      request: ADD,
      isMadeOnce: true,
      success: message('The server was added.', `Server linear added to stack ${STACK_ID} with 1 tools enabled`),
      badRequest: ['Server <server_id> already exists in stack', NO_TOOL_IN_SERVER, INVALID],
      notFound: [NO_STACK, 'Server <server_id> not found'],
      run: async (ctx, { stack_id }, body) => {
        const input = isRecord(body)
          ? {
              serverId: body['server_id'],
              enableAllTools: body['enable_all_tools'],
              enabledTools: body['enabled_tools'],
            }
          : body;
        const { serverId, enabledCount } = await addServerToStack(ctx, toStackId(stack_id), input);
        return { message: `Server ${serverId} added to stack ${stack_id} with ${enabledCount} tools enabled` };
      },
    }),
    operation({
      id: 'remove_server',
      method: 'DELETE',
      ...SERVER,
      right: 'write',
      failure: 'Failed to remove server from stack',
      tag: 'Servers',
      summary: 'Remove server from stack',
      description: 'Removes the server from the stack, with its enabled tools and its credentials.',
      success: message('The server was removed.', `Server linear removed from stack ${STACK_ID}`),
      notFound: [NO_STACK, NO_SERVER_IN_STACK],
      run: async (ctx, { stack_id, server_id }) => {
        const { serverId } = await removeServerFromStack(ctx, toStackId(stack_id), toServerId(server_id));
        return { message: `Server ${serverId} removed from stack ${stack_id}` };
      },
    }),
    operation({
      id: 'update_server_tools',
      method: 'PUT',
      ...place(`${SERVER.path}/tools`, SERVER.parameters),
      right: 'write',
      failure: 'Failed to update server tools',
      tag: 'Servers',
      summary: 'Update server tools',
      description: 'Replaces the enabled tools of a server in a stack, all or nothing.',
      request: SET_TOOLS,
      success: message(
        'The enabled tools were replaced.',
        `Server linear updated in stack ${STACK_ID} with 2 tools enabled`,
      ),
      badRequest: [NO_TOOL_IN_SERVER, INVALID],
      notFound: [NO_STACK, NO_SERVER_IN_STACK],
      run: async (ctx, { stack_id, server_id }, body) => {
        const [stackId, input] = [toStackId(stack_id), isRecord(body) ? { enabledTools: body['enabled_tools'] } : body];
        const { serverId, enabledCount } = await updateServerTools(ctx, stackId, toServerId(server_id), input);
        return { message: `Server ${serverId} updated in stack ${stack_id} with ${enabledCount} tools enabled` };
      },
    }),
  ],
};
