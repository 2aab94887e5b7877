import { visibleEndpointIds } from '../endpoints/endpointLists.ts';
import type { Ctx } from '../kernel/context.ts';
import type { EndpointId } from '../kernel/ids.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { SUCCESS } from './outcome.ts';

/** The period of the figures. */
const DAY_MS = 24 * 60 * 60_000;
/** Calls of one stack that are read, the newest first. */
const CALLS_MAX = 20_000;

/** An endpoint's calls that one version of its stack served. */
export type VersionFigures = {
  /** Null for calls that an earlier release recorded. */
  readonly version: number | null;
  readonly callCount: number;
  readonly failureCount: number;
};

type FiguresRow = VersionFigures & { readonly endpointId: EndpointId };

/**
 * For each client endpoint that the caller may see, its calls of the last 24 hours by version, the newest version
 * first. Counts among the newest 20,000 calls of its stack. Endpoints without calls are absent.
 * @throws as `readHistory`
 */
export async function listVersionFigures(
  ctx: Ctx,
  endpoints: readonly EndpointId[],
): Promise<ReadonlyMap<EndpointId, readonly VersionFigures[]>> {
  const ids = await visibleEndpointIds(ctx.db, ctx.actor, endpoints);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const rows = await readHistory(
    ctx,
    (tx) => tx.$queryRaw<FiguresRow[]>`
      SELECT endpoint_id AS "endpointId", stack_version AS version, count(*)::int AS "callCount",
        (count(*) FILTER (WHERE outcome <> ${SUCCESS}))::int AS "failureCount"
      FROM (SELECT DISTINCT stack_id FROM client_endpoint WHERE id = ANY(${ids}::text[])) AS owner
        CROSS JOIN LATERAL (
          SELECT endpoint_id, stack_version, outcome FROM invocation
          WHERE stack_id = owner.stack_id AND at >= ${since} ORDER BY at DESC LIMIT ${CALLS_MAX}::int) AS call
      WHERE endpoint_id = ANY(${ids}::text[])
      GROUP BY endpoint_id, stack_version ORDER BY stack_version DESC NULLS LAST`,
  );
  return Map.groupBy(rows, ({ endpointId }) => endpointId);
}
