import { createApiKey, listApiKeys, revokeApiKey } from '../../core/accounts/apiKey.ts';
import { toApiKeyId } from '../../core/kernel/ids.ts';
import { type RequestedScope, type Role, roleOfKey, scopesOfKey } from '../../core/kernel/roles.ts';
import { toStackRoles } from '../../core/kernel/stackRoles.ts';
import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Run } from '../command.ts';
import { usageError } from '../exit.ts';
import type { ListFilter } from '../listArgs.ts';
import { allListed, asOperator } from '../operator.ts';
import type { Reach } from './endpoints.ts';

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

/** API keys, through the API or the database. */
export type Keys = {
  create(input: NewKey): Promise<{ readonly row: KeyRow; readonly key: string }>;
  list(filter: ListFilter): Promise<readonly KeyRow[]>;
  revoke(id: string): Promise<KeyRow>;
};

function toRow(key: ApiKey): KeyRow {
  const role = roleOfKey(key);
  const stackRoles = [...toStackRoles(key.stackRoles)].map(([stackId, each]) => ({ stackId, role: each }));
  return { ...key, role, stackRoles, scopes: scopesOfKey(key) };
}

/** Keys managed directly on the database. With `accountId` null, covers the keys of all accounts, but creates none. */
export const operatorKeys = (run: Run, accountId: string | null): Keys => ({
  async create(input) {
    if (accountId === null) throw usageError('Pass --account, or an API key of the account');
    const { apiKey, key } = await asOperator(run, (ctx) => createApiKey(ctx, input), accountId);
    return { row: toRow(apiKey), key };
  },
  async list(filter) {
    const rows = await asOperator(
      run,
      (ctx) => allListed((page) => listApiKeys(ctx, page, undefined, filter)),
      accountId,
    );
    return rows.map(toRow);
  },
  async revoke(id) {
    return toRow(await asOperator(run, (ctx) => revokeApiKey(ctx, toApiKeyId(id)), accountId));
  },
});
