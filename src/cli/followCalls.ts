import { isApiKeyId, isEndpointId, toCallerId } from '../core/kernel/ids.ts';
import type { CliCallFragment } from '../generated/gql/graphql.ts';
import type { Api, ApiAddress } from './api.ts';
import type { Run } from './command.ts';
import { follow } from './follow.ts';
import { FollowCallsDocument, ListCallsDocument } from './operations/activity.ts';
import { harmless, jsonText } from './output.ts';

export const callJson = (call: CliCallFragment) => ({
  call_id: call.id,
  at: call.at,
  stack_id: call.stackId,
  server_id: call.serverId,
  tool_id: call.toolId,
  outcome: call.outcome.toLowerCase(),
  error: call.error,
  surface: call.surface?.toLowerCase() ?? null,
  endpoint_id: call.endpointId,
  caller_kind: call.callerKind?.toLowerCase() ?? null,
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
  contents: call.contents?.toLowerCase() ?? null,
});

export const rowOf = (call: CliCallFragment) => [
  call.at,
  call.toolId,
  call.outcome.toLowerCase(),
  call.latencyMs,
  call.surface?.toLowerCase() ?? '',
  `${call.callerId ?? ''}${call.endUser === null ? '' : ` for ${call.endUser}`}`,
  call.error ?? '',
];

/** How many ids are remembered to print each call once; the server repeats up to a hundred after an interruption. */
const SEEN_MAX = 1_000;
const PAGE_CALLS = 100;
/** Fixed column widths, because a row is printed before the following ones are known. */
const WIDTHS = [24, 36, 16, 6, 8, 20, 0];

type FollowedCalls = {
  readonly api: Api;
  readonly server: ApiAddress;
  readonly filter: {
    readonly stackId: string | null;
    readonly toolId: string | null;
    readonly callerId: string | null;
    readonly isFailure: true | null;
  };
  readonly run: Run;
};

/**
 * Prints calls as they end until the command is interrupted. Calls that ended during a lost connection are fetched
 * afterwards.
 */
export function followCalls({ api, server, filter, run }: FollowedCalls): Promise<never> {
  const seen = new Set<string>();
  const beganAt = Date.now();
  const show = (call: CliCallFragment): void => {
    if (seen.has(call.id)) return;
    seen.add(call.id);
    const [oldest] = seen;
    if (seen.size > SEEN_MAX && oldest !== undefined) seen.delete(oldest);
    const isListed =
      (filter.toolId === null || filter.toolId === call.toolId) &&
      (filter.callerId === null || isOf(filter.callerId, call)) &&
      (filter.isFailure === null || call.outcome !== 'OK');
    if (isListed) run.print(run.isJson ? jsonText(callJson(call)) : lineOf(call, run));
  };
  const catchUp = async (): Promise<void> => {
    const { calls } = await api(ListCallsDocument, { ...filter, first: PAGE_CALLS });
    const missed = (calls?.nodes ?? []).filter(({ id, at }) => !seen.has(id) && Date.parse(at) >= beganAt);
    if (missed.length === PAGE_CALLS) run.notice('Some calls are not shown. See them all: toolyard activity');
    for (const call of missed.toReversed()) show(call);
  };
  return follow(
    FollowCallsDocument,
    { stackId: filter.stackId },
    {
      server,
      signal: run.signal,
      onEvent: ({ calls }) => show(calls),
      onBegin: async (isAgain) => (isAgain ? catchUp() : run.notice('Waiting for calls. Press Ctrl-C to stop.')),
      onInterruption: (reason, ms) => run.notice(`${reason}. Retrying in ${Math.ceil(ms / 1_000)} s`),
    },
  );
}

/** As the API's filter: a key's calls through an endpoint count for the endpoint. */
function isOf(id: string, { callerId, endpointId }: CliCallFragment): boolean {
  const caller = toCallerId(id);
  if (isEndpointId(caller)) return endpointId === id;
  return callerId === id && (endpointId === null || !isApiKeyId(caller));
}

function lineOf(call: CliCallFragment, { paint }: Run): string {
  const cells = rowOf(call).map((cell) => harmless(String(cell ?? '-')).replace(/\s/g, ' '));
  const line = cells
    .map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
    .join('  ')
    .trimEnd();
  return call.outcome === 'OK' ? line : paint('red', line);
}
