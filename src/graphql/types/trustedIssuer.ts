import { toEndpointId, toTrustedIssuerId } from '../../core/ids.ts';
import { countTrustedIssuers, listTrustedIssuers } from '../../core/machines/machineLists.ts';
import { createTrustedIssuer, deleteTrustedIssuer, findTrustedIssuer } from '../../core/machines/trustedIssuer.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { BY_AGE_OR_NAME, ordered, orderOf, withFilter } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { ClientEndpoint } from './endpoint.ts';
import { Node } from './node.ts';

/** Shared descriptions of an issuer and its input. */
const DESCRIPTIONS = {
  endpointId: 'The id of the client endpoint that its people and programs get tokens of, `endpoint_…`.',
  name: 'Its display name, chosen by its owner.',
  issuer: 'The claim `iss` of its JWTs.',
  jwksUrl: 'Where it publishes its keys, a JWK Set (RFC 7517).',
  claims:
    'Claims that a JWT must have, each with a list of values of which it has to have one: `{ "groups": ["engineering"] }`. One inside another is named with dots, `realm_access.roles`, or as a JSON pointer, `/realm_access/roles`.',
} as const;

export const TrustedIssuer = builder.prismaObject('TrustedIssuer', {
  interfaces: [Node],
  description:
    'An identity provider whose JWTs become stack tokens of a client endpoint at `/oauth/token`, each for one end user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, `issuer_…`.' }),
    endpointId: t.exposeID('endpointId', { description: DESCRIPTIONS.endpointId }),
    name: t.exposeString('name', { description: DESCRIPTIONS.name }),
    issuer: t.exposeString('issuer', { description: DESCRIPTIONS.issuer }),
    audience: t.exposeString('audience', {
      nullable: true,
      description: 'The claim `aud` of its JWTs; null for the MCP address of the endpoint.',
    }),
    jwksUrl: t.exposeString('jwksUrl', {
      nullable: true,
      description: `${DESCRIPTIONS.jwksUrl} Null for where its metadata says.`,
    }),
    claims: t.field({ type: 'JSON', description: DESCRIPTIONS.claims, resolve: ({ claims }) => claims }),
    endUserClaim: t.exposeString('endUserClaim', { description: 'The claim that names the end user.' }),
    endUserPrefix: t.exposeString('endUserPrefix', { description: 'A prefix of the end user’s id.' }),
    tools: t.exposeStringList('tools', {
      description: 'The tool ids that its tokens reach, in which `*` stands for any text; empty for all of the stack.',
    }),
    networks: t.exposeStringList('networks', {
      description: 'The addresses and ranges that JWTs are taken from, and its tokens work from; empty for any.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was trusted.' }),
  }),
});

const TrustedIssuerOrder = orderOf('TrustedIssuer', 'trusted issuers', BY_AGE_OR_NAME);

/** Filters and order, at one endpoint or in a stack. */
export const trustedIssuerArgs = builder.args((t) => ({
  search: t.string({ description: 'Text in the name or in `issuer`, in any case.' }),
  orderBy: t.field({ type: TrustedIssuerOrder, description: ordered('newest first') }),
}));

const issuersOf = pagesBelow(listTrustedIssuers);
const countOf = countsBelow(countTrustedIssuers);

builder.prismaObjectField(ClientEndpoint, 'trustedIssuers', (t) =>
  t.prismaConnection(
    {
      type: 'TrustedIssuer',
      cursor: 'id',
      description: 'The identity providers whose JWTs become its tokens.',
      args: trustedIssuerArgs,
      totalCount: ({ id }, { search }, context, info) => countOf({ search }, id, context, info),
      resolve: (load, { id }, { orderBy, search }, context, info) =>
        issuersOf(withFilter(load, orderBy, { search }), id, context, info),
    },
    pageOf('TrustedIssuer', 'trusted issuers'),
    edgeOf('TrustedIssuer', 'trusted issuers'),
  ),
);

builder.queryField('trustedIssuer', (t) =>
  t.prismaField({
    type: 'TrustedIssuer',
    nullable: true,
    description: 'One trusted issuer of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'Its id, `issuer_…`.' }) },
    resolve: (load, _root, { id }, { app }) => findTrustedIssuer(app, toTrustedIssuerId(id), load),
  }),
);

const CreateInput = builder.inputType('CreateTrustedIssuerInput', {
  description: 'An identity provider that a client endpoint trusts from now on.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: DESCRIPTIONS.endpointId }),
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    issuer: t.string({ required: true, description: `${DESCRIPTIONS.issuer} 1 to 512 visible ASCII characters.` }),
    audience: t.string({ description: 'The claim `aud` of its JWTs; the MCP address of the endpoint when left out.' }),
    jwksUrl: t.string({
      description: `${DESCRIPTIONS.jwksUrl} Over https, or http on this machine. When left out, where the issuer says, by its \`/.well-known/openid-configuration\` or RFC 8414.`,
    }),
    claims: t.field({ type: 'JSON', description: `${DESCRIPTIONS.claims} At most 10 claims, of 20 values each.` }),
    endUserClaim: t.string({
      description: 'The claim that names the end user, named as in `claims`; `sub` when left out.',
    }),
    endUserPrefix: t.string({
      description: 'A prefix of the end user’s id, which keeps the ids of two providers distinct.',
    }),
    tools: t.stringList({
      description:
        'The tool ids that its tokens reach, in which `*` stands for any text, at most 100; all when left out.',
    }),
    networks: t.stringList({
      description: 'Addresses and ranges in CIDR notation that JWTs are taken from, at most 20; any when left out.',
    }),
  }),
});

const DeleteInput = builder.inputType('DeleteTrustedIssuerInput', {
  description: 'An identity provider to stop trusting.',
  fields: (t) => ({ trustedIssuerId: t.id({ required: true, description: 'Its id, `issuer_…`.' }) }),
});

type Created = Awaited<ReturnType<typeof createTrustedIssuer>>;

const CreatePayload = builder.objectRef<Created>('CreateTrustedIssuerPayload').implement({
  description: 'A client endpoint trusts an identity provider.',
  fields: (t) => ({
    trustedIssuer: t.field({ type: TrustedIssuer, description: 'The provider.', resolve: (issuer) => issuer }),
  }),
});

const DeletePayload = builder.objectRef<{ readonly id: string }>('DeleteTrustedIssuerPayload').implement({
  description: 'An identity provider is trusted no longer, and the tokens that it gave have ended.',
  fields: (t) => ({ trustedIssuerId: t.exposeID('id', { description: 'The id it had.' }) }),
});

builder.mutationFields((t) => ({
  createTrustedIssuer: t.field({
    type: CreatePayload,
    nullable: true,
    description: 'Lets an identity provider’s people and programs in at a client endpoint, by its JWTs.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The provider.' }) },
    resolve: (_root, { input }, { app }) =>
      createTrustedIssuer(app, { ...input, endpointId: toEndpointId(input.endpointId) }),
  }),
  deleteTrustedIssuer: t.field({
    type: DeletePayload,
    nullable: true,
    description: 'Ends the trust in an identity provider and all tokens that it gave, at once and for good.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The provider.' }) },
    resolve: (_root, { input }, { app }) => deleteTrustedIssuer(app, toTrustedIssuerId(input.trustedIssuerId)),
  }),
}));
