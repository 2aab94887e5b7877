import {
  createStackToken,
  findStackToken,
  type IssuedToken,
  revokeAttenuation,
  revokeStackToken,
  updateStackToken,
} from '../../core/endpoints/stackToken.ts';
import { toAttenuationId, toEndpointId, toTokenId } from '../../core/kernel/ids.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { Actor } from './actor.ts';
import { MAKER } from './maker.ts';
import { Node } from './node.ts';

const RENEWED = {
  select: (_args: object, { app }: GraphqlContext) => ({
    revokedAt: true as const,
    refreshTokens: {
      where: { usedAt: null, expiresAt: { gt: app.now() } },
      select: { tokenId: true as const },
      take: 1,
    },
  }),
  resolve: ({
    revokedAt,
    refreshTokens,
  }: {
    readonly revokedAt: Date | null;
    readonly refreshTokens: readonly object[];
  }) => revokedAt === null && refreshTokens.length > 0,
};

export const StackToken = builder.prismaObject('StackToken', {
  interfaces: [Node, Actor],
  description: 'The record of a stack token. The token itself is not stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The token’s id, `token_…`.' }),
    name: t.exposeString('name', { description: 'Its display name, chosen by its owner.' }),
    endUser: t.exposeString('endUser', {
      nullable: true,
      description: 'The end user of all its calls; null if each call may name one.',
    }),
    tools: t.exposeStringList('tools', {
      description: 'The tool ids that it may use; `*` matches any text. Empty for all tools of its stack.',
    }),
    networks: t.exposeStringList('networks', {
      description: 'The IP addresses and ranges from which it may be used; empty for any.',
    }),
    callsMax: t.exposeInt('callsMax', {
      nullable: true,
      description: 'The maximum number of calls in total; null for no limit.',
    }),
    calls: t.exposeInt('calls', {
      description: 'The number of calls it has made; always 0 without a call limit.',
    }),
    revokedAttenuations: t.exposeStringList('revokedAttenuations', {
      description: 'Its revoked attenuations, `attenuation_…`. Tokens with any of these attenuations don’t work.',
    }),
    makerId: t.exposeID('makerId', {
      nullable: true,
      description:
        'The id of the person who created it, or of the API key if no person is known; null for the operator.',
    }),
    makerName: t.string({ ...MAKER, select: { makerId: true } }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null for never.',
    }),
    isRenewed: t.boolean({
      ...RENEWED,
      description:
        'Whether the client that got it by a sign-in renews it. It then works after `expiresAt`, until 30 days without use or until it is revoked.',
    }),
    renews: t.boolean({
      ...RENEWED,
      description: 'Alias of `isRenewed`.',
      deprecationReason: 'Use `isRenewed`.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null if it wasn’t.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'About when it was last used; null for never.',
    }),
  }),
});

builder.prismaObjectFields(StackToken, (t) => ({
  grantedBy: t.exposeID('grantId', {
    nullable: true,
    description:
      'The service account that received it, `machine_…`, or the trusted issuer of its holder, `issuer_…`. Null for a token that a person created or approved.',
  }),
  oauthClient: t.exposeString('oauthClient', {
    nullable: true,
    description: 'The OAuth `client_id` that a trusted issuer admitted; null if none was named.',
  }),
}));

export const TOKEN_USER =
  'The end user whose calls it makes, 1 to 128 visible ASCII characters. If omitted, each call may name one in `X-End-User`.';

export const TOKEN_EXPIRY = {
  expiresAt: 'When the token expires; null for never. 90 days from now by default.',
  expiresInDays: 'The token’s lifetime in days, 1 to 3,650.',
  neverExpires: 'Whether the token has no expiry, and works until it is revoked.',
} as const;

/** Marks the expiry arguments of 0.1. */
export const OLD_EXPIRY = { deprecationReason: 'Use `expiresAt`.' } as const;

builder.queryField('stackToken', (t) =>
  t.prismaField({
    type: 'StackToken',
    nullable: true,
    description: 'The record of one stack token of the account; null if there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The token’s id, `token_…`.' }) },
    resolve: (load, _root, { id }, { app }) => findStackToken(app, toTokenId(id), load),
  }),
);

const CreateInput = builder.inputType('CreateStackTokenInput', {
  description: 'A new token of a client endpoint.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'The endpoint’s id, `endpoint_…`.' }),
    name: t.string({ description: '1 to 100 characters; the endpoint’s name if omitted.' }),
    endUser: t.string({ description: TOKEN_USER }),
    tools: t.stringList({
      description:
        'The tool ids that it may use, at most 100; `*` matches any text. Defaults to all tools of the stack, and to resources and prompts.',
    }),
    networks: t.stringList({
      description: 'IP addresses and ranges in CIDR notation from which it may be used, at most 20; any by default.',
    }),
    callsMax: t.int({ description: 'The maximum number of calls in total; no limit by default.' }),
    expiresAt: t.field({ type: 'DateTime', description: TOKEN_EXPIRY.expiresAt }),
    expiresInDays: t.int({ description: TOKEN_EXPIRY.expiresInDays, ...OLD_EXPIRY }),
    neverExpires: t.boolean({ description: TOKEN_EXPIRY.neverExpires, ...OLD_EXPIRY }),
  }),
});

const UpdateInput = builder.inputType('UpdateStackTokenInput', {
  description: 'A change to a stack token. Omitted fields stay unchanged; null removes a restriction.',
  fields: (t) => ({
    tokenId: t.id({ required: true, description: 'The token’s id, `token_…`.' }),
    name: t.string({ description: '1 to 100 characters.' }),
    tools: t.stringList({ description: 'The tool ids that it may use; `*` matches any text. Null for all.' }),
    networks: t.stringList({ description: 'IP addresses and ranges from which it may be used; null for any.' }),
    callsMax: t.int({ description: 'The maximum number of calls in total; null for no limit.' }),
  }),
});

const RevokeInput = builder.inputType('RevokeStackTokenInput', {
  description: 'A stack token to revoke.',
  fields: (t) => ({ tokenId: t.id({ required: true, description: 'The token’s id, `token_…`.' }) }),
});

const RevokeAttenuationInput = builder.inputType('RevokeTokenAttenuationInput', {
  description: 'An attenuation of a stack token to revoke.',
  fields: (t) => ({
    tokenId: t.id({ required: true, description: 'The id of the stack token, `token_…`.' }),
    attenuationId: t.id({
      required: true,
      description: 'The id of the attenuation, `attenuation_…`, from a refused call or `toolyard token read`.',
    }),
  }),
});

const CreatePayload = builder.objectRef<IssuedToken>('CreateStackTokenPayload').implement({
  description: 'A stack token was issued.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token itself, shown only once.' }),
    tokenRecord: t.field({
      type: StackToken,
      description: 'The record of the token, without the token itself.',
      resolve: ({ tokenRecord }) => tokenRecord,
    }),
  }),
});

const UpdatePayload = builder
  .objectRef<{ readonly tokenRecord: typeof StackToken.$inferType }>('UpdateStackTokenPayload')
  .implement({
    description: 'A stack token was changed.',
    fields: (t) => ({
      tokenRecord: t.field({
        type: StackToken,
        description: 'The record of the token as it is now, without the token itself.',
        resolve: ({ tokenRecord }) => tokenRecord,
      }),
    }),
  });

const RevokePayload = builder
  .objectRef<{ readonly tokenRecord: typeof StackToken.$inferType }>('RevokeStackTokenPayload')
  .implement({
    description: 'A stack token was revoked.',
    fields: (t) => ({
      tokenRecord: t.field({
        type: StackToken,
        description: 'The record of the token, without the token itself.',
        resolve: ({ tokenRecord }) => tokenRecord,
      }),
    }),
  });

const RevokeAttenuationPayload = builder
  .objectRef<{ readonly tokenRecord: typeof StackToken.$inferType }>('RevokeTokenAttenuationPayload')
  .implement({
    description: 'All tokens with this attenuation were revoked.',
    fields: (t) => ({
      tokenRecord: t.field({
        type: StackToken,
        description: 'The stack token, which continues to work.',
        resolve: ({ tokenRecord }) => tokenRecord,
      }),
    }),
  });

builder.mutationFields((t) => ({
  createStackToken: t.field({
    type: CreatePayload,
    nullable: true,
    description: 'Issues a token of a client endpoint.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The new token.' }) },
    resolve: (_root, { input }, { app }) =>
      createStackToken(app, { ...input, endpointId: toEndpointId(input.endpointId) }),
  }),
  updateStackToken: t.field({
    type: UpdatePayload,
    nullable: true,
    description:
      'Changes the name or the restrictions of a stack token. Its end user and expiry are part of the token.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { tokenId, ...change } }, { app }) => ({
      tokenRecord: await updateStackToken(app, toTokenId(tokenId), change),
    }),
  }),
  revokeStackToken: t.field({
    type: RevokePayload,
    nullable: true,
    description: 'Revokes a stack token at once. You can’t undo this.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeInput, required: true, description: 'The token.' }) },
    resolve: async (_root, { input }, { app }) => ({
      tokenRecord: await revokeStackToken(app, toTokenId(input.tokenId)),
    }),
  }),
  revokeTokenAttenuation: t.field({
    type: RevokeAttenuationPayload,
    nullable: true,
    description: 'Revokes all tokens derived from a stack token with one attenuation, at once. You can’t undo this.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeAttenuationInput, required: true, description: 'The attenuation.' }) },
    resolve: async (_root, { input }, { app }) => ({
      tokenRecord: await revokeAttenuation(app, toTokenId(input.tokenId), toAttenuationId(input.attenuationId)),
    }),
  }),
}));
