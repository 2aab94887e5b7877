import type { Socket } from 'node:net';
import { clientFrame, openRawSocket } from '../../../test/harness/rawSocket.ts';
import { type Attack, type Attacker, attack, flood } from '../attack.ts';
import type { Answer } from '../client.ts';
import { must, mutate } from '../objects.ts';

const SUBSCRIPTION = { query: 'subscription { auditEvents { id action } }' };
const WIDTH = 16;
const STRANGERS = 600;
const KNOWN = 64;

const [TEXT, PING, PART_OF_TEXT] = [0x81, 0x89, 0x01];

/** A connection that requests a WebSocket, sends `said`, and reads no responses. */
function openSocket({ url, note }: Attacker, bytes: Buffer): Socket {
  const socket = openRawSocket(url, bytes);
  socket.once('data', (answer) => {
    note({ status: Number(/ (\d{3}) /.exec(answer.toString('latin1'))?.[1] ?? 0), text: '' });
    socket.pause();
  });
  return socket;
}

/** Keeps `count` of these connections open, reopens each one that ends, and sends `more` on all of them. */
async function keepOpen(attacker: Attacker, count: number, bytes: Buffer, more: Buffer, until: AbortSignal) {
  const open = new Set<Socket>();
  const again = (): void => {
    const socket = openSocket(attacker, bytes);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (!until.aborted) again();
    });
  };
  for (let at = 0; at < count; at += 1) again();
  const talk = setInterval(() => {
    for (const socket of open) if (socket.writable && !socket.writableNeedDrain) socket.write(more);
  }, 100);
  await new Promise((resolve) => until.addEventListener('abort', resolve));
  clearInterval(talk);
  for (const socket of open) socket.destroy();
}

const messageOf = (message: object): Buffer => {
  const bytes = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([TEXT, 0x80 | 126, bytes.length >> 8, bytes.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, bytes]);
};

/** Reserves event streams, opens every second one, and never reads it while its data changes. */
const reservedStreams = attack({
  name: 'reserved-streams',
  description: `event streams reserved ${WIDTH} at a time, with subscriptions that are never read`,
  isShort: true,
  run: (attacker, _none, until) => {
    const { url, apiKey } = attacker;
    const send = (method: string, token?: string, body?: object): Promise<Response> =>
      fetch(`${url}/graphql`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...(token !== undefined && { 'x-graphql-event-stream-token': token }),
        },
        signal: until,
        ...(body && { body: JSON.stringify(body) }),
      });
    const one = async (at: number): Promise<Answer> => {
      const reserved = await send('PUT');
      const token = await reserved.text();
      if (reserved.status !== 201) return { status: reserved.status, text: token };
      if (at % 2 === 0) void send('GET', token).catch(() => undefined);
      const begun = await send('POST', token, { ...SUBSCRIPTION, extensions: { operationId: '1' } });
      if (at % 4 === 0) attacker.note(await mutate(attacker, 'createStack', { name: `reserved ${at}` }));
      return { status: begun.status, text: await begun.text() };
    };
    return flood(attacker, { width: WIDTH, until }, (at) => one(at).catch(() => ({ status: 0, text: '' })));
  },
});

/** Attacks with long-lived connections, and with registry responses. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  reservedStreams,
  attack({
    name: 'strange-sockets',
    description: `${STRANGERS} unauthenticated WebSockets that send pings and one-byte parts of messages`,
    isShort: true,
    run: (attacker, _none, until) => {
      const pings = Buffer.concat(Array.from({ length: 100 }, () => clientFrame(PING, 'x'.repeat(125))));
      const parts = Buffer.concat([
        clientFrame(PART_OF_TEXT, 'x'),
        ...Array.from({ length: 20 }, () => clientFrame(0, 'x')),
      ]);
      return keepOpen(attacker, STRANGERS, pings, Buffer.concat([parts, pings]), until);
    },
  }),
  attack({
    name: 'known-sockets',
    description: `${KNOWN} WebSockets of one account that subscribe and read nothing, while the watched data changes`,
    isShort: true,
    run: async (attacker, _none, until) => {
      const payload = { authorization: `Bearer ${attacker.apiKey}` };
      const init = messageOf({ type: 'connection_init', payload });
      const subscribe = messageOf({ type: 'subscribe', id: 'one', payload: SUBSCRIPTION, more: 'x'.repeat(60) });
      const ping = messageOf({ type: 'ping', payload: { text: 'x'.repeat(30_000) } });
      const bytes = Buffer.concat([init, subscribe]);
      void flood(attacker, { width: 4, until }, (at) => mutate(attacker, 'createStack', { name: `known ${at}` }));
      await keepOpen(attacker, KNOWN, bytes, ping, until);
    },
  }),
  attack({
    name: 'registry-browsing',
    description: 'questions to an MCP registry that answers with two megabytes, 24 at once, none of them twice',
    isShort: true,
    prepare: (attacker) => must(attacker.client.send('POST', '/graphql', { query: '{ viewer { scopes } }' })),
    run: (attacker, _none, until) =>
      flood(attacker, { width: 24, until }, (at) => {
        const query = `{ registryServers(search: "${at}", first: 100) { nodes { name description way } endCursor } }`;
        return attacker.client.send('POST', '/graphql', { query });
      }),
  }),
];
