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
} as const satisfies Record<string, readonly Right[]>;

/** What a person is in their account, and what an API key may do in it. */
export type Role = keyof typeof ROLES;

const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text);

/** The roles, from the one that may do everything to the one that may do least. */
export const roleNames = Object.keys(ROLES).filter(isRole);

/** A stored role. One that this release does not know may do least: a later release wrote it. */
export const toRole = (text: string): Role => (isRole(text) ? text : 'auditor');

/** What a role may do. */
export const rightsOf = (role: Role): readonly Right[] => ROLES[role];

/** What whoever lacks a right is told. */
export const lackOf = (right: Right, role: Role): string =>
  `This takes the right “${right}”, which the role “${role}” does not have`;

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
  return scopes.includes('keys:write') ? 'owner' : 'developer';
}

/** The scopes by which releases before roles know what a key may do. */
export const scopesOfRole = (role: Role): string[] => (rightsOf(role).includes('admin') ? ['keys:write'] : []);
