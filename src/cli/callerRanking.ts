import type { UsageBreakdown } from '../generated/gql/graphql.ts';
import type { Api } from './api.ts';
import { usageError } from './exit.ts';
import { RankCallersDocument } from './operations/activity.ts';
import { type Result, table } from './output.ts';

/** The values of `--callers`, and the API's names. */
const KINDS: Readonly<Record<string, UsageBreakdown>> = { agent: 'AGENT', person: 'PERSON' };

export const CALLER_KINDS = Object.keys(KINDS).join(', ');

type CallersQuery = {
  readonly kind: string;
  readonly stackId: string | null;
  readonly since: string;
  readonly until?: string;
  readonly first: number;
};

/** The agents or people with the most calls. @throws CliError usage for another kind */
export async function rankCallers(api: Api, { kind, stackId, since, until, first }: CallersQuery): Promise<Result> {
  const by = KINDS[kind];
  if (by === undefined) throw usageError(`--callers must be one of ${CALLER_KINDS}`);
  const end = until ?? new Date().toISOString();
  // One bucket covers the whole period.
  const bucketSeconds = Math.max(1, Math.ceil((Date.parse(end) - Date.parse(since)) / 1_000));
  const { usageStatistics } = await api(RankCallersDocument, { by, stackId, since, until: end, bucketSeconds, first });
  const rows = (usageStatistics ?? []).map(({ callerId, caller, endUser, callCount, failureCount }) => ({
    ...{ caller_id: callerId, name: endUser ?? caller?.displayName ?? null, end_user: endUser },
    ...{ calls: callCount, failures: failureCount },
  }));
  return {
    json: rows,
    text: table(
      [kind.toUpperCase(), 'CALLS', 'FAILED', 'ID'],
      rows.map(({ name, calls, failures, caller_id: id }) => [name ?? '', calls, failures, id ?? '']),
      'No calls recorded in this period',
    ),
  };
}
