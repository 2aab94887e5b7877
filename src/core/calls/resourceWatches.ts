import { boundOf, boundReached } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { createSlots } from '../limits/slots.ts';
import { exposedName } from '../results/namespacing.ts';
import type { ToolFailure } from '../results/outcome.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import type { ResourceWatch } from './connector.ts';
import { type PassedReply, requestPassThrough } from './passThrough.ts';

const BOUND = 'max_resource_subscriptions';
const slots = createSlots(BOUND);
const byEndpoint = new Map<string, number>();

/**
 * Watches a resource of a stack, by its address there, until `until` is aborted. Resolves once updates can arrive, or
 * to the upstream's failure. Tested by `test/mcp/resourceUpdates.test.ts`.
 * @throws not_found when no server can own it; rate_limited at `max_resource_subscriptions`
 */
export async function watchResource(
  ctx: Ctx,
  snapshot: StackSnapshot,
  uri: string,
  { until, onUpdated, onLost }: ResourceWatch,
): Promise<PassedReply | ToolFailure> {
  const release = acquireSlots(ctx);
  const reply = await requestPassThrough(ctx, snapshot, {
    kind: 'resources',
    method: 'resources/read',
    name: uri,
    params: (own) => ({ uri: own }),
    watch: (server) => ({ until, onUpdated: (own) => onUpdated(exposedName(server, 'resources', own)), onLost }),
  }).catch((error: unknown) => {
    release();
    throw error;
  });
  if ('kind' in reply || until.aborted) release();
  else until.addEventListener('abort', release, { once: true });
  return reply;
}

function acquireSlots({ actor }: Ctx): () => void {
  const endpoint = actor.kind === 'agent' ? actor.endpointId : '';
  const own = byEndpoint.get(endpoint) ?? 0;
  const most = Math.ceil(boundOf(actor, BOUND) / 2);
  if (own >= most) throw boundReached(BOUND, most, 'rate_limited');
  const release = slots.acquire(actor);
  byEndpoint.set(endpoint, own + 1);
  return () => {
    release();
    const left = (byEndpoint.get(endpoint) ?? 1) - 1;
    if (left > 0) byEndpoint.set(endpoint, left);
    else byEndpoint.delete(endpoint);
  };
}
