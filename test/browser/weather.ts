import { createServer } from 'node:http';
import { listenOnLoopback } from '../harness/listen.ts';

export const WEATHER_TOKEN = 'weather-token-of-the-journey';

/** An API with one operation that accepts only `WEATHER_TOKEN`, and its OpenAPI document. */
export async function startWeather() {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${WEATHER_TOKEN}`;
    const city = new URL(request.url ?? '/', 'http://localhost').searchParams.get('city');
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { city, sky: 'clear' } : { error: 'Unauthorized' }));
  });
  const port = await listenOnLoopback(server);
  const document = {
    openapi: '3.1.0',
    info: { title: 'Weather', version: '1.0.0', description: 'The sky over a city.' },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    security: [{ token: [] }],
    paths: {
      '/sky': {
        get: {
          operationId: 'get_sky',
          summary: 'Look at the sky',
          parameters: [{ name: 'city', in: 'query', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'The sky' } },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  return { port, document: JSON.stringify(document), close: () => server.close() };
}
