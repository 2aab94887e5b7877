import { getOwnAccount } from '../../core/accounts/account.ts';
import type { AccountActor } from '../../core/actor.ts';
import { findOwnUser } from '../../core/people/user.ts';
import { builder } from '../builder.ts';
import { User } from './user.ts';

builder.prismaObject('Account', {
  description: 'The tenant: owns API keys, stacks and private servers.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The account’s id, `acct_…`.' }),
    name: t.exposeString('name', { description: 'The account’s name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
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
    scopes: t.exposeStringList('scopes', {
      description: 'What they may do beyond everyday work: `keys:write` is deciding who else may use the account.',
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
