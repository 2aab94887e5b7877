import type { StackId } from './ids.ts';

/** What an account's people and API keys may do with it, each apart from the others. */
export const RIGHTS = ['read', 'write', 'invoke', 'approve', 'admin', 'owner'] as const;

/**
 * `read`: see everything of the account but secrets and the inputs of calls that wait. `write`: change stacks, servers,
 * credentials and endpoints. `invoke`: call tools. `approve`: see and decide calls that wait for an approval. `admin`:
 * manage people, API keys and rules. `owner`: give and take away the role of an owner.
 */
export type Right = (typeof RIGHTS)[number];

/** What each role may do. `test/graphql/roles.test.ts` holds every operation against it. */
const ROLES = {
  owner: RIGHTS,
  admin: ['read', 'write', 'invoke', 'approve', 'admin'],
  developer: ['read', 'write', 'invoke'],
  approver: ['read', 'approve'],
  auditor: ['read'],
  member: [],
} as const satisfies Record<string, readonly Right[]>;

/** What a person is in their account, and what an API key may do in it. */
export type Role = keyof typeof ROLES;

const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text);

/** The roles, from the one that may do everything to the one that may do least. */
export const roleNames = Object.keys(ROLES).filter(isRole);

/** A stored role. One that this release does not know may do nothing: a later release wrote it. */
export const toRole = (text: string): Role => (isRole(text) ? text : 'member');

/** What a role may do. */
export const rightsOf = (role: Role): readonly Right[] => ROLES[role];

/** What an API key may be held to, each with the rights that it stands for: who changes something sees it, too. */
const SCOPES = {
  read: ['read'],
  write: ['read', 'write'],
  invoke: ['invoke'],
  admin: ['read', 'approve', 'admin'],
} as const satisfies Record<string, readonly Right[]>;

/** Some of the rights of a role, for an API key that is to have no others. */
export type KeyScope = keyof typeof SCOPES;

/** Whether a text is a scope. */
export const isScope = (text: string): text is KeyScope => Object.hasOwn(SCOPES, text);

/** The scopes that an API key can be held to. */
export const scopeNames = Object.keys(SCOPES).filter(isScope);

/** What releases before roles called the right to manage people, keys and rules. */
export const KEYS_WRITE = 'keys:write' as const;

/** A scope as the owner of a key gives it, and is told it. */
export type GivenScope = KeyScope | typeof KEYS_WRITE;

/** All of them. */
export const givenScopeNames: readonly GivenScope[] = [...scopeNames, KEYS_WRITE];

/** What an API key with these scopes may do at most. */
export const rightsOfScopes = (scopes: readonly KeyScope[]): readonly Right[] =>
  RIGHTS.filter((right) => scopes.some((scope) => inScope(scope, right)));

/** The roles that somebody can have in single stacks: that of an owner is for the account. */
export const STACK_ROLE_NAMES = ['admin', 'developer', 'approver', 'auditor'] as const satisfies readonly Role[];

/** What somebody may do in single stacks, beside what they may do in all of the account. */
export type StackRoles = ReadonlyMap<StackId, Role>;

/**
 * What a person or key may do: a role in the account, others in single stacks, and for a key the scopes that it is held
 * to in all of them.
 */
export type Standing = {
  readonly role: Role;
  /** Absent for all that the roles may. */
  readonly scopes?: readonly KeyScope[];
  /** Absent for none. */
  readonly stackRoles?: StackRoles;
};

const inScope = (scope: KeyScope, right: Right): boolean => SCOPES[scope].some((each) => each === right);

const isInScopes = ({ scopes }: Standing, right: Right): boolean =>
  scopes === undefined || scopes.some((scope) => inScope(scope, right));

/** Whether somebody may do something in all of the account. */
export const mayDo = (standing: Standing, right: Right): boolean =>
  rightsOf(standing.role).includes(right) && isInScopes(standing, right);

/** Whether somebody may do something in one stack, by a role in the account or in the stack. */
export const mayDoIn = (standing: Standing, right: Right, stackId: StackId): boolean =>
  mayDo(standing, right) ||
  (rightsOf(standing.stackRoles?.get(stackId) ?? 'member').includes(right) && isInScopes(standing, right));

/** The single stacks in which somebody may do something by a role for them alone. */
export const stacksWith = (standing: Standing, right: Right): StackId[] =>
  [...(standing.stackRoles?.keys() ?? [])].filter((id) => mayDoIn(standing, right, id));

/** Whether somebody lacks something that somebody else may do, in the account or in one of its stacks. */
export const lacksRightsOf = (one: Standing, than: Standing): boolean =>
  RIGHTS.some((right) => mayDo(than, right) && !mayDo(one, right)) ||
  RIGHTS.some((right) => stacksWith(than, right).some((id) => !mayDoIn(one, right, id)));

/** All that somebody may do in all of the account. */
export const rightsHeld = (standing: Standing): readonly Right[] => RIGHTS.filter((right) => mayDo(standing, right));

/** What whoever lacks a right is told. */
export const missingRightText = (
  right: Right,
  { role: inAccount, stackRoles }: Standing,
  stackId?: StackId,
): string => {
  const role = (stackId === undefined ? undefined : stackRoles?.get(stackId)) ?? inAccount;
  return rightsOf(role).includes(right)
    ? `This takes the right “${right}”, which the scopes of this API key do not have`
    : `This takes the right “${right}”, which the role “${role}” does not have`;
};

/**
 * The role of an API key. A key without one is of a release that had none: with the scope `keys:write` it could do
 * everything, and without it everyday work.
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

/** Those of a key's stored scopes that it is held to, as part of its standing; nothing for all that its role may. */
export function heldScopes(stored: readonly string[]): Pick<Standing, 'scopes'> {
  const scopes = stored.filter(isScope);
  return scopes.length === 0 ? {} : { scopes };
}

type StoredKey = Parameters<typeof roleOfKey>[0];

/** The scopes of a key as its owner is told them: those that it is held to, else those of its role. */
export const scopesOfKey = (key: StoredKey): readonly GivenScope[] =>
  heldScopes(key.scopes).scopes ?? scopesOfRole(roleOfKey(key));

/** The scopes by which releases before roles know what a key may do. */
export const scopesOfRole = (role: Role): GivenScope[] => (rightsOf(role).includes('admin') ? [KEYS_WRITE] : []);
