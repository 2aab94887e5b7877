import type { Role } from '../gql/graphql.ts';

/** Each role, its name, and what it may do, from most to least. */
export const ROLE_WORDS: readonly (readonly [Role, string, string])[] = [
  ['OWNER', 'Owner', 'everything'],
  ['ADMIN', 'Admin', 'everything but making owners'],
  ['DEVELOPER', 'Developer', 'changes stacks, calls tools'],
  ['APPROVER', 'Approver', 'reads, and decides about calls that wait'],
  ['AUDITOR', 'Auditor', 'reads'],
  ['MEMBER', 'Member', 'only what their roles in single stacks allow'],
];

export const nameOfRole = (role: Role): string => ROLE_WORDS.find(([value]) => value === role)?.[1] ?? role;

/** The role that an option names; the least for any other text. */
export const roleOf = (value: string): Role => ROLE_WORDS.find(([role]) => role === value)?.[0] ?? 'MEMBER';
