import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import { CREDENTIAL } from './credential.ts';
import { listenOnLoopback } from './listen.ts';
import { petshopDocument } from './petshopDocument.ts';

/** A request as it arrived, for assertions on the bytes sent. */
export type RecordedRequest = {
  readonly method: string;
  /** Path and query, still encoded. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

export type HttpApi = {
  /** `http://127.0.0.1:<port>`, no trailing slash. */
  readonly url: string;
  readonly port: number;
  /** An OpenAPI 3.0 document of the API, with `url` as its server. */
  readonly document: Record<string, unknown>;
  readonly requests: readonly RecordedRequest[];
  /** The number of requests that were cancelled before their response was complete. */
  countAbandoned(): number;
  /** The last request that arrived. */
  last(): RecordedRequest;
  close(): Promise<void>;
};

type Reply = (request: RecordedRequest, response: ServerResponse, url: URL) => void;

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

const encoded = (response: ServerResponse, encoding: string, body: Buffer): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body);
};

const echo: Reply = (request, response, url) =>
  json(response, 200, {
    method: request.method,
    path: url.pathname,
    query: url.search,
    body: request.body.toString('utf8'),
    type: request.headers['content-type'] ?? null,
  });

const huge: Reply = (_request, response, url) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const chunk = Buffer.alloc(65_536, 'x');
  const chunks = Number(url.searchParams.get('bytes') ?? '0') / chunk.length;
  for (let sent = 0; sent < chunks; sent += 1) response.write(chunk);
  response.end();
};

const status: Reply = (_request, response, url) => {
  const code = Number(url.pathname.split('/').at(-1));
  const retry: Record<string, string> = code === 429 ? { 'retry-after': '7' } : {};
  json(response, code, { error: { message: `no\nluck at http://x.test/?key=1` } }, retry);
};

const secured =
  (isGood: (request: RecordedRequest, url: URL) => boolean): Reply =>
  (request, response, url) =>
    isGood(request, url) ? json(response, 200, { welcome: true }) : json(response, 401, { message: 'Bad credentials' });

const SMALL = Buffer.from(JSON.stringify({ packed: true }));

const ROUTES: Readonly<Record<string, Reply>> = {
  '/redirect/same': (_request, response) => response.writeHead(302, { location: '/echo/landed' }).end('moved'),
  '/redirect/keep': (_request, response) => response.writeHead(307, { location: '/echo/kept' }).end(),
  '/redirect/loop': (_request, response) => response.writeHead(302, { location: '/redirect/loop' }).end(),
  '/redirect/to': (_request, response, url) =>
    response.writeHead(302, { location: url.searchParams.get('url') ?? '/' }).end(),
  '/slow/headers': () => undefined,
  // Never silent for long, and never complete.
  '/slow/drip': (_request, response) => {
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  },
  '/slow/body': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('first');
  },
  '/huge': huge,
  '/packed/gzip': (_request, response) => encoded(response, 'gzip', zlib.gzipSync(SMALL)),
  '/packed/br': (_request, response) => encoded(response, 'br', zlib.brotliCompressSync(SMALL)),
  '/packed/deflate': (_request, response) => encoded(response, 'deflate', zlib.deflateSync(SMALL)),
  '/packed/twice': (_request, response) => encoded(response, 'gzip, br', zlib.brotliCompressSync(zlib.gzipSync(SMALL))),
  '/packed/unknown': (_request, response) => encoded(response, 'zstd-custom', SMALL),
  '/packed/constructor': (_request, response) => encoded(response, 'constructor', SMALL),
  '/packed/cut': (_request, response) => encoded(response, 'gzip', zlib.gzipSync(SMALL).subarray(0, 15)),
  '/packed/bomb': (_request, response) => encoded(response, 'gzip', zlib.gzipSync(Buffer.alloc(32 * 1024 * 1024))),
  '/bad-json': (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"pets": ['),
  '/list': (_request, response) => json(response, 200, [1, 2]),
  '/empty': (_request, response) => response.writeHead(204).end(),
  '/text': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0x63, 0xe9])),
  '/binary': (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1, 2, 3])),
  '/problem/html': (_request, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>'),
  '/problem/soft': (_request, response) => json(response, 200, { ok: false, error: 'channel_not_found' }),
  '/problem/quota': (_request, response) =>
    json(response, 403, { message: 'quota' }, { 'x-ratelimit-remaining': '0', 'retry-after': '12' }),
  '/secure/bearer': secured((request) => request.headers.authorization === 'Bearer good-token'),
  '/secure/basic': secured(
    (request) => request.headers.authorization === `Basic ${Buffer.from('ann:s€cret').toString('base64')}`,
  ),
  '/secure/header': secured((request) => request.headers['x-api-key'] === CREDENTIAL),
  '/secure/query': secured((_request, url) => url.searchParams.get('api_key') === CREDENTIAL),
  '/secure/cookie': secured((request) => request.headers.cookie === `session=${CREDENTIAL}`),
};

const replyFor = (path: string): Reply => {
  const exact = ROUTES[path];
  if (exact !== undefined) return exact;
  return path.startsWith('/status/') ? status : echo;
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** A real HTTP API on loopback. Unknown paths echo the request. */
export const startHttpApi = async (): Promise<HttpApi> => {
  const requests: RecordedRequest[] = [];
  let abandoned = 0;
  const server = createServer(async (incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    const { method = '', url: target = '', headers } = incoming;
    const request = { method, target, headers, body: await readBody(incoming) };
    requests.push(request);
    const url = new URL(target, 'http://petshop.test');
    replyFor(url.pathname)(request, response, url);
  });
  const port = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    document: petshopDocument(url),
    requests,
    countAbandoned: () => abandoned,
    last: () => {
      const request = requests.at(-1);
      if (request === undefined) throw new Error('Nothing arrived');
      return request;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
