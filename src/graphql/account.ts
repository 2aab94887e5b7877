import { getOwnAccount } from '../core/accounts/ownAccount.ts';
import { builder } from './builder.ts';

builder.prismaObject('Account', {
  description: 'The tenant: owns API keys, stacks and private servers.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The account’s id, `acct_…`.' }),
    name: t.exposeString('name', { description: 'The account’s name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
});

const Viewer = builder.objectRef<{ readonly keyId: string; readonly scopes: readonly string[] }>('Viewer').implement({
  description: 'Who asks: an API key and the account it belongs to.',
  fields: (t) => ({
    account: t.prismaField({
      type: 'Account',
      description: 'The account that everything in this API belongs to.',
      resolve: (load, _viewer, _args, { app }) => getOwnAccount(app, load),
    }),
    apiKeyId: t.exposeID('keyId', { description: 'The id of the API key in use.' }),
    scopes: t.exposeStringList('scopes', {
      description: 'What the API key may do beyond everyday work: `keys:write` is making and revoking API keys.',
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Who asks.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app: { actor } }) =>
      actor.kind === 'apiKey' ? { keyId: actor.keyId, scopes: actor.scopes } : null,
  }),
);
