import type { Db, Log } from '../kernel/context.ts';
import { renewLeases } from './idempotentCall.ts';

/** The idempotency keys whose calls run in this process. */
export type Leases = {
  /** Holds a key's lease until the returned function is called. */
  hold(id: string): () => void;
};

/** Much shorter than a lease (`LEASE_SECONDS`), so that a slow database doesn't lose leases. */
const RENEW_MS = 3_000;

/**
 * Renews the leases of running calls in one batch. A dead or disconnected instance renews none, so others know within
 * seconds that its outcomes are unknown. Costs nothing while all calls are short. Created once per process.
 */
export function createLeases({ db, log }: { readonly db: Db; readonly log: Log }): Leases {
  const held = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  return {
    hold(id) {
      held.add(id);
      timer ??= setInterval(() => {
        renewLeases(db, [...held]).catch((error: unknown) => log.warn({ err: error }, 'leases were not renewed'));
      }, RENEW_MS).unref();
      return () => {
        held.delete(id);
        if (held.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}
