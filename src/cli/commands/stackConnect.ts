import { plural } from '../../core/lib/text.ts';
import type { CredentialMode, ServerRefreshWhen } from '../../generated/gql/graphql.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS, STACK_ARG } from '../input.ts';
import {
  CreateConnectLinkDocument,
  RefreshToolsDocument,
  TestConnectionDocument,
  UpdateApplicationSharingDocument,
  UpdateCredentialModeDocument,
  UpdateServerRefreshDocument,
} from '../operations/connect.ts';
import { splitList } from '../reach.ts';
import { stackIdOf } from '../stackRef.ts';
import { SERVER_ARG } from './stackServers.ts';

const END_USER_ARG = {
  type: 'string',
  valueHint: 'ID',
  description: 'End user who owns it (default: the stack)',
} as const;

export const connect = command({
  description: 'Print a one-time connect link for a credential, valid for ten minutes',
  examples: [
    'toolyard stack connect demo gmail gmail_oauth_token',
    'toolyard stack connect demo gmail gmail_oauth_token --end-user ann',
    'toolyard stack connect demo slack slack_token --scopes channels:read,users:read',
  ],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    field: { type: 'positional', required: true, description: 'Field id' },
    'end-user': END_USER_ARG,
    scopes: { type: 'string', valueHint: 'SCOPES', description: 'Scopes to request, comma-separated (default: all)' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const { server: serverId, field: fieldId } = args;
    const endUser = args['end-user'] ?? null;
    const signInScopes = args.scopes === undefined ? null : splitList(args.scopes);
    const input = { stackId: await stackIdOf(api, args.stack), serverId, fieldId, endUser, signInScopes };
    const { url, expiresAt } = payloadOf((await api(CreateConnectLinkDocument, { input })).createConnectLink);
    return { json: { url, expires_at: expiresAt }, text: url };
  },
});

export const testConnection = command({
  description: 'Test a server’s credentials in a stack by calling one of its read-only tools',
  examples: [
    'toolyard stack test-connection demo linear',
    'toolyard stack test-connection demo gmail --end-user ann',
    'toolyard stack test-connection demo slack --tool slack_list_channels',
  ],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    'end-user': END_USER_ARG,
    tool: { type: 'string', valueHint: 'ID', description: 'Enabled read-only tool to call; must need no input' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const endUser = args['end-user'] ?? null;
    const stackId = await stackIdOf(api, args.stack);
    const input = { stackId, serverId: args.server, endUser, toolId: args.tool ?? null };
    const { outcome, message, toolId } = payloadOf((await api(TestConnectionDocument, { input })).testConnection);
    return { json: { outcome: outcome?.toLowerCase() ?? null, message, tool_id: toolId }, text: message };
  },
});

export const shareApplication = command({
  description: 'Share one stack’s OAuth application for a server with all stacks that use the server',
  examples: ['toolyard stack share-application demo gmail', 'toolyard stack share-application demo gmail --stop'],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    stop: { type: 'boolean', description: 'Stop sharing; each stack keeps its copy' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack), serverId: args.server, isShared: args.stop !== true };
    const answer = await api(UpdateApplicationSharingDocument, { input });
    const { isShared, stackCount } = payloadOf(answer.updateApplicationSharing);
    return {
      json: { shared: isShared, stacks: stackCount },
      text: isShared
        ? `Stacks that share the application for ${args.server}: ${stackCount}`
        : `Stopped sharing. Each stack keeps its copy of the application for ${args.server}`,
    };
  },
});

const MODES: Readonly<Record<string, CredentialMode>> = {
  stack: 'STACK',
  user: 'USER',
  user_then_stack: 'USER_THEN_STACK',
};

export const setCredentialMode = command({
  description: 'Set whose credentials a server in a stack uses: stack, user or user_then_stack',
  examples: ['toolyard stack set-credential-mode demo gmail user'],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    mode: { type: 'positional', required: true, description: Object.keys(MODES).join(', ') },
    ...API_ARGS,
  },
  async run(args, run) {
    const credentialMode = MODES[args.mode];
    if (credentialMode === undefined) throw usageError(`The mode must be one of ${Object.keys(MODES).join(', ')}`);
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack), serverId: args.server, credentialMode };
    payloadOf((await api(UpdateCredentialModeDocument, { input })).updateServerCredentialMode);
    return {
      json: { credential_mode: args.mode },
      text: `Server ${args.server} uses the credentials of: ${args.mode}`,
    };
  },
});

/** @throws CliError for a text without `=` */
function toSelection(text: string): { readonly tool: string; readonly selection: string | null } {
  const [, tool, fields] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (tool === undefined)
    throw usageError("--select must be a tool and its fields, as in --select 'books={ id title }'");
  return { tool, selection: fields || null };
}

export const refreshTools = command({
  description: 'Refresh the tools of a private MCP server with a stack’s credentials',
  examples: [
    'toolyard stack refresh-tools demo example',
    "toolyard stack refresh-tools demo library --select 'books={ id title }'",
    'toolyard stack refresh-tools demo library --select books=',
  ],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    'end-user': END_USER_ARG,
    select: {
      type: 'string',
      valueHint: 'TOOL=FIELDS',
      description: 'Fields that a GraphQL API’s tool selects, without any for the default ones; may be repeated',
    },
    ...API_ARGS,
  },
  repeatable: ['select'],
  async run(args, run) {
    const api = connectApi(args, run);
    const endUser = args['end-user'] ?? null;
    const input = {
      stackId: await stackIdOf(api, args.stack),
      serverId: args.server,
      endUser,
      selections: run.all('select').map(toSelection),
    };
    const { toolCount, isChanged, heldCount, refused } = payloadOf(
      (await api(RefreshToolsDocument, { input })).refreshServerTools,
    );
    const lines = refused.map(({ name, reason }) => `\nNot offered: ${name}: ${reason}`);
    return {
      json: { tool_count: toolCount, changed: isChanged, held_count: heldCount, refused },
      text: `Server ${args.server} offers ${plural(toolCount, 'tool')}${heldCount > 0 ? `, ${heldCount} of them wait for a review` : ''}${lines.join('')}`,
    };
  },
});

const WHEN: Readonly<Record<string, ServerRefreshWhen>> = {
  off: 'OFF',
  notified: 'NOTIFIED',
  hourly: 'HOURLY',
  daily: 'DAILY',
};

export const scheduleRefresh = command({
  description: 'Schedule the tool refresh of a private MCP server: off, notified, hourly or daily',
  examples: ['toolyard stack schedule-refresh demo example daily'],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    when: { type: 'positional', required: true, description: Object.keys(WHEN).join(', ') },
    ...API_ARGS,
  },
  async run(args, run) {
    const when = WHEN[args.when];
    if (when === undefined) throw usageError(`The schedule must be one of ${Object.keys(WHEN).join(', ')}`);
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack), serverId: args.server, when };
    const { server } = payloadOf((await api(UpdateServerRefreshDocument, { input })).updateServerRefresh);
    const dueAt = server.refresh?.dueAt ?? null;
    return {
      json: { when: args.when, due_at: dueAt },
      text: `Tool refresh of server ${args.server}: ${args.when}${dueAt ? `, next at ${dueAt}` : ''}`,
    };
  },
});
