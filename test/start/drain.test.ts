import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { drain } from '../../src/start/drain.ts';
import { eventually } from '../harness/eventually.ts';
import { silentLog } from '../harness/log.ts';

const endless = () =>
  Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536);
    })(),
  );

describe('draining', () => {
  it('waits for a request that ends by itself, and aborts nothing', async () => {
    const app = Fastify();
    const { promise, resolve } = Promise.withResolvers<string>();
    let isAsked = false;
    app.get('/', () => {
      isAsked = true;
      return promise;
    });
    const answer = fetch(await app.listen({ port: 0 }));
    await eventually('the request runs', () => isAsked);
    const abortCalls = vi.fn(async () => undefined);
    const drained = drain(app, { log: silentLog, abortCalls });
    resolve('done');
    expect(await (await answer).text()).toBe('done');
    await drained;
    expect(abortCalls).not.toHaveBeenCalled();
  });

  it('aborts what runs at the deadline, then hangs up on a client that does not read', async () => {
    const app = Fastify({ forceCloseConnections: 'idle' });
    app.get('/', (_request, reply) => reply.send(endless()));
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const client = connect(Number(port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'readable');
    client.on('error', () => undefined);
    const abortCalls = vi.fn(async () => undefined);
    const closed = once(client.resume(), 'close');
    client.pause();
    await drain(app, {
      log: silentLog,
      drainMs: 50,
      lastWordsMs: 50,
      abortCalls,
    });
    expect(abortCalls).toHaveBeenCalledOnce();
    client.resume();
    await closed;
  });
});
