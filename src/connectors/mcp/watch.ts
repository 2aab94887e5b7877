import type { Client } from '@modelcontextprotocol/client';
import type { PassedAnswer, PassedRequest, ResourceWatch } from '../../core/calls/connector.ts';
import type { Egress } from '../egress/types.ts';
import { requestOptions } from './client.ts';
import { type ConnectedClient, type ConnectOptions, connectHttp, connectOlder } from './connect.ts';
import { NOT_OFFERED } from './result.ts';
import type { McpTarget } from './target.ts';

/**
 * Watches a resource over a separate connection, because a session of calls has no stream for updates.
 * @throws UpstreamFailure, and the SDK's errors
 */
export async function watchOverHttp(
  egress: Egress,
  target: McpTarget,
  request: PassedRequest,
  watch: ResourceWatch,
): Promise<PassedAnswer> {
  const { accountId, params } = request;
  const uri = String(params['uri']);
  const closing = new AbortController();
  const opening = AbortSignal.any([request.signal, watch.until]);
  const giveUp = () => closing.abort(opening.reason);
  opening.addEventListener('abort', giveUp, { once: true });
  try {
    const requester = { accountId, signal: closing.signal, onStreamLost: watch.onLost };
    const { client, transport } = await connectToWatch(egress, target, requester);
    const close = async () => {
      await transport.terminateSession().catch(() => undefined);
      await client.close();
      closing.abort();
    };
    client.setNotificationHandler('notifications/resources/updated', (notice) => watch.onUpdated(notice.params.uri));
    const isWatched = await subscribe(client, uri, request, watch).catch(async (error: unknown) => {
      await close();
      throw error;
    });
    if (!isWatched || watch.until.aborted) await close();
    else watch.until.addEventListener('abort', () => void close(), { once: true });
    return isWatched ? { kind: 'ok', result: {} } : NOT_OFFERED;
  } finally {
    opening.removeEventListener('abort', giveUp);
  }
}

const offersUpdates = (client: Client): boolean => client.getServerCapabilities()?.resources?.subscribe === true;

/** Connects in the revision with subscriptions: some servers of both eras offer them only in the older one. */
async function connectToWatch(egress: Egress, target: McpTarget, requester: ConnectOptions): Promise<ConnectedClient> {
  const connected = await connectHttp(egress, target, requester);
  if (connected.client.getProtocolEra() !== 'modern' || offersUpdates(connected.client)) return connected;
  const older = await connectOlder(egress, target, requester);
  if (older === null) return connected;
  await connected.client.close();
  return older;
}

/** Subscribes in the server's revision; false if the server offers no subscriptions. */
async function subscribe(
  client: Client,
  uri: string,
  request: PassedRequest,
  { onLost }: ResourceWatch,
): Promise<boolean> {
  if (!offersUpdates(client)) return false;
  if (client.getProtocolEra() !== 'modern') {
    await client.subscribeResource({ uri }, requestOptions(request));
    return true;
  }
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  void subscription.closed.then(onLost);
  return subscription.honoredFilter.resourceSubscriptions?.includes(uri) ?? false;
}
