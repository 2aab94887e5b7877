import type { GraphQLSchema } from 'graphql';
import { removeCredential, setCredentials } from '../core/credentials/credential.ts';
import { type CredentialStatus, getCredentialStatus } from '../core/credentials/status.ts';
import { toServerId, toStackId } from '../core/ids.ts';
import { isRecord } from '../core/lib/json.ts';
import { createStack, deleteStack, updateStack } from '../core/stacks/stack.ts';
import { addServerToStack, removeServerFromStack, updateServerTools } from '../core/stacks/stackServer.ts';
import { type WholeStack, wholeStack } from '../core/stacks/wholeStacks.ts';
import './accessFields.ts';
import { stackBody } from './bodies.ts';
import { builder, MessageBody } from './builder.ts';

type StackBody = Omit<WholeStack, 'servers'>;

const Configuration = builder.objectRef<StackBody>('Configuration').implement({
  fields: (t) => ({ analytics_enabled: t.exposeBoolean('recordsCalls') }),
});

const Stack = builder.objectRef<StackBody>('Stack').implement({
  fields: (t) => ({
    stack_id: t.exposeString('id'),
    stack_name: t.exposeString('name'),
    configuration: t.field({ type: Configuration, resolve: (stack) => stack }),
    // The documented response to creating or changing a stack shows no servers.
    servers: t.field({ type: ['Json'], resolve: () => [] }),
    created_at: t.expose('createdAt', { type: 'Timestamp' }),
    updated_at: t.expose('updatedAt', { type: 'Timestamp' }),
  }),
});

const Credentials = builder.objectRef<CredentialStatus>('CredentialStatus').implement({
  fields: (t) => ({
    required_credentials: t.field({ type: 'Json', resolve: ({ required }) => required }),
    optional_credentials: t.field({ type: 'Json', resolve: ({ optional }) => optional }),
    all_credentials_added: t.exposeBoolean('allAdded'),
    required_credentials_added: t.exposeBoolean('requiredAdded'),
  }),
});

// Maps documented names to the verbs' names; only the verbs validate the values.

/** The input of `createStack` and `updateStack`. */
const stackInput = (body: unknown): unknown =>
  isRecord(body) ? { name: body['stack_name'], configuration: configurationInput(body['configuration']) } : body;

const configurationInput = (configuration: unknown): unknown =>
  isRecord(configuration) ? { analyticsEnabled: configuration['analytics_enabled'] } : configuration;

/** The input of `addServerToStack`. */
const addServerInput = (body: unknown): unknown =>
  isRecord(body)
    ? { serverId: body['server_id'], enableAllTools: body['enable_all_tools'], enabledTools: body['enabled_tools'] }
    : body;

/** The input of `updateServerTools`. */
const serverToolsInput = (body: unknown): unknown => (isRecord(body) ? { enabledTools: body['enabled_tools'] } : body);

/** The input of `setCredentials`. */
const credentialsInput = (body: unknown): unknown => (isRecord(body) ? { credentials: body['credentials'] } : body);

const stackArgs = builder.args((t) => ({ stack_id: t.field({ type: 'PathSegment', required: true }) }));
const serverArgs = builder.args((t) => ({ ...stackArgs, server_id: t.field({ type: 'PathSegment', required: true }) }));
const fieldArgs = builder.args((t) => ({ ...serverArgs, field_id: t.field({ type: 'PathSegment', required: true }) }));

builder.queryType({
  fields: (t) => ({
    get_stack: t.field({
      type: 'Json',
      args: stackArgs,
      resolve: async (_root, { stack_id }, { ctx }) => stackBody(await wholeStack(ctx, toStackId(stack_id))),
    }),
    get_credential_status: t.field({
      type: Credentials,
      args: serverArgs,
      resolve: (_root, { stack_id, server_id }, { ctx }) =>
        getCredentialStatus(ctx, toStackId(stack_id), toServerId(server_id)),
    }),
  }),
});

builder.mutationType();

builder.mutationFields((t) => ({
  create_stack: t.field({
    type: Stack,
    resolve: (_root, _args, { ctx, body }) => createStack(ctx, stackInput(body)),
  }),
  update_stack: t.field({
    type: Stack,
    args: stackArgs,
    // Every field is optional, so an empty body changes nothing.
    resolve: (_root, { stack_id }, { ctx, body = {} }) => updateStack(ctx, toStackId(stack_id), stackInput(body)),
  }),
  delete_stack: t.field({
    type: MessageBody,
    args: stackArgs,
    resolve: async (_root, { stack_id }, { ctx }) =>
      `Stack ${(await deleteStack(ctx, toStackId(stack_id))).id} deleted successfully`,
  }),
}));

builder.mutationFields((t) => ({
  add_server: t.field({
    type: MessageBody,
    args: stackArgs,
    resolve: async (_root, { stack_id }, { ctx, body }) => {
      const { serverId, enabledCount } = await addServerToStack(ctx, toStackId(stack_id), addServerInput(body));
      return `Server ${serverId} added to stack ${stack_id} with ${enabledCount} tools enabled`;
    },
  }),
  update_server_tools: t.field({
    type: MessageBody,
    args: serverArgs,
    resolve: async (_root, { stack_id, server_id }, { ctx, body }) => {
      const { serverId, enabledCount } = await updateServerTools(
        ctx,
        toStackId(stack_id),
        toServerId(server_id),
        serverToolsInput(body),
      );
      return `Server ${serverId} updated in stack ${stack_id} with ${enabledCount} tools enabled`;
    },
  }),
  remove_server: t.field({
    type: MessageBody,
    args: serverArgs,
    resolve: async (_root, { stack_id, server_id }, { ctx }) => {
      const { serverId } = await removeServerFromStack(ctx, toStackId(stack_id), toServerId(server_id));
      return `Server ${serverId} removed from stack ${stack_id}`;
    },
  }),
}));

builder.mutationFields((t) => ({
  update_credentials: t.field({
    type: MessageBody,
    args: serverArgs,
    resolve: async (_root, { stack_id, server_id }, { ctx, body }) => {
      const { serverId } = await setCredentials(
        ctx,
        toStackId(stack_id),
        toServerId(server_id),
        credentialsInput(body),
      );
      return `Credentials updated for server ${serverId}`;
    },
  }),
  remove_credential: t.field({
    type: MessageBody,
    args: fieldArgs,
    resolve: async (_root, { stack_id, server_id, field_id }, { ctx }) => {
      const { serverId } = await removeCredential(ctx, toStackId(stack_id), toServerId(server_id), field_id);
      return `Credential ${field_id} removed from server ${serverId}`;
    },
  }),
}));

/** The schema that SOFA serves as `/v1`. Never served as GraphQL. */
export const restSchema: GraphQLSchema = builder.toSchema({ sortSchema: false });
