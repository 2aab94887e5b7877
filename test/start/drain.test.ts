import { once } from 'node:events';
import { connect, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { createDrain } from '../../src/start/drain.ts';
import { eventually } from '../harness/eventually.ts';
import { silentLog } from '../harness/log.ts';

const AT_ONCE = { log: silentLog, lameDuckMs: 0, hurry: new AbortController().signal };

const connectionsOf = (server: Server) => promisify(server.getConnections.bind(server))();

const endless = () =>
  Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536);
    })(),
  );

describe('shutdown', () => {
  it('waits for a request that finishes, and aborts nothing', async () => {
    const app = Fastify();
    const drain = createDrain(app);
    const { promise, resolve } = Promise.withResolvers<string>();
    let isRequested = false;
    app.get('/', () => {
      isRequested = true;
      return promise;
    });
    const answer = fetch(await app.listen({ port: 0 }));
    await eventually('the request runs', () => isRequested);
    const cutOffCalls = vi.fn();
    const drained = drain({ ...AT_ONCE, drainMs: 60_000, cutOffCalls });
    resolve('done');
    expect(await (await answer).text()).toBe('done');
    await drained;
    expect(cutOffCalls).not.toHaveBeenCalled();
  });

  it('answers connected clients even before their connection is accepted', async () => {
    const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
    const drain = createDrain(app);
    app.get('/', (_request, reply) => reply.header('connection', 'close').send('served'));
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    // The operating system accepts all of these connections before the event loop's next turn.
    const answers = Array.from({ length: 100 }, () => {
      const client = connect(Number(port), '127.0.0.1');
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      return text(client).catch((error: Error) => error.message);
    });
    await drain({ ...AT_ONCE, drainMs: 60_000, cutOffCalls: vi.fn() });
    const served = (await Promise.all(answers)).filter((answer) => answer.endsWith('served'));
    expect(served).toHaveLength(answers.length);
  });

  it('does not wait for a keep-alive connection', async () => {
    const app = Fastify({ forceCloseConnections: 'idle' });
    const drain = createDrain(app);
    const { promise, resolve } = Promise.withResolvers<string>();
    app.get('/', () => promise);
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const client = connect(Number(port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually('the request runs', async () => (await connectionsOf(app.server)) === 1);
    const cutOffCalls = vi.fn();
    const drained = drain({ ...AT_ONCE, drainMs: 60_000, cutOffCalls });
    resolve('done');
    await drained;
    expect(cutOffCalls).not.toHaveBeenCalled();
    client.destroy();
  });

  it('does not wait for unused connections', async () => {
    const app = Fastify({ forceCloseConnections: 'idle' });
    const drain = createDrain(app);
    app.get('/', () => 'served');
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const clients = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
    const ended = clients.map((client) => once(client.resume(), 'close'));
    await eventually('all are connected', async () => (await connectionsOf(app.server)) === clients.length);
    const cutOffCalls = vi.fn();
    await drain({ ...AT_ONCE, drainMs: 60_000, cutOffCalls });
    await Promise.all(ended);
    expect(cutOffCalls).not.toHaveBeenCalled();
  });

  it('aborts running requests at the deadline, then disconnects a client that does not read', async () => {
    const app = Fastify({ forceCloseConnections: 'idle' });
    const drain = createDrain(app);
    app.get('/', (_request, reply) => reply.send(endless()));
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const client = connect(Number(port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'readable');
    client.on('error', () => undefined);
    const cutOffCalls = vi.fn();
    const closed = once(client.resume(), 'close');
    client.pause();
    await drain({ ...AT_ONCE, drainMs: 50, finalAnswersMs: 50, cutOffCalls });
    expect(cutOffCalls).toHaveBeenCalledOnce();
    client.resume();
    await closed;
  });

  it('keeps serving while load balancers react, until the operator asks again', async () => {
    const app = Fastify();
    const drain = createDrain(app);
    app.get('/', () => 'served');
    const url = await app.listen({ port: 0 });
    const hurry = new AbortController();
    const cutOffCalls = vi.fn();
    const drained = drain({ ...AT_ONCE, lameDuckMs: 60_000, drainMs: 60_000, hurry: hurry.signal, cutOffCalls });
    expect(await (await fetch(url)).text()).toBe('served');
    hurry.abort();
    await drained;
    await expect(fetch(url)).rejects.toThrow();
  });
});
