import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createCarriers } from '../../src/store/carriers.ts';
import { createHeartbeat } from '../../src/store/heartbeat.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { silentLog } from '../harness/log.ts';
import { closeAfterTest, openTestDatabase, startInstance } from './changesKit.ts';

/**
 * A proxy for the database at `url`: delays everything that the first listening session receives after its LISTEN by
 * `ms`.
 */
async function startSlowToNotify(url: string, ms: number): Promise<string> {
  const target = new URL(url);
  let isSlow = true;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    closeAfterTest(() => near.destroy());
    let isListening = false;
    near.on('data', (bytes) => {
      isListening ||= bytes.includes('LISTEN toolyard_beat');
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      near.write(bytes);
      if (!isListening || !isSlow) return;
      isSlow = false;
      far.pause();
      setTimeout(() => far.resume(), ms).unref();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
  });
  const port = await listenOnLoopback(server);
  closeAfterTest(() => server.close());
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
}

describe('LISTEN', () => {
  it('is not declared broken when a notification is a second late', async () => {
    const { url } = await openTestDatabase();
    const { changes } = await startInstance(await startSlowToNotify(url, 1_300));
    await eventually('a beat came back', () => changes.isLive);
    expect(changes.heartbeat.carrier).toBe('listen');
  });

  it('is retried ten seconds after it was found broken', async () => {
    const { url } = await openTestDatabase();
    const { changes } = await startInstance(await startSlowToNotify(url, 10_000));
    expect(changes.heartbeat.carrier).toBe('log');
    await eventually('it hears', () => changes.isLive);
    await eventually('it listens', () => changes.heartbeat.carrier === 'listen' && changes.isLive, 60_000);
  });
});

it('Redis is not opened by an instance that was closed meanwhile', async () => {
  const { url } = await openTestDatabase();
  let opened = 0;
  const redis = createServer((socket) => {
    opened += 1;
    closeAfterTest(() => socket.destroy());
  });
  const port = await listenOnLoopback(redis);
  closeAfterTest(() => redis.close());
  const carriers = createCarriers(
    { url, carrier: 'redis', redisUrl: `redis://127.0.0.1:${port}`, log: silentLog },
    { onPayload: () => undefined, onLiveGap: () => undefined },
  );
  const closing = new AbortController();
  const opening = carriers.open(createHeartbeat(0, carriers.now), closing.signal);
  closing.abort();
  carriers.close();
  const session = await opening;
  await session.ended;
  await session.client.end();
  // Connections are accepted in order.
  const last = connect(port, '127.0.0.1');
  await new Promise((resolve) => last.once('connect', resolve));
  await eventually('the last one', () => opened > 0);
  last.destroy();
  expect(opened).toBe(1);
});
