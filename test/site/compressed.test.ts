import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocuments } from '../../src/site/documents.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

type TestRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The raw response, because `fetch` would decode it. */
const ask = (path: string, { method = 'GET', headers = {}, body }: TestRequest = {}) =>
  new Promise<{ readonly status: number; readonly headers: Record<string, unknown>; readonly bytes: Buffer }>(
    (resolve, reject) => {
      request(world.url + path, { method, headers }, (response) => {
        const { statusCode: status = 0 } = response;
        buffer(response).then((bytes) => resolve({ status, headers: response.headers, bytes }), reject);
      })
        .on('error', reject)
        .end(body);
    },
  );

const taking = (encodings: string) => ({ headers: { 'accept-encoding': encodings } });

/** Everything public that is the same for everyone. */
const PUBLIC = [
  ...[
    '/openapi.json',
    '/reference',
    '/reference/stacks',
    '/docs/sections.json',
    '/llms.txt',
    '/llms-full.txt',
    '/docs',
  ],
  ...readDocuments().flatMap(({ name }) => [`/docs/${name}`, `/docs/${name.replace(/\.md$/, '')}`]),
];
const DECODED = { br: brotliDecompressSync, gzip: gunzipSync } as const;

it('compresses public content, each encoding with its own ETag', async () => {
  const sizes: (readonly [path: string, plain: number, br: number, gzip: number])[] = [];
  for (const path of someOf(PUBLIC, 8)) {
    const plain = await ask(path);
    expect([path, plain.status, plain.headers['content-encoding']]).toEqual([path, 200, undefined]);
    expect(plain.headers['vary'], path).toBe('accept-encoding');
    const seen = [{ encoding: 'identity', ...plain }];
    for (const [encoding, decode] of Object.entries(DECODED)) {
      const answer = await ask(path, taking(encoding));
      expect([path, answer.status, answer.headers['content-encoding']]).toEqual([path, 200, encoding]);
      expect(answer.headers['vary'], path).toBe('accept-encoding');
      expect(answer.headers['content-length'], path).toBe(String(answer.bytes.length));
      expect(decode(answer.bytes).equals(plain.bytes), path).toBe(true);
      expect(answer.headers['content-type'], path).toBe(plain.headers['content-type']);
      seen.push({ encoding, ...answer });
    }
    expect(new Set(seen.map(({ headers }) => headers['etag'])).size, path).toBe(3);
    for (const { encoding, headers } of seen) {
      const known = { 'accept-encoding': encoding, 'if-none-match': String(headers['etag']) };
      const { status, bytes, headers: answered } = await ask(path, { headers: known });
      expect([path, encoding, status, bytes.length]).toEqual([path, encoding, 304, 0]);
      expect([answered['etag'], answered['vary']]).toEqual([headers['etag'], 'accept-encoding']);
    }
    const [, br, gzip] = seen.map(({ bytes }) => bytes.length);
    sizes.push([path, plain.bytes.length, br ?? 0, gzip ?? 0]);
  }
  for (const [path, whole, br, gzip] of sizes) {
    expect(br, path).toBeLessThan(whole * 0.6);
    expect(gzip, path).toBeLessThan(whole * 0.6);
  }
  const large = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 8);
  const rows = large.map(([path, ...bytes]) => [path.padEnd(24), ...bytes.map((each) => String(each).padStart(9))]);
  process.stdout.write(
    `${sizes.length} answers; the largest: bytes, br, gzip\n${rows.map((row) => row.join('')).join('\n')}\n`,
  );
});

it('uses an accepted encoding, preferably brotli, and none by default', async () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    'gzip, deflate, br, zstd': 'br',
    'gzip, deflate': 'gzip',
    'br;q=0, gzip;q=0.1': 'gzip',
    'BR; Q=0.5': 'br',
    '*': 'br',
    '*;q=0.1, br;q=0': 'gzip',
    'gzip;q=nonsense': undefined,
    'zstd, deflate': undefined,
    identity: undefined,
    '': undefined,
    ',;,=': undefined,
  };
  for (const [accepted, encoding] of Object.entries(cases))
    expect([accepted, (await ask('/reference/stacks', taking(accepted))).headers['content-encoding']]).toEqual([
      accepted,
      encoding,
    ]);
});
