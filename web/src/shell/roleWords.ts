import type { Role } from '../gql/graphql.ts';

/** Roles with their names and rights, most privileged first. */
export const ROLE_WORDS: readonly (readonly [Role, string, string])[] = [
  ['OWNER', 'Owner', 'everything'],
  ['ADMIN', 'Admin', 'everything except granting the owner role'],
  ['DEVELOPER', 'Developer', 'can change stacks and call tools'],
  ['APPROVER', 'Approver', 'can view everything and decide approvals'],
  ['AUDITOR', 'Auditor', 'can view everything'],
  ['MEMBER', 'Member', 'only the access granted per stack'],
];

export const nameOfRole = (role: Role): string => ROLE_WORDS.find(([value]) => value === role)?.[1] ?? role;

/** The role for an option; the least privileged for unknown values. */
export const roleOf = (value: string): Role => ROLE_WORDS.find(([role]) => role === value)?.[0] ?? 'MEMBER';
