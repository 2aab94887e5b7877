import { alternativesOf } from '../../core/calls/missingFields.ts';
import { visibleTo } from '../../core/decisions/visible.ts';
import { toStackId } from '../../core/kernel/ids.ts';
import type { ListMode } from '../../core/kernel/listMode.ts';
import { AppError } from '../../core/lib/errors.ts';
import { listedTools } from '../../core/search/metaTools.ts';
import { findTool } from '../../core/snapshots/findTool.ts';
import { getSnapshot } from '../../core/snapshots/readSnapshot.ts';
import type { SnapshotTool, StackSnapshot } from '../../core/snapshots/snapshot.ts';
import { type StackToolChange, updateStackTool } from '../../core/stacks/stackTool.ts';
import { formatList } from '../../formats/formatList.ts';
import type { FormattedTools, ToolFormat } from '../../formats/formats.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { namedId } from '../globalId.ts';
import { placedToolNamed } from '../references.ts';
import { Node } from './node.ts';
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
  description: 'The format of tool definitions for a model’s provider or framework.',
  values: FORMATS,
});

const CredentialSet = builder.objectRef<readonly string[]>('CredentialSet').implement({
  description: 'A set of credentials that together enable tools of a server.',
  fields: (t) => ({
    fieldIds: t.idList({ description: 'The fields.', resolve: (fieldIds) => [...fieldIds] }),
  }),
});

export const EnabledTool = builder.objectRef<SnapshotTool>('EnabledTool').implement({
  interfaces: [Node],
  description: 'A tool that agents of a stack can call, as that stack shows it.',
  fields: (t) => ({
    id: t.id({
      description: 'Its id in this stack, `enabledtool_…`. Other stacks may present the same tool differently.',
      resolve: ({ server, toolId }) => namedId('enabledtool', server.stackServerId, toolId),
    }),
    toolId: t.exposeID('toolId', { description: 'The tool’s stable id, which calls can always use.' }),
    exposedName: t.exposeString('exposedName', {
      description: 'The name that agents see: the stack’s name for it, or otherwise its id.',
    }),
    isPinned: t.exposeBoolean('isPinned', { description: 'Whether it is also listed in search mode and code mode.' }),
    isHeld: t.boolean({
      description:
        'Whether it can’t be called because it changed and awaits review. Its other fields keep their earlier values.',
      resolve: ({ held }) => held !== null,
    }),
    serverId: t.id({ description: 'The server that provides it.', resolve: ({ server }) => server.slug }),
    serverName: t.string({ description: 'The server’s display name.', resolve: ({ server }) => server.name }),
    name: t.exposeString('name', { description: 'Its name on the server.' }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Its display name; null if the server provides none.',
    }),
    description: t.exposeString('description', {
      description: 'Its description, which models use to choose tools.',
    }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', description: 'JSON Schema of its input.' }),
    credentialSets: t.field({
      type: [CredentialSet],
      description:
        'Alternative sets of credentials. The tool needs any one of them, and the required credentials. Empty if it needs only those.',
      resolve: (tool) => [...alternativesOf(tool)],
    }),
  }),
});

export const ToolWarning = builder.objectRef<FormattedTools['warnings'][number]>('ToolWarning').implement({
  description: 'Why a format leaves out a tool or part of it.',
  fields: (t) => ({
    toolId: t.exposeID('tool', { description: 'The tool, by the name that agents see.' }),
    reason: t.exposeString('reason', { description: 'The part that the format can’t express.' }),
  }),
});

const MODES = {
  FULL: { value: 'full', description: 'Every enabled tool.' },
  SEARCH: { value: 'search', description: 'Tools that search and call all tools, and the pinned tools.' },
  CODE: {
    value: 'code',
    description: 'Tools that search all tools and run programs that call them, and the pinned tools.',
  },
} as const satisfies { [K in ListMode as Uppercase<K>]: { value: K; description: string } };

export const ToolListMode = builder.enumType('ToolListMode', {
  description: 'The tools that a list shows.',
  values: MODES,
});

type StackTools = FormattedTools & { readonly enabled: readonly SnapshotTool[] };

const StackToolsType = builder.objectRef<StackTools>('StackTools').implement({
  description: 'The tools that agents of a stack can call, as agents see them.',
  fields: (t) => ({
    nodes: t.field({
      type: [EnabledTool],
      description: 'All enabled tools, typed, independent of format and mode.',
      resolve: ({ enabled }) => [...enabled],
    }),
    definitions: t.field({
      type: ['JSON'],
      description:
        'The tool definitions in the requested format, ready to send to the provider. Tools that a rule always denies the caller are left out.',
      resolve: ({ tools }) => [...tools],
    }),
    warnings: t.field({
      type: [ToolWarning],
      description: 'The parts that this format can’t express.',
      resolve: ({ warnings }) => [...warnings],
    }),
    totalCount: t.int({ description: 'How many tools are enabled.', resolve: ({ enabled }) => enabled.length }),
  }),
});

/** The definitions of a list, built once per snapshot. */
export const defineTools = (
  listed: StackSnapshot,
  format: ToolFormat,
  mode: ListMode,
  isDeferring = false,
): Promise<FormattedTools> =>
  listed.memo(`tools:${mode}:${format}:${isDeferring}`, () =>
    formatList(listedTools(listed, mode), format, { accountId: listed.accountId, isDeferring }),
  );

/** Each stack's list may have to be read separately, so one query may request only a few. */
const STACK_TOOLS_COST = 200;

builder.prismaObjectFields(Stack, (t) => ({
  tools: t.field({
    type: StackToolsType,
    nullable: true,
    description: 'All enabled tools of the stack, as agents see them.',
    complexity: { field: STACK_TOOLS_COST, multiplier: 1 },
    args: {
      format: t.arg({
        type: ToolFormatEnum,
        required: true,
        defaultValue: 'default',
        description: 'The format of `definitions`.',
      }),
      mode: t.arg({
        type: ToolListMode,
        required: true,
        defaultValue: 'full',
        description: 'The mode of `definitions`. `nodes` always holds all enabled tools.',
      }),
      isDeferred: t.arg.boolean({
        required: true,
        defaultValue: false,
        description:
          'For `ANTHROPIC` and `OPENAI_RESPONSES`: whether the model finds the tools that are not pinned with the provider’s tool search.',
      }),
    },
    resolve: async ({ id }, { format, mode, isDeferred }, { app }) => {
      const snapshot = await getSnapshot(app, id);
      const listed = await visibleTo(app, snapshot);
      return { ...(await defineTools(listed, format, mode, isDeferred)), enabled: [...snapshot.tools.values()] };
    },
  }),
}));

const UpdateStackToolInput = builder.inputType('UpdateStackToolInput', {
  description: 'How a stack shows one of its enabled tools. Omitted fields stay unchanged.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    toolId: t.id({ required: true, description: 'The tool’s id; it must be enabled in the stack, and never changes.' }),
    name: t.string({
      description:
        'The stack’s name for it, unique there: a letter and up to 63 letters, digits, `_` or `-`. Null restores the original.',
    }),
    description: t.string({
      description: 'The stack’s description of the tool, for models. Null restores the original.',
    }),
    isPinned: t.boolean({ description: 'Whether it is also listed in search mode and code mode.' }),
  }),
});

const UpdateStackToolPayload = builder.objectRef<StackToolChange>('UpdateStackToolPayload').implement({
  description: 'The presentation of a tool in a stack was changed.',
  fields: (t) => ({
    tool: t.field({
      type: EnabledTool,
      description: 'The tool as agents of the stack see it now.',
      resolve: async ({ stackId, toolId }, _args, { app }) => {
        const tool = findTool(await getSnapshot(app, stackId), toolId);
        if (!tool) throw new AppError('not_found', `Tool ${toolId} not found in stack`);
        return tool;
      },
    }),
  }),
});

builder.mutationField('updateStackTool', (t) =>
  t.field({
    type: UpdateStackToolPayload,
    nullable: true,
    description:
      'Changes a tool’s name or description in one stack, or pins it. Calls accept its id, its new name and its original name.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateStackToolInput, required: true, description: 'The tool and its changes.' }) },
    resolve: async (_root, { input: { stackId, toolId, ...input } }, { app }) =>
      updateStackTool(app, toStackId(stackId), await placedToolNamed(app, toStackId(stackId), toolId), input),
  }),
);
