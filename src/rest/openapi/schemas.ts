import type { JsonObject } from '../../core/lib/json.ts';
import { NAME_LENGTH_MAX } from '../../core/lib/text.ts';
import { FAILURE_MEMBERS, failed, ISSUE } from './failures.ts';
import { list, text, wholeObject } from './parts.ts';
import { freeObject, ref } from './types.ts';

/** A point in time. */
export const timestamp = (description: string): JsonObject => ({ ...text(description), format: 'date-time' });
const statuses = (description: string): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string', enum: ['added', 'missing'] },
});

const stackName = { ...text('Unique within the account, not blank.'), minLength: 1, maxLength: NAME_LENGTH_MAX };
const toolIds = list({ type: 'string' }, 'Ids of the enabled tools.');

/** The bodies of the interface (components/schemas). */
export const SCHEMAS: JsonObject = {
  Configuration: wholeObject('Settings of a stack.', {
    analytics_enabled: { type: 'boolean', description: 'Whether calls are counted: sizes and outcomes, no contents.' },
  }),
  ServerInStack: wholeObject('A server in a stack.', {
    server_id: text('Id of the marketplace server.'),
    server_name: text('Its human name.'),
    enabled_tools: toolIds,
  }),
  Stack: wholeObject('A set of servers whose tools an agent may use.', {
    stack_id: text('Unique identifier.'),
    stack_name: stackName,
    configuration: ref('Configuration'),
    servers: list(ref('ServerInStack'), 'Filled in the stack listing; empty elsewhere.'),
    created_at: timestamp('UTC.'),
    updated_at: timestamp('UTC.'),
  }),
  Tool: wholeObject('A tool that a server offers.', {
    tool_id: { ...text('Unique name of the tool.'), pattern: '^[a-zA-Z0-9_-]{1,64}$' },
    name: text('Human name.'),
    description: text('What it does.'),
    parameters: freeObject('JSON Schema of its input.'),
  }),
  CredentialField: wholeObject('A credential that a server declares.', {
    field_id: { ...text('Key in credential updates.'), pattern: '^[a-zA-Z0-9_]{1,64}$' },
    name: text('Human name.'),
    description: text('Where to get it.'),
    required: { type: 'boolean', description: 'Whether tools need it.' },
  }),
  Server: wholeObject('A marketplace entry.', {
    server_id: { ...text('Unique identifier.'), pattern: '^[a-z0-9][a-z0-9-]{0,62}$' },
    name: text('Human name.'),
    description: text('Its purpose.'),
    tools: list(ref('Tool'), 'The tools that it offers.'),
    required_credentials: list(ref('CredentialField'), 'Fields that its tools need.'),
    optional_credentials: list(ref('CredentialField'), 'Fields that its tools don’t need.'),
  }),
  CredentialStatus: wholeObject('Which credentials of a server in a stack hold a value. Never a value.', {
    required_credentials: statuses('By field id.'),
    optional_credentials: statuses('By field id.'),
    all_credentials_added: { type: 'boolean', description: 'Required and optional ones alike.' },
    required_credentials_added: { type: 'boolean', description: 'When false, tools may not work properly.' },
  }),
  Message: wholeObject('A confirmation of the action.', { message: text('For people.') }),
  DefaultTool: wholeObject('A tool in the format `default`.', {
    name: text('Unique tool name.'),
    description: text('What it does.'),
    input_schema: freeObject('JSON Schema of its input.'),
    server: text('Id of the server that provides it.'),
  }),
  OpenAiTool: wholeObject('A tool in the format `openai`.', {
    type: { type: 'string', const: 'function' },
    function: wholeObject('As the Chat Completions API takes it.', {
      name: text('Unique tool name.'),
      description: text('What it does.'),
      parameters: freeObject('JSON Schema of its input.'),
    }),
  }),
  AnthropicTool: wholeObject('A tool in the format `anthropic`.', {
    name: text('Unique tool name.'),
    description: text('What it does.'),
    input_schema: freeObject('JSON Schema of its input.'),
  }),
  StackTool: wholeObject('A tool as the Stack Specific endpoints list it without a `schema`.', {
    name: text('Unique tool name.'),
    description: text('What it does.'),
    inputSchema: freeObject('JSON Schema of its input.'),
  }),
  FormatWarning: wholeObject('Why a tool is left out of a list, or not offered in full.', {
    tool: text('Unique tool name.'),
    reason: text('For people.'),
  }),
  Result: {
    type: 'object',
    description: 'The result of a tool.',
    properties: {
      result: freeObject('Its structure is the tool’s.'),
      headers: {
        type: 'object',
        description:
          'Headers of the service’s answer that matter to callers, by their names in lower case: `link`, `location`, `etag`, `content-range`, `x-total-count`, and those that an OpenAPI document declares. Absent for none.',
        additionalProperties: { type: 'string' },
      },
    },
    required: ['result'],
  },
  ResultChunk: wholeObject('A part of a result. A `result` over `max_bytes` is the first such part.', {
    handle: {
      type: ['string', 'null'],
      description: 'The handle of the next part; null if the rest could not be stored.',
    },
    offset: { type: 'integer', description: 'Where the part starts: bytes of UTF-8.' },
    next_offset: { type: ['integer', 'null'], description: 'Where the next part starts; null after the last.' },
    total_bytes: { type: 'integer', description: 'Bytes of the whole result.' },
    text: text('JSON text, never cut inside a character.'),
  }),
  BatchResults: wholeObject('The results of a batch of calls.', {
    results: list(
      {
        anyOf: [
          ref('Result'),
          {
            type: 'object',
            description: 'A call that failed.',
            properties: {
              status: { type: 'integer', description: 'The status that the call alone would have had.' },
              detail: text('The problem.'),
              ...FAILURE_MEMBERS,
              issues: list(ISSUE, 'Why its input was refused.'),
            },
            required: ['status', 'detail'],
          },
        ],
      },
      'In the order of the calls.',
    ),
  }),
  AccountError: failed('An error of the account API.', 'detail'),
  StackError: failed('An error of the Stack Specific endpoints.', 'error'),
};

/** A tool list's response. Formats beyond the documented ones have separate schemas. */
export const toolListSchema = (own: string): JsonObject => ({
  type: 'object',
  properties: {
    tools: {
      type: 'array',
      items: { anyOf: [ref(own), ref('OpenAiTool'), ref('AnthropicTool'), freeObject()] },
      description: 'The enabled tools, in a stable order.',
    },
    warnings: {
      type: 'array',
      items: ref('FormatWarning'),
      description: 'Present only if the format can’t express every tool fully.',
    },
  },
  required: ['tools'],
});
