import type { EmptyResult } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { announceNotice } from '../core/calls/cancellations.ts';
import type { ResourceWatch } from '../core/calls/connector.ts';
import type { Changes } from '../core/kernel/changes.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { isJsonObject, isRecord, type JsonObject } from '../core/lib/json.ts';
import { lazily } from '../core/lib/lazily.ts';
import { sha256Text } from '../core/lib/sha256.ts';
import { callerOf } from '../core/limits/caller.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { openEvents } from './callStream.ts';
import type { Stream } from './listening.ts';

/** Loads the code with MCP's SDK, which a start does not need. */
const loadAsking = lazily(async () => {
  const [{ invalidParams }, { watchOne }] = await Promise.all([import('./call.ts'), import('./passThrough.ts')]);
  return { invalidParams, watchOne };
});

const URI_CHARS_MAX = 2_048;
const SESSION_URIS_MAX = 16;
/** Addresses of all sessions, in characters; the session that was unused longest loses its own first. */
const KEPT_CHARS_MAX = 16 * 1_024 * 1_024;

/** The subscriptions of one session. */
export type SessionUpdates = {
  /** @throws ProtocolError if the resource's server refuses */
  add(uri: string): Promise<EmptyResult>;
  remove(uri: string): Promise<EmptyResult>;
};

/**
 * Subscriptions of clients of the revisions with a handshake. They are in memory only, on every instance. A resource is
 * watched while its session's stream is open, on the instance that has the stream.
 */
export type ResourceUpdates = {
  /** The subscriptions of a caller's session. */
  of(ctx: Ctx, snapshot: StackSnapshot, session: string): SessionUpdates;
  /** Opens the session's stream of updates. It replaces an earlier one. */
  open(ctx: Ctx, snapshot: StackSnapshot, session: string, stream: Stream): Response;
};

/** The open stream of a session. */
type Standing = {
  readonly ctx: Ctx;
  readonly snapshot: StackSnapshot;
  readonly stream: Stream;
  readonly watches: Map<string, AbortController>;
  send(uri: string): void;
};

/** Sessions belong to their caller. */
const keyOf = (session: string, caller: string): string => `${session} ${caller}`;
const digestOf = (ctx: Ctx): string => sha256Text(callerOf(ctx), 'base64url');

/** Creates the subscriptions, once per process. Tested by `test/mcp/resourceUpdates.test.ts`. */
export function createResourceUpdates(changes: Pick<Changes, 'subscribe'>): ResourceUpdates {
  const sessions = new LRUCache<string, ReadonlySet<string>>({
    maxSize: KEPT_CHARS_MAX,
    sizeCalculation: (uris) => [...uris].reduce((sum, { length }) => sum + length, 1_024),
  });
  const streams = new Map<string, Standing>();
  const note = (key: string, uri: string, isOn: boolean): void => {
    const uris = new Set(sessions.get(key));
    if (isOn) uris.add(uri);
    else uris.delete(uri);
    if (uris.size === 0) sessions.delete(key);
    else sessions.set(key, uris);
    if (!isOn) streams.get(key)?.watches.get(uri)?.abort();
  };
  changes.subscribe((change) => {
    if (change.kind !== 'resourceSubscription') return;
    const key = keyOf(change.id, change.caller);
    const standing = streams.get(key);
    note(key, change.uri, change.isOn);
    if (standing && change.isOn) void rewatch(standing, change.uri);
  });
  const notifyUpstream = (ctx: Ctx, session: string, uri: string, isOn: boolean) =>
    announceNotice(ctx, { kind: 'resourceSubscription', id: session, caller: digestOf(ctx), uri, isOn });
  return {
    of: (ctx, snapshot, session) => ({
      async add(uri) {
        const key = keyOf(session, digestOf(ctx));
        const { invalidParams } = await loadAsking();
        if (uri.length > URI_CHARS_MAX) throw invalidParams(`The address is over ${URI_CHARS_MAX} characters`);
        if ((sessions.get(key)?.size ?? 0) >= SESSION_URIS_MAX && !sessions.get(key)?.has(uri))
          throw invalidParams(`A session can watch at most ${SESSION_URIS_MAX} resources`);
        const standing = streams.get(key);
        // Without the stream here, the server is only asked whether it accepts the subscription.
        await (standing ? watchOn(standing, uri, ctx) : tryWatch(ctx, snapshot, uri));
        note(key, uri, true);
        await notifyUpstream(ctx, session, uri, true);
        return {};
      },
      async remove(uri) {
        note(keyOf(session, digestOf(ctx)), uri, false);
        await notifyUpstream(ctx, session, uri, false);
        return {};
      },
    }),
    open(ctx, snapshot, session, stream) {
      const key = keyOf(session, digestOf(ctx));
      streams.get(key)?.stream.end();
      const { response, send, end } = openEvents(stream.leave);
      const standing: Standing = {
        ctx,
        snapshot,
        stream,
        watches: new Map(),
        send: (uri) =>
          send(
            JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } }),
            'droppable',
          ),
      };
      streams.set(key, standing);
      const close = (): void => {
        end();
        stream.leave();
      };
      stream.onEnd(close);
      ctx.signal.addEventListener('abort', close, { once: true });
      stream.ended.addEventListener('abort', () => {
        if (streams.get(key) === standing) streams.delete(key);
      });
      for (const uri of sessions.get(key) ?? []) void rewatch(standing, uri);
      return response;
    },
  };
}

/** A resource that can't be watched any more counts as changed: its client learns more when it reads it. */
const rewatch = (standing: Standing, uri: string): Promise<void> =>
  watchOn(standing, uri, standing.ctx).catch(() => standing.send(uri));

/** Watches a resource for an open stream, with the rights of `ctx`. */
async function watchOn({ snapshot, stream, watches, send }: Standing, uri: string, ctx: Ctx): Promise<void> {
  if (watches.has(uri)) return;
  const own = new AbortController();
  watches.set(uri, own);
  own.signal.addEventListener('abort', () => watches.delete(uri));
  const until = AbortSignal.any([own.signal, stream.ended]);
  try {
    const { watchOne } = await loadAsking();
    await watchOne(ctx, snapshot, { uri, era: 'legacy', watch: { until, onUpdated: send, onLost: stream.end } });
  } catch (error) {
    own.abort();
    throw error;
  }
}

async function tryWatch(ctx: Ctx, snapshot: StackSnapshot, uri: string): Promise<void> {
  const trying = new AbortController();
  const watch: ResourceWatch = { until: trying.signal, onUpdated: () => undefined, onLost: () => undefined };
  const { watchOne } = await loadAsking();
  await watchOne(ctx, snapshot, { uri, era: 'legacy', watch }).finally(() => trying.abort());
}

/**
 * Watches the resources that a `subscriptions/listen` request names, while its stream is open. Returns the request with
 * those that can be watched; the client learns them from the acknowledgement.
 */
export async function watchNamed(
  body: JsonObject,
  ctx: Ctx,
  snapshot: StackSnapshot,
  { ended: until, send, end: onLost }: Stream,
): Promise<JsonObject> {
  const { params } = body;
  const filters = isJsonObject(params) ? params['notifications'] : undefined;
  const uris = isRecord(filters) ? filters['resourceSubscriptions'] : undefined;
  if (!isJsonObject(params) || !isJsonObject(filters) || !Array.isArray(uris)) return body;
  const requestedUris = new Set(uris.filter((uri) => typeof uri === 'string'));
  const watch = { until, onUpdated: (uri: string) => send({ kind: 'resource_updated', uri }), onLost };
  const { watchOne } = await loadAsking();
  const watched = await Promise.all(
    [...requestedUris].map((uri) =>
      watchOne(ctx, snapshot, { uri, era: 'modern', watch }).then(
        () => [uri],
        () => [],
      ),
    ),
  );
  const notifications = { ...filters, resourceSubscriptions: watched.flat() };
  return { ...body, params: { ...params, notifications } };
}
