import { type Api, apiAddressOf, connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { callJson, followCalls, rowOf } from '../followCalls.ts';
import { API_ARGS, wholeNumber } from '../input.ts';
import { ListCallsDocument, ReadCallContentsDocument } from '../operations/activity.ts';
import { type Result, table } from '../output.ts';
import { stackIdOf } from '../stackRef.ts';

const CALLS_DEFAULT = '20';

/** `toolyard activity`: call records, newest first. */
export const activity = command({
  description: 'List the call records, newest first: who called, how each ended, and why it failed',
  examples: [
    'toolyard activity --failed',
    'toolyard activity --follow',
    'toolyard activity --stack "My stack" --limit 100 --json',
    'toolyard activity --contents 0190…',
  ],
  args: {
    stack: { type: 'string', valueHint: 'STACK', description: 'Those of one stack, by id or exact name' },
    tool: { type: 'string', valueHint: 'ID', description: 'Those of one tool, by its id' },
    failed: { type: 'boolean', description: 'Only those that failed' },
    limit: { type: 'string', valueHint: 'N', default: CALLS_DEFAULT, description: 'How many, 1 to 100' },
    follow: { type: 'boolean', description: 'Print new ones as they end, until Ctrl-C; with --json one a line' },
    contents: {
      type: 'string',
      valueHint: 'CALL',
      description: 'Show what is kept of the input and output of one call, by its id; the audit log says that you did',
    },
    ...API_ARGS,
  },
  async run(args, run): Promise<Result> {
    const api = connectApi(args, run);
    if (args.contents !== undefined) return showContents(api, args.contents);
    const stackId = args.stack === undefined ? null : await stackIdOf(api, args.stack);
    if (args.follow) {
      const filter = { stackId, toolId: args.tool ?? null, isFailure: args.failed ? (true as const) : null };
      return followCalls({ api, server: apiAddressOf(args, run), filter, run });
    }
    const { calls } = await api(ListCallsDocument, {
      stackId,
      toolId: args.tool ?? null,
      isFailure: args.failed ? true : null,
      first: wholeNumber(args.limit ?? CALLS_DEFAULT, 'limit'),
    });
    const found = calls?.nodes ?? [];
    const nothing = 'No call is recorded: toolyard stack update STACK --record-calls on';
    return {
      json: found.map(callJson),
      text: table(['TIME', 'TOOL', 'OUTCOME', 'MS', 'THROUGH', 'CALLER', 'ERROR'], found.map(rowOf), nothing),
    };
  },
});

async function showContents(api: Api, callId: string): Promise<Result> {
  const { contents } = payloadOf((await api(ReadCallContentsDocument, { input: { callId } })).readCallContents);
  const { input, output, expiresAt } = contents;
  const json = { call_id: contents.callId, input, output, expires_at: expiresAt };
  return { json, text: JSON.stringify({ input, output }, null, 2) };
}
