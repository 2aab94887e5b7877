import type { StackId } from './ids.ts';

/** Rights in an account. No right implies another. */
export const RIGHTS = ['read', 'write', 'invoke', 'approve', 'admin', 'owner'] as const;

/**
 * `read`: see everything in the account except secrets and the inputs of pending calls. `write`: change stacks,
 * servers, credentials and endpoints. `invoke`: call tools. `approve`: see and decide pending calls. `admin`: manage
 * people, API keys and rules. `owner`: grant and revoke the owner role.
 */
export type Right = (typeof RIGHTS)[number];

/** Rights of each role. `test/graphql/roles.test.ts` checks every operation against this table. */
const ROLES = {
  owner: RIGHTS,
  admin: ['read', 'write', 'invoke', 'approve', 'admin'],
  developer: ['read', 'write', 'invoke'],
  approver: ['read', 'approve'],
  auditor: ['read'],
  member: [],
} as const satisfies Record<string, readonly Right[]>;

/** Role of a person or API key in an account. */
export type Role = keyof typeof ROLES;

const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text);

/** The roles, from the most to the least privileged. */
export const roleNames = Object.keys(ROLES).filter(isRole);

/** Parses a stored role. A role from a later release has no rights. */
export const toRole = (text: string): Role => (isRole(text) ? text : 'member');

export const rightsOf = (role: Role): readonly Right[] => ROLES[role];

/** Scopes of API keys and the rights they include; scopes that change data include `read`. */
const SCOPES = {
  read: ['read'],
  write: ['read', 'write'],
  invoke: ['invoke'],
  admin: ['read', 'approve', 'admin'],
} as const satisfies Record<string, readonly Right[]>;

/** Some of a role's rights, for a restricted API key. */
export type KeyScope = keyof typeof SCOPES;

export const isScope = (text: string): text is KeyScope => Object.hasOwn(SCOPES, text);

/** The scopes that can restrict an API key. */
export const scopeNames = Object.keys(SCOPES).filter(isScope);

/** Legacy scope, from before roles, for managing people, keys and rules. */
export const KEYS_WRITE = 'keys:write' as const;

/** A scope as accepted from and returned to the owner of a key. */
export type RequestedScope = KeyScope | typeof KEYS_WRITE;

/** All requestable scopes. */
export const requestedScopeNames: readonly RequestedScope[] = [...scopeNames, KEYS_WRITE];

/** Maximum rights of an API key with these scopes. */
export const rightsOfScopes = (scopes: readonly KeyScope[]): readonly Right[] =>
  RIGHTS.filter((right) => scopes.some((scope) => inScope(scope, right)));

/** Roles available for single stacks; `owner` applies only to accounts. */
export const STACK_ROLE_NAMES = ['admin', 'developer', 'approver', 'auditor'] as const satisfies readonly Role[];

/** Roles in single stacks, in addition to the account role. */
export type StackRoles = ReadonlyMap<StackId, Role>;

/** Permissions of a person or key: an account role, stack roles, and for a key the scopes that limit all of them. */
export type Permissions = {
  readonly role: Role;
  /** Absent if the roles aren't restricted. */
  readonly scopes?: readonly KeyScope[];
  /** Absent if there are none. */
  readonly stackRoles?: StackRoles;
};

const inScope = (scope: KeyScope, right: Right): boolean => SCOPES[scope].some((each) => each === right);

const isInScopes = ({ scopes }: Permissions, right: Right): boolean =>
  scopes === undefined || scopes.some((scope) => inScope(scope, right));

/** Whether the permissions include a right in the whole account. */
export const mayDo = (standing: Permissions, right: Right): boolean =>
  rightsOf(standing.role).includes(right) && isInScopes(standing, right);

/** Whether the permissions include a right in one stack, through an account or stack role. */
export const mayDoIn = (standing: Permissions, right: Right, stackId: StackId): boolean =>
  mayDo(standing, right) ||
  (rightsOf(standing.stackRoles?.get(stackId) ?? 'member').includes(right) && isInScopes(standing, right));

/** Stacks in which a stack role grants the right. */
export const stacksWith = (standing: Permissions, right: Right): StackId[] =>
  [...(standing.stackRoles?.keys() ?? [])].filter((id) => mayDoIn(standing, right, id));

/** Whether `one` lacks a right that `than` has, in the account or in one of its stacks. */
export const lacksRightsOf = (one: Permissions, than: Permissions): boolean =>
  RIGHTS.some((right) => mayDo(than, right) && !mayDo(one, right)) ||
  RIGHTS.some((right) => stacksWith(than, right).some((id) => !mayDoIn(one, right, id)));

/** Rights held in the whole account. */
export const grantedRights = (standing: Permissions): readonly Right[] =>
  RIGHTS.filter((right) => mayDo(standing, right));

/** Error message for a missing right. */
export const missingRightText = (
  right: Right,
  { role: inAccount, stackRoles }: Permissions,
  stackId?: StackId,
): string => {
  const role = (stackId === undefined ? undefined : stackRoles?.get(stackId)) ?? inAccount;
  return rightsOf(role).includes(right)
    ? `This needs the right “${right}”, which the scopes of this API key do not grant`
    : `This needs the right “${right}”, which the role “${role}” does not grant`;
};

/**
 * The role of an API key. A key without a role is from a release without roles. Its role follows from its scopes:
 * `owner` with `keys:write`, otherwise `developer`.
 */
export function roleOfKey({
  role,
  scopes,
}: {
  readonly role: string | null;
  readonly scopes: readonly string[];
}): Role {
  if (role !== null) return toRole(role);
  return scopes.includes(KEYS_WRITE) ? 'owner' : 'developer';
}

/** A key's stored scopes, as part of its permissions; empty if its role isn't restricted. */
export function grantedScopes(stored: readonly string[]): Pick<Permissions, 'scopes'> {
  const scopes = stored.filter(isScope);
  return scopes.length === 0 ? {} : { scopes };
}

type StoredKey = Parameters<typeof roleOfKey>[0];

/** The scopes that a key shows: its own scopes or, if it has none, the scopes of its role. */
export const scopesOfKey = (key: StoredKey): readonly RequestedScope[] =>
  grantedScopes(key.scopes).scopes ?? scopesOfRole(roleOfKey(key));

/** The legacy scopes that a role corresponds to, for releases without roles. */
export const scopesOfRole = (role: Role): RequestedScope[] => (rightsOf(role).includes('admin') ? [KEYS_WRITE] : []);
