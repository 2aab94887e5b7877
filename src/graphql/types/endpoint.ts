import { listVersionFigures, type VersionFigures } from '../../core/callRecords/versionFigures.ts';
import {
  createClientEndpoint,
  deleteClientEndpoint,
  updateClientEndpoint,
} from '../../core/endpoints/clientEndpoint.ts';
import {
  countEndpointsOfStacks,
  countTokensOfEndpoints,
  listEndpointsOfStacks,
  listTokensOfEndpoints,
} from '../../core/endpoints/endpointLists.ts';
import { findEndpointByName } from '../../core/endpoints/findEndpoint.ts';
import { type Canary, canaryOf } from '../../core/kernel/canary.ts';
import { toEndpointId, toEndpointRef, toStackId } from '../../core/kernel/ids.ts';
import { listModeSchema } from '../../core/kernel/listMode.ts';
import { type FailureKind, isFailureKind } from '../../core/kernel/rehearsalSettings.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownStackOf } from '../found.ts';
import { onlyArgument, orNull } from '../input.ts';
import { BY_AGE_OR_NAME, BY_USE, ordered, orderOf, withFilter } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { Actor } from './actor.ts';
import { Node } from './node.ts';
import { Stack } from './stack.ts';
import { OLD_EXPIRY, StackToken, TOKEN_EXPIRY, TOKEN_USER } from './stackToken.ts';
import { ToolListMode } from './stackTools.ts';

const endpointsOf = pagesBelow(listEndpointsOfStacks);
const endpointCountOf = countsBelow(countEndpointsOfStacks);
const tokensOf = pagesBelow(listTokensOfEndpoints);
const figuresOf = pagesBelow(listVersionFigures);
const tokenCountOf = countsBelow(countTokensOfEndpoints);

const FAILURE_VALUES = {
  UNAVAILABLE: { value: 'unavailable', description: 'The service answers 503.' },
  RATE_LIMITED: { value: 'rate_limited', description: 'The service answers 429 with `Retry-After`.' },
  UNAUTHORIZED: { value: 'unauthorized', description: 'The service answers 401.' },
  TIMEOUT: { value: 'timeout', description: 'The service doesn’t answer in time. The failure comes at once.' },
} as const satisfies { [K in FailureKind as Uppercase<K>]: { value: K; description: string } };

const RehearsalFailure = builder.enumType('RehearsalFailure', {
  description: 'How a rehearsal fails. The failure is the same as that of a real call.',
  values: FAILURE_VALUES,
});

const FAILURES = {
  percent: 'The percentage of its rehearsals that fail, 0 to 100. Only for a rehearsal endpoint.',
  kinds: 'How its rehearsals fail; empty for every kind. Only for a rehearsal endpoint.',
};

const StackTokenOrder = orderOf('StackToken', 'stack tokens', BY_USE);
const ClientEndpointOrder = orderOf('ClientEndpoint', 'client endpoints', BY_AGE_OR_NAME);

const StackTokenFilter = builder.inputType('StackTokenFilter', {
  description: 'Conditions on tokens, all of which apply.',
  fields: (t) => ({
    search: t.string({ description: 'Text in the name, ignoring case.' }),
    isInForce: t.boolean({
      description: 'True for active ones, false for revoked or expired ones.',
    }),
  }),
});

const EndpointCanary = builder.objectRef<Canary>('EndpointCanary').implement({
  description:
    'A version of a stack that serves a share of an endpoint’s calls. Tool lists show the endpoint’s own version.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'The number of the version.' }),
    percent: t.exposeInt('percent', { description: 'The share of the calls, in percent.' }),
  }),
});

const EndpointVersionFigures = builder.objectRef<VersionFigures>('EndpointVersionFigures').implement({
  description: 'An endpoint’s calls that one version of its stack served.',
  fields: (t) => ({
    version: t.exposeInt('version', {
      nullable: true,
      description: 'The number of the version; null for calls that an earlier release recorded.',
    }),
    callCount: t.exposeInt('callCount', { description: 'The number of calls.' }),
    failureCount: t.exposeInt('failureCount', { description: 'The number of calls that did not succeed.' }),
  }),
});

export const ClientEndpoint = builder.prismaObject('ClientEndpoint', {
  interfaces: [Node, Actor],
  description: 'An address for agents. A client with one of its tokens may list and call the tools of the stack.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The endpoint’s id, `endpoint_…`.' }),
    clientId: t.exposeID('clientId', { description: 'The unguessable part of its address, `client_…`.' }),
    stackId: t.exposeID('stackId', { description: 'The id of the stack whose tools it offers.' }),
    name: t.exposeString('name', { description: 'Its display name, chosen by its owner.' }),
    mode: t.field({
      type: ToolListMode,
      description: 'The default mode of its tool list; agents may request another.',
      resolve: ({ mode }) => listModeSchema.parse(mode),
    }),
    mayProgramsWrite: t.exposeBoolean('mayProgramsWrite', {
      description:
        'Whether programs in code mode can call tools that change data. Otherwise, they can call only read-only tools.',
    }),
    pinnedVersion: t.exposeInt('pinnedVersion', {
      nullable: true,
      description: 'The number of the stack’s version that its agents get; null if they get the stack as it is.',
    }),
    canary: t.field({
      type: EndpointCanary,
      nullable: true,
      description: 'The version that serves a share of its calls; null for none.',
      resolve: canaryOf,
    }),
    versionFigures: t.field({
      type: [EndpointVersionFigures],
      // Statistics that cannot be read now must not empty the list of endpoints.
      nullable: true,
      description:
        'Its calls of the last 24 hours by the version that served them, newest version first. Counts among the newest 20,000 calls of its stack.',
      complexity: 10,
      resolve: ({ id }, _args, context, info) => figuresOf({}, id, context, info),
    }),
    isRehearsal: t.exposeBoolean('isRehearsal', {
      description:
        'Whether its calls are rehearsals: the tools answer from examples and output schemas. They need no credentials and connect to no service.',
    }),
    mayUseRecordings: t.exposeBoolean('mayUseRecordings', {
      description: 'Whether its rehearsals answer with stored outputs of the stack’s earlier calls, if there are any.',
    }),
    failurePercent: t.exposeInt('failurePercent', {
      description: 'The percentage of its rehearsals that fail; 0 for an endpoint whose calls are real.',
    }),
    failureKinds: t.field({
      type: [RehearsalFailure],
      description: 'How its rehearsals fail; empty for every kind.',
      resolve: ({ failureKinds }) => failureKinds.filter(isFailureKind),
    }),
    url: t.string({
      description: 'The base address of its `list_tools` and `call_tool`.',
      resolve: ({ clientId }, _args, { publicUrl }) => `${publicUrl}/s/${clientId}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    tokens: t.prismaConnection(
      {
        type: StackToken,
        cursor: 'id',
        nullable: true,
        description: 'Its tokens, revoked ones included.',
        args: {
          filter: t.arg({ type: StackTokenFilter, description: 'The tokens to return; all by default.' }),
          orderBy: t.arg({ type: StackTokenOrder, description: ordered('newest first') }),
        },
        totalCount: ({ id }, { filter }, context, info) => tokenCountOf(filter ?? {}, id, context, info),
        resolve: (load, { id }, { orderBy, filter }, context, info) =>
          tokensOf(withFilter(load, orderBy, filter), id, context, info),
      },
      pageOf('StackToken', 'tokens of a client endpoint'),
      edgeOf('StackToken', 'tokens of a client endpoint'),
    ),
  }),
});

const ClientEndpointBy = builder.inputType('ClientEndpointBy', {
  description: 'Identifies a client endpoint. Set exactly one field.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its id, `endpoint_…`.' }),
    clientId: t.id({ description: 'The unguessable part of its address, `client_…`.' }),
    name: t.string({ description: 'Its exact name.' }),
  }),
});

builder.queryField('clientEndpoint', (t) =>
  t.prismaField({
    type: 'ClientEndpoint',
    nullable: true,
    description:
      'One client endpoint of the account; null when there is none. If several share a name, returns the newest.',
    extensions: { limitClass: 'default' },
    args: {
      by: t.arg({ type: ClientEndpointBy, required: true, description: 'Its id, client id or name.' }),
      stackId: t.arg.id({ description: 'Only one of this stack.' }),
    },
    resolve: (load, _root, { stackId, by: named }, { app }) => {
      const [by, value] = onlyArgument(['id', 'clientId', 'name'], named);
      const ref = by === 'name' ? { name: value } : toEndpointRef(value);
      return findEndpointByName(app, ref, load, orNull(stackId, toStackId));
    },
  }),
);

const ClientEndpointFilter = builder.inputType('ClientEndpointFilter', {
  description: 'Conditions on client endpoints, all of which apply.',
  fields: (t) => ({
    search: t.string({ description: 'Text in the name, ignoring case.' }),
    isWide: t.boolean({
      description: 'Whether `search` also matches ids, client ids and token names.',
    }),
  }),
});

builder.prismaObjectField(Stack, 'endpoints', (t) =>
  t.prismaConnection(
    {
      type: 'ClientEndpoint',
      cursor: 'id',
      nullable: true,
      description: 'The client endpoints of the stack.',
      args: {
        filter: t.arg({ type: ClientEndpointFilter, description: 'The client endpoints to return; all by default.' }),
        orderBy: t.arg({ type: ClientEndpointOrder, description: ordered('newest first') }),
      },
      totalCount: ({ id }, { filter }, context, info) => endpointCountOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        endpointsOf(withFilter(load, orderBy, filter), id, context, info),
    },
    pageOf('ClientEndpoint', 'client endpoints'),
    edgeOf('ClientEndpoint', 'client endpoints'),
  ),
);

const CreateInput = builder.inputType('CreateClientEndpointInput', {
  description: 'A new address for agents, with its first token.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack whose tools it offers.' }),
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    mode: t.field({
      type: ToolListMode,
      description: 'The default mode of its tool list; FULL if omitted. Agents may request another.',
    }),
    mayProgramsWrite: t.boolean({
      description: 'Whether programs in code mode can call tools that change data; false if omitted.',
    }),
    isRehearsal: t.boolean({
      description:
        'Whether its calls are rehearsals, which need no credentials and connect to no service; false if omitted. This can’t be changed later.',
    }),
    mayUseRecordings: t.boolean({
      description:
        'For a rehearsal endpoint: whether its agents get stored outputs of the stack’s earlier calls as answers; false if omitted. Needs the right `admin`. This can’t be changed later.',
    }),
    failurePercent: t.int({ description: FAILURES.percent }),
    failureKinds: t.field({ type: [RehearsalFailure], description: FAILURES.kinds }),
    endUser: t.string({ description: TOKEN_USER }),
    expiresAt: t.field({ type: 'DateTime', description: TOKEN_EXPIRY.expiresAt }),
    expiresInDays: t.int({ description: TOKEN_EXPIRY.expiresInDays, ...OLD_EXPIRY }),
    neverExpires: t.boolean({ description: TOKEN_EXPIRY.neverExpires, ...OLD_EXPIRY }),
  }),
});

const EndpointCanaryInput = builder.inputType('EndpointCanaryInput', {
  description: 'A version of the stack for a share of an endpoint’s calls.',
  fields: (t) => ({
    version: t.int({ required: true, description: 'The number of the version.' }),
    percent: t.int({ required: true, description: 'The share of the calls, from 1 to 99 percent.' }),
  }),
});

const UpdateInput = builder.inputType('UpdateClientEndpointInput', {
  description: 'Changes to a client endpoint. Omitted fields stay unchanged.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'The endpoint’s id, `endpoint_…`.' }),
    name: t.string({ description: '1 to 100 characters.' }),
    mode: t.field({
      type: ToolListMode,
      description: 'The default mode of its tool list; agents may request another.',
    }),
    mayProgramsWrite: t.boolean({
      description: 'Whether programs in code mode can call tools that change data.',
    }),
    pinnedVersion: t.int({
      description: 'The number of the stack’s version that its agents get; null for the stack as it is.',
    }),
    canary: t.field({
      type: EndpointCanaryInput,
      description: 'The version that serves a share of its calls; null for none.',
    }),
    failurePercent: t.int({ description: FAILURES.percent }),
    failureKinds: t.field({ type: [RehearsalFailure], description: FAILURES.kinds }),
  }),
});

const DeleteInput = builder.inputType('DeleteClientEndpointInput', {
  description: 'A client endpoint to delete.',
  fields: (t) => ({ endpointId: t.id({ required: true, description: 'The endpoint’s id, `endpoint_…`.' }) }),
});

type Created = Awaited<ReturnType<typeof createClientEndpoint>>;

const CreatePayload = builder.objectRef<Created>('CreateClientEndpointPayload').implement({
  description: 'A client endpoint was created with its first token.',
  fields: (t) => ({
    endpoint: t.field({ type: ClientEndpoint, description: 'The endpoint.', resolve: ({ endpoint }) => endpoint }),
    token: t.exposeString('token', { description: 'The first token itself, shown only once.' }),
    tokenRecord: t.field({
      type: StackToken,
      description: 'The record of that token, without the token itself.',
      resolve: ({ tokenRecord }) => tokenRecord,
    }),
  }),
});

const UpdatePayload = builder
  .objectRef<Awaited<ReturnType<typeof updateClientEndpoint>>>('UpdateClientEndpointPayload')
  .implement({
    description: 'A client endpoint was changed.',
    fields: (t) => ({
      endpoint: t.field({ type: ClientEndpoint, description: 'The endpoint.', resolve: (endpoint) => endpoint }),
    }),
  });

const DeletePayload = builder
  .objectRef<Awaited<ReturnType<typeof deleteClientEndpoint>>>('DeleteClientEndpointPayload')
  .implement({
    description: 'A client endpoint was deleted, and its tokens no longer work.',
    fields: (t) => ({
      endpointId: t.exposeID('id', { description: 'Its former id.' }),
      stack: t.field({
        type: Stack,
        description: 'The stack that it belonged to.',
        resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
      }),
    }),
  });

builder.mutationFields((t) => ({
  createClientEndpoint: t.field({
    type: CreatePayload,
    nullable: true,
    description: 'Creates a client endpoint with its first token.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The new endpoint.' }) },
    resolve: (_root, { input }, { app }) => createClientEndpoint(app, { ...input, stackId: toStackId(input.stackId) }),
  }),
  updateClientEndpoint: t.field({
    type: UpdatePayload,
    nullable: true,
    description:
      'Changes the name, mode or versions of a client endpoint, whether its programs may write, or how its rehearsals fail; its address and tokens stay.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The endpoint and its changes.' }) },
    resolve: (_root, { input: { endpointId, ...input } }, { app }) =>
      updateClientEndpoint(app, toEndpointId(endpointId), input),
  }),
  deleteClientEndpoint: t.field({
    type: DeletePayload,
    nullable: true,
    description: 'Deletes a client endpoint and revokes all its tokens at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The endpoint.' }) },
    resolve: (_root, { input }, { app }) => deleteClientEndpoint(app, toEndpointId(input.endpointId)),
  }),
}));
