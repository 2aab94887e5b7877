import { toStackId } from '../../core/kernel/ids.ts';
import { isRecord } from '../../core/lib/json.ts';
import { NAME_LENGTH_MAX } from '../../core/lib/text.ts';
import { createStack, deleteStack, updateStack } from '../../core/stacks/stack.ts';
import { wholeStack } from '../../core/stacks/wholeStacks.ts';
import { list, text, timestamp, wholeObject } from '../openapi/parts.ts';
import { INVALID, INVALID_PAGE, message, type Noun, operation, place, type RequestDoc, ref } from '../operation.ts';
import { sendStacks, stackBody } from '../wholeLists.ts';

const STACKS = place('/v1/stacks', {});
export const STACK = place('/v1/stacks/{stack_id}', { stack_id: 'The stack.' });
export const NO_STACK = 'Stack not found';

export const STACK_ID = 'stack_0199f3c2-7a1e-7c43-9b60-2f0c5a4d8e11';
const EXAMPLE = {
  stack_id: STACK_ID,
  stack_name: 'Support agent',
  configuration: { analytics_enabled: false },
  servers: [],
  created_at: '2026-01-15T10:30:00.000Z',
  updated_at: '2026-01-15T10:30:00.000Z',
};
const LISTED_EXAMPLE = {
  ...EXAMPLE,
  servers: [{ server_id: 'linear', server_name: 'Linear', enabled_tools: ['linear_create_issue'] }],
};

const lengths = { minLength: 1, maxLength: NAME_LENGTH_MAX };
export const NAME_INPUT = { type: 'string', ...lengths, description: 'Unique within the account, not blank.' };
const configuration = {
  type: 'object',
  description: 'Settings of the stack.',
  properties: { analytics_enabled: { type: 'boolean', default: false } },
};

const CREATE: RequestDoc = {
  isRequired: true,
  schema: { type: 'object', properties: { stack_name: NAME_INPUT, configuration }, required: ['stack_name'] },
  example: { stack_name: 'Support agent', configuration: { analytics_enabled: false } },
};
const UPDATE: RequestDoc = {
  isRequired: false,
  schema: { type: 'object', properties: { stack_name: NAME_INPUT, configuration } },
  example: { configuration: { analytics_enabled: true } },
};

// Maps documented names to the verbs' names; only the verbs validate the values.
const stackInput = (body: unknown): unknown => {
  if (!isRecord(body)) return body;
  const { stack_name: name, configuration } = body;
  return {
    name,
    configuration: isRecord(configuration) ? { isRecorded: configuration['analytics_enabled'] } : configuration,
  };
};

export const stackOperations: Noun = {
  schemas: {
    Configuration: wholeObject('Settings of a stack.', {
      analytics_enabled: {
        type: 'boolean',
        description: 'Whether calls are recorded, with their sizes and outcomes but without their contents.',
      },
    }),
    ServerInStack: wholeObject('A server in a stack.', {
      server_id: text('Id of the marketplace server.'),
      server_name: text('The display name.'),
      enabled_tools: list({ type: 'string' }, 'Ids of the enabled tools.'),
    }),
    Stack: wholeObject('A set of servers whose tools an agent may use.', {
      stack_id: text('Unique identifier.'),
      stack_name: { ...text('Unique within the account, not blank.'), ...lengths },
      configuration: ref('Configuration'),
      servers: list(ref('ServerInStack'), 'Present in the stack listing; empty elsewhere.'),
      created_at: timestamp('UTC.'),
      updated_at: timestamp('UTC.'),
    }),
  },
  operations: [
    operation({
      id: 'list_stacks',
      method: 'GET',
      ...STACKS,
      right: 'read',
      failure: 'Failed to list stacks',
      isBase: true,
      tag: 'Stacks',
      summary: 'List stacks',
      description:
        'All stacks of the account with their servers and enabled tools, oldest first, as a plain array. With `limit` or `cursor`, one page.',
      isPaged: true,
      badRequest: INVALID_PAGE,
      success: {
        description: 'The stacks.',
        schema: { type: 'array', items: ref('Stack') },
        example: [LISTED_EXAMPLE],
      },
      handle: sendStacks,
    }),
    operation({
      id: 'get_stack',
      method: 'GET',
      ...STACK,
      right: 'read',
      failure: 'Failed to get stack',
      tag: 'Stacks',
      summary: 'Get a stack',
      description: 'One stack with its servers and enabled tools, as the listing shows it.',
      success: { description: 'The stack.', schema: ref('Stack'), example: LISTED_EXAMPLE },
      showsForbidden: true,
      notFound: [NO_STACK],
      run: async (ctx, { stack_id }) => stackBody(await wholeStack(ctx, toStackId(stack_id))),
    }),
    operation({
      id: 'create_stack',
      method: 'POST',
      ...STACKS,
      limitClass: 'stacks',
      right: 'write',
      failure: 'Failed to create stack',
      isBase: true,
      tag: 'Stacks',
      summary: 'Create stack',
      description: 'Creates an empty stack. Its name is unique within the account.',
      request: CREATE,
      isMadeOnce: true,
      success: { description: 'The new stack.', schema: ref('Stack'), example: EXAMPLE },
      badRequest: ['Stack name is required', 'Stack <stack_name> already exists', INVALID],
      // The documented response to creating or changing a stack shows no servers.
      run: async (ctx, _params, body) => stackBody({ ...(await createStack(ctx, stackInput(body))), servers: [] }),
    }),
    operation({
      id: 'update_stack',
      method: 'PUT',
      ...STACK,
      limitClass: 'stacks',
      right: 'write',
      failure: 'Failed to update stack',
      isBase: true,
      tag: 'Stacks',
      summary: 'Update stack',
      description: 'Changes only the given fields, and always `updated_at`. The answer leaves `servers` empty.',
      request: UPDATE,
      success: { description: 'The stack as it is now.', schema: ref('Stack'), example: EXAMPLE },
      badRequest: ['Invalid configuration parameters', 'Stack <stack_name> already exists'],
      notFound: [NO_STACK],
      // Every field is optional, so an empty body changes nothing.
      run: async (ctx, { stack_id }, body = {}) =>
        stackBody({ ...(await updateStack(ctx, toStackId(stack_id), stackInput(body))), servers: [] }),
    }),
    operation({
      id: 'delete_stack',
      method: 'DELETE',
      ...STACK,
      right: 'write',
      failure: 'Failed to delete stack',
      isBase: true,
      tag: 'Stacks',
      summary: 'Delete stack',
      description:
        'Permanently deletes the stack with its servers, credentials, client endpoints, tokens and call records. Marketplace servers stay.',
      success: message('The stack is gone.', `Stack ${STACK_ID} deleted successfully`),
      notFound: [NO_STACK],
      run: async (ctx, { stack_id }) => ({
        message: `Stack ${(await deleteStack(ctx, toStackId(stack_id))).id} deleted successfully`,
      }),
    }),
  ],
};
