import { createServer, request as forward } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFiles } from '../../src/cli/doctor/files.ts';
import { readConfig } from '../../src/config/config.ts';
import { parseFilesUrl } from '../../src/config/files.ts';
import { newFileId } from '../../src/core/kernel/ids.ts';
import { connectBucket } from '../../src/start/fileStore.ts';
import { contentOf, digestOf, startFilesWorld } from '../core/files/filesKit.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startBucket } from './bucket.ts';

const METRICS_TOKEN = 'scraper-scraper-scraper';
const LONG = 5 * 1_048_576;

let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());

describe('doctor reports', () => {
  it.each([
    ['a store that works', {}, 'ok', /stores, returns and deletes objects$/],
    ['an absent bucket', { bucket: 'absent' }, 'fail', /the bucket does not exist \(NoSuchBucket\)$/],
    ['an unknown key', { key: 'unknown' }, 'fail', /the access key is unknown \(InvalidAccessKeyId\)$/],
    [
      'a wrong secret',
      { secret: 'hunter2' },
      'fail',
      /the secret of the access key is wrong \(SignatureDoesNotMatch\)$/,
    ],
    ['an address without a store', { host: '127.0.0.1:1' }, 'fail', /connection refused/],
  ])('%s', async (_name, parts, state, message) => {
    const finding = await checkFiles(readConfig({ TOOLYARD_FILES_URL: bucket.urlOf(parts) }));
    expect(finding).toMatchObject({ check: 'files', state, message: expect.stringMatching(message) });
    expect(JSON.stringify(finding)).not.toMatch(/hunter2|S3RVER/);
    expect(await bucket.objects()).toEqual([]);
  });
});

/** A proxy to the store that treats each request as `next` says, and passes on the others. */
async function startProxy() {
  const next: ('fail' | 'cut')[] = [];
  const server = createServer((request, response) => {
    const fault = next.shift();
    if (fault === 'fail') return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    const { method, url: path, headers } = request;
    const onward = forward({ host: '127.0.0.1', port: bucket.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    if (fault !== 'cut') return void request.pipe(onward);
    request.once('data', (part: Buffer) => {
      onward.write(part);
      onward.destroy();
      request.destroy();
    });
  });
  const port = await listenOnLoopback(server);
  return {
    next,
    // The store signs for the host that it sees, which is the proxy's.
    url: bucket.urlOf({ host: `127.0.0.1:${port}` }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a segment', () => {
  const bytes = Buffer.concat([...contentOf('segment', 1_048_576)]);

  it('is stored despite a busy store and a connection that breaks, and never in part', async () => {
    const proxy = await startProxy();
    const store = await connectBucket(parseFilesUrl(proxy.url));
    const id = newFileId();
    proxy.next.push('cut', 'fail', 'cut');
    await store.write(id, 0, [bytes.subarray(0, 1_000), bytes.subarray(1_000)]);
    expect((await store.read(id, 0))?.equals(bytes)).toBe(true);
    proxy.next.push('cut', 'cut', 'cut', 'cut');
    await expect(store.write(id, 1, [bytes])).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store.read(id, 1)).toBeNull();
    await store.remove(id, 3);
    expect(await bucket.objects()).toEqual([]);
    await store.close();
    proxy.close();
  });
});

describe('the service', () => {
  const config = () => ({ files: parseFilesUrl(bucket.url), metricsToken: METRICS_TOKEN });

  it('shares files between instances, encrypted, and reports an outage', async () => {
    const lines: string[] = [];
    const options = { config: config(), log: { write: (line: string) => void lines.push(line) } };
    const one = await startFilesWorld(options);
    const exportFile = (name: string) => one.invoke(one.ours, 'drive_export', { name, bytes: LONG });
    const { body } = await exportFile('a');
    expect(await bucket.objects()).toHaveLength(5);
    const plain = [...contentOf('a', LONG)].slice(0, 1)[0]?.subarray(0, 64) ?? '';
    expect((await bucket.contents()).includes(plain)).toBe(false);
    const other = await one.startAnother();
    const sent = await one.invoke(one.ours, 'box_raw', { body: body.result.file }, '', other.url);
    expect([sent.status, one.upstream.last()?.digest]).toEqual([200, digestOf(contentOf('a', LONG))]);

    const readiness = async () => {
      const response = await fetch(`${one.world.url}/readyz`);
      return [response.status, (await response.json()).files];
    };
    const metric = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const text = await (await fetch(`${one.world.url}/metrics`, { headers })).text();
      return /^toolyard_file_store_up (.*)$/m.exec(text)?.[1];
    };
    await eventually('the first check', async () => (await readiness())[1] === 'ok');
    expect(await metric()).toBe('1');
    const received = one.upstream.received.length + 1;
    await bucket.stop();
    const failed = await exportFile('b');
    // Not 503, which would invite another call of a tool that has run.
    expect(failed).toMatchObject({ status: 500, body: { detail: expect.stringContaining('could not be stored') } });
    const sending = await one.invoke(one.ours, 'box_raw', { body: body.result.file });
    expect(sending).toMatchObject({ status: 503, retryAfter: '5' });
    expect(one.upstream.received).toHaveLength(received);
    expect(await one.world.operator.db.storedFile.count({ where: { name: 'b.bin' } })).toBe(0);
    expect([await readiness(), await metric()]).toEqual([[200, 'unavailable'], '0']);
    await bucket.restart();
    expect((await exportFile('c')).status).toBe(200);
    expect([await readiness(), await metric()]).toEqual([[200, 'ok'], '1']);
    expect(lines.join()).toContain('the file store fails');
    expect(lines.join()).not.toContain('S3RVER');
    await other.close();
    await one.close();
  });
});
