import { createServer, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '../harness/listen.ts';

const text = { type: 'string' };
const kind = (name: string, member: string) => ({
  type: 'object',
  required: ['type', member],
  properties: { type: { const: name }, [member]: text },
});
/** More optional fields than a form shows at once. */
const EXTRAS = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`extra_${at}`, text]));
const ORDER = {
  type: 'object',
  required: ['item', 'payment'],
  properties: {
    item: text,
    payment: { oneOf: [kind('card', 'number'), kind('bank', 'iban')] },
    shipping: { type: 'object', properties: { mode: { const: 'post' }, street: text } },
    due: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    limit: { type: 'integer', default: 10 },
    photo: { type: 'string', contentEncoding: 'base64' },
    token: text,
    ...EXTRAS,
  },
};

/** A tenth of a second of silence: 8 kHz, 8 bits, one channel. */
function silence(): Buffer {
  const samples = Buffer.alloc(800, 0x80);
  const header = Buffer.from(
    '524946460000000057415645666d74201000000001000100401f0000401f0000010008006461746100000000',
    'hex',
  );
  header.writeUInt32LE(header.length - 8 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

const operation = (operationId: string, rest: object = {}) => ({
  operationId,
  summary: operationId,
  responses: { 200: { description: 'Done' } },
  ...rest,
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

/** An API whose forms use every form feature. It echoes its input, hangs, or returns audio. */
export async function startBench() {
  const orders: unknown[] = [];
  const texts: string[] = [];
  const calls = { slow: 0, left: 0 };
  const server = createServer(async (request, response) => {
    if (request.url === '/slow') {
      calls.slow += 1;
      response.on('close', () => {
        calls.left += 1;
      });
      return;
    }
    if (request.url === '/sound') {
      response.writeHead(200, { 'content-type': 'audio/wav' }).end(silence());
      return;
    }
    const order = await bodyOf(request);
    orders.push(JSON.parse(order));
    texts.push(order);
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"order":${order}}`);
  });
  const port = await listenOnLoopback(server);
  const requestBody = { required: true, content: { 'application/json': { schema: ORDER } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Bench', version: '1.0.0' },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    paths: {
      '/orders': { post: operation('place_order', { requestBody }) },
      '/slow': { get: operation('wait_long') },
      '/sound': { get: operation('play_sound') },
    },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Bench' } } },
  };
  return {
    port,
    document: JSON.stringify(document),
    /** The bodies that arrived, in order. */
    orders,
    /** The same bodies as text, so that tests see the original notation. */
    texts,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
