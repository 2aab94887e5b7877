import type { Ctx } from '../../core/context.ts';
import type { ListMode } from '../../core/search/listMode.ts';
import { listedTools } from '../../core/search/metaTools.ts';
import { getSnapshot } from '../../core/snapshots/readSnapshot.ts';
import type { SnapshotTool } from '../../core/snapshots/snapshot.ts';
import { formatList } from '../../formats/formatList.ts';
import type { FormattedTools, ToolFormat } from '../../formats/formats.ts';
import { builder } from '../builder.ts';
import { Stack } from './stack.ts';

const FORMATS = {
  DEFAULT: { value: 'default', description: 'Name, description, `input_schema` and server.' },
  OPENAI: { value: 'openai', description: 'OpenAI, Chat Completions.' },
  ANTHROPIC: { value: 'anthropic', description: 'Anthropic, Messages.' },
  OPENAI_RESPONSES: { value: 'openai_responses', description: 'OpenAI, Responses.' },
  OPENAI_STRICT: { value: 'openai_strict', description: 'OpenAI strict mode, where a schema qualifies for it.' },
  GEMINI: { value: 'gemini', description: 'Google Gemini.' },
  MCP: { value: 'mcp', description: 'Model Context Protocol.' },
  VERCEL: { value: 'vercel', description: 'Vercel AI SDK.' },
  LANGCHAIN: { value: 'langchain', description: 'LangChain.' },
} as const satisfies { [K in ToolFormat as Uppercase<K>]: { value: K; description: string } };

const ToolFormatEnum = builder.enumType('ToolFormat', {
  description: 'The shape in which a model’s provider or framework takes tool definitions.',
  values: FORMATS,
});

export const EnabledTool = builder.objectRef<SnapshotTool>('EnabledTool').implement({
  description: 'A tool that agents of a stack can call.',
  fields: (t) => ({
    id: t.exposeID('toolId', { description: 'Its stable id, by which it can always be called.' }),
    exposedName: t.exposeString('exposedName', {
      description: 'The name that agents see: the stack’s own for it, else its id.',
    }),
    isPinned: t.exposeBoolean('isPinned', { description: 'Whether it is listed in search mode, too.' }),
    serverId: t.id({ description: 'The server that provides it.', resolve: ({ server }) => server.slug }),
    serverName: t.string({ description: 'That server’s name for people.', resolve: ({ server }) => server.name }),
    name: t.exposeString('name', { description: 'What the server itself calls it.' }),
    title: t.exposeString('title', { nullable: true, description: 'A name for people, where the server gives one.' }),
    description: t.exposeString('description', {
      description: 'What it does, for the model that chooses among tools.',
    }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', description: 'JSON Schema of its input.' }),
  }),
});

const ToolWarning = builder.objectRef<FormattedTools['warnings'][number]>('ToolWarning').implement({
  description: 'Why a tool is missing from a format, or not offered in full.',
  fields: (t) => ({
    toolId: t.exposeID('tool', { description: 'The tool, by the name that agents see.' }),
    reason: t.exposeString('reason', { description: 'What the format cannot express.' }),
  }),
});

const MODES = {
  FULL: { value: 'full', description: 'Every enabled tool.' },
  SEARCH: { value: 'search', description: 'Tools that find and call the others, and the pinned ones.' },
} as const satisfies { [K in ListMode as Uppercase<K>]: { value: K; description: string } };

export const ToolListMode = builder.enumType('ToolListMode', {
  description: 'Which tools a list shows.',
  values: MODES,
});

type StackTools = FormattedTools & { readonly enabled: readonly SnapshotTool[] };

const StackToolsType = builder.objectRef<StackTools>('StackTools').implement({
  description: 'The tools that agents of a stack can call, as agents see them.',
  fields: (t) => ({
    nodes: t.field({
      type: [EnabledTool],
      description: 'All enabled tools, typed, whatever the format and mode.',
      resolve: ({ enabled }) => [...enabled],
    }),
    definitions: t.field({
      type: ['JSON'],
      description: 'The tool definitions in the format asked for, ready to be sent to the provider.',
      resolve: ({ tools }) => [...tools],
    }),
    warnings: t.field({
      type: [ToolWarning],
      description: 'What this format had to leave out.',
      resolve: ({ warnings }) => [...warnings],
    }),
    totalCount: t.int({ description: 'How many tools are enabled.', resolve: ({ enabled }) => enabled.length }),
  }),
});

async function readStackTools(app: Ctx, stackId: string, format: ToolFormat, mode: ListMode): Promise<StackTools> {
  const snapshot = await getSnapshot(app, stackId);
  const formatted = await snapshot.memo(`tools:${mode}:${format}`, () =>
    formatList(listedTools(snapshot, mode), format),
  );
  return { ...formatted, enabled: [...snapshot.tools.values()] };
}

/** Each stack's list may be read on its own, once per change: dear enough to be asked for few stacks at a time. */
const STACK_TOOLS_COST = 200;

builder.prismaObjectFields(Stack, (t) => ({
  tools: t.field({
    type: StackToolsType,
    description: 'All enabled tools of the stack, as agents see them.',
    complexity: { field: STACK_TOOLS_COST, multiplier: 1 },
    args: {
      format: t.arg({
        type: ToolFormatEnum,
        required: true,
        defaultValue: 'default',
        description: 'The shape of `definitions`.',
      }),
      mode: t.arg({
        type: ToolListMode,
        required: true,
        defaultValue: 'full',
        description: 'What `definitions` are of; `nodes` are always all enabled tools.',
      }),
    },
    resolve: ({ id }, { format, mode }, { app }) => readStackTools(app, id, format, mode),
  }),
}));
