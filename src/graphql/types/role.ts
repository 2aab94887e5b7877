import { toStackRoles } from '../../core/accounts/stackRoles.ts';
import type { Right, Role, StackRoles } from '../../core/roles.ts';
import { builder } from '../builder.ts';

const ROLE_VALUES = {
  OWNER: { value: 'owner', description: 'Everything, and making others owners. An account keeps at least one.' },
  ADMIN: { value: 'admin', description: 'Everything but giving and taking the role of an owner.' },
  DEVELOPER: { value: 'developer', description: 'Reads, changes stacks, servers and credentials, and calls tools.' },
  APPROVER: { value: 'approver', description: 'Reads, and decides about calls that wait for an approval.' },
  AUDITOR: { value: 'auditor', description: 'Reads, and changes nothing.' },
  MEMBER: { value: 'member', description: 'Only the permissions of their stack roles.' },
} as const satisfies { [K in Role as Uppercase<K>]: { value: K; description: string } };

export const RoleEnum = builder.enumType('Role', {
  description: 'The role of a person or an API key in the account.',
  values: ROLE_VALUES,
});

const RIGHT_VALUES = {
  READ: { value: 'read', description: 'See all of the account but secrets and the inputs of calls that wait.' },
  WRITE: { value: 'write', description: 'Change stacks, servers, credentials and endpoints.' },
  INVOKE: { value: 'invoke', description: 'Call tools.' },
  APPROVE: { value: 'approve', description: 'See calls that wait for an approval, and decide about them.' },
  ADMIN: { value: 'admin', description: 'Manage people, API keys and rules.' },
  OWNER: { value: 'owner', description: 'Give and take away the role of an owner.' },
} as const satisfies { [K in Right as Uppercase<K>]: { value: K; description: string } };

export const RightEnum = builder.enumType('Right', {
  description: 'One of the things that a role lets a caller do.',
  values: RIGHT_VALUES,
});

type InStack = { readonly stackId: string; readonly role: Role };

/** A role in one stack. */
export const StackRole = builder.objectRef<InStack>('StackRole').implement({
  description: 'The role of a person or an API key in one stack, in addition to the account role.',
  fields: (t) => ({
    stackId: t.exposeID('stackId', { description: 'The stack’s id, `stack_…`.' }),
    role: t.expose('role', { type: RoleEnum, description: 'The role in the stack.' }),
  }),
});

/** Roles in single stacks, as they are shown. */
export const shownStackRoles = (roles: StackRoles): InStack[] =>
  [...roles].map(([stackId, role]) => ({ stackId, role }));

/** The same of a row. */
export const stackRolesOf = ({ stackRoles }: { readonly stackRoles: readonly string[] }): InStack[] =>
  shownStackRoles(toStackRoles(stackRoles));

export const StackRoleInput = builder.inputType('StackRoleInput', {
  description: 'A role in one stack.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack’s id, `stack_…`.' }),
    role: t.field({
      type: RoleEnum,
      required: true,
      description: 'The role in the stack: any role except owner and member.',
    }),
  }),
});
