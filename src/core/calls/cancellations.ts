import { randomUUID } from 'node:crypto';
import { CHANGE_CHANNEL, type Change, type Changes } from '../kernel/changes.ts';
import type { Ctx } from '../kernel/context.ts';
import { sha256Text } from '../lib/sha256.ts';
import { callerOf } from '../limits/caller.ts';

/** A request that its caller may cancel with another message, which may arrive at another instance. */
export type RunningRequest = { isCancelled: boolean; onCancel(): void };

/** The requests of this process that their callers may cancel. */
export type Cancellations = {
  /** Registers a request of the caller by its name. Returns a function that removes it. */
  note(ctx: Ctx, name: string, request: RunningRequest): () => void;
  /** Cancels the caller's request of this name on any instance. No effect if it has finished. */
  cancel(ctx: Ctx, name: string): Promise<void>;
};

/** `id` is hashed lazily, on the first cancel from another instance: most requests never need it. */
type Noted = { request: RunningRequest; id?: string };

/** The key of a request. Contains the caller, who can therefore name only its own requests. */
const keyOf = (ctx: Ctx, name: string): string => `${callerOf(ctx)} ${name}`;
/** Notification id for other instances; hashed, since names may be long. */
const idOf = (key: string): string => sha256Text(key, 'base64url');

/** Creates the cancellations, once per process. Tested by `test/mcp/cancel.test.ts`. */
export function createCancellations(changes: Pick<Changes, 'subscribe'>): Cancellations {
  const running = new Map<string, Noted>();
  const end = (key: string): boolean => {
    const request = running.get(key)?.request;
    if (!request) return false;
    request.isCancelled = true;
    request.onCancel();
    return true;
  };
  changes.subscribe((change) => {
    if (change.kind !== 'cancelled') return;
    for (const [key, noted] of [...running]) {
      noted.id ??= idOf(key);
      if (noted.id === change.id) end(key);
    }
  });
  return {
    note(ctx, name, request) {
      const key = keyOf(ctx, name);
      running.set(key, { request });
      return () => {
        // A client may have reused the name.
        if (running.get(key)?.request === request) running.delete(key);
      };
    },
    async cancel(ctx, name) {
      const key = keyOf(ctx, name);
      if (!end(key)) await announceNotice(ctx, { kind: 'cancelled', id: idOf(key) });
    },
  };
}

/** A change that writes nothing but its notice. */
type Notice = Extract<Change, { readonly kind: 'cancelled' | 'logLevel' | 'resourceSubscription' }>;

/** Announces a notice to other instances. Not audited, since no data changes. */
export async function announceNotice({ db, changes }: Ctx, notice: Notice): Promise<void> {
  const announcement = { id: randomUUID(), payloads: [JSON.stringify({ origin: changes.origin(), ...notice })] };
  await db.$executeRaw`
    WITH told AS (
      INSERT INTO change_log (id, channel, payloads)
      VALUES (${announcement.id}::uuid, ${CHANGE_CHANNEL}, ${announcement.payloads}::text[])
      RETURNING payloads
    )
    SELECT pg_notify(${CHANGE_CHANNEL}, payload) FROM told, unnest(payloads) AS payload`;
  changes.announce(announcement);
}
