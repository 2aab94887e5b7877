import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { outletOf } from '../../src/graphql/connections/eventOutlet.ts';
import { keepAlive } from '../../src/graphql/connections/heartbeat.ts';
import { createWaitingRoom } from '../../src/graphql/connections/waitingRoom.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';

describe('a client that the network has lost', () => {
  it('is cut off, and one that answers is not', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => keepAlive(socket, 20));
    const port = await listenOnLoopback(server);
    const lost = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong: false });
    const alive = new WebSocket(`ws://127.0.0.1:${port}`);
    let pings = 0;
    alive.on('ping', () => {
      pings += 1;
    });
    expect(await new Promise((resolve) => lost.once('close', resolve))).toBe(1006);
    const before = pings;
    await eventually('the other is asked again', () => pings > before + 3);
    expect(alive.readyState).toBe(WebSocket.OPEN);
    alive.terminate();
    sockets.close();
    server.close();
  });
});

it('events on a stream that nobody reads stay where they come from', async () => {
  const out = new PassThrough();
  const event = { text: 'a'.repeat(70_000) };
  let taken = 0;
  const sent = [1, 2, 3].map(async (id) => {
    await outletOf(out).next(`${id}`, event);
    taken += 1;
  });
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(taken).toBe(0);
  out.resume();
  await Promise.all(sent);
  const failing = outletOf(out).complete('1');
  out.destroy();
  await expect(Promise.all([failing, outletOf(out).complete('2')])).rejects.toThrow();
});

it('a flood of sockets whose client says nothing closes those that have waited longest', () => {
  const closed: number[] = [];
  const room = createWaitingRoom(3);
  const leave = [1, 2, 3].map((each) => room.add(() => void closed.push(each)));
  leave[1]?.();
  room.add(() => void closed.push(4));
  expect(closed).toEqual([]);
  room.add(() => void closed.push(5));
  expect(closed).toEqual([1]);
  room.closeAll();
  room.add(() => void closed.push(6));
  expect(closed).toEqual([1, 3, 4, 5, 6]);
});
