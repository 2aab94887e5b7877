import { z } from 'zod';
import type { Invocation } from '../../generated/prisma/client.ts';
import type { Log } from '../context.ts';

/** PostgreSQL channel on which instances tell each other what happens, for whoever watches. */
export const ACTIVITY_CHANNEL = 'toolyard_activity';

/** A call carries its whole row, which is small and has no payload; an audit event is read by those who watch its chain. */
export type ActivityEvent =
  | { readonly kind: 'call'; readonly call: Invocation }
  | { readonly kind: 'auditEvent'; readonly chain: string; readonly id: string };

export type ActivityListener = {
  hear(event: ActivityEvent): void;
  /** Events may have been missed. */
  miss(): void;
};

/** What happens on all instances, this one included, in the order in which it was committed. */
export type ActivityFeed = {
  /** Returns what ends it. */
  listen(listener: ActivityListener): () => void;
};

export type ActivityHub = ActivityFeed & {
  publish(payload: string): void;
  announceGap(): void;
};

const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    call: z.object({
      id: z.string(),
      accountId: z.string(),
      stackId: z.string(),
      serverId: z.string(),
      toolId: z.string(),
      endpointId: z.string().nullable(),
      outcome: z.string(),
      latencyMs: z.number(),
      inputBytes: z.number(),
      outputBytes: z.number(),
      at: z.iso.datetime().transform((text) => new Date(text)),
    }),
  }),
  z.object({ kind: z.literal('auditEvent'), chain: z.string(), id: z.string() }),
]);

/** The text of a notification. */
export const activityPayload = (event: ActivityEvent): string => JSON.stringify(event);

function parseEvent(payload: string): ActivityEvent | null {
  try {
    return eventSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

export function createActivityHub(log: Log): ActivityHub {
  const listeners = new Set<ActivityListener>();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(payload) {
      // Most of the time nobody watches, and then a call must cost nothing here.
      if (listeners.size === 0) return;
      const event = parseEvent(payload);
      if (event === null) log.warn({ bytes: payload.length }, 'an activity notification of unknown form was ignored');
      else for (const listener of [...listeners]) listener.hear(event);
    },
    announceGap() {
      for (const listener of [...listeners]) listener.miss();
    },
  };
}
