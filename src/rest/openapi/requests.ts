import { BATCH_CALLS_MAX } from '../../core/calls/batch.ts';
import { CREDENTIAL_BYTES_MAX } from '../../core/credentials/credential.ts';
import { NAME_LENGTH_MAX } from '../../core/lib/text.ts';
import { RESULT_BYTES_MAX, RESULT_BYTES_MIN } from '../../core/results/resultControl.ts';
import { SELECT_CHARS_MAX } from '../../core/results/select.ts';
import { TOOL_INPUT } from './examples.ts';
import { freeObject, type RequestDoc } from './types.ts';

const name = {
  type: 'string',
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  description: 'Unique within the account, not blank.',
};
const configuration = {
  type: 'object',
  description: 'Settings of the stack.',
  properties: { analytics_enabled: { type: 'boolean', default: false } },
};
const enabledTools = { type: 'array', items: { type: 'string' }, description: 'Tool ids of this server.' };
const toolInput = {
  anyOf: [freeObject(), { type: 'string' }],
  description: 'As the tool’s input schema says; see the tool listing. The object may also come as JSON text.',
};

const resultOptions = {
  select: {
    type: 'string',
    description: 'A JMESPath expression that selects the part of the result to return.',
    maxLength: SELECT_CHARS_MAX,
  },
  max_bytes: {
    type: 'integer',
    minimum: RESULT_BYTES_MIN,
    maximum: RESULT_BYTES_MAX,
    description:
      'The maximum size of `result`. A larger result comes in parts: the first part holds the handle of the rest.',
  },
};
const idempotencyKey = { type: 'string', description: 'As the header `Idempotency-Key` of a single call.' };

export const CREATE_STACK: RequestDoc = {
  isRequired: true,
  schema: { type: 'object', properties: { stack_name: name, configuration }, required: ['stack_name'] },
  example: { stack_name: 'Support agent', configuration: { analytics_enabled: false } },
};

export const UPDATE_STACK: RequestDoc = {
  isRequired: false,
  schema: { type: 'object', properties: { stack_name: name, configuration } },
  example: { configuration: { analytics_enabled: true } },
};

export const ADD_SERVER: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      server_id: { type: 'string', description: 'Marketplace server to add.' },
      enable_all_tools: { type: 'boolean', default: false, description: 'Whether to enable every tool of the server.' },
      enabled_tools: { ...enabledTools, description: 'Used only when `enable_all_tools` is false; absent: none.' },
    },
    required: ['server_id'],
  },
  example: { server_id: 'linear', enabled_tools: ['linear_create_issue'] },
};

export const SERVER_TOOLS: RequestDoc = {
  isRequired: true,
  schema: { type: 'object', properties: { enabled_tools: enabledTools }, required: ['enabled_tools'] },
  example: { enabled_tools: ['linear_create_issue', 'linear_search_issues'] },
};

export const CREDENTIALS: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      credentials: {
        type: 'object',
        description: `Values by field id, each at most ${CREDENTIAL_BYTES_MAX} bytes; other fields stay as they are.`,
        minProperties: 1,
        additionalProperties: { type: 'string', minLength: 1 },
      },
    },
    required: ['credentials'],
  },
  example: { credentials: { linear_api_key: 'lin_api_…' } },
};

export const INVOKE: RequestDoc = {
  isRequired: true,
  schema: { type: 'object', properties: { tool_input: toolInput, ...resultOptions }, required: ['tool_input'] },
  example: { tool_input: TOOL_INPUT },
};

export const INVOKE_BATCH: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      calls: {
        type: 'array',
        minItems: 1,
        maxItems: BATCH_CALLS_MAX,
        items: {
          type: 'object',
          properties: {
            tool_id: { type: 'string', description: 'The tool.' },
            tool_input: toolInput,
            idempotency_key: idempotencyKey,
            ...resultOptions,
          },
          required: ['tool_id', 'tool_input'],
        },
      },
    },
    required: ['calls'],
  },
  example: { calls: [{ tool_id: 'linear_create_issue', tool_input: TOOL_INPUT }] },
};

export const CALL: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      tool_name: { type: 'string', description: 'Tool to execute.' },
      tool_input: toolInput,
      ...resultOptions,
    },
    required: ['tool_name', 'tool_input'],
  },
  example: { tool_name: 'linear_create_issue', tool_input: TOOL_INPUT },
};
