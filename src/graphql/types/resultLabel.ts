import { findToolByKey } from '../../core/marketplace/byKey.ts';
import { listHintSettings, resultLabelOf } from '../../core/policies/hints.ts';
import { countLabelledTools, listLabelledTools } from '../../core/policies/labelledTools.ts';
import { type LabelledResults, updateResultLabel } from '../../core/policies/resultLabels.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { inOrder, ordered } from '../ordering.ts';
import { pagesBelow } from '../pagesBelow.ts';
import { serverNamed, toolNamed } from '../references.ts';
import { Server } from './marketplaceServer.ts';
import { Tool, ToolOrder, ToolPage } from './tool.ts';

const settingsOf = batched(listHintSettings);
const labelledToolsOf = pagesBelow(listLabelledTools);
const labelledCountOf = batched(countLabelledTools);

builder.prismaObjectFields(Tool, (t) => ({
  resultLabel: t.string({
    nullable: true,
    description: 'The account’s label for its results, which rules read; null for none.',
    select: { toolId: true, serverId: true },
    resolve: async ({ toolId, serverId }, _args, context) => {
      const settings = await settingsOf(context, serverId);
      return (settings && resultLabelOf(settings, toolId)) || null;
    },
  }),
}));

builder.prismaObjectFields(Server, (t) => ({
  resultLabel: t.string({
    nullable: true,
    description: 'The account’s label for the results of its tools, unless a tool has its own; null for none.',
    resolve: async ({ id }, _args, context) => {
      const settings = await settingsOf(context, id);
      return (settings && resultLabelOf(settings, null)) || null;
    },
  }),
}));

builder.prismaObjectField(Server, 'labelledTools', (t) =>
  t.prismaConnection(
    {
      type: Tool,
      cursor: 'id',
      nullable: true,
      description: 'The tools whose results have their own label in the account.',
      args: { orderBy: t.arg({ type: ToolOrder, description: ordered('the server’s order') }) },
      totalCount: async ({ id }, _args, context) => (await labelledCountOf(context, id)) ?? 0,
      resolve: (load, { id }, { orderBy }, context, info) => labelledToolsOf(inOrder(load, orderBy), id, context, info),
    },
    ToolPage,
  ),
);

const UpdateResultLabelInput = builder.inputType('UpdateResultLabelInput', {
  description: 'A label for results.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server’s id, or its slug.' }),
    toolId: t.id({
      description:
        'The tool’s id, or the name by which agents call it; all tools of the server without their own label if omitted.',
    }),
    label: t.string({
      description:
        'The label: 1 to 64 letters, digits, `_` or `-`. Null removes it: a tool then has its server’s label. Unchanged if omitted.',
    }),
  }),
});

const UpdateResultLabelPayload = builder.objectRef<LabelledResults>('UpdateResultLabelPayload').implement({
  description: 'Future results have the label. Stored results and files keep theirs.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server.', resolve: ({ server }) => server }),
    tool: t.prismaField({
      type: 'Tool',
      nullable: true,
      description: 'The tool; null if the server was labelled.',
      resolve: (load, { tool }, _args, { app }) => (tool === null ? null : findToolByKey(app, tool, load)),
    }),
  }),
});

builder.mutationField('updateResultLabel', (t) =>
  t.field({
    type: UpdateResultLabelPayload,
    nullable: true,
    description:
      'Labels the results of a server or tool in the account. Conditions of rules read it as `result.label`.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: {
      input: t.arg({ type: UpdateResultLabelInput, required: true, description: 'The results, and their label.' }),
    },
    resolve: async (_root, { input: { serverId, toolId, label } }, { app }) => {
      const slug = await serverNamed(app, serverId);
      const tool = toolId === null || toolId === undefined ? null : await toolNamed(app, toolId);
      return updateResultLabel(app, slug, tool, { label });
    },
  }),
);
