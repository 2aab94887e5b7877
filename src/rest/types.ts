import type { CredentialStatus } from '../core/credentials/status.ts';
import type { WholeStack } from '../core/stacks/wholeStacks.ts';
import { builder } from './builder.ts';

type StackBody = Omit<WholeStack, 'servers'>;

const Configuration = builder.objectRef<StackBody>('Configuration').implement({
  fields: (t) => ({ analytics_enabled: t.exposeBoolean('analyticsEnabled') }),
});

export const Stack = builder.objectRef<StackBody>('Stack').implement({
  fields: (t) => ({
    stack_id: t.exposeString('id'),
    stack_name: t.exposeString('name'),
    configuration: t.field({ type: Configuration, resolve: (stack) => stack }),
    // Of a stack that was just made or changed none are shown.
    servers: t.field({ type: ['Json'], resolve: () => [] }),
    created_at: t.expose('createdAt', { type: 'Timestamp' }),
    updated_at: t.expose('updatedAt', { type: 'Timestamp' }),
  }),
});

export const Credentials = builder.objectRef<CredentialStatus>('CredentialStatus').implement({
  fields: (t) => ({
    required_credentials: t.field({ type: 'Json', resolve: ({ required }) => required }),
    optional_credentials: t.field({ type: 'Json', resolve: ({ optional }) => optional }),
    all_credentials_added: t.exposeBoolean('allAdded'),
    required_credentials_added: t.exposeBoolean('requiredAdded'),
  }),
});

export const Message = builder.objectRef<string>('Message').implement({
  fields: (t) => ({ message: t.string({ resolve: (text) => text }) }),
});
