import { toStackId } from '../../core/kernel/ids.ts';
import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import type { ServerSkill } from '../../core/servers/serverSkill.ts';
import { pinnedIn } from '../../core/snapshots/pinnedIn.ts';
import {
  type CredentialMode,
  credentialModeSchema,
  updateServerCredentialMode,
} from '../../core/stacks/credentialMode.ts';
import { countToolsOfPlaces, listToolsOfPlaces } from '../../core/stacks/serversOfStacks.ts';
import {
  addServerToStack,
  removeServerFromStack,
  type StackServerChange,
  updateStackServerTools,
} from '../../core/stacks/stackServer.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownStackOf } from '../found.ts';
import { withoutNulls } from '../input.ts';
import { inOrder, ordered } from '../ordering.ts';
import { pagesBelow } from '../pagesBelow.ts';
import { OF_WHOM, statusColumns, statusOf } from '../placedStatus.ts';
import { placedServerNamed, serverNamed, toolsNamed } from '../references.ts';
import { CredentialStatus } from './credential.ts';
import { Node } from './node.ts';
import { Stack } from './stack.ts';
import { Tool, ToolOrder, ToolPage } from './tool.ts';

const toolsOf = pagesBelow(listToolsOfPlaces);
const toolCountOf = batched(countToolsOfPlaces);

export const CredentialModeEnum = builder.enumType('CredentialMode', {
  description: 'Whose credentials the calls of a server in a stack use.',
  values: {
    STACK: { value: 'stack', description: 'The stack’s credentials.' },
    USER: { value: 'user', description: 'Only the end user’s credentials.' },
    USER_THEN_STACK: {
      value: 'user_then_stack',
      description:
        'The end user’s credentials if any are stored for this server, otherwise the stack’s; never a mix of both.',
    },
  } as const satisfies { [K in CredentialMode as Uppercase<K>]: { value: K; description: string } },
});

/** The skills of a server have up to 128 KiB. */
const SKILLS_COST = 10;

const ServerSkillType = builder.objectRef<ServerSkill>('ServerSkill').implement({
  description: 'A skill that a server offers to agents.',
  fields: (t) => ({
    uri: t.exposeString('uri', { description: 'The server’s address of the skill.' }),
    name: t.string({ description: 'Its name.', resolve: ({ frontmatter }) => frontmatter.name }),
    description: t.string({ description: 'When to use it.', resolve: ({ frontmatter }) => frontmatter.description }),
  }),
});

export const StackServer = builder.prismaObject('StackServer', {
  interfaces: [Node],
  description: 'A server in a stack, with its enabled tools and the state of its credentials.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of this server in this stack, `stackserver_…`.',
      resolve: ({ id }) => `stackserver_${id}`,
    }),
    server: t.relation('server', { description: 'The server.' }),
    addedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added to the stack.' }),
    tools: t.prismaConnection(
      {
        type: Tool,
        cursor: 'id',
        nullable: true,
        description: 'The tools of this server that are enabled in the stack.',
        args: { orderBy: t.arg({ type: ToolOrder, description: ordered('the server’s order') }) },
        totalCount: async ({ id }, _args, context) => (await toolCountOf(context, id)) ?? 0,
        resolve: (load, { id }, { orderBy }, context, info) => toolsOf(inOrder(load, orderBy), id, context, info),
      },
      ToolPage,
    ),
    instructions: t.string({
      nullable: true,
      description:
        'The instructions that the stack’s agents receive over MCP. While a change awaits review, these are the earlier ones.',
      select: { heldInstructions: true, server: { select: { instructions: true } } },
      resolve: ({ heldInstructions, server }) => (heldInstructions ?? server.instructions) || null,
    }),
    skills: t.field({
      type: [ServerSkillType],
      complexity: SKILLS_COST,
      description: 'The server’s skills that the stack’s agents receive over MCP, without those that await review.',
      select: { heldInstructions: true, heldSkills: true, server: { select: { connector: true, skills: true } } },
      resolve: async (placed, _args, { app }) => {
        await eventLoop.yieldIfBusy(app.actor.accountId ?? '');
        return [...(pinnedIn(placed)?.served ?? [])];
      },
    }),
    credentialMode: t.field({
      type: CredentialModeEnum,
      description: 'Whose credentials its calls use.',
      select: { credentialMode: true },
      resolve: ({ credentialMode }) => credentialModeSchema.parse(credentialMode),
    }),
    // Prisma's own relation count would count all rows of the account, not only those of the page.
    toolCount: t.int({
      description: 'How many of its tools are enabled in the stack.',
      select: { id: true },
      resolve: async ({ id }, _args, context) => (await toolCountOf(context, id)) ?? 0,
    }),
    credentialStatus: t.field({
      nullable: true,
      type: CredentialStatus,
      description: 'Which of its credentials are stored. A stored value can be replaced, never read.',
      args: { endUser: t.arg.string({ description: OF_WHOM }) },
      select: ({ endUser }, { app }) => statusColumns(app, endUser),
      resolve: (placed, { endUser }, { app }) => statusOf(app, placed, endUser),
    }),
  }),
});

const PLACE = {
  stackId: 'The stack.',
  serverId: 'The server’s id, or its exact name.',
} as const;

const AddServerInput = builder.inputType('AddServerToStackInput', {
  description: 'A server to add to a stack, and the tools to enable.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: PLACE.stackId }),
    serverId: t.id({ required: true, description: 'The server’s id.' }),
    hasAllTools: t.boolean({ description: 'Whether to enable every tool of the server.' }),
    enableAllTools: t.boolean({
      description: 'Alias of `hasAllTools`, which takes precedence.',
      deprecationReason: 'Use `hasAllTools`.',
    }),
    enabledTools: t.idList({
      description: 'The ids of the tools to enable; ignored if all are enabled. None by default.',
    }),
  }),
});

const UpdateToolsInput = builder.inputType('UpdateServerToolsInput', {
  description: 'The tools of a server to enable in a stack.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: PLACE.stackId }),
    serverId: t.id({ required: true, description: PLACE.serverId }),
    enabledTools: t.idList({
      description: 'The ids of all tools to enable. All others are disabled; null for none. Unchanged if omitted.',
    }),
  }),
});

const UpdateModeInput = builder.inputType('UpdateServerCredentialModeInput', {
  description: 'Whose credentials a server in a stack uses.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: PLACE.stackId }),
    serverId: t.id({ required: true, description: PLACE.serverId }),
    credentialMode: t.field({
      type: CredentialModeEnum,
      description: 'The credential mode; null for the stack’s credentials. Unchanged if omitted.',
    }),
  }),
});

const RemoveInput = builder.inputType('RemoveServerFromStackInput', {
  description: 'A server to remove from a stack.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: PLACE.stackId }),
    serverId: t.id({ required: true, description: PLACE.serverId }),
  }),
});

const AddServerPayload = builder.objectRef<StackServerChange>('AddServerToStackPayload').implement({
  description: 'A server was added to a stack.',
  fields: (t) => ({
    stackServer: t.field({
      type: StackServer,
      description: 'The server in the stack.',
      resolve: ({ stackServer }) => stackServer,
    }),
    enabledCount: t.exposeInt('enabledCount', { description: 'How many of its tools were enabled.' }),
  }),
});

const UpdateToolsPayload = builder.objectRef<StackServerChange>('UpdateServerToolsPayload').implement({
  description: 'The enabled tools of a server in a stack were replaced.',
  fields: (t) => ({
    stackServer: t.field({
      type: StackServer,
      description: 'The server in the stack.',
      resolve: ({ stackServer }) => stackServer,
    }),
    enabledCount: t.exposeInt('enabledCount', { description: 'How many of its tools are enabled now.' }),
  }),
});

type WithMode = { readonly stackServer: typeof StackServer.$inferType };

const UpdateModePayload = builder.objectRef<WithMode>('UpdateServerCredentialModePayload').implement({
  description: 'The credential mode of a server in a stack was changed.',
  fields: (t) => ({
    stackServer: t.field({
      type: StackServer,
      description: 'The server in the stack.',
      resolve: ({ stackServer }) => stackServer,
    }),
  }),
});

const RemovePayload = builder.objectRef<StackServerChange>('RemoveServerFromStackPayload').implement({
  description: 'A server was removed from a stack, with its enabled tools and its credentials.',
  fields: (t) => ({
    stackId: t.id({ description: 'The stack.', resolve: ({ stackServer }) => stackServer.stackId }),
    stack: t.field({
      type: Stack,
      description: 'The stack without the server.',
      resolve: ({ stackServer }, _args, context) => ownStackOf(context, stackServer.stackId),
    }),
    serverId: t.exposeID('serverId', { description: 'The server.' }),
  }),
});

builder.mutationFields((t) => ({
  addServerToStack: t.field({
    type: AddServerPayload,
    nullable: true,
    description: 'Adds a server to a stack.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: AddServerInput, required: true, description: 'The server and the stack.' }) },
    resolve: async (_root, { input: { stackId, serverId, enabledTools, hasAllTools, enableAllTools } }, { app }) =>
      addServerToStack(app, toStackId(stackId), {
        ...withoutNulls({ enableAllTools: hasAllTools ?? enableAllTools }),
        serverId: await serverNamed(app, serverId),
        ...(enabledTools && { enabledTools: await toolsNamed(app, enabledTools) }),
      }),
  }),
  updateServerTools: t.field({
    type: UpdateToolsPayload,
    nullable: true,
    description: 'Replaces the enabled tools of a server in a stack, all or nothing.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateToolsInput, required: true, description: 'The tools.' }) },
    resolve: async (_root, { input }, { app }) => {
      const stackId = toStackId(input.stackId);
      const tools = input.enabledTools && (await toolsNamed(app, input.enabledTools));
      return updateStackServerTools(app, stackId, await placedServerNamed(app, stackId, input.serverId), tools);
    },
  }),
  updateServerCredentialMode: t.field({
    type: UpdateModePayload,
    nullable: true,
    description: 'Sets whose credentials the calls of a server in a stack use: the stack’s or each end user’s.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateModeInput, required: true, description: 'The server and the mode.' }) },
    resolve: async (_root, { input: { stackId, serverId, ...input } }, { app }) => ({
      stackServer: await updateServerCredentialMode(
        app,
        toStackId(stackId),
        await placedServerNamed(app, toStackId(stackId), serverId),
        input,
      ),
    }),
  }),
  removeServerFromStack: t.field({
    type: RemovePayload,
    nullable: true,
    description: 'Removes a server from a stack, with its enabled tools and its credentials.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RemoveInput, required: true, description: 'The server and the stack.' }) },
    resolve: async (_root, { input }, { app }) => {
      const stackId = toStackId(input.stackId);
      return removeServerFromStack(app, stackId, await placedServerNamed(app, stackId, input.serverId));
    },
  }),
}));
