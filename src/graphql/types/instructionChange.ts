import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import { countInstructionChanges, listInstructionChanges } from '../../core/reviews/instructions.ts';
import { type SkillChange, skillChanges, storedSkills } from '../../core/servers/serverSkill.ts';
import { builder } from '../builder.ts';
import { ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { filterNamed } from '../references.ts';
import { Server } from './marketplaceServer.ts';
import { Node } from './node.ts';

/** The skills of a server have up to 128 KiB, before and after. */
const SKILLS_COST = 10;

const SkillChangeType = builder.objectRef<SkillChange>('SkillChange').implement({
  description: 'How a skill of a server differs from the reviewed one.',
  fields: (t) => ({
    uri: t.exposeString('uri', { description: 'The server’s address of the skill.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The reviewed skill: its `frontmatter`, and the `uri` and `digest` of its files. Null for a new skill.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The current skill, in the same form; null if the server no longer has it.',
      resolve: ({ after }) => after,
    }),
  }),
});

export const InstructionChange = builder.prismaObject('StackServer', {
  variant: 'InstructionChange',
  interfaces: [Node],
  description:
    'A server whose instructions to models or skills changed after a stack added it. Until `acceptToolChanges` accepts the change, agents of the stack receive the earlier text, and no changed skill.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of the pending change in this stack, `instructionchange_…`.',
      resolve: ({ id }) => `instructionchange_${id}`,
    }),
    server: t.field({
      type: Server,
      description: 'The current server. A review names its `digest`.',
      select: { server: true },
      resolve: ({ server }) => server,
    }),
    stackId: t.exposeID('stackId', { description: 'The stack.' }),
    before: t.string({
      description: 'The text that agents receive; empty if none.',
      select: { heldInstructions: true },
      resolve: ({ heldInstructions }) => heldInstructions ?? '',
    }),
    after: t.string({
      description: 'The server’s current text; empty if none.',
      select: { server: { select: { instructions: true } } },
      resolve: ({ server }) => server.instructions ?? '',
    }),
    skillChanges: t.field({
      type: [SkillChangeType],
      complexity: SKILLS_COST,
      description: 'Its skills that are new, changed or gone; empty if only the text changed.',
      select: { heldSkills: true, server: { select: { skills: true } } },
      resolve: async ({ heldSkills, server }, _args, { app }) => {
        await eventLoop.yieldIfBusy(app.actor.accountId ?? '');
        return skillChanges(storedSkills(heldSkills), storedSkills(server.skills));
      },
    }),
    isRefused: t.exposeBoolean('areInstructionsRefused', {
      description: 'Whether a reviewer refused the current text and skills; false while they await review.',
    }),
  }),
});

const InstructionChangeOrder = orderOf('InstructionChange', 'changed instructions', {
  ADDED_AT: { value: 'addedAt', description: 'When the servers were added to the stacks.' },
});

const InstructionChangeFilter = builder.inputType('InstructionChangeFilter', {
  description: 'Conditions on changed instructions, all of which apply.',
  fields: (t) => ({
    serverId: t.id({ description: 'Only results for this server.' }),
    stackId: t.id({ description: 'Only changes in this stack.' }),
    search: t.string({ description: 'Text in the name of the server, ignoring case.' }),
  }),
});

builder.queryField('instructionChanges', (t) =>
  t.prismaConnection(
    {
      type: InstructionChange,
      cursor: 'id',
      nullable: true,
      description:
        'Changed instructions and skills of servers in the account’s stacks that await review or were rejected, one for each stack.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({
          type: InstructionChangeFilter,
          description: 'The changed instructions to return; all by default.',
        }),
        orderBy: t.arg({
          type: InstructionChangeOrder,
          description: ordered('the order in which servers were added to stacks'),
        }),
      },
      totalCount: async (_root, { filter }, { app }) =>
        countInstructionChanges(app, await filterNamed(app, filter ?? {})),
      resolve: async (load, _root, { orderBy, filter }, { app }) =>
        listInstructionChanges(app, await filterNamed(app, filter ?? {}), load, orderBy?.direction),
    },
    pageOf('InstructionChange', 'changed instructions'),
    edgeOf('InstructionChange', 'changed instructions'),
  ),
);
