import type { ToolListMode } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, allRows, payloadOf } from '../api.ts';
import { CliError } from '../exit.ts';
import {
  CreateEndpointDocument,
  CreateTokenDocument,
  DeleteEndpointDocument,
  ListEndpointsDocument,
  ListTokensDocument,
  RevokeTokenDocument,
  UpdateEndpointDocument,
} from '../operations/endpoints.ts';
import { StackNamesDocument } from '../operations/stacks.ts';
import { stackIdOf, stackNotFound } from '../stackRef.ts';
import { toDate } from './apiKeys.ts';
import type { EndpointMode, EndpointRow, Endpoints, PlacedToken, TokenRow } from './endpoints.ts';

type WireToken = Pick<TokenRow, 'id' | 'name'> & {
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};

const WIRE_MODES = { full: 'FULL', search: 'SEARCH' } as const satisfies Record<EndpointMode, ToolListMode>;

type WireEndpoint = Pick<EndpointRow, 'id' | 'clientId' | 'name'> & {
  readonly mode: ToolListMode;
  readonly createdAt: string;
};

const toEndpoint = (endpoint: WireEndpoint, stackId: string): EndpointRow => ({
  ...endpoint,
  stackId,
  mode: endpoint.mode.toLowerCase(),
  createdAt: new Date(endpoint.createdAt),
});

const toToken = (token: WireToken): TokenRow => ({
  ...token,
  createdAt: new Date(token.createdAt),
  expiresAt: toDate(token.expiresAt),
  revokedAt: toDate(token.revokedAt),
  lastUsedAt: toDate(token.lastUsedAt),
});

/** The endpoints and tokens of the account whose API key speaks. */
export const apiEndpoints = (api: Api): Endpoints => ({
  stacks: () => allNodes(async (after) => (await api(StackNamesDocument, { after })).stacks),
  async create(stack, { mode, ...input }) {
    const stackId = await stackIdOf(api, stack);
    const { createClientEndpoint } = await api(CreateEndpointDocument, {
      input: { ...input, stackId, ...(mode && { mode: WIRE_MODES[mode] }) },
    });
    const { endpoint, token } = payloadOf(createClientEndpoint);
    return { row: toEndpoint(endpoint, stackId), token };
  },
  async list(stack) {
    const found = await listEndpoints(api, await stackIdOf(api, stack));
    return found.map(({ row }) => row);
  },
  async setMode(given, mode) {
    const { row } = await findEndpoint(api, given);
    const input = { endpointId: row.id, mode: WIRE_MODES[mode] };
    const { endpoint } = payloadOf((await api(UpdateEndpointDocument, { input })).updateClientEndpoint);
    return toEndpoint(endpoint, row.stackId);
  },
  async remove(given) {
    const { row } = await findEndpoint(api, given);
    const { deleteClientEndpoint } = await api(DeleteEndpointDocument, { input: { endpointId: row.id } });
    payloadOf(deleteClientEndpoint);
    return row;
  },
  async createToken(given, input) {
    const { row } = await findEndpoint(api, given);
    const { createStackToken } = await api(CreateTokenDocument, { input: { ...input, endpointId: row.id } });
    const { token, tokenRecord } = payloadOf(createStackToken);
    return { row: { ...toToken(tokenRecord), clientId: row.clientId }, token };
  },
  async listTokens(of) {
    const owners =
      'stack' in of ? await listEndpoints(api, await stackIdOf(api, of.stack)) : [await findEndpoint(api, of.endpoint)];
    const tokens: PlacedToken[] = [];
    for (const owner of owners) tokens.push(...(await listTokens(api, owner)));
    return tokens;
  },
  async revokeToken(id) {
    const { revokeStackToken } = await api(RevokeTokenDocument, { input: { tokenId: id } });
    const { tokenRecord } = payloadOf(revokeStackToken);
    return toToken(tokenRecord);
  },
});

/** `before`: the cursor of the endpoint that stands before it in its stack's list; null for the first. */
type Found = { readonly row: EndpointRow; readonly before: string | null };

async function listEndpoints(api: Api, stackId: string): Promise<readonly Found[]> {
  const edges = await allRows(async (after) => {
    const { stack } = await api(ListEndpointsDocument, { stackId, after });
    if (!stack) throw stackNotFound(stackId);
    return { rows: stack.endpoints.edges, pageInfo: stack.endpoints.pageInfo };
  });
  return edges.map(({ node }, at) => ({
    row: toEndpoint(node, stackId),
    before: edges[at - 1]?.cursor ?? null,
  }));
}

// The API has no look-up of an endpoint by itself.
async function findEndpoint(api: Api, given: string): Promise<Found> {
  const stacks = await allNodes(async (after) => (await api(StackNamesDocument, { after })).stacks);
  for (const { id } of stacks) {
    const found = (await listEndpoints(api, id)).find(({ row }) => row.id === given || row.clientId === given);
    if (found) return found;
  }
  throw new CliError('not_found', 'Client endpoint not found');
}

async function listTokens(api: Api, { row: { stackId, clientId }, before }: Found): Promise<readonly PlacedToken[]> {
  const tokens = await allNodes(async (after) => {
    const { stack } = await api(ListTokensDocument, { stackId, endpointAfter: before, after });
    return stack?.endpoints.nodes[0]?.tokens;
  });
  return tokens.map((token) => ({ ...toToken(token), clientId }));
}
