import type { CredentialStatus } from '../core/credentials/status.ts';
import type { ListedServer } from '../core/marketplace/server.ts';
import type { FullStack } from '../core/stacks/stack.ts';
import { builder } from './builder.ts';

type PlacedServer = FullStack['servers'][number];
type StackBody = Omit<FullStack, 'servers'> & { readonly servers?: FullStack['servers'] };

const Configuration = builder.objectRef<StackBody>('Configuration').implement({
  fields: (t) => ({ analytics_enabled: t.exposeBoolean('analyticsEnabled') }),
});

const ServerInStack = builder.objectRef<PlacedServer>('ServerInStack').implement({
  fields: (t) => ({
    server_id: t.string({ resolve: ({ server }) => server.slug }),
    server_name: t.string({ resolve: ({ server }) => server.name }),
    enabled_tools: t.stringList({ resolve: ({ enabledTools }) => enabledTools.map(({ tool }) => tool.toolId) }),
  }),
});

export const Stack = builder.objectRef<StackBody>('Stack').implement({
  fields: (t) => ({
    stack_id: t.exposeString('id'),
    stack_name: t.exposeString('name'),
    configuration: t.field({ type: Configuration, resolve: (stack) => stack }),
    servers: t.field({ type: [ServerInStack], resolve: ({ servers }) => servers ?? [] }),
    created_at: t.expose('createdAt', { type: 'Timestamp' }),
    updated_at: t.expose('updatedAt', { type: 'Timestamp' }),
  }),
});

const Tool = builder.objectRef<ListedServer['tools'][number]>('Tool').implement({
  fields: (t) => ({
    tool_id: t.exposeString('toolId'),
    name: t.string({ resolve: ({ title, name }) => title ?? name }),
    description: t.exposeString('description'),
    parameters: t.field({ type: 'Json', resolve: ({ inputSchema }) => inputSchema }),
  }),
});

const CredentialField = builder.objectRef<ListedServer['fields'][number]>('CredentialField').implement({
  fields: (t) => ({
    field_id: t.exposeString('fieldId'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    required: t.exposeBoolean('required'),
  }),
});

export const Server = builder.objectRef<ListedServer>('Server').implement({
  fields: (t) => ({
    server_id: t.exposeString('slug'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    tools: t.field({ type: [Tool], resolve: ({ tools }) => tools }),
    required_credentials: t.field({
      type: [CredentialField],
      resolve: ({ fields }) => fields.filter(({ required }) => required),
    }),
    optional_credentials: t.field({
      type: [CredentialField],
      resolve: ({ fields }) => fields.filter(({ required }) => !required),
    }),
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
