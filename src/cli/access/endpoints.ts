import { listVersionFigures, type VersionFigures } from '../../core/callRecords/versionFigures.ts';
import {
  createClientEndpoint,
  deleteClientEndpoint,
  listClientEndpoints,
  updateClientEndpoint,
} from '../../core/endpoints/clientEndpoint.ts';
import { listTokensOfEndpoints } from '../../core/endpoints/endpointLists.ts';
import { endpointNotFound, findEndpointByName } from '../../core/endpoints/findEndpoint.ts';
import { createStackToken, revokeAttenuation, revokeStackToken } from '../../core/endpoints/stackToken.ts';
import { type Canary, canaryOf } from '../../core/kernel/canary.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import {
  type ClientId,
  type EndpointId,
  type StackId,
  toAttenuationId,
  toEndpointRef,
  toStackId,
  toTokenId,
} from '../../core/kernel/ids.ts';
import type { FailureKind } from '../../core/kernel/rehearsalSettings.ts';
import { listStacks } from '../../core/stacks/stackList.ts';
import type { ClientEndpoint } from '../../generated/prisma/client.ts';
import type { Run } from '../command.ts';
import { CliError } from '../exit.ts';
import { isStackId } from '../input.ts';
import type { ListFilter } from '../listArgs.ts';
import { allListed, asOperator } from '../operator.ts';

export type EndpointRow = {
  readonly id: string;
  readonly clientId: string;
  readonly stackId: string;
  readonly name: string;
  /** `full` or `search`. */
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
export type PlacedToken = TokenRow & { readonly clientId: string };

/** When a token expires, null for never; after 90 days by default. */
export type Expiry = { readonly expiresAt?: Date | null };

/** A new token's restrictions; without any, it reaches all of its stack from any network. */
export type Reach = { readonly tools?: string[]; readonly networks?: string[]; readonly callsMax?: number };

export type TokenOwner = { readonly endpoint: string } | { readonly stack: string };

/** Client endpoints and their tokens, through the API or the database. Stacks are identified by id or exact name. */
export type Endpoints = {
  /** All stacks to choose from. */
  stacks(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  create(
    stack: string,
    input: Expiry &
      Failures & {
        readonly name: string;
        readonly mode?: EndpointMode;
        readonly isRehearsal?: boolean;
        readonly mayUseRecordings?: boolean;
      },
  ): Promise<{ readonly row: EndpointRow; readonly token: string }>;
  /** Lists the endpoints of a stack, filtered by a text in their names, if given. */
  list(stack: string, search: string | null): Promise<readonly EndpointRow[]>;
  /** An endpoint is identified by its id or client id. */
  update(endpoint: string, change: EndpointChange): Promise<EndpointRow>;
  /** The calls of the last 24 hours by version. */
  listFigures(endpoint: string): Promise<readonly VersionFigures[]>;
  remove(endpoint: string): Promise<EndpointRow>;
  createToken(
    endpoint: string,
    input: Expiry & Reach & { readonly name?: string },
  ): Promise<{ readonly row: PlacedToken; readonly token: string }>;
  listTokens(of: TokenOwner, filter: ListFilter): Promise<readonly PlacedToken[]>;
  revokeToken(id: string): Promise<TokenRow>;
  revokeAttenuation(id: string, attenuationId: string): Promise<TokenRow>;
};

export const operatorEndpoints = (run: Run): Endpoints => ({
  stacks: () => asOperator(run, (ctx) => allListed((page) => listStacks(ctx, page))),
  create: (stack, input) =>
    asOperator(run, async (ctx) => {
      const made = await createClientEndpoint(ctx, { ...input, stackId: await stackIdOf(ctx, stack) });
      return { row: toRow(made.endpoint), token: made.token };
    }),
  list: (stack, search) =>
    asOperator(run, async (ctx) => {
      const stackId = await stackIdOf(ctx, stack);
      return (await allListed((page) => listClientEndpoints(ctx, stackId, page, search))).map(toRow);
    }),
  update: (endpoint, change) =>
    asOperator(run, async (ctx) =>
      toRow(await updateClientEndpoint(ctx, (await endpointOf(ctx, endpoint)).id, change)),
    ),
  listFigures: (endpoint) =>
    asOperator(run, async (ctx) => {
      const { id } = await endpointOf(ctx, endpoint);
      return (await listVersionFigures(ctx, [id])).get(id) ?? [];
    }),
  remove: (endpoint) =>
    asOperator(run, async (ctx) => toRow(await deleteClientEndpoint(ctx, (await endpointOf(ctx, endpoint)).id))),
  createToken: (endpoint, input) =>
    asOperator(run, async (ctx) => {
      const { id, clientId } = await endpointOf(ctx, endpoint);
      const made = await createStackToken(ctx, { ...input, endpointId: id });
      return { row: { ...made.tokenRecord, clientId }, token: made.token };
    }),
  listTokens: (of, filter) =>
    asOperator(run, async (ctx) => {
      const tokens: PlacedToken[] = [];
      for (const { id, clientId } of await ownersOf(ctx, of)) {
        const rows = await allListed(async (page) => {
          const pages = await listTokensOfEndpoints(ctx, [id], { ...page, filter });
          return pages.get(id) ?? [];
        });
        tokens.push(...rows.map((row) => ({ ...row, clientId })));
      }
      return tokens;
    }),
  revokeToken: (id) => asOperator(run, (ctx) => revokeStackToken(ctx, toTokenId(id))),
  revokeAttenuation: (id, attenuationId) =>
    asOperator(run, (ctx) => revokeAttenuation(ctx, toTokenId(id), toAttenuationId(attenuationId))),
});

const toRow = (endpoint: ClientEndpoint): EndpointRow => ({ ...endpoint, canary: canaryOf(endpoint) });

async function stackIdOf(ctx: Ctx, input: string): Promise<StackId> {
  if (isStackId(input)) return toStackId(input);
  const named = (await allListed((page) => listStacks(ctx, page))).filter(({ name }) => name === input);
  const [stack, another] = named;
  if (!stack) throw new CliError('not_found', `Stack ${input} not found`);
  if (another) throw new CliError('invalid_input', `Several accounts have a stack ${input}: pass its id`);
  return stack.id;
}

type Address = { readonly id: EndpointId; readonly clientId: ClientId };

async function endpointOf(ctx: Ctx, input: string): Promise<Address> {
  const endpoint = await findEndpointByName(ctx, toEndpointRef(input));
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

async function ownersOf(ctx: Ctx, of: TokenOwner): Promise<readonly Address[]> {
  if ('endpoint' in of) return [await endpointOf(ctx, of.endpoint)];
  const stackId = await stackIdOf(ctx, of.stack);
  return allListed((page) => listClientEndpoints(ctx, stackId, page));
}
