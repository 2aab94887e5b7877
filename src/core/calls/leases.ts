import type { Db, Log } from '../context.ts';
import { renewLeases } from './idempotentCall.ts';

/** The idempotency keys whose calls run in this process. */
export type Leases = {
  /** Keeps a key taken until what it returns is called. */
  hold(id: string): () => void;
};

/** Well below how long a lease lasts (`LEASE_SECONDS`), so that a slow database costs nobody the key. */
const RENEW_MS = 3_000;

/**
 * Renews the leases of running calls together: an instance that dies, or is cut off from the database, renews none, and
 * others then know within seconds that nobody knows how its calls ended. Costs nothing while no call takes long. Made
 * once per process.
 */
export function createLeases({ db, log }: { readonly db: Db; readonly log: Log }): Leases {
  const held = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  const renew = (): void => {
    renewLeases(db, [...held]).catch((error: unknown) => log.warn({ err: error }, 'leases were not renewed'));
  };
  return {
    hold(id) {
      held.add(id);
      timer ??= setInterval(renew, RENEW_MS).unref();
      return () => {
        held.delete(id);
        if (held.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}
