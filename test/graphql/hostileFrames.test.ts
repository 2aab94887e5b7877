import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { clientFrame, openRawSocket } from '../harness/rawSocket.ts';
import { startWorld, type World } from '../harness/world.ts';
import { initSocket, openSocket } from './socket.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const [CONTINUED, TEXT, PING, PONG] = [0x0, 0x1, 0x9, 0xa];
const FINAL = 0x80;
const MASKED = 0x80;

const frame = (opcode: number, content: string, flags = FINAL): Buffer => clientFrame(flags | opcode, content);
const rawSocket = (along: Buffer = Buffer.alloc(0), protocol?: string): Socket =>
  openRawSocket(world.url, along, protocol);

const ended = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

const BROKEN: readonly (readonly [label: string, bytes: Buffer])[] = [
  ['an opcode that there is none of', frame(0x3, '')],
  ['no mask', Buffer.from([FINAL | TEXT, 0])],
  ['a reserved bit', frame(TEXT, '', FINAL | 0x40)],
  ['a continuation of nothing', frame(CONTINUED, '')],
  ['a ping in parts', frame(PING, '', 0)],
  ['bytes that are no text', Buffer.from([FINAL | TEXT, MASKED | 1, 0, 0, 0, 0, 0xff])],
  ['a length beyond all', Buffer.from([FINAL | TEXT, MASKED | 127, ...Array.from({ length: 12 }, () => 0xff)])],
];
const PROTOCOLS = ['graphql-transport-ws', 'graphql-ws', ''];

const parts = (content: string, count: number): Buffer[] =>
  Array.from({ length: count }, () => frame(CONTINUED, content, 0));

/** The connection below a client's socket, to send invalid data. */
function beneath(socket: object): Socket {
  const inner: unknown = Reflect.get(socket, '_socket');
  if (!(inner instanceof Socket)) throw new Error('The client keeps its connection elsewhere');
  return inner;
}

describe('a broken frame', () => {
  it(`closes only its own connection, with any protocol: ${BROKEN.length * PROTOCOLS.length}`, async () => {
    const faults: unknown[] = [];
    const note = (fault: unknown): void => void faults.push(fault);
    process.prependListener('uncaughtException', note);
    const tries = PROTOCOLS.flatMap((protocol) => BROKEN.map(([, bytes]) => rawSocket(bytes, protocol)));
    await Promise.all(tries.map((socket) => ended(socket.resume())));
    process.off('uncaughtException', note);
    expect(faults).toEqual([]);
    (await initSocket(world.url, world.account.apiKey)).socket.terminate();
  });
});

const many = (opcode: number, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => frame(opcode, '')));

describe('a flood of frames', () => {
  it.each([
    ['pings', PING],
    ['pongs', PONG],
  ])('ends an account’s socket eventually: %s', async (_name, opcode) => {
    const { socket, send, messages, closed } = await initSocket(world.url, world.account.apiKey);
    beneath(socket).write(many(opcode, 500));
    send({ type: 'ping' });
    await eventually('it is open', () => messages.at(-1)?.type === 'pong');
    beneath(socket).write(many(opcode, 500));
    expect((await closed)[0]).toBe(1013);
  });

  it.each([
    ['pings', many(PING, 31), 1013],
    ['pongs', many(PONG, 31), 1013],
    ['parts of a message', Buffer.concat([frame(TEXT, 'x', 0), ...parts('x', 1_000)]), 1008],
    ['empty parts of a message', Buffer.concat([frame(TEXT, '', 0), ...parts('', 1_000)]), 1008],
  ])('closes its socket: %s', async (_name, bytes, code) => {
    const { socket, closed } = await openSocket(world.url);
    beneath(socket).write(bytes);
    expect((await closed)[0]).toBe(code);
  });
});
