import { FAILURE_KINDS, isFailureKind } from '../../core/kernel/rehearsalSettings.ts';
import { connectApi } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import type { EndpointMode, EndpointRow, Failures, NewVersions } from '../endpoints.ts';
import { endpointsOf } from '../endpoints.ts';
import { usageError } from '../exit.ts';
import { EXPIRY_ARGS, readExpiry } from '../expiry.ts';
import { API_ARGS, MAKE_ARGS, wholeNumber } from '../input.ts';
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

const versionText = ({ pinnedVersion, canary }: EndpointRow): string =>
  `${pinnedVersion ?? 'latest'}${canary ? `, ${canary.percent} % to ${canary.version}` : ''}`;

const endpointJson = (row: EndpointRow) => ({
  endpoint_id: row.id,
  client_id: row.clientId,
  stack_id: row.stackId,
  name: row.name,
  mode: row.mode,
  code_writes: row.mayProgramsWrite,
  pinned_version: row.pinnedVersion,
  canary: row.canary,
  is_rehearsal: row.isRehearsal,
  ...(row.isRehearsal && {
    may_use_recordings: row.mayUseRecordings,
    failure_percent: row.failurePercent,
    failures: row.failureKinds,
  }),
  created_at: row.createdAt.toISOString(),
});

const FAILURE_ARGS = {
  'failure-percent': {
    type: 'string',
    valueHint: 'PERCENT',
    description: 'Percentage of rehearsed calls that fail, 0 to 100',
  },
  failures: {
    type: 'string',
    valueHint: 'KINDS',
    description: `How rehearsed calls fail, separated by commas: ${FAILURE_KINDS.join(', ')} (default: all)`,
  },
} as const;

function readFailures(args: Readonly<Partial<Record<keyof typeof FAILURE_ARGS, string | undefined>>>): Failures {
  const percent = args['failure-percent'];
  const names = args.failures?.split(',').map((name) => name.trim());
  const failureKinds = names?.filter(isFailureKind);
  if (percent !== undefined && !/^\d{1,3}$/.test(percent)) throw usageError('--failure-percent takes 0 to 100');
  if (names && names.length !== failureKinds?.length)
    throw usageError(`--failures takes ${FAILURE_KINDS.join(', ')}, separated by commas`);
  return { failurePercent: percent === undefined ? undefined : Number(percent), failureKinds };
}

const create = command({
  description: 'Create an endpoint with its first stack token, shown only once',
  examples: [
    'toolyard endpoint create --stack stack_… --name agent',
    'toolyard endpoint create --stack stack_… --name agent --never-expires --json',
    'toolyard endpoint create --stack stack_… --name rehearsal --rehearsal --failure-percent 20',
  ],
  args: {
    stack: STACK_ARG,
    name: { type: 'string', required: true, description: 'Name of the endpoint' },
    mode: { ...MODE_ARG, description: `${MODE_ARG.description} (default: full)` },
    rehearsal: {
      type: 'boolean',
      description: 'Answer calls from examples and output schemas, without credentials and without calling a service',
    },
    recordings: {
      type: 'boolean',
      description: 'Answer rehearsed calls with stored outputs of the stack’s earlier calls, if there are any',
    },
    ...FAILURE_ARGS,
    ...EXPIRY_ARGS,
    ...MAKE_ARGS,
  },
  async run(args, run) {
    const input = {
      name: args.name,
      ...(args.mode && { mode: args.mode }),
      isRehearsal: args.rehearsal === true,
      mayUseRecordings: args.recordings === true,
      ...readFailures(args),
      ...readExpiry(args),
    };
    const { row, token } = await endpointsOf(connectApi(args, run)).create(args.stack, input);
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
    const list = await endpointsOf(connectApi(args, run)).list(args.stack, args.search || null);
    const rows = orderedRows(list, args.order);
    const lines = rows.map((row) => [
      row.id,
      row.clientId,
      row.name,
      row.mode,
      versionText(row),
      row.createdAt.toISOString(),
    ]);
    return {
      json: rows.map(endpointJson),
      text: table(['ENDPOINT', 'CLIENT', 'NAME', 'MODE', 'VERSION', 'CREATED'], lines, 'No endpoints'),
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
    const row = await endpointsOf(connectApi(args, run)).update(args.endpoint, { mode: args.mode, mayProgramsWrite });
    return { json: endpointJson(row), text: `Endpoint ${row.clientId} (${row.name}) is in ${row.mode} mode` };
  },
});

const setVersion = command({
  description: 'Pin an endpoint to a version of its stack, or send a share of its calls to one',
  examples: [
    'toolyard endpoint set-version client_… --pin-version 3',
    'toolyard endpoint set-version client_… --canary-version 4 --canary-percent 5',
    'toolyard endpoint set-version client_… --follow-latest --no-canary',
  ],
  args: {
    endpoint: { type: 'positional', required: true, description: 'Client id or endpoint id' },
    'pin-version': { type: 'string', valueHint: 'N', description: 'Version to keep when the stack changes' },
    'follow-latest': { type: 'boolean', description: 'Follow the changes of the stack' },
    'canary-version': { type: 'string', valueHint: 'N', description: 'Version for a share of the calls' },
    'canary-percent': { type: 'string', valueHint: 'P', description: 'Share of these calls, 1 to 99 percent' },
    'no-canary': { type: 'boolean', description: 'Send no calls to another version' },
    ...API_ARGS,
  },
  async run(args, run) {
    const change = versionsIn(args);
    const row = await endpointsOf(connectApi(args, run)).update(args.endpoint, change);
    return { json: endpointJson(row), text: `Endpoint ${row.clientId} (${row.name}) has version ${versionText(row)}` };
  },
});

type VersionArgs = Readonly<
  Partial<Record<'pin-version' | 'canary-version' | 'canary-percent', string | undefined>> &
    Partial<Record<'follow-latest' | 'no-canary', boolean | undefined>>
>;

/** @throws CliError usage */
function versionsIn(args: VersionArgs): NewVersions {
  const { 'pin-version': pinned, 'canary-version': version, 'canary-percent': percent } = args;
  const [followsLatest, hasNoCanary] = [args['follow-latest'] === true, args['no-canary'] === true];
  if (pinned !== undefined && followsLatest) throw usageError('Set --pin-version or --follow-latest, not both');
  if ((version === undefined) !== (percent === undefined))
    throw usageError('Set --canary-version and --canary-percent together');
  if (version !== undefined && hasNoCanary) throw usageError('Set --canary-version or --no-canary, not both');
  const versions = {
    ...(followsLatest && { pinnedVersion: null }),
    ...(pinned !== undefined && { pinnedVersion: wholeNumber(pinned, 'pin-version') }),
    ...(hasNoCanary && { canary: null }),
    ...(version !== undefined &&
      percent !== undefined && {
        canary: { version: wholeNumber(version, 'canary-version'), percent: wholeNumber(percent, 'canary-percent') },
      }),
  };
  if (Object.keys(versions).length === 0) throw usageError('Set --pin-version, --follow-latest or a canary option');
  return versions;
}

const versions = command({
  description: 'Count the calls of an endpoint in the last 24 hours by version of its stack',
  examples: ['toolyard endpoint versions client_…'],
  args: { endpoint: { type: 'positional', required: true, description: 'Client id or endpoint id' }, ...API_ARGS },
  async run(args, run) {
    const figures = await endpointsOf(connectApi(args, run)).listFigures(args.endpoint);
    const lines = figures.map(({ version, callCount, failureCount }) => [version, callCount, failureCount]);
    return {
      json: figures.map((row) => ({ version: row.version, calls: row.callCount, failed: row.failureCount })),
      text: table(['VERSION', 'CALLS', 'FAILED'], lines, 'No calls in the last 24 hours'),
    };
  },
});

const setFailures = command({
  description: 'Set how the calls of a rehearsal endpoint fail',
  examples: [
    'toolyard endpoint set-failures client_… --failure-percent 20',
    'toolyard endpoint set-failures client_… --failure-percent 100 --failures rate_limited,timeout',
  ],
  args: {
    endpoint: { type: 'positional', required: true, description: 'Client id or endpoint id' },
    ...FAILURE_ARGS,
    ...API_ARGS,
  },
  async run(args, run) {
    const change = readFailures(args);
    const row = await endpointsOf(connectApi(args, run)).update(args.endpoint, change);
    const kinds = row.failureKinds.length > 0 ? row.failureKinds.join(', ') : 'of every kind';
    const text = `${row.failurePercent} % of the calls of endpoint ${row.clientId} (${row.name}) fail: ${kinds}`;
    return { json: endpointJson(row), text };
  },
});

const revoke = command({
  description: 'Delete an endpoint and revoke all its tokens',
  examples: ['toolyard endpoint revoke client_…'],
  args: { endpoint: { type: 'positional', required: true, description: 'Client id or endpoint id' }, ...API_ARGS },
  confirm: ({ endpoint }) => `Delete endpoint ${endpoint} and revoke all its tokens?`,
  async run(args, run) {
    const row = await endpointsOf(connectApi(args, run)).remove(args.endpoint);
    return { json: endpointJson(row), text: `Deleted endpoint ${row.clientId} (${row.name})` };
  },
});

export const endpoint = group({
  description: 'Endpoints for agents (API)',
  examples: ['toolyard endpoint create --stack stack_… --name agent', 'toolyard endpoint revoke client_…'],
  commands: loaded({
    ...{ create, list, 'set-mode': setMode, 'set-version': setVersion, versions },
    ...{ 'set-failures': setFailures, revoke },
  }),
});
