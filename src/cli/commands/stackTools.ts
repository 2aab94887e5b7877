import type { ToolFormat } from '../../generated/gql/graphql.ts';
import { connectApi } from '../api.ts';
import { command } from '../command.ts';
import { API_ARGS, STACK_ARG } from '../input.ts';
import { StackToolsDocument } from '../operations/stacks.ts';
import { table } from '../output.ts';
import { stackIdOf, stackNotFound } from '../stackRef.ts';

const FORMATS = {
  default: 'DEFAULT',
  openai: 'OPENAI',
  openai_responses: 'OPENAI_RESPONSES',
  openai_strict: 'OPENAI_STRICT',
  anthropic: 'ANTHROPIC',
  gemini: 'GEMINI',
  mcp: 'MCP',
  vercel: 'VERCEL',
  langchain: 'LANGCHAIN',
} as const satisfies { [F in ToolFormat as Lowercase<F>]: F };

type Format = keyof typeof FORMATS;
const FORMAT_NAMES: Format[] = Object.keys(FORMATS).filter((name): name is Format => Object.hasOwn(FORMATS, name));

export const tools = command({
  description: 'List the enabled tools of a stack, or print them in a provider’s format',
  examples: ['toolyard stack tools demo', 'toolyard stack tools demo --format openai > tools.json'],
  args: {
    stack: STACK_ARG,
    format: { type: 'enum', options: FORMAT_NAMES, description: `Print definitions: ${FORMAT_NAMES.join(', ')}` },
    defer: {
      type: 'boolean',
      description: 'With anthropic or openai_responses: let the model find tools that are not pinned with tool search',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const format = FORMATS[args.format ?? 'default'];
    const { stack } = await api(StackToolsDocument, {
      id: await stackIdOf(api, args.stack),
      format,
      isDeferred: args.defer ?? false,
    });
    if (!stack) throw stackNotFound(args.stack);
    const { nodes, definitions, warnings } = stack.tools;
    const rows = nodes.map(({ id, serverId, description }) => [id, serverId, description.split('\n')[0] ?? '']);
    return {
      json: {
        tools: definitions,
        warnings: warnings.map(({ toolId, reason }) => ({ tool_id: toolId, reason })),
      },
      text:
        args.format === undefined
          ? table(['TOOL', 'SERVER', 'DESCRIPTION'], rows, 'No enabled tools')
          : JSON.stringify(definitions, null, 2),
      warnings: warnings.map(({ toolId, reason }) => `${toolId}: ${reason}`),
    };
  },
});
