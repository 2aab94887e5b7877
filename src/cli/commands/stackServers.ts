import { plural } from '../../core/lib/text.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS, MAKE_ARGS, STACK_ARG } from '../input.ts';
import { AddServerDocument, RemoveServerDocument, UpdateServerToolsDocument } from '../operations/stackServers.ts';
import { stackIdOf } from '../stackRef.ts';
import { missingFields, statusJson } from '../status.ts';

export const SERVER_ARG = { type: 'positional', required: true, description: 'Server id, or exact name' } as const;

const TOOL_ARG = { type: 'string', valueHint: 'ID', description: 'Tool to enable; may be repeated' } as const;

export const addServer = command({
  description: 'Add a server to a stack and enable its tools',
  examples: [
    'toolyard stack add-server demo everything --all',
    'toolyard stack add-server demo linear --tool linear_create_issue --tool linear_search_issues',
  ],
  args: {
    stack: STACK_ARG,
    server: { ...SERVER_ARG, description: 'Server id' },
    all: { type: 'boolean', description: 'Enable every tool' },
    tool: TOOL_ARG,
    ...MAKE_ARGS,
  },
  repeatable: ['tool'],
  async run(args, run) {
    const enabledTools = [...run.all('tool')];
    if (args.all && enabledTools.length > 0) throw usageError('Pass either --all or --tool');
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const input = { stackId, serverId: args.server, hasAllTools: args.all === true, enabledTools };
    const { enabledCount, stackServer } = payloadOf((await api(AddServerDocument, { input })).addServerToStack);
    const { lackingToolCount } = stackServer;
    const lacking = lackingToolCount > 0 ? [`credentials for ${plural(lackingToolCount, 'tool')}`] : [];
    const missing = [...missingFields(stackServer.credentialStatus), ...lacking];
    return {
      json: {
        stack_id: stackId,
        server_id: args.server,
        enabled_tool_count: enabledCount,
        lacking_tool_count: lackingToolCount,
        ...statusJson(stackServer.credentialStatus),
      },
      text: `Added server ${args.server} with ${plural(enabledCount, 'tool')} enabled`,
      warnings: [
        ...(enabledCount === 0 ? ['no tools are enabled: pass --all or --tool, or run toolyard stack set-tools'] : []),
        ...(missing.length === 0
          ? []
          : [
              `missing credentials: ${missing.join(', ')} (toolyard stack set-credentials, or toolyard stack connect for OAuth)`,
            ]),
      ],
    };
  },
});

export const setTools = command({
  description: 'Set the enabled tools of a server in a stack; all others are disabled',
  examples: [
    'toolyard stack set-tools demo everything --tool everything_echo',
    'toolyard stack set-tools demo exa --none',
  ],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    tool: TOOL_ARG,
    none: { type: 'boolean', description: 'Disable every tool' },
    ...API_ARGS,
  },
  repeatable: ['tool'],
  async run(args, run) {
    const enabledTools = [...run.all('tool')];
    if (args.none === true ? enabledTools.length > 0 : enabledTools.length === 0) {
      throw usageError('Pass either --none, or --tool one or more times');
    }
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const input = { stackId, serverId: args.server, enabledTools };
    const { enabledCount } = payloadOf((await api(UpdateServerToolsDocument, { input })).updateServerTools);
    return {
      json: { stack_id: stackId, server_id: args.server, enabled_tool_count: enabledCount },
      text: `Server ${args.server} has ${plural(enabledCount, 'tool')} enabled`,
    };
  },
});

export const removeServer = command({
  description: 'Remove a server and its credentials from a stack',
  examples: ['toolyard stack remove-server demo everything'],
  args: { stack: STACK_ARG, server: SERVER_ARG, ...API_ARGS },
  confirm: ({ server, stack }) => `Remove server ${server} and its credentials from stack ${stack}?`,
  async run(args, run) {
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const input = { stackId, serverId: args.server };
    const { serverId } = payloadOf((await api(RemoveServerDocument, { input })).removeServerFromStack);
    return { json: { stack_id: stackId, server_id: serverId }, text: `Removed server ${serverId} from the stack` };
  },
});
