import { getOwnAccount } from '../../core/accounts/account.ts';
import type { AccountActor } from '../../core/actor.ts';
import { listBounds, type OwnBound } from '../../core/limits/list.ts';
import { findOwnUser } from '../../core/people/user.ts';
import { RIGHTS, rightsHeld, scopesOfRole } from '../../core/roles.ts';
import { hasRightSomewhere } from '../../core/scope.ts';
import { builder } from '../builder.ts';
import { Node } from './node.ts';
import { RightEnum, RoleEnum, StackRole, shownStackRoles } from './role.ts';
import { User } from './user.ts';

export const Account = builder.prismaObject('Account', {
  interfaces: [Node],
  description: 'Owns API keys, stacks and private servers, which no other account sees.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The account’s id, `acct_…`.' }),
    name: t.exposeString('name', { description: 'The account’s name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
});

const LimitUnitEnum = builder.enumType('LimitUnit', {
  description: 'What a bound is a number of.',
  values: {
    ITEMS: { value: 'items', description: 'Things.' },
    BYTES: { value: 'bytes', description: 'Bytes.' },
  } as const satisfies { [K in OwnBound['unit'] as Uppercase<K>]: { value: K; description: string } },
});

const AccountLimit = builder.objectRef<OwnBound>('AccountLimit').implement({
  description: 'A bound on what the account may have, keep or do at a time; not a rate.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its name, such as `max_stacks`: errors and the operator’s commands use it.',
    }),
    counts: t.exposeString('counts', { description: 'What is counted.' }),
    unit: t.expose('unit', { type: LimitUnitEnum, description: 'What `max` and `used` are numbers of.' }),
    max: t.exposeFloat('max', { description: 'How many the account may have.' }),
    used: t.exposeFloat('used', {
      nullable: true,
      description: 'How many it has; null for what is not counted for a whole account.',
    }),
    howToRaise: t.string({
      nullable: true,
      description:
        'The operator’s command that sets another for the account; null for a bound that is the same for everybody.',
      resolve: ({ name, isAdjustable }) => (isAdjustable ? `toolyard account limits --set ${name}=…` : null),
    }),
  }),
});

const Viewer = builder.objectRef<AccountActor>('Viewer').implement({
  description: 'Who asks: an API key or a person, and the account they belong to.',
  fields: (t) => ({
    account: t.prismaField({
      type: 'Account',
      description: 'The account that everything in this API belongs to.',
      resolve: (load, _viewer, _args, { app }) => getOwnAccount(app, load),
    }),
    apiKeyId: t.id({
      nullable: true,
      description: 'The id of the API key in use; null for a person who is signed in.',
      resolve: (actor) => (actor.kind === 'apiKey' ? actor.keyId : null),
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person who is signed in; null for an API key.',
      resolve: (_actor, _args, { app }) => findOwnUser(app),
    }),
    limits: t.field({
      type: [AccountLimit],
      complexity: 50,
      description: 'What the account may have, keep or do at a time.',
      resolve: (_actor, _args, { app }) => listBounds(app),
    }),
    role: t.expose('role', { type: RoleEnum, description: 'What they are in the account.' }),
    rights: t.field({
      type: [RightEnum],
      description:
        'What they may do in all of the account, of a key what its scopes leave; each operation says which it needs.',
      resolve: (actor) => [...rightsHeld(actor)],
    }),
    rightsSomewhere: t.field({
      type: [RightEnum],
      description: 'What they may do in all of the account or in one of its stacks.',
      resolve: (actor) => RIGHTS.filter((right) => hasRightSomewhere(actor, right)),
    }),
    stackRoles: t.field({
      type: [StackRole],
      description: 'What else they may do in single stacks; `rights` of a stack says it of one.',
      resolve: ({ stackRoles }) => shownStackRoles(stackRoles ?? new Map()),
    }),
    scopes: t.stringList({
      deprecationReason: 'Use `rights`, which says the same of every role.',
      description: 'What they may do beyond everyday work: `keys:write` is deciding who else may use the account.',
      resolve: ({ role }) => scopesOfRole(role),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Who asks.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app: { actor } }) => (actor.kind === 'apiKey' || actor.kind === 'user' ? actor : null),
  }),
);
