import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { lastingPort } from '../harness/listen.ts';

const BUCKET = 'files';
/** The one key that the server knows. */
const KEY = 'S3RVER';

/** An S3 server on this machine that checks signatures, with one bucket. */
export async function startBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'toolyard-bucket-'));
  const port = await lastingPort();
  const create = () =>
    new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: BUCKET }] });
  let server = create();
  await server.run();
  const urlOf = ({ key = KEY, secret = KEY, bucket = BUCKET, host = `127.0.0.1:${port}` } = {}): string =>
    `http://${key}:${secret}@${host}/${bucket}/some/prefix`;
  const objects = async (): Promise<readonly string[]> =>
    (await readdir(join(directory, BUCKET), { recursive: true })).filter((name) => name.endsWith('_object')).sort();
  return {
    port,
    urlOf,
    url: urlOf(),
    /** Paths of the stored objects. */
    objects,
    contents: async () =>
      Buffer.concat(await Promise.all((await objects()).map((name) => readFile(join(directory, BUCKET, name))))),
    stop: () => server.close(),
    async restart() {
      server = create();
      await server.run();
    },
    async close() {
      await server.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
