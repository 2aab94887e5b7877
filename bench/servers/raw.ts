import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { listenOnLoopback } from '../../test/harness/listen.ts';

/*
 * The baseline servers. `proxy TOKEN ORIGIN` is a reverse proxy with undici.dispatch that only checks a bearer token.
 * `echo TOKEN` returns the request body. `bytes TOKEN FILE…` serves files at `/0`, `/1`, …, and answers 304 to a known
 * ETag. `sink TOKEN` discards its input. `refuse TOKEN TEXT` answers every third request with the text and refuses the
 * others with 503.
 */

const [kind = '', token = '', ...args] = process.argv.slice(2);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function proxy(origin: string): Answer {
  const pool = new Pool(origin, { connections: 64, pipelining: 1 });
  return (request, response) => withBody(request, (body) => forward(pool, request, body, response));
}

function withBody(request: IncomingMessage, use: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => use(Buffer.concat(parts)));
}

const echo: Answer = (request, response) =>
  withBody(request, (body) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });

const sink: Answer = (request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
  });
};

function forward(pool: Pool, { url = '/', method, headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { authorization: _a, host: _h, connection: _c, 'content-length': _l, ...rest } = headers;
  const parts: Buffer[] = [];
  let status = 502;
  let answered: IncomingHttpHeaders = {};
  pool.dispatch(
    { path: url, method: method === 'GET' ? 'GET' : 'POST', headers: rest, body: body.length > 0 ? body : null },
    {
      onRequestStart: () => undefined,
      onResponseStart(_controller, statusCode, responseHeaders) {
        status = statusCode;
        answered = responseHeaders;
      },
      onResponseData: (_controller, chunk) => void parts.push(chunk),
      onResponseEnd() {
        const bytes = parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
        response.writeHead(status, { 'content-type': answered['content-type'] ?? '', 'content-length': bytes.length });
        response.end(bytes);
      },
      onResponseError: () => void response.writeHead(502).end(),
    },
  );
}

function sameBytes(files: readonly string[]): Answer {
  const answers = new Map(
    files.map((file, index) => {
      const bytes = readFileSync(file);
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length };
      return [`/${index}`, { bytes, headers }];
    }),
  );
  return ({ url = '/', headers: requestHeaders }, response) => {
    const { bytes, headers } = answers.get(url) ?? {};
    if (requestHeaders['if-none-match'] !== undefined) response.writeHead(304).end();
    else response.writeHead(bytes ? 200 : 404, headers).end(bytes);
  };
}

function refuse(text: string): Answer {
  let received = 0;
  return (_request, response) => {
    received += 1;
    const isAccepted = received % 3 === 0;
    const body = isAccepted ? text : '{}';
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    response.writeHead(isAccepted ? 200 : 503, { ...headers, ...(!isAccepted && { 'retry-after': '1' }) }).end(body);
  };
}

const KINDS: Readonly<Record<string, () => Answer>> = {
  proxy: () => proxy(args[0] ?? ''),
  echo: () => echo,
  bytes: () => sameBytes(args),
  sink: () => sink,
  refuse: () => refuse(args[0] ?? ''),
};
const answer = KINDS[kind]?.();
if (!answer) throw new Error(`there is no kind ${kind}`);
const server = createServer((request, response) => {
  if (request.headers.authorization === `Bearer ${token}`) answer(request, response);
  else response.writeHead(401).end();
});
// Toolyard's own keep-alive timeout, because other subjects are measured between this server's slices.
server.keepAliveTimeout = 72_000;
console.log(`port ${await listenOnLoopback(server)}`);
