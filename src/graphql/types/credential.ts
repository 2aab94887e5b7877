import type { FieldState, FieldStatus, OAuthState, CredentialStatus as Status } from '../../core/credentials/status.ts';
import { builder } from '../builder.ts';

const CredentialState = builder.enumType('CredentialState', {
  description: 'Whether a credential is stored.',
  values: {
    ADDED: { value: 'added', description: 'A value is stored.' },
    MISSING: { value: 'missing', description: 'No value is stored.' },
  } as const satisfies { [K in FieldState as Uppercase<K>]: { value: K; description: string } },
});

const OAuthStateEnum = builder.enumType('OAuthState', {
  description: 'How a sign-in with a service stands.',
  values: {
    CONNECTED: { value: 'connected', description: 'It works and renews itself.' },
    EXPIRING: { value: 'expiring', description: 'It works until `expiresAt`, and nothing can renew it.' },
    RECONNECT_REQUIRED: { value: 'reconnect_required', description: 'A person has to sign in again.' },
  } as const satisfies { [K in OAuthState as Uppercase<K>]: { value: K; description: string } },
});

const CredentialFieldStatus = builder.objectRef<FieldStatus>('CredentialFieldStatus').implement({
  description: 'Whether one credential field of a server holds a value.',
  fields: (t) => ({
    fieldId: t.exposeID('fieldId', { description: 'The field.' }),
    state: t.field({ type: CredentialState, description: 'Whether it holds a value.', resolve: ({ state }) => state }),
    canConnect: t.exposeBoolean('canConnect', {
      description:
        'True where a person can sign in for the value, through `createConnectLink`, instead of pasting one.',
    }),
    oauthState: t.field({
      type: OAuthStateEnum,
      nullable: true,
      description: 'How the sign-in stands; null where none is stored.',
      resolve: ({ oauthState }) => oauthState,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the stored access token ends; null when that is unknown or never.',
    }),
  }),
});

export const CredentialStatus = builder.objectRef<Status>('CredentialStatus').implement({
  description: 'Which credentials of a server in a stack are stored: never their values, nor a part of them.',
  fields: (t) => ({
    required: t.field({
      type: [CredentialFieldStatus],
      description: 'The fields without which the tools may not work.',
      resolve: ({ fields }) => fields.filter(({ required }) => required),
    }),
    optional: t.field({
      type: [CredentialFieldStatus],
      description: 'The fields that the tools can do without.',
      resolve: ({ fields }) => fields.filter(({ required }) => !required),
    }),
    allAdded: t.exposeBoolean('allAdded', { description: 'True when every field holds a value.' }),
    requiredAdded: t.exposeBoolean('requiredAdded', { description: 'True when every required field holds a value.' }),
  }),
});
