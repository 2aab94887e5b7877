import { afterAll, describe, expect, it, vi } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startWorld } from '../harness/world.ts';
import { openStream, sendTo } from './reservedStream.ts';
import { initSocket } from './socket.ts';

const WATCH = { query: 'subscription { auditEvents { action } }' };

const database = await createTestDatabase();
const here = await startWorld({ databaseUrl: database.url });
// Polling every few seconds would also end a connection, but these tests are about the notification.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
const there = await startWorld({ databaseUrl: database.url });
afterAll(async () => {
  vi.useRealTimers();
  for (const world of [there, here]) await world.close();
  await database.close();
});

describe('a key revoked at one instance', () => {
  it('closes its connections at another: a socket, and a stream with a subscription', async () => {
    const { key, apiKey } = await createApiKey(here.account.ctx, { name: 'revoked' });
    const socket = await initSocket(there.url, key);
    socket.send({ type: 'subscribe', id: 'one', payload: WATCH });
    const send = sendTo(there.url);
    const { token, ended, received } = await openStream(send, key);
    const begun = await send(key, 'POST', { token, body: { ...WATCH, extensions: { operationId: 'one' } } });
    expect(begun.status).toBe(202);
    await revokeApiKey(here.account.ctx, apiKey.id);
    expect((await socket.closed)[0]).toBe(4401);
    await ended;
    expect(received.text).toMatch('UNAUTHENTICATED');
    expect((await send(key, 'PUT')).status).toBe(401);
  });
});
