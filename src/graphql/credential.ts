import type { FieldState, CredentialStatus as Status } from '../core/credentials/credential.ts';
import { builder } from './builder.ts';

const CredentialState = builder.enumType('CredentialState', {
  description: 'Whether a credential is stored.',
  values: {
    ADDED: { value: 'added', description: 'A value is stored.' },
    MISSING: { value: 'missing', description: 'No value is stored.' },
  } as const satisfies { [K in FieldState as Uppercase<K>]: { value: K; description: string } },
});

type FieldStatus = { readonly fieldId: string; readonly state: FieldState };

const CredentialFieldStatus = builder.objectRef<FieldStatus>('CredentialFieldStatus').implement({
  description: 'Whether one credential field of a server holds a value.',
  fields: (t) => ({
    fieldId: t.exposeID('fieldId', { description: 'The field.' }),
    state: t.field({ type: CredentialState, description: 'Whether it holds a value.', resolve: ({ state }) => state }),
  }),
});

const toList = (states: Readonly<Record<string, FieldState>>): FieldStatus[] =>
  Object.entries(states).map(([fieldId, state]) => ({ fieldId, state }));

export const CredentialStatus = builder.objectRef<Status>('CredentialStatus').implement({
  description: 'Which credentials of a server in a stack are stored: never their values, nor a part of them.',
  fields: (t) => ({
    required: t.field({
      type: [CredentialFieldStatus],
      description: 'The fields without which the tools may not work.',
      resolve: ({ required }) => toList(required),
    }),
    optional: t.field({
      type: [CredentialFieldStatus],
      description: 'The fields that the tools can do without.',
      resolve: ({ optional }) => toList(optional),
    }),
    allAdded: t.exposeBoolean('allAdded', { description: 'True when every field holds a value.' }),
    requiredAdded: t.exposeBoolean('requiredAdded', { description: 'True when every required field holds a value.' }),
  }),
});
