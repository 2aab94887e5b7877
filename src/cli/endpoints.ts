import type { Canary } from '../core/kernel/canary.ts';
import type { FailureKind } from '../core/kernel/rehearsalSettings.ts';
import type { RehearsalFailure, ToolListMode } from '../generated/gql/graphql.ts';
import { type Api, allNodes, type NodePage, payloadOf, toDate } from './api.ts';
import { CliError } from './exit.ts';
import type { ListFilter } from './listArgs.ts';
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
} from './operations/endpoints.ts';
import { StackNamesDocument } from './operations/stacks.ts';
import { stackIdOf, stackNotFound } from './stackRef.ts';

export type EndpointRow = {
  readonly id: string;
  readonly clientId: string;
  readonly stackId: string;
  readonly name: string;
  readonly mode: string;
  readonly mayProgramsWrite: boolean;
  /** Null for the stack as it is. */
  readonly pinnedVersion: number | null;
  readonly canary: Canary | null;
  readonly isRehearsal: boolean;
  readonly mayUseRecordings: boolean;
  readonly failurePercent: number;
  readonly failureKinds: readonly string[];
  readonly createdAt: Date;
};

/** The tool list its agents get. */
export type EndpointMode = 'full' | 'search' | 'code';

/** How the rehearsals of an endpoint fail; undefined leaves a setting unchanged. */
export type Failures = {
  readonly failurePercent?: number | undefined;
  readonly failureKinds?: readonly FailureKind[] | undefined;
};

/** Versions to set; null follows the stack or ends the canary, and absent leaves that unchanged. */
export type NewVersions = { readonly pinnedVersion?: number | null; readonly canary?: Canary | null };

/** Changes of an endpoint; absent or undefined leaves a setting unchanged. */
type EndpointChange = NewVersions &
  Failures & { readonly mode?: EndpointMode; readonly mayProgramsWrite?: boolean | undefined };

export type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly tools: readonly string[];
  readonly networks: readonly string[];
  readonly callsMax: number | null;
  readonly calls: number;
  readonly revokedAttenuations: readonly string[];
  readonly makerId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** A token with the address that it opens. */
type PlacedToken = TokenRow & { readonly clientId: string };

/** When a token expires, null for never; after 90 days by default. */
export type Expiry = { readonly expiresAt?: Date | null };

/** A new token's restrictions; without any, it reaches all of its stack from any network. */
export type Reach = { readonly tools?: string[]; readonly networks?: string[]; readonly callsMax?: number };

type NewEndpoint = Expiry &
  Failures & {
    readonly name: string;
    readonly mode?: EndpointMode;
    readonly isRehearsal?: boolean;
    readonly mayUseRecordings?: boolean;
  };

export type TokenOwner = { readonly endpoint: string } | { readonly stack: string };

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

/**
 * Client endpoints and their tokens. Stacks are named by id or exact name, endpoints by id or client id. Every function
 * throws CliError.
 */
export const endpointsOf = (api: Api) => ({
  stacks: () => allNodes(async (after) => (await api(StackNamesDocument, { after })).stacks),
  async create(stack: string, { mode, expiresAt, failurePercent, failureKinds, ...input }: NewEndpoint) {
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
  /** The endpoints of a stack whose names contain `search`. */
  async list(stack: string, search: string | null): Promise<readonly EndpointRow[]> {
    const stackId = await stackIdOf(api, stack);
    const read = async (after: string | null) => (await api(ListEndpointsDocument, { stackId, search, after })).stack;
    return (await endpointsIn(stackId, read)).map(toEndpoint);
  },
  async update(
    ref: string,
    { mode, mayProgramsWrite, failurePercent, failureKinds, ...versions }: EndpointChange,
  ): Promise<EndpointRow> {
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
  /** The calls of the last 24 hours by version. */
  async listFigures(ref: string) {
    const { id } = await findEndpoint(api, ref);
    return (await api(EndpointFiguresDocument, { id })).clientEndpoint?.versionFigures ?? [];
  },
  async remove(ref: string): Promise<EndpointRow> {
    const row = await findEndpoint(api, ref);
    const { deleteClientEndpoint } = await api(DeleteEndpointDocument, { input: { endpointId: row.id } });
    payloadOf(deleteClientEndpoint);
    return row;
  },
  async createToken(ref: string, { expiresAt, ...reach }: Expiry & Reach & { readonly name?: string }) {
    const row = await findEndpoint(api, ref);
    const { createStackToken } = await api(CreateTokenDocument, {
      input: { ...reach, ...expiryOf(expiresAt), endpointId: row.id },
    });
    const { token, tokenRecord } = payloadOf(createStackToken);
    return { row: { ...toToken(tokenRecord), clientId: row.clientId }, token };
  },
  async listTokens(of: TokenOwner, filter: ListFilter): Promise<readonly PlacedToken[]> {
    if ('endpoint' in of) return listTokens(api, await findEndpoint(api, of.endpoint), filter);
    return listStackTokens(api, await stackIdOf(api, of.stack), filter);
  },
  async revokeToken(id: string): Promise<TokenRow> {
    const { revokeStackToken } = await api(RevokeTokenDocument, { input: { tokenId: id } });
    const { tokenRecord } = payloadOf(revokeStackToken);
    return toToken(tokenRecord);
  },
  async revokeAttenuation(tokenId: string, attenuationId: string): Promise<TokenRow> {
    const { revokeTokenAttenuation } = await api(RevokeAttenuationDocument, { input: { tokenId, attenuationId } });
    const { tokenRecord } = payloadOf(revokeTokenAttenuation);
    return toToken(tokenRecord);
  },
});

export type Endpoints = ReturnType<typeof endpointsOf>;

/** The endpoints of a stack, page by page. @throws CliError not_found */
const endpointsIn = <N>(
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
  for (const { tokens: first, ...endpoint } of await endpointsIn(stackId, read)) {
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
