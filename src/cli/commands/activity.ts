import { apiAddressOf, connectApi, payloadOf } from '../api.ts';
import { CALLER_KINDS, rankCallers } from '../callerRanking.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { callJson, followCalls, rowOf } from '../followCalls.ts';
import { API_ARGS, toInstant, wholeNumber } from '../input.ts';
import { ListCallsDocument, ReadCallContentsDocument } from '../operations/activity.ts';
import { type Result, table } from '../output.ts';
import { stackIdOf } from '../stackRef.ts';
import { RANKINGS, rankTools } from '../toolRanking.ts';

const CALLS_DEFAULT = '20';
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** `toolyard activity`: call records, newest first. */
export const activity = command({
  description: 'List call records, newest first, with caller, outcome and error',
  examples: [
    'toolyard activity --failed',
    'toolyard activity --follow',
    'toolyard activity --stack "My stack" --limit 100 --json',
    'toolyard activity --from 2026-11-20 --to 2026-11-21T12:00',
    'toolyard activity --tools p95 --from 2026-11-20',
    'toolyard activity --callers person',
    'toolyard activity --caller token_…',
    'toolyard activity --contents 0190…',
  ],
  args: {
    stack: { type: 'string', valueHint: 'STACK', description: 'Only calls of this stack, by id or exact name' },
    tool: { type: 'string', valueHint: 'ID', description: 'Only calls of this tool, by id' },
    server: { type: 'string', valueHint: 'ID', description: 'Only calls of this server’s tools, by id' },
    caller: {
      type: 'string',
      valueHint: 'ID',
      description: 'Only calls of this endpoint, stack token, API key or user, by id',
    },
    from: {
      type: 'string',
      valueHint: 'TIME',
      description: 'Only calls from this date or time, in the local time zone',
    },
    to: { type: 'string', valueHint: 'TIME', description: 'Only calls before this date or time' },
    tools: {
      type: 'string',
      valueHint: 'ORDER',
      description: `Rank tools instead, largest first, over a week by default: ${RANKINGS}`,
    },
    callers: {
      type: 'string',
      valueHint: 'KIND',
      description: `Rank callers instead, most calls first, over a week by default: ${CALLER_KINDS}`,
    },
    failed: { type: 'boolean', description: 'Only failed calls' },
    limit: { type: 'string', valueHint: 'N', default: CALLS_DEFAULT, description: 'Number of calls, 1 to 100' },
    follow: { type: 'boolean', description: 'Print calls as they finish, until Ctrl-C; with --json one per line' },
    contents: {
      type: 'string',
      valueHint: 'CALL',
      description: 'Show the stored input and output of one call, by id; recorded in the audit log',
    },
    ...API_ARGS,
  },
  async run(args, run): Promise<Result> {
    const { tools, callers, from, to } = args;
    refuseConflicts(args);
    const api = connectApi(args, run);
    if (args.contents !== undefined) {
      const { contents } = payloadOf(
        (await api(ReadCallContentsDocument, { input: { callId: args.contents } })).readCallContents,
      );
      const { input, output, expiresAt } = contents;
      const json = { call_id: contents.callId, input, output, expires_at: expiresAt };
      return { json, text: JSON.stringify({ input, output }, null, 2) };
    }
    const stackId = args.stack === undefined ? null : await stackIdOf(api, args.stack);
    const filter = {
      ...{ stackId, toolId: args.tool ?? null, callerId: args.caller ?? null },
      isFailure: args.failed ? (true as const) : null,
    };
    if (args.follow) return followCalls({ api, server: apiAddressOf(args, run), filter, run });
    const query = {
      ...(from !== undefined && { since: toInstant(from, 'from') }),
      ...(to !== undefined && { until: toInstant(to, 'to') }),
      serverId: args.server ?? null,
      first: wholeNumber(args.limit ?? CALLS_DEFAULT, 'limit'),
    };
    const since = new Date(Date.now() - WEEK_MS).toISOString();
    if (tools !== undefined) return rankTools(api, { since, ...query, stackId, by: tools });
    if (callers !== undefined) return rankCallers(api, { since, ...query, stackId, kind: callers });
    const { calls } = await api(ListCallsDocument, { ...filter, ...query });
    const rows = calls?.nodes ?? [];
    const nothing = 'No calls recorded. Turn recording on: toolyard stack update STACK --record-calls on';
    return {
      json: rows.map(callJson),
      text: table(['TIME', 'TOOL', 'OUTCOME', 'MS', 'THROUGH', 'CALLER', 'ERROR'], rows.map(rowOf), nothing),
    };
  },
});

type Filters = Readonly<
  Partial<Record<'tools' | 'callers' | 'caller' | 'tool' | 'server' | 'from' | 'to', string | undefined>> &
    Partial<Record<'follow' | 'failed', boolean | undefined>>
>;

/** @throws CliError usage for arguments that exclude each other */
function refuseConflicts({ tools, callers, caller, tool, server, from, to, follow, failed }: Filters): void {
  const isGiven = (texts: readonly (string | undefined)[]) => texts.some((each) => each !== undefined);
  if (tools !== undefined && (failed || follow || isGiven([tool, caller])))
    throw usageError('--tools cannot be combined with --failed, --tool, --caller or --follow');
  if (callers !== undefined && (failed || follow || isGiven([tool, tools, server, caller])))
    throw usageError('--callers cannot be combined with --failed, --tool, --tools, --server, --caller or --follow');
  if (follow && isGiven([server, from, to]))
    throw usageError('--follow cannot be combined with --server, --from or --to');
}
