import { findStack, findStackByName } from '../../core/kernel/findStack.ts';
import { toStackId } from '../../core/kernel/ids.ts';
import { RIGHTS } from '../../core/kernel/roles.ts';
import { hasRight } from '../../core/kernel/scope.ts';
import { AppError } from '../../core/lib/errors.ts';
import { duplicateStack } from '../../core/stacks/duplicateStack.ts';
import { createStack, deleteStack, updateStack } from '../../core/stacks/stack.ts';
import { createStackFromTemplate } from '../../core/stacks/stackFromTemplate.ts';
import { countStacks, listStacks } from '../../core/stacks/stackList.ts';
import type { Stack as StackData } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { onlyArgument, withoutNulls } from '../input.ts';
import { BY_AGE_OR_NAME, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf, TOTAL_COUNT } from '../paging.ts';
import { Node } from './node.ts';
import { RightEnum } from './role.ts';

type Configuration = Pick<StackData, 'recordsCalls' | 'contentDays' | 'contentRedactions'>;

const StackConfiguration = builder.objectRef<Configuration>('StackConfiguration').implement({
  description: 'The configuration of a stack.',
  fields: (t) => ({
    isRecorded: t.exposeBoolean('recordsCalls', {
      description: 'Whether the sizes, duration and outcome of its tool calls are recorded.',
    }),
    analyticsEnabled: t.exposeBoolean('recordsCalls', {
      description: 'Alias of `isRecorded`.',
      deprecationReason: 'Use `isRecorded`.',
    }),
    contentDays: t.exposeInt('contentDays', {
      nullable: true,
      description:
        'How many days a redacted copy of each call’s input and output is stored; null if none is stored. `updateCallContents` changes it.',
    }),
    contentRedactions: t.exposeStringList('contentRedactions', {
      description:
        'Redactions in these copies in addition to secrets: member names, and JSON pointers below `/input` and `/output`.',
    }),
  }),
});

export const Stack = builder.prismaObject('Stack', {
  interfaces: [Node],
  description: 'A named set of servers, each with its enabled tools and its own credentials.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The stack’s id, `stack_…`.' }),
    name: t.exposeString('name', { description: 'Unique within the account.' }),
    configuration: t.field({
      type: StackConfiguration,
      description: 'The stack’s configuration.',
      resolve: (stack) => stack,
    }),
    rights: t.field({
      type: [RightEnum],
      description: 'The caller’s rights in the stack.',
      resolve: ({ id }, _args, { app }) => RIGHTS.filter((right) => hasRight(app.actor, right, id)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the stack was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its name or configuration was last updated.',
    }),
  }),
});

/** A page of stacks, shared by all fields that list them. */
export const StackPage = builder.connectionObject(
  { type: Stack, ...pageOf('Stack', 'stacks'), fields: (t) => ({ totalCount: t.int(TOTAL_COUNT) }) },
  edgeOf('Stack', 'stacks'),
);

const StackOrder = orderOf('Stack', 'stacks', {
  ...BY_AGE_OR_NAME,
  LAST_CALLED_AT: {
    value: 'lastCalledAt',
    description: 'Last call, as in `lastCalledAt`. Rows without calls count as the earliest.',
  },
});

const StackFilter = builder.inputType('StackFilter', {
  description: 'Conditions on stacks, all of which apply.',
  fields: (t) => ({
    search: t.string({ description: 'Text in the name, ignoring case.' }),
    isWide: t.boolean({
      description: 'Whether `search` also matches stack ids and server names.',
    }),
    needsAttention: t.boolean({
      description: 'True for stacks with problems in `attention`, false for all others.',
    }),
    isRecorded: t.boolean({ description: 'True for stacks whose calls are recorded, false for all others.' }),
  }),
});

const StackBy = builder.inputType('StackBy', {
  description: 'Identifies a stack. Set exactly one field.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The stack’s id, `stack_…`.' }),
    name: t.string({ description: 'The stack’s exact name.' }),
  }),
});

builder.queryFields((t) => ({
  stacks: t.prismaConnection(
    {
      type: 'Stack',
      cursor: 'id',
      nullable: true,
      description: 'The stacks of the account.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: StackFilter, description: 'The stacks to return; all by default.' }),
        orderBy: t.arg({ type: StackOrder, description: ordered('oldest first') }),
      },
      totalCount: (_root, { filter }, { app }) => countStacks(app, filter ?? undefined),
      resolve: (load, _root, { orderBy, filter }, { app }) =>
        listStacks(app, load, filter ?? undefined, orderBy ?? undefined),
    },
    StackPage,
  ),
  stack: t.prismaField({
    type: 'Stack',
    nullable: true,
    description: 'One stack of the account; null when there is none.',
    extensions: { limitClass: 'default' },
    args: {
      by: t.arg({ type: StackBy, description: 'The stack’s id or name.' }),
      id: t.arg.id({ description: 'The stack’s id, `stack_…`. Alias of `by: { id }`.' }),
    },
    resolve: (load, _root, { by: named, id }, { app }) => {
      const [by, value] = onlyArgument(['id', 'name'], named ?? { id });
      if (named && id) throw new AppError('invalid_input', 'Give one of these arguments: by, id');
      return by === 'id' ? findStack(app, toStackId(value), load) : findStackByName(app, value, load);
    },
  }),
}));

type StackRow = typeof Stack.$inferType;

const ConfigurationInput = builder.inputType('StackConfigurationInput', {
  description: 'The configuration of a stack. Omitted fields stay unchanged.',
  fields: (t) => ({
    isRecorded: t.boolean({ description: 'Whether to record sizes, duration and outcome of tool calls.' }),
    analyticsEnabled: t.boolean({
      description: 'Alias of `isRecorded`, which takes precedence.',
      deprecationReason: 'Use `isRecorded`.',
    }),
  }),
});

type GivenConfiguration = typeof ConfigurationInput.$inferInput | null | undefined;

/** The setting, by its current name or its name in 0.1. */
const recordingIn = (configuration: GivenConfiguration): boolean | null | undefined =>
  configuration?.isRecorded === undefined ? configuration?.analyticsEnabled : configuration.isRecorded;

const CreateStackInput = builder.inputType('CreateStackInput', {
  description: 'A new stack.',
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 100 characters, unique within the account.' }),
    template: t.id({
      description:
        'The id of a template. The stack gets its servers, enabled tools, rules and skills; you still set the credentials. A template with rules needs the right `admin`.',
    }),
    configuration: t.field({
      type: ConfigurationInput,
      description: 'Its configuration. Calls are recorded by default, without inputs and outputs.',
    }),
  }),
});

const UpdateStackInput = builder.inputType('UpdateStackInput', {
  description: 'A change to a stack. Omitted fields stay unchanged.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack to change.' }),
    name: t.string({ description: 'Its new name, 1 to 100 characters.' }),
    configuration: t.field({ type: ConfigurationInput, description: 'Its new configuration.' }),
  }),
});

const DeleteStackInput = builder.inputType('DeleteStackInput', {
  description: 'A stack to delete permanently.',
  fields: (t) => ({ stackId: t.id({ required: true, description: 'The stack to delete.' }) }),
});

const CreateStackPayload = builder.objectRef<{ readonly stack: StackRow }>('CreateStackPayload').implement({
  description: 'A stack was created.',
  fields: (t) => ({
    stack: t.field({ type: Stack, description: 'The new stack.', resolve: ({ stack }) => stack }),
  }),
});

const UpdateStackPayload = builder.objectRef<{ readonly stack: StackRow }>('UpdateStackPayload').implement({
  description: 'A stack was changed.',
  fields: (t) => ({
    stack: t.field({ type: Stack, description: 'The stack as it is now.', resolve: ({ stack }) => stack }),
  }),
});

/** Payload of `deleteStack`. */
export const DeleteStackPayload = builder
  .objectRef<{ readonly id: string; readonly name: string }>('DeleteStackPayload')
  .implement({
    description: 'A stack was deleted, with its servers, credentials, client endpoints, tokens and call records.',
    fields: (t) => ({
      stackId: t.exposeID('id', { description: 'Its former id.' }),
      name: t.exposeString('name', { description: 'Its former name, which is available again.' }),
    }),
  });

const DuplicateStackInput = builder.inputType('DuplicateStackInput', {
  description: 'A stack to duplicate.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack to copy.' }),
    name: t.string({
      required: true,
      description: 'The name of the copy, 1 to 100 characters, unique in the account.',
    }),
  }),
});

const DuplicateStackPayload = builder.objectRef<{ readonly stack: StackRow }>('DuplicateStackPayload').implement({
  description: 'A stack was duplicated.',
  fields: (t) => ({
    stack: t.field({ type: Stack, description: 'The copy.', resolve: ({ stack }) => stack }),
  }),
});

builder.mutationFields((t) => ({
  duplicateStack: t.field({
    type: DuplicateStackPayload,
    nullable: true,
    description:
      'Creates a stack with the servers, enabled tools, names, settings, rules and skills of another one. Credentials, client endpoints and call records are not copied. Copying a stack that has rules or stores call contents also needs the right `admin`.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: {
      input: t.arg({ type: DuplicateStackInput, required: true, description: 'The stack, and the name of the copy.' }),
    },
    resolve: async (_root, { input: { stackId, ...input } }, { app }) => ({
      stack: await duplicateStack(app, toStackId(stackId), input),
    }),
  }),
  createStack: t.field({
    type: CreateStackPayload,
    nullable: true,
    description: 'Creates an empty stack, or one from a template.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: CreateStackInput, required: true, description: 'The new stack.' }) },
    resolve: async (_root, { input }, { app }) => {
      // Unlike in the documented REST interface, where recording is off by default.
      const configuration = { isRecorded: recordingIn(input.configuration) ?? true };
      const patch = { ...withoutNulls(input), configuration };
      const isOfTemplate = typeof input.template === 'string';
      return { stack: await (isOfTemplate ? createStackFromTemplate(app, patch) : createStack(app, patch)) };
    },
  }),
  updateStack: t.field({
    type: UpdateStackPayload,
    nullable: true,
    description: 'Changes the name or the configuration of a stack.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateStackInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { stackId, configuration, ...input } }, { app }) => ({
      stack: await updateStack(app, toStackId(stackId), {
        ...input,
        ...(configuration !== undefined && {
          configuration: configuration && { isRecorded: recordingIn(configuration) },
        }),
      }),
    }),
  }),
  deleteStack: t.field({
    type: DeleteStackPayload,
    nullable: true,
    description: 'Deletes a stack with everything in it. You can’t undo this.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteStackInput, required: true, description: 'The stack.' }) },
    resolve: (_root, { input }, { app }) => deleteStack(app, toStackId(input.stackId)),
  }),
}));
