import type { Ctx } from '../../core/kernel/context.ts';
import { type ChangeKind, type DefinitionChange, toChangeKind } from '../../core/reviews/change.ts';
import { presentDefinition, storedChanges } from '../../core/reviews/heldTool.ts';
import { listHoldingStacks } from '../../core/reviews/holdingStacks.ts';
import {
  acceptToolChanges,
  countToolChanges,
  listToolChanges,
  type Reviewed,
  refuseToolChanges,
} from '../../core/reviews/toolChange.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { storedText, writeDeferred } from '../execution/storedText.ts';
import { ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { filterNamed, serverNamed, toolsNamed } from '../references.ts';
import { Server } from './marketplaceServer.ts';
import { Node } from './node.ts';

const KINDS = {
  COSMETIC: {
    value: 'cosmetic',
    description: 'Only order, white space or short examples differ. Always applied at once.',
  },
  COMPATIBLE: { value: 'compatible', description: 'No effect on callers.' },
  BREAKING: { value: 'breaking', description: 'Calls that were valid may fail.' },
  REWORDED: { value: 'reworded', description: 'The texts for the model changed.' },
  WIDENING: { value: 'widening', description: 'The tool may do more, reach other places or accept more inputs.' },
  REMOVED: { value: 'removed', description: 'The server no longer has the tool.' },
} as const satisfies { [K in ChangeKind as Uppercase<K>]: { value: K; description: string } };

export const ToolChangeKind = builder.enumType('ToolChangeKind', {
  description: 'The severity of a change to a tool’s definition, from lowest to highest.',
  values: KINDS,
});

const DefinitionChangeType = builder.objectRef<DefinitionChange>('DefinitionChange').implement({
  description: 'One difference between a tool’s old and new definitions.',
  fields: (t) => ({
    kind: t.field({ type: ToolChangeKind, description: 'The severity of the change.', resolve: ({ kind }) => kind }),
    path: t.exposeString('path', {
      description:
        'The place of the difference: a JSON Pointer into `before` and `after`; empty for the whole definition.',
    }),
    difference: t.exposeString('difference', { description: 'A description of the difference.' }),
  }),
});

/** Each change has two definitions, each up to the size of a server document. */
const DEFINITION_COST = 10;
/** Each change may list up to 100 stack ids. */
export const STACKS_COST = 10;
export const holdingStacksOf = batched(listHoldingStacks);

/** A change that awaits review. */
export const ToolChange = builder.prismaObject('KeptDefinition', {
  name: 'ToolChange',
  interfaces: [Node],
  description:
    'A tool that changed after stacks of the account enabled it, or that its server no longer has. Those stacks can’t call it until the change is accepted or reverted.',
  fields: (t) => ({
    id: t.id({ description: 'The change’s id, `toolchange_…`.', resolve: ({ id }) => `toolchange_${id}` }),
    toolId: t.id({
      description: 'The tool’s stable id.',
      select: { tool: { select: { toolId: true } } },
      resolve: ({ tool }) => tool.toolId,
    }),
    server: t.field({
      type: Server,
      description: 'Its current server. A review names its `digest`.',
      select: { tool: { select: { server: true } } },
      resolve: ({ tool }) => tool.server,
    }),
    kind: t.field({
      type: ToolChangeKind,
      description: 'Overall severity.',
      resolve: ({ kind }) => toChangeKind(kind),
    }),
    changes: t.field({
      type: [DefinitionChangeType],
      description: 'The differences, up to 50. For a very large import, only their severity.',
      resolve: (row) => storedChanges(row),
    }),
    isRefused: t.boolean({
      description: 'Whether a reviewer refused the current definition; false while it awaits review.',
      select: { id: true },
      resolve: async ({ id }, _args, context) => (await holdingStacksOf(context, id))?.isRefused ?? false,
    }),
    stackIds: t.idList({
      complexity: STACKS_COST,
      description: 'The oldest 100 stacks of the account that enabled the earlier definition.',
      select: { id: true },
      resolve: async ({ id }, _args, context) => [...((await holdingStacksOf(context, id))?.stackIds ?? [])],
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the current definition took effect.' }),
  }),
});

builder.prismaObjectFields(ToolChange, (t) => ({
  beforeDigest: t.exposeString('digest', {
    description: 'SHA-256 of the earlier definition, as canonical JSON, in hex.',
  }),
  afterDigest: t.string({
    nullable: true,
    description: 'SHA-256 of the current definition; null if the server no longer has it.',
    select: { tool: { select: { digest: true, removedAt: true } } },
    resolve: ({ tool }) => (tool.removedAt === null ? tool.digest : null),
  }),
  before: t.field({
    type: 'JSON',
    complexity: DEFINITION_COST,
    select: { definition: true },
    resolve: ({ definition }, _args, context, info) => storedText(definition, context, info),
    description:
      'The earlier definition: `name`, `title`, `description`, schemas, `annotations`, `request`, `reach` and `forClients`.',
  }),
  after: t.field({
    type: 'JSON',
    complexity: DEFINITION_COST,
    nullable: true,
    description: 'The current definition, in the same form; null if the server no longer has it.',
    select: { tool: { include: { server: true } } },
    resolve({ tool }, _args, context, info) {
      if (tool.removedAt !== null) return null;
      const read = () => presentDefinition(tool, tool.server);
      const chars = tool.description.length + tool.inputSchema.length + (tool.outputSchema?.length ?? 0);
      return writeDeferred({ chars, read, write: () => JSON.stringify(read()) }, context, info);
    },
  }),
}));

const ToolChangeOrder = orderOf('ToolChange', 'changed tools', {
  CHANGED_AT: { value: 'changedAt', description: 'When the tools changed.' },
});

const ToolChangeFilter = builder.inputType('ToolChangeFilter', {
  description: 'Conditions on changed tools, all of which apply.',
  fields: (t) => ({
    serverId: t.id({ description: 'Only results for this server.' }),
    stackId: t.id({ description: 'Only tools that this stack has enabled.' }),
    search: t.string({ description: 'Text in the tool’s id or the name of its server, ignoring case.' }),
    changeKind: t.field({ type: ToolChangeKind, description: 'Only changes of this kind.' }),
  }),
});

builder.queryField('toolChanges', (t) =>
  t.prismaConnection(
    {
      type: 'KeptDefinition',
      cursor: 'id',
      nullable: true,
      description: 'Changed tools of the account’s stacks that await review or were rejected.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: ToolChangeFilter, description: 'The changed tools to return; all by default.' }),
        orderBy: t.arg({ type: ToolChangeOrder, description: ordered('oldest first') }),
      },
      totalCount: async (_root, { filter }, { app }) => countToolChanges(app, await filterNamed(app, filter ?? {})),
      resolve: async (load, _root, { orderBy, filter }, { app }) =>
        listToolChanges(app, await filterNamed(app, filter ?? {}), load, orderBy?.direction),
    },
    pageOf('ToolChange', 'changed tools'),
    edgeOf('ToolChange', 'changed tools'),
  ),
);

const reviewInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      serverId: t.id({ required: true, description: 'The server’s id.' }),
      digest: t.string({
        required: true,
        description: 'The server’s reviewed `digest`. If it has changed since, nothing happens.',
      }),
      toolIds: t.idList({ description: 'The tools; defaults to all changed tools of the server.' }),
      hasInstructions: t.boolean({
        description:
          'Whether to include the server’s changed instructions and skills. Defaults to true if `toolIds` is omitted, and otherwise to false.',
      }),
    }),
  });
const AcceptInput = reviewInput(
  'AcceptToolChangesInput',
  'Changed tools to accept. Removed ones are deleted from the stacks that enabled them.',
);
const RefuseInput = reviewInput('RefuseToolChangesInput', 'Changed tools to reject. You can’t reject a removal.');

const payload = (name: string, description: string) =>
  builder.objectRef<Reviewed>(name).implement({
    description,
    fields: (t) => ({
      server: t.field({ type: Server, description: 'The server.', resolve: ({ server }) => server }),
      toolIds: t.idList({ description: 'The affected tools.', resolve: ({ toolIds }) => [...toolIds] }),
      removedToolIds: t.idList({
        description: 'The tools among them that the server no longer has. No stack of the account enables them now.',
        resolve: ({ removedToolIds }) => [...removedToolIds],
      }),
      hasInstructions: t.exposeBoolean('hasInstructions', {
        description: 'Whether the server’s instructions and skills were included.',
      }),
    }),
  });
export const AcceptPayload = payload(
  'AcceptToolChangesPayload',
  'Changed tools were accepted, and can be called; removed ones are gone.',
);
export const RefusePayload = payload('RefuseToolChangesPayload', 'Changed tools were rejected and can’t be called.');

const REVIEW_ERRORS = { types: [NotFoundError, InvalidInputError, ForbiddenError] };

type Review = typeof AcceptInput.$inferInput;

/** Converts an input to a review of `core/`, which names tools instead of ids. */
const toReview = async (app: Ctx, { serverId: _, hasInstructions: instructions, ...input }: Review) => ({
  ...input,
  instructions,
  ...(input.toolIds && { toolIds: await toolsNamed(app, input.toolIds) }),
});

builder.mutationFields((t) => ({
  acceptToolChanges: t.field({
    type: AcceptPayload,
    nullable: true,
    description:
      'Accepts the current definitions of a server’s tools, in all stacks of the account that enabled the earlier ones. A caller with only stack roles accepts them in the stacks whose tools they may enable.',
    extensions: { limitClass: 'default' },
    errors: REVIEW_ERRORS,
    args: { input: t.arg({ type: AcceptInput, required: true, description: 'The tools.' }) },
    resolve: async (_root, { input }, { app }) =>
      acceptToolChanges(app, await serverNamed(app, input.serverId), await toReview(app, input)),
  }),
  refuseToolChanges: t.field({
    type: RefusePayload,
    nullable: true,
    description:
      'Rejects the current definitions of a server’s tools. The tools can’t be called until their server changes again. Applies to the same stacks as `acceptToolChanges`.',
    extensions: { limitClass: 'default' },
    errors: REVIEW_ERRORS,
    args: { input: t.arg({ type: RefuseInput, required: true, description: 'The tools.' }) },
    resolve: async (_root, { input }, { app }) =>
      refuseToolChanges(app, await serverNamed(app, input.serverId), await toReview(app, input)),
  }),
}));
