import { BATCH_CALLS_MAX } from '../../core/answers/batch.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import { RESULT_BYTES_MAX, RESULT_BYTES_MIN } from '../../core/results/resultControl.ts';
import { SELECT_CHARS_MAX } from '../../core/results/select.ts';
import { TOOL_FAILED } from '../../wire/toolCall.ts';
import { invokeToolBatch } from '../batch.ts';
import { BATCH_RESULTS, CHUNK, OPENAI_TOOL, STACK_TOOL, TOOL_INPUT, TOOL_RESULT } from '../openapi/examples.ts';
import { FAILURE_MEMBERS, failed, ISSUE } from '../openapi/failures.ts';
import { freeObject, list, text, wholeObject } from '../openapi/parts.ts';
import { INVALID, type Noun, operation, place, type RequestDoc, ref } from '../operation.ts';
import { readOwnResult, readStackResult } from '../results.ts';
import { callStackTool, invokeStackTool } from '../toolCalls.ts';
import { answerToolList, listStackTools } from '../toolList.ts';
import { NO_STACK, STACK } from './stacks.ts';

/** The path of a client endpoint. */
export const CLIENT = place('/s/{client_id}', {
  client_id: 'The client endpoint that the stack token was issued for.',
});
const HANDLE = { handle: 'The handle from the first part of the result.' };

const toolInput = {
  anyOf: [freeObject(), { type: 'string' }],
  description:
    'The input, which must match the tool’s input schema from the tool listing. An object, or its JSON text.',
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

const INVOKE: RequestDoc = {
  isRequired: true,
  schema: { type: 'object', properties: { tool_input: toolInput, ...resultOptions }, required: ['tool_input'] },
  example: { tool_input: TOOL_INPUT },
};
const INVOKE_BATCH: RequestDoc = {
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
            idempotency_key: {
              type: 'string',
              description: 'The same as the header `Idempotency-Key` of a single call.',
            },
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
const CALL: RequestDoc = {
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

/** A tool list's response. Formats beyond the documented ones have separate schemas. */
const toolList = (own: string): JsonObject => ({
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
      description: 'The tools that the format can’t fully express. Absent if there are none.',
    },
  },
  required: ['tools'],
});

const RESULT = { description: 'The tool’s result.', schema: ref('Result'), example: TOOL_RESULT };
const FAILED = 'Tool execution failed: missing credentials: linear_api_key';
const INVALID_LIST = [
  'Invalid schema <schema>',
  'Invalid mode <mode>',
  'Invalid defer: use true or false',
  'Invalid defer: use it with anthropic or openai_responses',
];
const INVALID_CALL = [INVALID, 'Invalid result <result>', 'Invalid dry_run: use true or false'];
const IDEMPOTENCY = [
  'Invalid Idempotency-Key',
  'The Idempotency-Key was used for another call',
  'The call with this Idempotency-Key is still running',
  'The outcome of the call with this Idempotency-Key is unknown: it was cut off and may have taken effect. Check before you make it again, with another Idempotency-Key',
];
const READ_ON = {
  summary: 'Read the next part of a large result',
  description:
    'The next part of a result that exceeded `max_bytes`: JSON text to append to the earlier parts. Kept for ten minutes, only for the caller of the tool.',
  isChunk: true,
  success: { description: 'The part.', schema: ref('ResultChunk'), example: CHUNK },
  badRequest: [INVALID],
} as const;

/** Operations on tools. The stack's snapshot serves them without GraphQL. */
export const toolOperations: Noun = {
  schemas: {
    DefaultTool: wholeObject('A tool in the format `default`.', {
      name: text('Unique tool name.'),
      description: text('The description.'),
      input_schema: freeObject('JSON Schema of its input.'),
      server: text('Id of the server that provides it.'),
    }),
    OpenAiTool: wholeObject('A tool in the format `openai`.', {
      type: { type: 'string', const: 'function' },
      function: wholeObject('In the format of the Chat Completions API.', {
        name: text('Unique tool name.'),
        description: text('The description.'),
        parameters: freeObject('JSON Schema of its input.'),
      }),
    }),
    AnthropicTool: {
      type: 'object',
      description: 'A tool in the format `anthropic`.',
      properties: {
        name: text('Unique tool name.'),
        description: text('The description.'),
        input_schema: freeObject('JSON Schema of its input.'),
        input_examples: list(freeObject(), 'Valid example inputs. Absent if the tool has none.'),
        defer_loading: {
          type: 'boolean',
          const: true,
          description: 'Only with `defer`, for tools that are not pinned.',
        },
      },
      required: ['name', 'description', 'input_schema'],
    },
    StackTool: wholeObject('A tool as the Stack Specific endpoints list it without a `schema`.', {
      name: text('Unique tool name.'),
      description: text('The description.'),
      inputSchema: freeObject('JSON Schema of its input.'),
    }),
    FormatWarning: wholeObject('Why a list leaves out a tool or part of it.', {
      tool: text('Unique tool name.'),
      reason: text('The reason, for people.'),
    }),
    Result: {
      type: 'object',
      description: 'The result of a tool.',
      properties: {
        result: freeObject('Its structure depends on the tool.'),
        headers: {
          type: 'object',
          description:
            'Headers of the service’s answer that matter to callers, by their names in lower case: `link`, `location`, `etag`, `content-range`, `x-total-count`, and those that an OpenAPI document declares. Absent for none.',
          additionalProperties: { type: 'string' },
        },
      },
      required: ['result'],
    },
    ResultChunk: wholeObject('A part of a large result. If `result` exceeds `max_bytes`, it is the first part.', {
      handle: {
        type: ['string', 'null'],
        description: 'The handle of the next part; null if the rest could not be stored.',
      },
      offset: { type: 'integer', description: 'The offset of the part, in bytes of UTF-8.' },
      next_offset: { type: ['integer', 'null'], description: 'The offset of the next part; null after the last.' },
      total_bytes: { type: 'integer', description: 'Bytes of the whole result.' },
      text: text('JSON text. A part never splits a character.'),
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
                status: { type: 'integer', description: 'The HTTP status that a single call would have.' },
                detail: text('The problem.'),
                ...FAILURE_MEMBERS,
                issues: list(ISSUE, 'The reasons why its input was refused.'),
              },
              required: ['status', 'detail'],
            },
          ],
        },
        'The results, in the order of the calls.',
      ),
    }),
    AccountError: failed('An error of the account API.', 'detail'),
    StackError: failed('An error of the Stack Specific endpoints.', 'error'),
  },
  operations: [
    operation({
      id: 'list_stack_tools',
      method: 'GET',
      ...place(`${STACK.path}/tools`, STACK.parameters),
      right: 'read',
      failure: 'Failed to get tools',
      isBase: true,
      tag: 'Tools',
      summary: 'List enabled tools of a stack',
      description: 'The enabled tools in the format that `schema` names.',
      isToolList: true,
      success: { description: 'The tools.', schema: toolList('DefaultTool'), example: { tools: [OPENAI_TOOL] } },
      badRequest: INVALID_LIST,
      notFound: [NO_STACK],
      answer: listStackTools,
    }),
    operation({
      id: 'invoke_tool',
      method: 'POST',
      ...place(`${STACK.path}/tools/{tool_id}/invoke`, { ...STACK.parameters, tool_id: 'The tool’s unique name.' }),
      limitClass: 'invoke',
      right: 'invoke',
      failure: TOOL_FAILED,
      showsIssues: 'of tool',
      isBase: true,
      tag: 'Tools',
      summary: 'Invoke a tool',
      description:
        'Calls an enabled tool with the credentials stored for its server in this stack. A tool that fails answers 500 with the cause in `detail`.',
      request: INVOKE,
      isIdempotent: true,
      hasResult: true,
      mayBeJob: true,
      success: RESULT,
      badRequest: ['Invalid input parameters for tool <tool_id>', ...INVALID_CALL, ...IDEMPOTENCY],
      notFound: [NO_STACK, 'Tool <tool_id> not found in stack'],
      failureExample: FAILED,
      answer: invokeStackTool,
    }),
    operation({
      id: 'invoke_batch',
      method: 'POST',
      ...place(`${STACK.path}/tools/invoke_batch`, STACK.parameters),
      limitClass: 'invoke',
      right: 'invoke',
      failure: TOOL_FAILED,
      tag: 'Tools',
      summary: 'Invoke many tools',
      description:
        'Makes up to 50 calls at once. Each counts as a separate call and has its own answer: `result`, or `status` and `detail`.',
      request: INVOKE_BATCH,
      hasResult: true,
      success: {
        description: 'One answer per call, in the order of the calls.',
        schema: ref('BatchResults'),
        example: BATCH_RESULTS,
      },
      badRequest: INVALID_CALL,
      notFound: [NO_STACK],
      handle: invokeToolBatch,
    }),
    operation({
      id: 'read_result',
      method: 'GET',
      ...place(`${STACK.path}/results/{handle}`, { ...STACK.parameters, ...HANDLE }),
      right: 'read',
      failure: 'Failed to read result',
      tag: 'Tools',
      ...READ_ON,
      notFound: [NO_STACK, 'Result <handle> not found'],
      handle: readStackResult,
    }),
    operation({
      id: 'read_own_result',
      surface: 'stack',
      method: 'GET',
      ...place(`${CLIENT.path}/results/{handle}`, { ...CLIENT.parameters, ...HANDLE }),
      limitClass: 'list_tools',
      right: null,
      failure: 'Internal error',
      tag: 'Stack Specific endpoints',
      ...READ_ON,
      notFound: ['Result <handle> not found'],
      handle: readOwnResult,
    }),
    operation({
      id: 'list_tools',
      surface: 'stack',
      method: 'GET',
      ...place(`${CLIENT.path}/list_tools`, CLIENT.parameters),
      limitClass: 'list_tools',
      right: null,
      failure: 'Internal error',
      isBase: true,
      tag: 'Stack Specific endpoints',
      summary: 'List the tools of a stack token',
      description: 'The tools that the caller can use. Without `schema`, each has `inputSchema` in camel case.',
      isToolList: true,
      success: { description: 'The tools.', schema: toolList('StackTool'), example: { tools: [STACK_TOOL] } },
      badRequest: INVALID_LIST,
      answer: answerToolList,
    }),
    operation({
      id: 'call_tool',
      surface: 'stack',
      method: 'POST',
      ...place(`${CLIENT.path}/call_tool`, CLIENT.parameters),
      limitClass: 'call_tool',
      right: null,
      failure: 'Internal error',
      showsIssues: 'of tool',
      isBase: true,
      tag: 'Stack Specific endpoints',
      summary: 'Call a tool',
      description: 'Calls a tool from `list_tools`. A tool that fails answers 400 with the cause in `error`.',
      request: CALL,
      isIdempotent: true,
      hasResult: true,
      mayBeJob: true,
      success: RESULT,
      badRequest: ['Invalid input parameters for tool <tool_name>', ...INVALID_CALL, FAILED, ...IDEMPOTENCY],
      notFound: ['Tool <tool_name> not found'],
      answer: callStackTool,
    }),
  ],
};
