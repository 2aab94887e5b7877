import { toCallerId, toStackVersionId } from '../../core/kernel/ids.ts';
import {
  countVersionsOfStacks,
  findVersionByNumber,
  listVersionsOfStacks,
  planRollBack,
  rollBackStack,
  versionDifferences,
} from '../../core/stacks/stackVersions.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { actorOf, ownStackOf } from '../found.ts';
import { BY_AGE, inOrder, ordered, orderOf } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { Actor } from './actor.ts';
import { ACTION } from './auditActions.ts';
import { Node } from './node.ts';
import { Stack } from './stack.ts';
import { MissingCredentialObject, OUTCOME, StackDifferenceObject } from './stackDocument.ts';

const StackVersionOrder = orderOf('StackVersion', 'versions of a stack', BY_AGE);

const versionsOf = pagesBelow(listVersionsOfStacks);
const versionCountOf = countsBelow(countVersionsOfStacks);

type Plan = Awaited<ReturnType<typeof planRollBack>>;

const UNAVAILABLE =
  'Parts that no longer exist and are left out, such as a tool that its server removed, as JSON Pointers.';

const RollBackPlan = builder.objectRef<Plan>('RollBackPlan').implement({
  description: 'The changes that rolling back to a version would make.',
  fields: (t) => ({
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'Identifies the stack’s present state, for `ifDigest`.',
    }),
    differences: t.expose('differences', { type: [StackDifferenceObject], description: OUTCOME.differences }),
    missingCredentials: t.expose('missingCredentials', {
      type: [MissingCredentialObject],
      description: 'The required credentials that the stack would lack.',
    }),
    unavailable: t.exposeStringList('gone', { description: UNAVAILABLE }),
  }),
});

/** The points of a field that reads whole documents. */
const DOCUMENT_COST = { field: 20, multiplier: 1 };

const StackVersion = builder.prismaObject('StackVersion', {
  interfaces: [Node],
  description:
    'A stack’s servers, tools, settings, rules and skills after a change. It never changes, and holds no credentials.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The version’s id, `version_…`.' }),
    number: t.exposeInt('number', { description: 'Counts up from 1 in each stack.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the change was made.' }),
    action: t.field({
      ...ACTION,
      description:
        'The change that made it. Null if the stack was created before versions existed, or if only a later release knows the action.',
      resolve: ({ action }) => (action === null ? null : ACTION.resolve({ action })),
    }),
    actor: t.field({
      type: Actor,
      nullable: true,
      description: 'Who made the change; null for the operator, and if that is gone.',
      resolve: ({ actorId }, _args, context) => actorOf(context, toCallerId(actorId)),
    }),
    stack: t.field({
      type: Stack,
      description: 'The stack.',
      resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
    }),
    differences: t.field({
      type: [StackDifferenceObject],
      // An unknown version must not empty the list of versions.
      nullable: true,
      description: 'What changed from another version to this one. In the oldest version, everything is new.',
      complexity: DOCUMENT_COST,
      args: { from: t.arg.int({ description: 'The number of the other version; by default the one before.' }) },
      resolve: (version, { from }, { app }) => versionDifferences(app, version, from ?? null),
    }),
    rollBackPlan: t.field({
      type: RollBackPlan,
      description: 'The changes that `rollBackStack` would make now.',
      complexity: DOCUMENT_COST,
      resolve: (version, _args, { app }) => planRollBack(app, version),
    }),
  }),
});

builder.prismaObjectFields(Stack, (t) => ({
  versions: t.prismaConnection(
    {
      type: StackVersion,
      cursor: 'id',
      nullable: true,
      description: 'Its versions. Every change of its servers, tools, settings, rules and skills makes one.',
      args: { orderBy: t.arg({ type: StackVersionOrder, description: ordered('newest first') }) },
      totalCount: ({ id }, _args, context, info) => versionCountOf({}, id, context, info),
      resolve: (load, { id }, { orderBy }, context, info) => versionsOf(inOrder(load, orderBy), id, context, info),
    },
    pageOf('StackVersion', 'versions of a stack'),
    edgeOf('StackVersion', 'versions of a stack'),
  ),
  version: t.field({
    type: StackVersion,
    nullable: true,
    description: 'The version with a number; null if there is none.',
    args: { number: t.arg.int({ required: true, description: 'The number.' }) },
    resolve: ({ id }, { number }, { app }) => findVersionByNumber(app, { stackId: id, number }),
  }),
}));

const RollBackStackInput = builder.inputType('RollBackStackInput', {
  description: 'A version to restore.',
  fields: (t) => ({
    versionId: t.id({ required: true, description: 'The version, `version_…`.' }),
    ifDigest: t.string({
      description: 'The `digest` of a plan. Refuses the change if the stack has changed since then.',
    }),
  }),
});

type RolledBack = Awaited<ReturnType<typeof rollBackStack>>;

const RollBackStackPayload = builder.objectRef<RolledBack>('RollBackStackPayload').implement({
  description: 'The stack equals the version.',
  fields: (t) => ({
    stack: t.expose('stack', { type: Stack, description: 'The stack.' }),
    differences: t.expose('differences', { type: [StackDifferenceObject], description: OUTCOME.differences }),
    missingCredentials: t.expose('missingCredentials', {
      type: [MissingCredentialObject],
      description: 'The required credentials that the stack lacks.',
    }),
    unavailable: t.exposeStringList('gone', { description: UNAVAILABLE }),
  }),
});

builder.mutationField('rollBackStack', (t) =>
  t.field({
    type: RollBackStackPayload,
    nullable: true,
    description:
      'Makes a stack equal to one of its versions, in one transaction. This makes a new version, so you can undo it. Changes of rules and of stored call contents need the right `admin`.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: RollBackStackInput, required: true, description: 'The version.' }) },
    resolve: (_root, { input: { versionId, ifDigest } }, { app }) =>
      rollBackStack(app, toStackVersionId(versionId), ifDigest ?? null),
  }),
);
