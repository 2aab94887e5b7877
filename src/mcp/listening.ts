import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { AgentActor } from '../core/kernel/actor.ts';
import type { Change, Changes } from '../core/kernel/changes.ts';
import { createSlots } from '../core/limits/slots.ts';

/** One client's open stream of changes. */
export type Stream = {
  /** The SDK's source of changes for this stack. */
  readonly bus: ServerEventBus;
  readonly ended: AbortSignal;
  /** Sends a change to this client only. */
  send(event: ServerEvent): void;
  end(): void;
  /** `end` closes the stream properly when its lifetime is over, or when its token may have expired. */
  onEnd(end: () => void): void;
  /** Called when either side closes the stream. */
  leave(): void;
};

/** All open streams of this process. They learn of changes on other instances like caches do. */
export type Listening = {
  /** Null when the process has too many open. @throws rate_limited when the account has too many */
  open(actor: AgentActor): Stream | null;
  endAll(): void;
};

const STREAMS_MAX = 1_024;
const STREAMS_PER_ENDPOINT_MAX = 16;
// Bounds how long a revoked token could listen: a client that reconnects sends its token again.
const STREAM_LIFETIME_MS = 10 * 60_000;

type Entry = { readonly actor: AgentActor; readonly listeners: Set<(event: ServerEvent) => void>; end: () => void };

export function createListening(
  changes: Pick<Changes, 'subscribe' | 'onMissedEvents'>,
  now = () => new Date(),
): Listening {
  const entries = new Set<Entry>();
  const slots = createSlots('max_streams');
  const endAll = (): void => {
    for (const entry of [...entries]) entry.end();
  };
  changes.subscribe((change) => {
    for (const entry of [...entries]) onChange(entry, change);
  });
  // Changes may have been missed, so every stream ends: clients list again when they reconnect.
  changes.onMissedEvents(endAll);
  return {
    endAll,
    open(actor) {
      const own = [...entries].filter((each) => each.actor.endpointId === actor.endpointId);
      if (entries.size >= STREAMS_MAX || own.length >= STREAMS_PER_ENDPOINT_MAX) return null;
      // All endpoints of an account share its slots for streams.
      const release = slots.acquire(actor);
      const entry: Entry = { actor, listeners: new Set(), end: () => undefined };
      entries.add(entry);
      const tokenMs = actor.expiresAt ? Math.max(0, actor.expiresAt.getTime() - now().getTime()) : STREAM_LIFETIME_MS;
      const timer = setTimeout(() => entry.end(), Math.min(STREAM_LIFETIME_MS, tokenMs)).unref();
      const left = new AbortController();
      return {
        bus: {
          publish: () => undefined,
          subscribe(listener) {
            entry.listeners.add(listener);
            return () => entry.listeners.delete(listener);
          },
        },
        ended: left.signal,
        send: (event) => sendToAll(entry, event),
        end: () => entry.end(),
        onEnd(end) {
          entry.end = end;
        },
        leave() {
          clearTimeout(timer);
          entries.delete(entry);
          release();
          left.abort();
        },
      };
    },
  };
}

function sendToAll({ listeners }: Entry, event: ServerEvent): void {
  for (const listener of listeners) listener(event);
}

function onChange(entry: Entry, { kind, id }: Change): void {
  const { actor, end } = entry;
  if (kind === 'tools' && id === actor.stackId) sendToAll(entry, { kind: 'tools_list_changed' });
  const isOfToken =
    (kind === 'token' && id === actor.tokenId) ||
    (kind === 'endpoint' && id === actor.endpointId) ||
    (kind === 'stackDeleted' && id === actor.stackId);
  if (isOfToken) end();
}
