import { type CallOutcome, SUCCESS } from '../callRecords/outcome.ts';
import { byIndex } from '../callRecords/totals.ts';
import type { Tx } from '../kernel/context.ts';
import { type AccountId, noStackId, type ServerId, type StackId, type ToolId } from '../kernel/ids.ts';
import { FOUND_MAX, type FoundAlerts } from './kinds.ts';
import type { AlertRules } from './settings.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Outcomes caused by the tool or its upstream. Calls refused because of the caller, a rule or a limit count neither as
 * failures nor as calls.
 */
const FAILURES: readonly CallOutcome[] = [
  'tool_error',
  'missing_credentials',
  'upstream_refused',
  'upstream_rate_limited',
  'upstream_error',
  'timed_out',
  'unreachable',
  'outcome_unknown',
  'address_refused',
  'bad_answer',
  'internal_error',
];
const COUNTED: readonly CallOutcome[] = [...FAILURES, SUCCESS];

type Row = {
  readonly stackId: StackId;
  readonly stackName: string;
  readonly serverId: ServerId;
  readonly toolId: ToolId;
  readonly calls: number;
  readonly failures: number;
};

/**
 * Tools whose failures exceed the account's thresholds, from hourly call totals. Reads a few hundred rows per stack
 * through an index, and none if no call of the account failed.
 */
export async function findFailingTools(
  tx: Tx,
  accountId: AccountId,
  now: Date,
  rules: AlertRules,
): Promise<FoundAlerts> {
  const { failureHours, failureCount, failurePercent } = rules;
  const since = new Date((Math.floor(now.getTime() / HOUR_MS) - failureHours) * HOUR_MS);
  const rows = await byIndex(tx, async () => {
    const failed = await tx.$queryRaw<readonly unknown[]>`
      SELECT 1 FROM call_hour WHERE account_id = ${accountId} AND stack_id = ${noStackId()}
        AND hour >= ${since}::timestamptz AND outcome = ANY(${FAILURES}::text[]) AND calls > 0 LIMIT 1`;
    if (failed.length === 0) return [];
    return tx.$queryRaw<readonly Row[]>`
      SELECT stack.id AS "stackId", stack.name AS "stackName", server_id AS "serverId", tool_id AS "toolId",
        total.calls::float8 AS calls, total.failures::float8 AS failures
      FROM stack CROSS JOIN LATERAL (
        SELECT server_id, tool_id, sum(calls) AS calls,
          coalesce(sum(calls) FILTER (WHERE outcome = ANY(${FAILURES}::text[])), 0) AS failures
        FROM call_tool_hour
        WHERE account_id = ${accountId} AND stack_id = stack.id AND hour >= ${since}::timestamptz
          AND outcome = ANY(${COUNTED}::text[])
        GROUP BY server_id, tool_id) AS total
      WHERE stack.account_id = ${accountId} AND total.failures >= ${failureCount}::int
        AND total.failures * 100 >= total.calls * ${failurePercent}::int
      ORDER BY total.failures DESC, stack.id, tool_id LIMIT ${FOUND_MAX}::int`;
  });
  return {
    kind: 'failing_tool',
    alerts: rows.map((row) => {
      const { stackId, stackName, serverId, toolId, calls, failures } = row;
      return {
        kind: 'failing_tool' as const,
        subject: `failing_tool ${stackId} ${toolId}`,
        stackId,
        details: { stack_name: stackName, server_id: serverId, tool_id: toolId, calls, failures, hours: failureHours },
      };
    }),
    isComplete: rows.length < FOUND_MAX,
  };
}
