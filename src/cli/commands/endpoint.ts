import { endpointsFor } from '../access/access.ts';
import type { EndpointMode, EndpointRow } from '../access/endpoints.ts';
import { command, group, loaded } from '../command.ts';
import { EXPIRY_ARGS, readExpiry } from '../expiry.ts';
import { API_ARGS, MAKE_ARGS } from '../input.ts';
import { MADE_ORDER_ARG, orderedRows, searchArg } from '../listArgs.ts';
import { fields, table } from '../output.ts';
import { accessOf } from '../profiles/access.ts';

const STACK_ARG = { type: 'string', required: true, valueHint: 'ID', description: 'Stack id or exact name' } as const;

const YES_NO: ('yes' | 'no')[] = ['yes', 'no'];

const MODES: EndpointMode[] = ['full', 'search', 'code'];

const MODE_ARG = {
  type: 'enum' as const,
  options: MODES,
  valueHint: 'full|search|code',
  description: 'List all tools, only search tools, or tools that run programs',
};

const endpointJson = (row: EndpointRow) => ({
  endpoint_id: row.id,
  client_id: row.clientId,
  stack_id: row.stackId,
  name: row.name,
  mode: row.mode,
  code_writes: row.mayProgramsWrite,
  created_at: row.createdAt.toISOString(),
});

const create = command({
  description: 'Create an endpoint with its first stack token, shown only once',
  examples: [
    'toolyard endpoint create --stack stack_… --name agent',
    'toolyard endpoint create --stack stack_… --name agent --never-expires --json',
  ],
  args: {
    stack: STACK_ARG,
    name: { type: 'string', required: true, description: 'Name of the endpoint' },
    mode: { ...MODE_ARG, description: `${MODE_ARG.description} (default: full)` },
    ...EXPIRY_ARGS,
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const endpoints = await endpointsFor(args, run);
    const { row, token } = await endpoints.create(args.stack, {
      name: args.name,
      ...(args.mode && { mode: args.mode }),
      ...readExpiry(args),
    });
    const base = `${accessOf(args, run.environment).url ?? run.environment.publicUrl}/s/${row.clientId}`;
    const listUrl = `${base}/list_tools`;
    const callUrl = `${base}/call_tool`;
    return {
      json: { client_id: row.clientId, token, list_tools_url: listUrl, call_tool_url: callUrl },
      text: `${fields({ Client: row.clientId, Token: token, 'List tools': listUrl, 'Call a tool': callUrl })}\n\nSave the token: it is shown only once.`,
    };
  },
});

const list = command({
  description: 'List the endpoints of a stack',
  examples: ['toolyard endpoint list --stack stack_…', 'toolyard endpoint list --stack demo --search claude'],
  args: { stack: STACK_ARG, ...searchArg('the name'), ...MADE_ORDER_ARG, ...API_ARGS },
  async run(args, run) {
    const list = await (await endpointsFor(args, run)).list(args.stack, args.search || null);
    const rows = orderedRows(list, args.order);
    const lines = rows.map(({ id, clientId, name, mode, createdAt }) => [
      id,
      clientId,
      name,
      mode,
      createdAt.toISOString(),
    ]);
    return {
      json: rows.map(endpointJson),
      text: table(['ENDPOINT', 'CLIENT', 'NAME', 'MODE', 'CREATED'], lines, 'No endpoints'),
    };
  },
});

const setMode = command({
  description: 'Set the default list mode of an endpoint',
  examples: [
    'toolyard endpoint set-mode client_… --mode search',
    'toolyard endpoint set-mode client_… --mode code --code-writes yes',
  ],
  args: {
    endpoint: { type: 'positional', required: true, description: 'Client id or endpoint id' },
    mode: { ...MODE_ARG, required: true as const },
    'code-writes': {
      type: 'enum' as const,
      options: YES_NO,
      valueHint: 'yes|no',
      description: 'Let programs in code mode call tools that change data',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const writes = args['code-writes'];
    const mayProgramsWrite = writes === undefined ? undefined : writes === 'yes';
    const row = await (await endpointsFor(args, run)).setMode(args.endpoint, { mode: args.mode, mayProgramsWrite });
    return { json: endpointJson(row), text: `Endpoint ${row.clientId} (${row.name}) is in ${row.mode} mode` };
  },
});

const revoke = command({
  description: 'Delete an endpoint and revoke all its tokens',
  examples: ['toolyard endpoint revoke client_…'],
  args: { endpoint: { type: 'positional', required: true, description: 'Client id or endpoint id' }, ...API_ARGS },
  confirm: ({ endpoint }) => `Delete endpoint ${endpoint} and revoke all its tokens?`,
  async run(args, run) {
    const row = await (await endpointsFor(args, run)).remove(args.endpoint);
    return { json: endpointJson(row), text: `Deleted endpoint ${row.clientId} (${row.name})` };
  },
});

export const endpoint = group({
  description: 'Endpoints for agents. Uses the API with --api-key or TOOLYARD_API_KEY, otherwise the database',
  examples: ['toolyard endpoint create --stack stack_… --name agent', 'toolyard endpoint revoke client_…'],
  commands: loaded({ create, list, 'set-mode': setMode, revoke }),
});
