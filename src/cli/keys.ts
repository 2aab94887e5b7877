import { createApiKey, listApiKeys, revokeApiKey } from '../core/accounts/apiKey.ts';
import { toApiKeyId } from '../core/kernel/ids.ts';
import {
  KEYS_WRITE,
  type RequestedScope,
  type Role,
  requestedScopeNames,
  roleOfKey,
  scopesOfKey,
  toRole,
} from '../core/kernel/roles.ts';
import { toStackRoles } from '../core/kernel/stackRoles.ts';
import type { Role as WireRole, KeyScope as WireScope } from '../generated/gql/graphql.ts';
import type { ApiKey } from '../generated/prisma/client.ts';
import { type Api, allNodes, connectApi, payloadOf, toDate } from './api.ts';
import type { Run } from './command.ts';
import type { Reach } from './endpoints.ts';
import { usageError } from './exit.ts';
import type { ApiArgs } from './input.ts';
import type { ListFilter } from './listArgs.ts';
import { CreateApiKeyDocument, ListApiKeysDocument, RevokeApiKeyDocument } from './operations/keys.ts';
import { allListed, asOperator } from './operator.ts';
import { accessOf } from './profiles/access.ts';

type InStack = { readonly stackId: string; readonly role: Role };

export type KeyRow = {
  readonly id: string;
  readonly name: string;
  readonly display: string;
  readonly role: Role;
  readonly scopes: readonly RequestedScope[];
  readonly stackRoles: readonly InStack[];
  readonly tools: readonly string[];
  readonly networks: readonly string[];
  readonly callsMax: number | null;
  readonly calls: number;
  readonly makerId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

type NewKey = Reach & {
  readonly name: string;
  readonly expiresAt: Date | null;
  readonly role: Role | null;
  readonly scopes: readonly RequestedScope[];
  readonly stackRoles: readonly InStack[];
};

/** API keys, through the API or on the database. */
type Keys = {
  create(input: NewKey): Promise<{ readonly row: KeyRow; readonly key: string }>;
  list(filter: ListFilter): Promise<readonly KeyRow[]>;
  revoke(id: string): Promise<KeyRow>;
};

function storedRow(key: ApiKey): KeyRow {
  const role = roleOfKey(key);
  const stackRoles = [...toStackRoles(key.stackRoles)].map(([stackId, each]) => ({ stackId, role: each }));
  return { ...key, role, stackRoles, scopes: scopesOfKey(key) };
}

/** Keys managed directly on the database. With `accountId` null, covers the keys of all accounts, but creates none. */
const operatorKeys = (run: Run, accountId: string | null): Keys => ({
  async create(input) {
    if (accountId === null) throw usageError('Pass --account, or an API key of the account');
    const { apiKey, key } = await asOperator(run, (ctx) => createApiKey(ctx, input), accountId);
    return { row: storedRow(apiKey), key };
  },
  async list(filter) {
    const rows = await asOperator(
      run,
      (ctx) => allListed((page) => listApiKeys(ctx, page, undefined, filter)),
      accountId,
    );
    return rows.map(storedRow);
  },
  async revoke(id) {
    return storedRow(await asOperator(run, (ctx) => revokeApiKey(ctx, toApiKeyId(id)), accountId));
  },
});

type Dates = 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt';
type WireKey = Omit<KeyRow, Dates | 'role' | 'scopes' | 'stackRoles'> & {
  readonly role: WireRole;
  readonly scopes: readonly WireScope[];
  readonly stackRoles: readonly { readonly stackId: string; readonly role: WireRole }[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};

const WIRE_ROLES = {
  owner: 'OWNER',
  admin: 'ADMIN',
  developer: 'DEVELOPER',
  approver: 'APPROVER',
  auditor: 'AUDITOR',
  member: 'MEMBER',
} as const satisfies Record<Role, WireRole>;

const WIRE_SCOPES = {
  read: 'READ',
  write: 'WRITE',
  invoke: 'INVOKE',
  admin: 'ADMIN',
  'keys:write': 'KEYS_WRITE',
} as const satisfies Record<RequestedScope, WireScope>;

const toRow = (key: WireKey): KeyRow => ({
  ...key,
  role: toRole(key.role.toLowerCase()),
  scopes: key.scopes.map((wire) => requestedScopeNames.find((scope) => WIRE_SCOPES[scope] === wire) ?? KEYS_WRITE),
  stackRoles: key.stackRoles.map(({ stackId, role }) => ({ stackId, role: toRole(role.toLowerCase()) })),
  createdAt: new Date(key.createdAt),
  expiresAt: toDate(key.expiresAt),
  revokedAt: toDate(key.revokedAt),
  lastUsedAt: toDate(key.lastUsedAt),
});

/** The keys of the API key's account. */
const apiKeys = (api: Api): Keys => ({
  async create({ name, role, scopes, stackRoles, expiresAt, ...reach }) {
    const inStacks = stackRoles.map((each) => ({ stackId: each.stackId, role: WIRE_ROLES[each.role] }));
    const held = { scopes: scopes.map((scope) => WIRE_SCOPES[scope]), stackRoles: inStacks };
    const requested = { ...held, ...(role !== null && { role: WIRE_ROLES[role] }) };
    const input = { name, ...requested, ...reach, expiresAt: expiresAt?.toISOString() ?? null };
    const { createApiKey } = await api(CreateApiKeyDocument, { input });
    const { apiKey, key } = payloadOf(createApiKey);
    return { row: toRow(apiKey), key };
  },
  async list(filter) {
    const keys = await allNodes(async (after) => (await api(ListApiKeysDocument, { ...filter, after })).apiKeys);
    return keys.map(toRow);
  },
  async revoke(id) {
    const { revokeApiKey } = await api(RevokeApiKeyDocument, { input: { apiKeyId: id } });
    return toRow(payloadOf(revokeApiKey).apiKey);
  },
});

/**
 * Access to API keys: through the API with a key, otherwise on the database, in one account or (null) in all. @throws
 * CliError usage
 */
export function keysFor(args: ApiArgs, run: Run, accountId: string | null): Keys {
  if (accountId !== null && args['api-key'] !== undefined)
    throw usageError('Pass either --account, to use the database, or --api-key');
  if (accountId === null && accessOf(args, run.environment).key !== null) return apiKeys(connectApi(args, run));
  if (accountId === null && args['idempotency-key'] !== undefined)
    throw usageError('--idempotency-key requires an API key');
  return operatorKeys(run, accountId);
}
