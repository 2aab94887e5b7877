import type { CliCallFragment } from '../../generated/gql/graphql.ts';
import { connectApi } from '../api.ts';
import { command } from '../command.ts';
import { API_ARGS, wholeNumber } from '../input.ts';
import { ListCallsDocument } from '../operations/activity.ts';
import { table } from '../output.ts';
import { stackIdOf } from '../stackRef.ts';

const CALLS_DEFAULT = '20';

const callJson = (call: CliCallFragment) => ({
  call_id: call.id,
  at: call.at,
  stack_id: call.stackId,
  server_id: call.serverId,
  tool_id: call.toolId,
  outcome: call.outcome.toLowerCase(),
  error: call.error,
  surface: call.surface?.toLowerCase() ?? null,
  endpoint_id: call.endpointId,
  caller_kind: call.callerKind,
  caller_id: call.callerId,
  end_user: call.endUser,
  request_id: call.requestId,
  trace_id: call.traceId,
  decision: call.decision?.toLowerCase() ?? null,
  approval_id: call.approvalId,
  upstream_status: call.upstreamStatus,
  latency_ms: call.latencyMs,
  queue_ms: call.queueMs,
  own_ms: call.ownMs,
  upstream_ms: call.upstreamMs,
  input_bytes: call.inputBytes,
  output_bytes: call.outputBytes,
});

const rowOf = (call: CliCallFragment) => [
  call.at,
  call.toolId,
  call.outcome.toLowerCase(),
  call.latencyMs,
  call.surface?.toLowerCase() ?? '',
  `${call.callerId ?? ''}${call.endUser === null ? '' : ` for ${call.endUser}`}`,
  call.error ?? '',
];

/** `toolyard activity`: recorded calls, newest first. */
export const activity = command({
  description: 'List the recorded calls, newest first: who called, how each ended, and why it failed',
  examples: ['toolyard activity --failed', 'toolyard activity --stack "My stack" --limit 100 --json'],
  args: {
    stack: { type: 'string', valueHint: 'STACK', description: 'Those of one stack, by id or exact name' },
    tool: { type: 'string', valueHint: 'ID', description: 'Those of one tool, by its id' },
    failed: { type: 'boolean', description: 'Only those that failed' },
    limit: { type: 'string', valueHint: 'N', default: CALLS_DEFAULT, description: 'How many, 1 to 100' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const { calls } = await api(ListCallsDocument, {
      stackId: args.stack === undefined ? null : await stackIdOf(api, args.stack),
      toolId: args.tool ?? null,
      isFailure: args.failed ? true : null,
      first: wholeNumber(args.limit ?? CALLS_DEFAULT, 'limit'),
    });
    const found = calls?.nodes ?? [];
    const nothing = 'No call is recorded. A stack records its calls where analyticsEnabled is on';
    return {
      json: found.map(callJson),
      text: table(['TIME', 'TOOL', 'OUTCOME', 'MS', 'THROUGH', 'CALLER', 'ERROR'], found.map(rowOf), nothing),
    };
  },
});
