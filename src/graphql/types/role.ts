import type { Right, Role } from '../../core/roles.ts';
import { builder } from '../builder.ts';

const ROLE_VALUES = {
  OWNER: { value: 'owner', description: 'Everything, and making others owners. An account keeps at least one.' },
  ADMIN: { value: 'admin', description: 'Everything but giving and taking the role of an owner.' },
  DEVELOPER: { value: 'developer', description: 'Reads, changes stacks, servers and credentials, and calls tools.' },
  APPROVER: { value: 'approver', description: 'Reads, and decides about calls that wait for an approval.' },
  AUDITOR: { value: 'auditor', description: 'Reads, and changes nothing.' },
} as const satisfies { [K in Role as Uppercase<K>]: { value: K; description: string } };

export const RoleEnum = builder.enumType('Role', {
  description: 'What a person or an API key may do in the account.',
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
