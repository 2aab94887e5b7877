import type { Right, Role, StackRoles } from '../../core/kernel/roles.ts';
import { toStackRoles } from '../../core/kernel/stackRoles.ts';
import { builder } from '../builder.ts';

const ROLE_VALUES = {
  OWNER: {
    value: 'owner',
    description: 'Everything, including granting the owner role. An account keeps at least one owner.',
  },
  ADMIN: { value: 'admin', description: 'Everything except granting and removing the owner role.' },
  DEVELOPER: { value: 'developer', description: 'Reads, changes stacks, servers and credentials, and calls tools.' },
  APPROVER: { value: 'approver', description: 'Reads, and decides on pending calls.' },
  AUDITOR: { value: 'auditor', description: 'Reads, and changes nothing.' },
  MEMBER: { value: 'member', description: 'Only the rights of their stack roles.' },
} as const satisfies { [K in Role as Uppercase<K>]: { value: K; description: string } };

export const RoleEnum = builder.enumType('Role', {
  description: 'The role of a person or an API key in the account.',
  values: ROLE_VALUES,
});

const RIGHT_VALUES = {
  READ: { value: 'read', description: 'See everything in the account except secrets and the inputs of pending calls.' },
  WRITE: { value: 'write', description: 'Change stacks, servers, credentials and endpoints.' },
  INVOKE: { value: 'invoke', description: 'Call tools.' },
  APPROVE: { value: 'approve', description: 'See pending calls and decide on them.' },
  ADMIN: { value: 'admin', description: 'Manage people, API keys and rules.' },
  OWNER: { value: 'owner', description: 'Grant and remove the owner role.' },
} as const satisfies { [K in Right as Uppercase<K>]: { value: K; description: string } };

export const RightEnum = builder.enumType('Right', {
  description: 'A right that roles grant.',
  values: RIGHT_VALUES,
});

type InStack = { readonly stackId: string; readonly role: Role };

export const StackRole = builder.objectRef<InStack>('StackRole').implement({
  description: 'The role of a person or an API key in one stack, in addition to the account role.',
  fields: (t) => ({
    stackId: t.exposeID('stackId', { description: 'The stack’s id, `stack_…`.' }),
    role: t.expose('role', { type: RoleEnum, description: 'The role in the stack.' }),
  }),
});

/** Converts stack roles to the list that the schema shows. */
export const shownStackRoles = (roles: StackRoles): InStack[] =>
  [...roles].map(([stackId, role]) => ({ stackId, role }));

/** The stack roles of a row, as the list that the schema shows. */
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
