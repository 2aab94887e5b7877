import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { AgentActor } from '../core/actor.ts';
import type { Change, Changes } from '../core/changes.ts';
import { createSlots } from '../core/limits/slots.ts';

/** One client's stream of changes. */
export type Stream = {
  /** What the SDK takes changes of this stack from. */
  readonly bus: ServerEventBus;
  /** `end` closes the stream in good order: when its time is over, or its token may be. */
  onEnd(end: () => void): void;
  /** The stream is closed, whoever closed it. */
  leave(): void;
};

/** All streams of this process; another instance's writes reach them as they reach caches. */
export type Listening = {
  /** Null when there are too many. @throws rate_limited when the account has too many */
  open(actor: AgentActor): Stream | null;
  endAll(): void;
};

const STREAMS_MAX = 1_024;
const STREAMS_PER_ENDPOINT_MAX = 16;
// A client that listens again shows its token again.
const STREAM_LIFETIME_MS = 10 * 60_000;

type Entry = { readonly actor: AgentActor; readonly tell: Set<(event: ServerEvent) => void>; end: () => void };

export function createListening(changes: Pick<Changes, 'subscribe' | 'onGap'>): Listening {
  const entries = new Set<Entry>();
  const endAll = (): void => {
    for (const entry of [...entries]) entry.end();
  };
  changes.subscribe((change) => {
    for (const entry of [...entries]) hear(entry, change);
  });
  // What was missed nobody knows; whoever listens again lists first.
  changes.onGap(endAll);
  const slots = createSlots('max_streams');
  const isFull = ({ endpointId }: AgentActor): boolean => {
    const own = [...entries].filter(({ actor }) => actor.endpointId === endpointId);
    return entries.size >= STREAMS_MAX || own.length >= STREAMS_PER_ENDPOINT_MAX;
  };
  return {
    endAll,
    open(actor) {
      if (isFull(actor)) return null;
      // One account's endpoints together get a share of all streams.
      const giveBack = slots.take(actor);
      const entry: Entry = { actor, tell: new Set(), end: () => undefined };
      entries.add(entry);
      const timer = setTimeout(() => entry.end(), STREAM_LIFETIME_MS).unref();
      return {
        bus: busOf(entry),
        onEnd(end) {
          entry.end = end;
        },
        leave() {
          clearTimeout(timer);
          entries.delete(entry);
          giveBack();
        },
      };
    },
  };
}

function hear({ actor, tell, end }: Entry, { kind, id }: Change): void {
  if (kind === 'tools' && id === actor.stackId) {
    for (const listener of tell) listener({ kind: 'tools_list_changed' });
  }
  const isOfToken =
    (kind === 'token' && id === actor.tokenId) ||
    (kind === 'endpoint' && id === actor.endpointId) ||
    (kind === 'stackDeleted' && id === actor.stackId);
  if (isOfToken) end();
}

const busOf = ({ tell }: Entry): ServerEventBus => ({
  publish: () => undefined,
  subscribe(listener) {
    tell.add(listener);
    return () => tell.delete(listener);
  },
});
