import type { CliCreateStackMutation, StackOrder } from '../../generated/gql/graphql.ts';
import { type Api, allNodes, connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS, MAKE_ARGS, STACK_ARG } from '../input.ts';
import { orderArg, searchArg } from '../listArgs.ts';
import {
  CreateStackDocument,
  DeleteStackDocument,
  DuplicateStackDocument,
  ListStacksDocument,
  ShowStackDocument,
  StackTemplatesDocument,
  UpdateStackDocument,
} from '../operations/stacks.ts';
import { fields, type Result, table } from '../output.ts';
import { stackIdOf, stackNotFound } from '../stackRef.ts';
import { statusJson, statusText } from '../status.ts';

type Created = Extract<CliCreateStackMutation['createStack'], { stack: unknown }>['stack'];

const stackJson = (stack: Created) => ({
  stack_id: stack.id,
  stack_name: stack.name,
  configuration: { analytics_enabled: stack.configuration.isRecorded },
  created_at: stack.createdAt,
  updated_at: stack.updatedAt,
});

const stackFields = (stack: Created): string =>
  fields({
    Stack: stack.id,
    Name: stack.name,
    Recording: stack.configuration.isRecorded ? 'on' : 'off',
    Created: stack.createdAt,
    Updated: stack.updatedAt,
  });

const ORDERS = {
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
  called: { field: 'LAST_CALLED_AT', direction: 'DESC' },
  idle: { field: 'LAST_CALLED_AT', direction: 'ASC' },
} as const satisfies Readonly<Record<string, StackOrder>>;

export const list = command({
  description: 'List the stacks of the account',
  examples: ['toolyard stack list', 'toolyard stack list --needs-attention --order called --json'],
  args: {
    ...searchArg('the name, the id, or the server names'),
    'needs-attention': { type: 'boolean', description: 'Only stacks that need attention' },
    unrecorded: { type: 'boolean', description: 'Only stacks that do not record calls' },
    ...orderArg(['oldest', 'newest', 'name', 'called', 'idle'], 'oldest'),
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const variables = {
      search: args.search || null,
      needsAttention: args['needs-attention'] ? true : null,
      isRecorded: args.unrecorded ? false : null,
      orderBy: ORDERS[args.order ?? 'oldest'],
    };
    const stacks = await allNodes(async (after) => (await api(ListStacksDocument, { ...variables, after })).stacks);
    const rows = stacks.map(({ id, name, servers, createdAt }) => [id, name, servers.totalCount, createdAt]);
    return {
      json: stacks.map((stack) => ({ ...stackJson(stack), server_count: stack.servers.totalCount })),
      text: table(['STACK', 'NAME', 'SERVERS', 'CREATED'], rows, 'No stacks'),
    };
  },
});

export const create = command({
  description: 'Create an empty stack, or one from a template',
  examples: ['toolyard stack create --name demo', 'toolyard stack create --name support --template support-inbox'],
  args: {
    name: { type: 'string', required: true, description: 'Name, unique within the account' },
    template: {
      type: 'string',
      valueHint: 'ID',
      description: 'Template for its servers, tools and rules: see toolyard stack templates',
    },
    'record-calls': {
      type: 'boolean',
      description: 'Record caller, sizes, duration and outcome of tool calls (the default)',
    },
    'no-record-calls': {
      type: 'boolean',
      description: 'Do not record caller, sizes, duration and outcome of tool calls',
    },
    ...MAKE_ARGS,
  },
  async run({ template, ...args }, run) {
    const api = connectApi(args, run);
    const configuration = { isRecorded: args['no-record-calls'] !== true };
    const input = { name: args.name, configuration, ...(template !== undefined && { template }) };
    const { stack } = payloadOf((await api(CreateStackDocument, { input })).createStack);
    if (template !== undefined) return shownStack(api, stack.id, stack.id);
    return { json: stackJson(stack), text: stackFields(stack) };
  },
});

export const duplicate = command({
  description:
    'Copy the servers, tools, settings, rules and skills of a stack to a new one; credentials are not copied',
  examples: ['toolyard stack duplicate demo --name demo-two'],
  args: {
    stack: STACK_ARG,
    name: { type: 'string', required: true, description: 'Name of the copy, unique within the account' },
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack), name: args.name };
    const { stack } = payloadOf((await api(DuplicateStackDocument, { input })).duplicateStack);
    return { json: stackJson(stack), text: stackFields(stack) };
  },
});

/** A stack with its servers and their missing credentials. */
async function shownStack(api: Api, id: string, input: string): Promise<Result> {
  const { stack } = await api(ShowStackDocument, { id });
  if (!stack) throw stackNotFound(input);
  const servers = stack.servers.nodes;
  const rows = servers.map(({ server, toolCount, lackingToolCount, credentialStatus }) => [
    server.id,
    server.name,
    toolCount,
    statusText(credentialStatus, lackingToolCount),
  ]);
  return {
    json: {
      ...stackJson(stack),
      servers: servers.map(({ server, toolCount, lackingToolCount, credentialStatus }) => ({
        server_id: server.id,
        server_name: server.name,
        enabled_tool_count: toolCount,
        lacking_tool_count: lackingToolCount,
        ...statusJson(credentialStatus),
      })),
    },
    text: `${stackFields(stack)}\n\n${table(['SERVER', 'NAME', 'TOOLS', 'CREDENTIALS'], rows, 'No servers')}`,
  };
}

export const show = command({
  description: 'Show a stack with its servers',
  examples: ['toolyard stack show demo'],
  args: { stack: STACK_ARG, ...API_ARGS },
  async run(args, run) {
    const api = connectApi(args, run);
    return shownStack(api, await stackIdOf(api, args.stack), args.stack);
  },
});

export const templates = command({
  description: 'List the stack templates',
  examples: ['toolyard stack templates'],
  args: API_ARGS,
  async run(args, run) {
    const { stackTemplates } = await connectApi(args, run)(StackTemplatesDocument, {});
    const templates = stackTemplates ?? [];
    const rows = templates.map(({ id, name, servers }) => [
      id,
      name,
      servers.map(({ serverId }) => serverId).join(', '),
    ]);
    return {
      json: templates.map(({ id, name, description, servers, rules }) => ({
        template: id,
        name,
        description,
        servers: servers.map(({ serverId, server, toolIds }) => ({
          server_id: serverId,
          available: server !== null,
          enabled_tools: toolIds,
        })),
        rules: rules.map((rule) => ({ name: rule.name, effect: rule.effect.toLowerCase(), tools: rule.toolIds })),
      })),
      text: table(['TEMPLATE', 'NAME', 'SERVERS'], rows, 'No templates'),
    };
  },
});

const SWITCH = { on: true, off: false } as const;

export const update = command({
  description: 'Rename a stack, or turn call recording on or off',
  examples: ['toolyard stack update demo --name production', 'toolyard stack update demo --record-calls on'],
  args: {
    stack: STACK_ARG,
    name: { type: 'string', description: 'New name' },
    'record-calls': {
      type: 'enum',
      options: ['on', 'off'],
      valueHint: 'on|off',
      description: 'Whether calls are recorded',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const { name, 'record-calls': recording } = args;
    if (name === undefined && recording === undefined) throw usageError('Pass --name, --record-calls or both');
    const api = connectApi(args, run);
    const input = {
      stackId: await stackIdOf(api, args.stack),
      ...(name !== undefined && { name }),
      ...(recording !== undefined && { configuration: { isRecorded: SWITCH[recording] } }),
    };
    const { stack } = payloadOf((await api(UpdateStackDocument, { input })).updateStack);
    return { json: stackJson(stack), text: stackFields(stack) };
  },
});

export const remove = command({
  description: 'Permanently delete a stack with its credentials, endpoints and tokens',
  examples: ['toolyard stack delete demo'],
  args: { stack: STACK_ARG, ...API_ARGS },
  confirm: ({ stack }) => `Permanently delete stack ${stack} with its credentials, endpoints, tokens and call records?`,
  async run(args, run) {
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack) };
    const { stackId, name } = payloadOf((await api(DeleteStackDocument, { input })).deleteStack);
    return { json: { stack_id: stackId, stack_name: name }, text: `Deleted stack ${stackId} (${name})` };
  },
});
