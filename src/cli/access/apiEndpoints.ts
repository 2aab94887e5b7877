import type { FailureKind } from '../../core/kernel/rehearsalSettings.ts';
import type { RehearsalFailure, ToolListMode } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, type NodePage, payloadOf } from '../api.ts';
import { CliError } from '../exit.ts';
import type { ListFilter } from '../listArgs.ts';
import {
  CreateEndpointDocument,
  CreateTokenDocument,
  DeleteEndpointDocument,
  EndpointFiguresDocument,
  FindEndpointDocument,
  ListEndpointsDocument,
  ListStackTokensDocument,
  ListTokensDocument,
  RevokeAttenuationDocument,
  RevokeTokenDocument,
  UpdateEndpointDocument,
} from '../operations/endpoints.ts';
import { StackNamesDocument } from '../operations/stacks.ts';
import { stackIdOf, stackNotFound } from '../stackRef.ts';
import { toDate } from './apiKeys.ts';
import type { EndpointMode, EndpointRow, Endpoints, Expiry, Failures, PlacedToken, TokenRow } from './endpoints.ts';

type WireToken = Omit<TokenRow, 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'> & {
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};

const WIRE_MODES = { full: 'FULL', search: 'SEARCH', code: 'CODE' } as const satisfies Record<
  EndpointMode,
  ToolListMode
>;

type WireEndpoint = Omit<EndpointRow, 'mode' | 'failureKinds' | 'createdAt'> & {
  readonly mode: ToolListMode;
  readonly failureKinds: readonly RehearsalFailure[];
  readonly createdAt: string;
};

const toEndpoint = (endpoint: WireEndpoint): EndpointRow => ({
  ...endpoint,
  mode: endpoint.mode.toLowerCase(),
  failureKinds: endpoint.failureKinds.map((kind) => kind.toLowerCase()),
  createdAt: new Date(endpoint.createdAt),
});

const toToken = (token: WireToken): TokenRow => ({
  ...token,
  createdAt: new Date(token.createdAt),
  expiresAt: toDate(token.expiresAt),
  revokedAt: toDate(token.revokedAt),
  lastUsedAt: toDate(token.lastUsedAt),
});

/** An expiry as GraphQL's argument; absent for the default. */
const expiryOf = (expiresAt: Expiry['expiresAt']): { readonly expiresAt?: string | null } =>
  expiresAt === undefined ? {} : { expiresAt: expiresAt?.toISOString() ?? null };

const WIRE_FAILURES = {
  unavailable: 'UNAVAILABLE',
  rate_limited: 'RATE_LIMITED',
  unauthorized: 'UNAUTHORIZED',
  timeout: 'TIMEOUT',
} as const satisfies Record<FailureKind, RehearsalFailure>;

const wireFailures = ({ failurePercent, failureKinds }: Failures) => ({
  ...(failurePercent !== undefined && { failurePercent }),
  ...(failureKinds && { failureKinds: failureKinds.map((kind) => WIRE_FAILURES[kind]) }),
});

/** The endpoints and tokens of the API key's account. */
export const apiEndpoints = (api: Api): Endpoints => ({
  stacks: () => allNodes(async (after) => (await api(StackNamesDocument, { after })).stacks),
  async create(stack, { mode, expiresAt, failurePercent, failureKinds, ...input }) {
    const stackId = await stackIdOf(api, stack);
    const { createClientEndpoint } = await api(CreateEndpointDocument, {
      input: {
        ...{ ...input, ...expiryOf(expiresAt), stackId, ...(mode && { mode: WIRE_MODES[mode] }) },
        ...wireFailures({ failurePercent, failureKinds }),
      },
    });
    const { endpoint, token } = payloadOf(createClientEndpoint);
    return { row: toEndpoint(endpoint), token };
  },
  list: async (stack, search) => {
    const stackId = await stackIdOf(api, stack);
    const read = async (after: string | null) => (await api(ListEndpointsDocument, { stackId, search, after })).stack;
    return (await endpointsOf(stackId, read)).map(toEndpoint);
  },
  async update(ref, { mode, mayProgramsWrite, failurePercent, failureKinds, ...versions }) {
    const row = await findEndpoint(api, ref);
    const input = {
      ...{ endpointId: row.id, ...versions },
      ...(mode && { mode: WIRE_MODES[mode] }),
      ...(mayProgramsWrite !== undefined && { mayProgramsWrite }),
      ...wireFailures({ failurePercent, failureKinds }),
    };
    const { endpoint } = payloadOf((await api(UpdateEndpointDocument, { input })).updateClientEndpoint);
    return toEndpoint(endpoint);
  },
  async listFigures(ref) {
    const { id } = await findEndpoint(api, ref);
    return (await api(EndpointFiguresDocument, { id })).clientEndpoint?.versionFigures ?? [];
  },
  async remove(input) {
    const row = await findEndpoint(api, input);
    const { deleteClientEndpoint } = await api(DeleteEndpointDocument, { input: { endpointId: row.id } });
    payloadOf(deleteClientEndpoint);
    return row;
  },
  async createToken(input, { expiresAt, ...reach }) {
    const row = await findEndpoint(api, input);
    const { createStackToken } = await api(CreateTokenDocument, {
      input: { ...reach, ...expiryOf(expiresAt), endpointId: row.id },
    });
    const { token, tokenRecord } = payloadOf(createStackToken);
    return { row: { ...toToken(tokenRecord), clientId: row.clientId }, token };
  },
  async listTokens(of, filter) {
    if ('endpoint' in of) return listTokens(api, await findEndpoint(api, of.endpoint), filter);
    return listStackTokens(api, await stackIdOf(api, of.stack), filter);
  },
  async revokeToken(id) {
    const { revokeStackToken } = await api(RevokeTokenDocument, { input: { tokenId: id } });
    const { tokenRecord } = payloadOf(revokeStackToken);
    return toToken(tokenRecord);
  },
  async revokeAttenuation(tokenId, attenuationId) {
    const { revokeTokenAttenuation } = await api(RevokeAttenuationDocument, { input: { tokenId, attenuationId } });
    const { tokenRecord } = payloadOf(revokeTokenAttenuation);
    return toToken(tokenRecord);
  },
});

/** The endpoints of a stack, page by page. @throws CliError not_found */
const endpointsOf = <N>(
  stackId: string,
  read: (after: string | null) => Promise<{ readonly endpoints: NodePage<N> } | null | undefined>,
): Promise<readonly N[]> =>
  allNodes(async (after) => {
    const stack = await read(after);
    if (!stack) throw stackNotFound(stackId);
    return stack.endpoints;
  });

/** The tokens of a stack. Each endpoint comes with its first page of tokens, which is all for most endpoints. */
async function listStackTokens(api: Api, stackId: string, filter: ListFilter): Promise<readonly PlacedToken[]> {
  const read = async (after: string | null) =>
    (await api(ListStackTokensDocument, { stackId, ...filter, after })).stack;
  const tokens: PlacedToken[] = [];
  for (const { tokens: first, ...endpoint } of await endpointsOf(stackId, read)) {
    tokens.push(...(await listTokens(api, endpoint, filter, first)));
  }
  return tokens;
}

async function findEndpoint(api: Api, input: string): Promise<EndpointRow> {
  const { clientEndpoint } = await api(FindEndpointDocument, { id: input });
  if (!clientEndpoint) throw new CliError('not_found', 'Client endpoint not found');
  return toEndpoint(clientEndpoint);
}

/** The tokens of an endpoint, without its first page if that was already read. */
async function listTokens(
  api: Api,
  { id, clientId }: Pick<EndpointRow, 'id' | 'clientId'>,
  filter: ListFilter,
  first?: NodePage<WireToken>,
): Promise<readonly PlacedToken[]> {
  const read = async (after: string | null) =>
    (await api(ListTokensDocument, { endpointId: id, ...filter, after })).clientEndpoint?.tokens;
  const tokens = await allNodes<WireToken>(async (after) => (after === null && first ? first : read(after)));
  return tokens.map((token) => ({ ...toToken(token), clientId }));
}
