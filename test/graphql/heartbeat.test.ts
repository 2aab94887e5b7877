import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { keepAlive } from '../../src/graphql/connections/heartbeat.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';

const server = createServer();
const sockets = new WebSocketServer({ server, autoPong: false });
let url = '';
beforeAll(async () => {
  url = `ws://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  sockets.close();
  server.close();
});

/** A socket and the server's end of it. */
async function connected(
  everyMs: number,
  autoPong = true,
  yieldIfBusy = (): Promise<void> | null => null,
): Promise<{ client: WebSocket; ours: WebSocket }> {
  const begun = new Promise<WebSocket>((resolve) => sockets.once('connection', resolve));
  const client = new WebSocket(url, { autoPong });
  const ours = await begun;
  keepAlive(ours, { everyMs, yieldIfBusy });
  await new Promise((resolve) => client.once('open', resolve));
  return { client, ours };
}

const closeOf = (socket: WebSocket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

describe('a client', () => {
  it('that lost its network is cut off, and one that responds is not', async () => {
    // The test advances the timers after each response, so that slow responses on a busy machine don't matter.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lost = await connected(60_000, false);
    const alive = await connected(60_000);
    const beat = async (): Promise<void> => {
      const answered = new Promise((resolve) => alive.ours.once('pong', resolve));
      vi.advanceTimersByTime(60_000);
      await answered;
    };
    const cut = closeOf(lost.client);
    await beat();
    expect(lost.ours.readyState).toBe(WebSocket.OPEN);
    for (let each = 0; each < 4; each += 1) await beat();
    expect(await cut).toBe(1006);
    expect(alive.client.readyState).toBe(WebSocket.OPEN);
    alive.client.terminate();
  });

  it('that reads nothing is cut off, whatever it sends unasked', async () => {
    const { client } = await connected(20, false);
    const talking = setInterval(() => client.pong('unasked'), 1);
    expect(await closeOf(client)).toBe(1006);
    clearInterval(talking);
  });

  it('gets pongs for its pings, but not while it reads none', async () => {
    const { client, ours } = await connected(60_000);
    const answer = new Promise((resolve) => client.once('pong', (content) => resolve(String(content))));
    client.ping('anyone?');
    expect(await answer).toBe('anyone?');
    let turns = 0;
    ours.on('ping', () => {
      turns += 1;
    });
    client.pause();
    const count = 150_000;
    for (let each = 0; each < count; each += 1) client.ping('x'.repeat(125));
    await eventually('all have come', () => turns === count, 20_000);
    process.stdout.write(`${count} pings of which no answer is read: ${ours.bufferedAmount} bytes wait\n`);
    expect(ours.bufferedAmount).toBeLessThan(65_536);
    client.terminate();
  });

  it('that pings again early gets one pong, with the data of its last ping', async () => {
    const turn = Promise.withResolvers<void>();
    const { client, ours } = await connected(60_000, true, () => turn.promise);
    const [pings, answered]: [string[], string[]] = [[], []];
    ours.on('ping', (content) => pings.push(String(content)));
    client.on('pong', (content) => answered.push(String(content)));
    for (let each = 1; each <= 50; each += 1) client.ping(`${each}`);
    await eventually('all have come', () => pings.length === 50);
    expect(answered).toEqual([]);
    turn.resolve();
    await eventually('it is answered', () => answered.length > 0);
    client.ping('later');
    await eventually('it is answered again', () => answered.includes('later'));
    expect(answered).toEqual(['50', 'later']);
    client.terminate();
  });
});
