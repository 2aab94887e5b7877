import { isRecord } from '../../core/lib/json.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { MAKE_ARGS, parseJsonArgument, readText, STACK_ARG } from '../input.ts';
import { InvokeToolDocument } from '../operations/stacks.ts';
import { showingProgress } from '../showProgress.ts';
import { stackIdOf } from '../stackRef.ts';

/** The text of an MCP result that holds only text; else null. */
function plainText(result: unknown): string | null {
  if (!isRecord(result) || Object.keys(result).length !== 1 || !Array.isArray(result['content'])) return null;
  const texts = result['content'].map((block: unknown) => (isRecord(block) ? block['text'] : null));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('\n') : null;
}

export const call = command({
  description: 'Call an enabled tool of a stack with the credentials stored there',
  examples: [
    'toolyard call demo everything_echo --input \'{"message":"hello"}\'',
    'toolyard call demo linear_create_issue --input @issue.json --json',
    'jq -n \'{message:"hi"}\' | toolyard call demo everything_echo --input -',
  ],
  args: {
    stack: STACK_ARG,
    tool: { type: 'positional', required: true, description: 'Tool id, such as everything_echo' },
    input: { type: 'string', valueHint: 'JSON|@FILE|-', description: 'Input of the tool (default: {})' },
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const toolInput = parseJsonArgument(await readText(args.input ?? '{}', run), 'The input');
    const api = connectApi(args, run);
    const idempotencyKey = args['idempotency-key'] ?? null;
    const input = { stackId: await stackIdOf(api, args.stack), toolId: args.tool, toolInput, idempotencyKey };
    const { invokeTool } = await showingProgress(args, run, (progressId) =>
      api(InvokeToolDocument, { input: { ...input, progressId } }),
    );
    const { result } = payloadOf(invokeTool);
    return { json: { result }, text: plainText(result) ?? JSON.stringify(result, null, 2) };
  },
});
