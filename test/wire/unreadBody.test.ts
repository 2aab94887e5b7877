import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BodyDrain, createBodyDrain, WAITING_MAX } from '../../src/wire/unreadBody.ts';
import { listenOnLoopback } from '../harness/listen.ts';

/* Bodies that are never read, over real connections to a server that responds before they arrive. */

const MIB = 1_048_576;
const PIECE_BYTES_MAX = 262_144;
const BODY = Buffer.alloc(4 * MIB);

let port = 0;
let disposal: BodyDrain;
let woken = 0;
/** The senders of bodies that arrived completely, in order. */
let ended: string[] = [];
let left: IncomingMessage[] = [];
/** Whether the service accepted each body. */
let added: boolean[] = [];
const agents: Agent[] = [];

// Node closes a connection that is silent for five seconds after a response. Nothing is sent here for that long.
const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
  const owner = String(incoming.headers['x-owner']);
  left.push(incoming.on('end', () => ended.push(owner)));
  added.push(disposal.add(incoming, owner));
  response.writeHead(429).end();
});
beforeAll(async () => {
  port = await listenOnLoopback(server);
});
afterAll(() => {
  for (const agent of agents) agent.destroy();
  server.close().closeAllConnections();
});
beforeEach(() => {
  [woken, ended, left, added] = [0, [], [], []];
  disposal = createBodyDrain(() => {
    woken += 1;
  });
});

/** Resolves on the response; the body continues to be sent. */
async function send(owner: string, body = BODY): Promise<void> {
  // Keeps the connection open, because one that closes at the response isn't read to its end.
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  const headers = { 'x-owner': owner, 'content-length': body.length };
  const outgoing = request({ port, method: 'POST', headers, agent });
  outgoing.on('error', () => undefined).end(body);
  const [answer] = await once(outgoing, 'response');
  expect(answer.statusCode).toBe(429);
  answer.resume();
}

const bytesRead = (): number => left.reduce((sum, { socket }) => sum + (socket?.bytesRead ?? 0), 0);

/** Turns of the event loop without a read, so that everything that can arrive does. */
async function wait(): Promise<void> {
  for (let at = 0; at < 20; at += 1) await nextTurn();
}

it('reads one piece per step, whatever has arrived, and finally all of it', async () => {
  await send('flood');
  const steps: number[] = [];
  for (let before = bytesRead(); ended.length === 0; before = bytesRead()) {
    await wait();
    disposal.step();
    steps.push(bytesRead() - before);
  }
  expect(Math.max(...steps)).toBeLessThanOrEqual(PIECE_BYTES_MAX);
  expect(bytesRead()).toBeGreaterThan(BODY.length);
  expect(woken).toBeGreaterThan(0);
  // After the end, there is nothing to read, and the connection is reusable.
  while (disposal.step()) await wait();
});

it('alternates between one sender’s bodies and many bodies of another', async () => {
  await Promise.all(Array.from({ length: 6 }, () => send('flood')));
  await send('once');
  while (!ended.includes('once')) {
    await wait();
    disposal.step();
  }
  // If all seven requests had taken turns, the owner's six floods would be nearly complete.
  const floods = left.filter(({ headers }) => headers['x-owner'] === 'flood');
  expect(floods.filter(({ socket }) => (socket?.bytesRead ?? 0) > BODY.length / 2)).toEqual([]);
});

/** Chunks that aren't read yet. */
function countWaiting(): number {
  let count = 0;
  while (disposal.step()) count += 1;
  return count;
}

it('keeps nothing of complete bodies, however many arrive over an idle connection', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // Each body fits into one read of Node, so the connection doesn't wait. The first part is nearly all of it.
  for (const [first, rest] of Array.from({ length: 40 }, (_, at) => [33_000 + at * 500, 12_000] as const)) {
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\nx-owner: flood\r\ncontent-length: ${first + rest}\r\n\r\n`);
    socket.write(Buffer.alloc(first));
    await once(socket, 'data');
    socket.write(Buffer.alloc(rest));
  }
  await wait();
  socket.destroy();
  expect(left.length).toBe(40);
  expect(countWaiting()).toBeLessThanOrEqual(1);
});

it('keeps nothing of a closed connection', async () => {
  await Promise.all(Array.from({ length: 6 }, () => send('flood')));
  await wait();
  const closed = left.map(({ socket }) => once(socket, 'close'));
  for (const { socket } of left) socket.destroy();
  await Promise.all(closed);
  expect(countWaiting()).toBe(0);
});

it('skips the bodies of a sender at its limit, and reads those of others', async () => {
  const small = BODY.subarray(0, MIB / 4);
  await Promise.all(Array.from({ length: WAITING_MAX }, () => send('flood', small)));
  while (left.some(({ readableLength }) => readableLength === 0)) await wait();
  await send('flood');
  await send('once');
  expect(added).toEqual([...Array.from({ length: WAITING_MAX }, () => true), false, true]);
});
