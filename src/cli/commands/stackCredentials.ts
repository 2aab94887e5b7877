import { isRecord } from '../../core/lib/json.ts';
import { allNodes, connectApi, payloadOf } from '../api.ts';
import { command, type Run } from '../command.ts';
import { CliError, usageError } from '../exit.ts';
import { API_ARGS, parseJsonArgument, readFields, STACK_ARG, toPair } from '../input.ts';
import {
  RemoveCredentialDocument,
  SetCredentialsDocument,
  StackCredentialsDocument,
} from '../operations/stackServers.ts';
import { table } from '../output.ts';
import { stackIdOf, stackNotFound } from '../stackRef.ts';
import { missingFields, stateText, statusJson } from '../status.ts';
import { SERVER_ARG } from './stackServers.ts';

const END_USER_ARG = {
  type: 'string',
  valueHint: 'ID',
  description: 'End user who owns it (default: the stack)',
} as const;

const HEADINGS = ['FIELD', 'KIND', 'STATE'];

// The JSON parser's own message is not shown, since it quotes the input.
async function readStdinFields(run: Run): Promise<Record<string, string>> {
  const text = (await run.readStdin()).trim();
  if (!text.startsWith('{')) return Object.fromEntries(text.split(/\r?\n/).filter(Boolean).map(toPair));
  const parsed = parseJsonArgument(text, 'Standard input');
  if (!isRecord(parsed)) throw new CliError('invalid_input', 'Standard input must be an object of fields and values');
  return Object.fromEntries(
    Object.entries(parsed).map(([field, value]) => {
      if (typeof value !== 'string') throw new CliError('invalid_input', `The value of ${field} must be text`);
      return [field, value];
    }),
  );
}

export const setCredentials = command({
  description: 'Store credentials of a server in a stack; other fields stay unchanged',
  examples: [
    'toolyard stack set-credentials demo linear linear_api_key=@key.txt',
    'echo \'{"linear_api_key":"…"}\' | toolyard stack set-credentials demo linear --from-stdin',
    'pass show linear | toolyard stack set-credentials demo linear --from-stdin   # lines of FIELD=VALUE',
  ],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    'from-stdin': {
      type: 'boolean',
      description: 'Read a JSON object, or lines of FIELD=VALUE, so that no secret is in the arguments',
    },
    'end-user': END_USER_ARG,
    ...API_ARGS,
  },
  rest: 'FIELD=VALUE|FIELD=@FILE…',
  async run(args, run) {
    const isStdin = args['from-stdin'] === true;
    if (isStdin === run.rest.length > 0) throw usageError('Pass either FIELD=VALUE, once or more, or --from-stdin');
    const fields = isStdin ? await readStdinFields(run) : await readFields(run.rest);
    const credentialValues = Object.entries(fields).map(([fieldId, value]) => ({ fieldId, value }));
    const api = connectApi(args, run);
    const endUser = args['end-user'] ?? null;
    const input = { stackId: await stackIdOf(api, args.stack), serverId: args.server, credentialValues, endUser };
    const stored = payloadOf((await api(SetCredentialsDocument, { input })).setCredentials);
    const { fieldIds, notes, credentialStatus } = stored;
    const missing = missingFields(credentialStatus);
    const lines = [
      `Stored: ${fieldIds.join(', ')}`,
      ...notes.map((note) => `Note: ${note}`),
      ...(missing.length > 0 ? [`Still missing: ${missing.join(', ')}`] : []),
    ];
    return { json: { field_ids: fieldIds, notes, ...statusJson(credentialStatus) }, text: lines.join('\n') };
  },
});

export const removeCredential = command({
  description: 'Remove one stored credential',
  examples: ['toolyard stack remove-credential demo linear linear_api_key'],
  args: {
    stack: STACK_ARG,
    server: SERVER_ARG,
    field: { type: 'positional', required: true, description: 'Field id' },
    'end-user': END_USER_ARG,
    ...API_ARGS,
  },
  confirm: ({ field, server, stack }) => `Permanently remove the stored ${field} of ${server} in stack ${stack}?`,
  async run(args, run) {
    const api = connectApi(args, run);
    const endUser = args['end-user'] ?? null;
    const input = { stackId: await stackIdOf(api, args.stack), serverId: args.server, fieldId: args.field, endUser };
    const { credentialStatus } = payloadOf((await api(RemoveCredentialDocument, { input })).deleteCredential);
    return { json: statusJson(credentialStatus), text: `Removed credential ${args.field}` };
  },
});

export const credentials = command({
  description: 'Show the status of a server’s credentials in a stack; values are never shown',
  examples: ['toolyard stack credentials demo linear'],
  args: { stack: STACK_ARG, server: SERVER_ARG, ...API_ARGS },
  async run(args, run) {
    const api = connectApi(args, run);
    const id = await stackIdOf(api, args.stack);
    const placed = await allNodes(async (after) => {
      const { stack } = await api(StackCredentialsDocument, { id, after });
      if (!stack) throw stackNotFound(args.stack);
      return stack.servers;
    });
    const match =
      placed.find(({ server }) => server.id === args.server) ??
      placed.find(({ server }) => server.name === args.server);
    if (!match) throw new CliError('not_found', `Server ${args.server} not found in stack ${args.stack}`);
    const { credentialStatus: status } = match;
    const rows = [
      ...status.required.map((field) => [field.fieldId, 'required', stateText(field)]),
      ...status.optional.map((field) => [field.fieldId, 'optional', stateText(field)]),
    ];
    return { json: statusJson(status), text: table(HEADINGS, rows, 'No credentials needed') };
  },
});
