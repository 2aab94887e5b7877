import type { ToolOperationId } from '../operations.ts';
import { BATCH_RESULTS, CHUNK, OPENAI_TOOL, STACK_TOOL, TOOL_RESULT } from './examples.ts';
import { CALL, INVOKE, INVOKE_BATCH } from './requests.ts';
import { toolListSchema } from './schemas.ts';
import { type OperationDoc, ref } from './types.ts';

const RESULT = { says: 'The tool’s result.', schema: ref('Result'), example: TOOL_RESULT };
const FAILED = 'Tool execution failed: missing credentials: linear_api_key';

const CHUNKS =
  'The next part of a result that exceeded `max_bytes`: JSON text to append to the earlier parts. Kept for ten minutes, only for the caller of the tool.';

const INVALID = ['Invalid request parameters', 'Invalid result <result>', 'Invalid dry_run: use true or false'];

const IDEMPOTENCY = [
  'Invalid Idempotency-Key',
  'The Idempotency-Key was used for another call',
  'The call with this Idempotency-Key is still running',
  'The outcome of the call with this Idempotency-Key is unknown: it was cut off and may have taken effect. Check before you make it again, with another Idempotency-Key',
];

/** The descriptions of the operations on tools. */
export const TOOL_DOCS: Readonly<Record<ToolOperationId, OperationDoc>> = {
  list_stack_tools: {
    tag: 'Tools',
    summary: 'List enabled tools of a stack',
    description: 'The enabled tools in the format that `schema` names.',
    isToolList: true,
    success: { says: 'The tools.', schema: toolListSchema('DefaultTool'), example: { tools: [OPENAI_TOOL] } },
    badRequest: ['Invalid schema <schema>', 'Invalid mode <mode>'],
    notFound: ['Stack not found'],
  },
  invoke_tool: {
    tag: 'Tools',
    summary: 'Invoke a tool',
    description:
      'Calls an enabled tool with the credentials stored for its server in this stack. A tool that fails answers 500 with the cause in `detail`.',
    request: INVOKE,
    isIdempotent: true,
    hasResult: true,
    success: RESULT,
    badRequest: ['Invalid input parameters for tool <tool_id>', ...INVALID, ...IDEMPOTENCY],
    notFound: ['Stack not found', 'Tool <tool_id> not found in stack'],
    failureExample: FAILED,
  },
  invoke_batch: {
    tag: 'Tools',
    summary: 'Invoke many tools',
    description:
      'Makes up to 50 calls at once. Each counts as a separate call, and is answered like one: with `result`, or with `status` and `detail`.',
    request: INVOKE_BATCH,
    hasResult: true,
    success: { says: 'One answer for each call, in their order.', schema: ref('BatchResults'), example: BATCH_RESULTS },
    badRequest: INVALID,
    notFound: ['Stack not found'],
  },
  read_result: {
    tag: 'Tools',
    summary: 'Read a large result on',
    description: CHUNKS,
    isChunk: true,
    success: { says: 'The part.', schema: ref('ResultChunk'), example: CHUNK },
    badRequest: ['Invalid request parameters'],
    notFound: ['Stack not found', 'Result <handle> not found'],
  },
  read_own_result: {
    tag: 'Stack Specific endpoints',
    summary: 'Read a large result on',
    description: CHUNKS,
    isChunk: true,
    success: { says: 'The part.', schema: ref('ResultChunk'), example: CHUNK },
    badRequest: ['Invalid request parameters'],
    notFound: ['Result <handle> not found'],
  },
  list_tools: {
    tag: 'Stack Specific endpoints',
    summary: 'List the tools of a stack token',
    description: 'The tools that the caller has access to. Without `schema`, each has `inputSchema` in camel case.',
    isToolList: true,
    success: { says: 'The tools.', schema: toolListSchema('StackTool'), example: { tools: [STACK_TOOL] } },
    badRequest: ['Invalid schema <schema>', 'Invalid mode <mode>'],
  },
  call_tool: {
    tag: 'Stack Specific endpoints',
    summary: 'Call a tool',
    description:
      'Calls one of the tools that `list_tools` lists. A tool that fails answers 400 with the cause in `error`.',
    request: CALL,
    isIdempotent: true,
    hasResult: true,
    success: RESULT,
    badRequest: ['Invalid input parameters for tool <tool_name>', ...INVALID, FAILED, ...IDEMPOTENCY],
    notFound: ['Tool <tool_name> not found'],
  },
};
