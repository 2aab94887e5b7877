import { toEndpointId, toTrustedIssuerId } from '../../core/kernel/ids.ts';
import { AppError } from '../../core/lib/errors.ts';
import { requiredClaimsOf } from '../../core/machines/identity.ts';
import { countTrustedIssuers, listTrustedIssuers } from '../../core/machines/machineLists.ts';
import {
  createTrustedIssuer,
  deleteTrustedIssuer,
  findTrustedIssuer,
  updateTrustedIssuer,
} from '../../core/machines/trustedIssuer.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownEndpointOf } from '../found.ts';
import { BY_AGE_OR_NAME, ordered, orderOf, withFilter } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { edgeOf, pageOf, TOTAL_COUNT } from '../paging.ts';
import { Actor } from './actor.ts';
import { ClientEndpoint } from './endpoint.ts';
import { Node } from './node.ts';

/** Shared descriptions of an issuer and its input. */
const DESCRIPTIONS = {
  endpointId: 'The id of the client endpoint for which its people and programs get tokens, `endpoint_…`.',
  name: 'Its display name, chosen by its owner.',
  issuer: 'The claim `iss` of its JWTs.',
  jwksUrl: 'Where it publishes its keys, a JWK Set (RFC 7517).',
  claims:
    'Required claims of a JWT, each with its accepted values, such as `{ name: "groups", values: ["engineering"] }`.',
} as const;

const CLAIM = {
  name: 'The claim. Use dots for a nested one, `realm_access.roles`, or a JSON pointer, `/realm_access/roles`.',
  values: 'The accepted values. The claim must be one of them, or a list that contains one.',
} as const;

type Claim = { readonly name: string; readonly values: readonly string[] };

const RequiredClaim = builder.objectRef<Claim>('RequiredClaim').implement({
  description: 'A claim that a JWT must have, with one of these values.',
  fields: (t) => ({
    name: t.exposeString('name', { description: CLAIM.name }),
    values: t.stringList({ description: CLAIM.values, resolve: ({ values }) => [...values] }),
  }),
});

const RequiredClaimInput = builder.inputType('RequiredClaimInput', {
  description: 'A claim that a JWT must have, with one of these values.',
  fields: (t) => ({
    name: t.string({ required: true, description: CLAIM.name }),
    values: t.stringList({ required: true, description: `${CLAIM.values} 1 to 20 values.` }),
  }),
});

/** Claims by name, as verbs take them; null clears them. @throws invalid_input for a repeated name */
export function claimsByName(claims: readonly Claim[] | null | undefined) {
  if (!claims) return claims;
  const byName = new Map<string, readonly string[]>();
  for (const [at, { name, values }] of claims.entries()) {
    if (byName.has(name)) {
      const issues = [{ path: `/claims/${at}/name`, message: 'must differ from the other names' }];
      throw new AppError('invalid_input', 'Invalid request parameters', { issues });
    }
    byName.set(name, values);
  }
  return Object.fromEntries(byName);
}

export const TrustedIssuer = builder.prismaObject('TrustedIssuer', {
  interfaces: [Node, Actor],
  description:
    'An identity provider whose JWTs are exchanged at `/oauth/token` for stack tokens of a client endpoint. Each token is for one end user.',
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
      description: `${DESCRIPTIONS.jwksUrl} Null for the address in its metadata.`,
    }),
    claims: t.field({
      type: [RequiredClaim],
      description: DESCRIPTIONS.claims,
      resolve: (issuer) => Object.entries(requiredClaimsOf(issuer)).map(([name, values]) => ({ name, values })),
    }),
    endUserClaim: t.exposeString('endUserClaim', { description: 'The claim with the end user’s id.' }),
    endUserPrefix: t.exposeString('endUserPrefix', { description: 'A prefix of the end user’s id.' }),
    tools: t.exposeStringList('tools', {
      description: 'The tool ids that its tokens may use; `*` matches any text. Empty for all tools of the stack.',
    }),
    networks: t.exposeStringList('networks', {
      description:
        'The IP addresses and ranges from which JWTs are accepted and its tokens may be used; empty for any.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was trusted.' }),
  }),
});

/** A page of trusted issuers, shared by all fields that list them. */
export const TrustedIssuerPage = builder.connectionObject(
  {
    type: TrustedIssuer,
    ...pageOf('TrustedIssuer', 'trusted issuers'),
    fields: (t) => ({ totalCount: t.int(TOTAL_COUNT) }),
  },
  edgeOf('TrustedIssuer', 'trusted issuers'),
);

const TrustedIssuerOrder = orderOf('TrustedIssuer', 'trusted issuers', BY_AGE_OR_NAME);

const TrustedIssuerFilter = builder.inputType('TrustedIssuerFilter', {
  description: 'Conditions on trusted issuers.',
  fields: (t) => ({ search: t.string({ description: 'Text in the name or in `issuer`, ignoring case.' }) }),
});

/** Filter and order, at one endpoint or in a stack. */
export const trustedIssuerArgs = builder.args((t) => ({
  filter: t.field({ type: TrustedIssuerFilter, description: 'The trusted issuers to return; all by default.' }),
  orderBy: t.field({ type: TrustedIssuerOrder, description: ordered('newest first') }),
}));

const issuersOf = pagesBelow(listTrustedIssuers);
const countOf = countsBelow(countTrustedIssuers);

builder.prismaObjectField(ClientEndpoint, 'trustedIssuers', (t) =>
  t.prismaConnection(
    {
      type: 'TrustedIssuer',
      cursor: 'id',
      nullable: true,
      description: 'The identity providers whose JWTs can be exchanged for its tokens.',
      args: trustedIssuerArgs,
      totalCount: ({ id }, { filter }, context, info) => countOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        issuersOf(withFilter(load, orderBy, filter), id, context, info),
    },
    TrustedIssuerPage,
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
  description: 'A new identity provider for a client endpoint to trust.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: DESCRIPTIONS.endpointId }),
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    issuer: t.string({ required: true, description: `${DESCRIPTIONS.issuer} 1 to 512 visible ASCII characters.` }),
    audience: t.string({ description: 'The claim `aud` of its JWTs; the MCP address of the endpoint if omitted.' }),
    jwksUrl: t.string({
      description: `${DESCRIPTIONS.jwksUrl} Over https, or http on this machine. Defaults to the address in the issuer’s metadata, \`/.well-known/openid-configuration\` or RFC 8414.`,
    }),
    claims: t.field({ type: [RequiredClaimInput], description: `${DESCRIPTIONS.claims} At most 10.` }),
    endUserClaim: t.string({
      description: 'The claim with the end user’s id, written as in `claims`; `sub` if omitted.',
    }),
    endUserPrefix: t.string({
      description: 'A prefix for end user ids, which keeps the ids of two providers distinct.',
    }),
    tools: t.stringList({
      description: 'The tool ids that its tokens may use, at most 100; `*` matches any text. All by default.',
    }),
    networks: t.stringList({
      description: 'IP addresses and ranges in CIDR notation from which JWTs are accepted, at most 20; any by default.',
    }),
  }),
});

const UpdateInput = builder.inputType('UpdateTrustedIssuerInput', {
  description: 'A change to a trusted issuer. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    trustedIssuerId: t.id({ required: true, description: 'Its id, `issuer_…`.' }),
    name: t.string({ description: '1 to 100 characters.' }),
    audience: t.string({ description: 'The claim `aud` of its JWTs; null for the MCP address of the endpoint.' }),
    jwksUrl: t.string({ description: `${DESCRIPTIONS.jwksUrl} Null for the address in the issuer’s metadata.` }),
    claims: t.field({ type: [RequiredClaimInput], description: `${DESCRIPTIONS.claims} Null for none.` }),
    endUserClaim: t.string({ description: 'The claim with the end user’s id; null for `sub`.' }),
    endUserPrefix: t.string({ description: 'A prefix of the end user’s id; null for none.' }),
    tools: t.stringList({ description: 'The tool ids that its tokens may use; `*` matches any text. Null for all.' }),
    networks: t.stringList({ description: 'IP addresses and ranges from which JWTs are accepted; null for any.' }),
  }),
});

const DeleteInput = builder.inputType('DeleteTrustedIssuerInput', {
  description: 'An identity provider to stop trusting.',
  fields: (t) => ({ trustedIssuerId: t.id({ required: true, description: 'Its id, `issuer_…`.' }) }),
});

type Created = Awaited<ReturnType<typeof createTrustedIssuer>>;

const CreatePayload = builder.objectRef<Created>('CreateTrustedIssuerPayload').implement({
  description: 'A client endpoint now trusts an identity provider.',
  fields: (t) => ({
    trustedIssuer: t.field({ type: TrustedIssuer, description: 'The provider.', resolve: (issuer) => issuer }),
  }),
});

const UpdatePayload = builder.objectRef<Created>('UpdateTrustedIssuerPayload').implement({
  description: 'A trusted issuer was changed.',
  fields: (t) => ({
    trustedIssuer: t.field({
      type: TrustedIssuer,
      description: 'The issuer as it is now.',
      resolve: (issuer) => issuer,
    }),
  }),
});

const DeletePayload = builder.objectRef<Created>('DeleteTrustedIssuerPayload').implement({
  description: 'An identity provider is no longer trusted. Its tokens were revoked.',
  fields: (t) => ({
    trustedIssuerId: t.exposeID('id', { description: 'Its former id.' }),
    endpoint: t.field({
      type: ClientEndpoint,
      description: 'The client endpoint that trusted it.',
      resolve: ({ endpointId }, _args, context) => ownEndpointOf(context, endpointId),
    }),
  }),
});

builder.mutationFields((t) => ({
  createTrustedIssuer: t.field({
    type: CreatePayload,
    nullable: true,
    description: 'Lets an identity provider’s people and programs use a client endpoint with its JWTs.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The provider.' }) },
    resolve: (_root, { input: { endpointId, claims, ...input } }, { app }) =>
      createTrustedIssuer(app, { ...input, claims: claimsByName(claims), endpointId: toEndpointId(endpointId) }),
  }),
  updateTrustedIssuer: t.field({
    type: UpdatePayload,
    nullable: true,
    description:
      'Changes a trusted issuer. Unless only the name changes, the tokens that were issued for its JWTs are revoked at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The change.' }) },
    resolve: (_root, { input: { trustedIssuerId, claims, ...change } }, { app }) =>
      updateTrustedIssuer(app, toTrustedIssuerId(trustedIssuerId), {
        ...change,
        ...(claims !== undefined && { claims: claimsByName(claims) }),
      }),
  }),
  deleteTrustedIssuer: t.field({
    type: DeletePayload,
    nullable: true,
    description: 'Stops trusting an identity provider and revokes all its tokens at once. You can’t undo this.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The provider.' }) },
    resolve: (_root, { input }, { app }) => deleteTrustedIssuer(app, toTrustedIssuerId(input.trustedIssuerId)),
  }),
}));
