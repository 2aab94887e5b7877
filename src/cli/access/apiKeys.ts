import { KEYS_WRITE, type RequestedScope, type Role, requestedScopeNames, toRole } from '../../core/kernel/roles.ts';
import type { Role as WireRole, KeyScope as WireScope } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, payloadOf } from '../api.ts';
import { CreateApiKeyDocument, ListApiKeysDocument, RevokeApiKeyDocument } from '../operations/keys.ts';
import type { KeyRow, Keys } from './keys.ts';

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

export const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

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
export const apiKeys = (api: Api): Keys => ({
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
