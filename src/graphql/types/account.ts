import { getOwnAccount } from '../../core/accounts/account.ts';
import type { AccountActor } from '../../core/kernel/actor.ts';
import { grantedRights, RIGHTS, scopesOfRole } from '../../core/kernel/roles.ts';
import { hasRightSomewhere } from '../../core/kernel/scope.ts';
import { listBounds, type OwnBound } from '../../core/limits/list.ts';
import { findOwnUser } from '../../core/people/user.ts';
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was created.' }),
  }),
});

const LimitUnitEnum = builder.enumType('LimitUnit', {
  description: 'The unit of a limit.',
  values: {
    ITEMS: { value: 'items', description: 'Items.' },
    BYTES: { value: 'bytes', description: 'Bytes.' },
  } as const satisfies { [K in OwnBound['unit'] as Uppercase<K>]: { value: K; description: string } },
});

const AccountLimit = builder.objectRef<OwnBound>('AccountLimit').implement({
  description: 'A limit on the account’s objects, storage or concurrent work. Rate limits are separate.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its name in errors and operator commands, such as `max_stacks`.',
    }),
    counts: t.exposeString('counts', { description: 'A description of the counted items.' }),
    unit: t.expose('unit', { type: LimitUnitEnum, description: 'The unit of `max` and `used`.' }),
    max: t.exposeFloat('max', { description: 'The maximum for the account.' }),
    used: t.exposeFloat('used', {
      nullable: true,
      description: 'The number in use; null when the limit isn’t counted for the whole account.',
    }),
    howToRaise: t.string({
      nullable: true,
      description:
        'The operator’s command that changes the account’s limit; null for a limit that is the same for all accounts.',
      resolve: ({ name, isAdjustable }) => (isAdjustable ? `toolyard account limits --set ${name}=…` : null),
    }),
  }),
});

/** The caller. */
export const Viewer = builder.objectRef<AccountActor>('Viewer').implement({
  description: 'The caller: an API key or a person, and their account.',
  fields: (t) => ({
    account: t.prismaField({
      type: 'Account',
      description: 'The caller’s account.',
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
      description: 'The account’s limits.',
      resolve: (_actor, _args, { app }) => listBounds(app),
    }),
    role: t.expose('role', { type: RoleEnum, description: 'The caller’s role in the account.' }),
    rights: t.field({
      type: [RightEnum],
      description:
        'Account-wide rights, for a key as restricted by its scopes. Each operation names the right it needs.',
      resolve: (actor) => [...grantedRights(actor)],
    }),
    rightsSomewhere: t.field({
      type: [RightEnum],
      description: 'Rights in the whole account or in at least one of its stacks.',
      resolve: (actor) => RIGHTS.filter((right) => hasRightSomewhere(actor, right)),
    }),
    stackRoles: t.field({
      type: [StackRole],
      description: 'Additional roles in individual stacks. A stack’s `rights` holds the rights in that stack.',
      resolve: ({ stackRoles }) => shownStackRoles(stackRoles ?? new Map()),
    }),
    scopes: t.stringList({
      deprecationReason: 'Use `rights`, which says the same of every role.',
      description: 'Holds `keys:write` if the caller can manage other people’s access to the account.',
      resolve: ({ role }) => scopesOfRole(role),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Proof of identity.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app: { actor } }) => (actor.kind === 'apiKey' || actor.kind === 'user' ? actor : null),
  }),
);
