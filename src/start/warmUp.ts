import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../core/kernel/context.ts';
import type { Database } from '../store/database.ts';

/** A start that takes longer is better finished cold. */
const WARM_UP_MS_MAX = 5_000;
/** Connections that the first requests find open. */
const CONNECTIONS = 2;

/** The code of agents' first requests, which is too large to load with everything else. */
const CODE: readonly (() => Promise<unknown>)[] = [
  async () => (await import('../mcp/server.ts')).loadAnswers(),
  () => import('../connectors/mcp/mcpHttp.ts'),
  () => import('../connectors/sse/mcpSse.ts'),
];

/**
 * Loads and opens everything that agents' first requests need, before this process accepts connections: another one may
 * serve them meanwhile. Part after part, so that the rest of the start goes on. Never rejects.
 */
export async function warmForAgents({ db }: Pick<Database, 'db'>, log: Log): Promise<void> {
  const startedAt = performance.now();
  const over = new AbortController();
  const warm = async (): Promise<true> => {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => db.$queryRaw`SELECT 1`));
    for (const load of CODE) {
      if (over.signal.aborted) break;
      await load();
      await nextTurn();
    }
    return true;
  };
  const late = delay(WARM_UP_MS_MAX, false, { signal: over.signal });
  const failed = (error: unknown): false => {
    log.warn({ err: error }, 'this process accepts connections before everything is loaded');
    return false;
  };
  const isWarm = await Promise.race([warm(), late]).catch(failed);
  over.abort();
  late.catch(() => undefined);
  log.debug({ isWarm, ms: Math.round(performance.now() - startedAt) }, 'warmed up');
}
