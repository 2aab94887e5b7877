import { createServer } from 'node:http';
import { listenOnLoopback } from '../harness/listen.ts';

/** More than a page of a list shows. */
export const THINGS = 120;

const operation = (name: string) => ({
  get: {
    operationId: name,
    summary: `Look at ${name}`,
    description: 'Whoever has either key may look.',
    responses: { 200: { description: 'It' } },
  },
});

/** The OpenAPI document of an API that accepts either of two keys, so neither is required. */
export const THINGS_DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Two ways in', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com' }],
  security: [{ token: [] }, { key: [] }],
  paths: Object.fromEntries(Array.from({ length: THINGS }, (_, i) => [`/thing${i}`, operation(`thing${i}`)])),
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
});

/** Serves the document at an address of this machine. */
export async function serveThings() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(THINGS_DOCUMENT);
  });
  const port = await listenOnLoopback(server);
  return { port, url: `http://127.0.0.1:${port}/openapi.json`, close: () => server.close() };
}
