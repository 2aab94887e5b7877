import { z } from 'zod';
import type { ApiKey } from '../../generated/prisma/client.ts';
import { listUpTo } from '../lib/parse.ts';
import type { Db, Tx } from './context.ts';
import { stackIdSchema } from './idSchemas.ts';
import { type AccountId, toStackId } from './ids.ts';
import {
  grantedScopes,
  type Permissions,
  type Role,
  roleOfKey,
  STACK_ROLE_NAMES,
  type StackRoles,
  toRole,
} from './roles.ts';
import { noSuchStack } from './scope.ts';

/** Maximum stack roles of one person, key or invitation. */
const STACK_ROLES_MAX = 100;

/** Input for stack roles: `[{ stackId, role }]`, at most one for each stack. */
export const stackRolesInput = listUpTo(
  z.object({ stackId: stackIdSchema(z.string()), role: z.enum(STACK_ROLE_NAMES) }),
  STACK_ROLES_MAX,
)
  .refine((input) => new Set(input.map(({ stackId }) => stackId)).size === input.length, 'must name each stack once')
  .nullish();

type StackRolesInput = z.infer<typeof stackRolesInput>;

const BETWEEN = '=';

/** Stack roles as stored, each as `stack_…=role`; audit events use the same form. */
export const storedStackRoles = (roles: StackRoles): string[] => [...roles].map((pair) => pair.join(BETWEEN));

/** Audit details for a role and stack roles. */
export const roleDetails = (role: Role, stackRoles: readonly string[]) => ({
  role,
  ...(stackRoles.length > 0 && { stackRoles }),
});

export const toStackRoles = (stored: readonly string[]): StackRoles =>
  new Map(
    stored.map((text) => {
      const [id = '', role = ''] = text.split(BETWEEN);
      return [toStackId(id), toRole(role)] as const;
    }),
  );

/** Stack roles as part of an actor's permissions; empty if there are none. */
export const stackRolesIn = (stored: readonly string[]): Pick<Permissions, 'stackRoles'> =>
  stored.length === 0 ? {} : { stackRoles: toStackRoles(stored) };

/** Permissions of a stored key. */
export const permissionsOfKey = (key: Pick<ApiKey, 'role' | 'scopes' | 'stackRoles'>): Permissions => ({
  role: roleOfKey(key),
  ...grantedScopes(key.scopes),
  ...stackRolesIn(key.stackRoles),
});

/**
 * Parses stack roles from an input. Each stack must belong to the account.
 * @throws not_found for another account's stack, as for an unknown one
 */
export async function readStackRoles(db: Db | Tx, accountId: AccountId, input: StackRolesInput): Promise<StackRoles> {
  const roles: StackRoles = new Map((input ?? []).map(({ stackId, role }) => [stackId, role]));
  if (roles.size === 0) return roles;
  const count = await db.stack.count({ where: { id: { in: [...roles.keys()] }, accountId } });
  if (count < roles.size) throw noSuchStack();
  return roles;
}
