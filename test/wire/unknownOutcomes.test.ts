import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isWhole } from '../harness/wholeTables.ts';
import { openCallSurfaces } from './callSurfaces.ts';

/** How an upstream disconnects after it executed the request. */
const BREAKS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  reset: (response) => void response.socket?.resetAndDestroy(),
  close: (response) => void response.socket?.destroy(),
  'half an answer': (response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '99' });
    response.write('{"id":', () => void response.socket?.destroy());
  },
  'no HTTP': (response) => void response.socket?.end('+OK this is POP3\r\n\r\n'),
  'bad chunks': (response) => void response.socket?.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  'bad gzip': (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
  silence: () => undefined,
};
const NAMES = Object.keys(BREAKS);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const SENT = isWhole ? METHODS : ['GET', 'POST'];
/** Silence lasts until the deadline. */
const TRIED = isWhole ? NAMES : ['reset', 'half an answer'];

/** A tool that succeeds. Calling it ends the pause that follows failed calls of an upstream. */
const FINE = { kind: 'template', method: 'GET', path: '/fine' };

let effects = 0;
const { surfaces, close } = await openCallSurfaces(
  (request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/fine') {
        response.end();
        return;
      }
      effects += 1;
      BREAKS[NAMES[Number((request.url ?? '').slice(1))] ?? '']?.(response);
    });
  },
  (baseUrl) => ({
    id: 'api',
    name: 'API',
    connector: { kind: 'http', baseUrl },
    tools: ['fine', ...METHODS].flatMap((method) =>
      NAMES.map((_name, index) => ({
        name: `${method.toLowerCase()}${index}`,
        inputSchema: { type: 'object' },
        request: method === 'fine' ? FINE : { kind: 'template', method, path: `/${index}` },
      })),
    ) as never,
  }),
  { config: { callTimeoutMs: 400 } },
);
afterAll(close);
beforeEach(() => {
  effects = 0;
});

const UNKNOWN = /outcome_unknown|OUTCOME_UNKNOWN|"outcome":"unknown"/;

describe.each(surfaces)(`over %s, ${TRIED.length} ways to disconnect`, (name, call) => {
  it.each(TRIED.map((how) => [how, NAMES.indexOf(how)] as const))(
    '%s after the request was sent',
    async (how, index) => {
      for (const method of SENT) {
        effects = 0;
        const { text, failed, headers } = await call({ tool: `api_${method.toLowerCase()}${index}` });
        expect(failed).toBe(true);
        expect(text).toMatch(UNKNOWN);
        await call({ tool: 'api_fine0' });
        if (method === 'GET') {
          expect(text).toMatch(/"is_?[rR]epeatable":true/);
          // The service retries a GET once, unless the deadline has passed.
          expect(effects).toBe(how === 'silence' ? 1 : 2);
        } else {
          expect(text).toMatch(/"is_?[rR]epeatable":false/);
          expect(text).toContain('may have taken effect: check before you retry the call');
          expect(effects).toBe(1);
        }
        if (name === '/v1' || name === '/s') expect(headers.get('x-outcome')).toBe('unknown');
      }
    },
  );

  it.each(SENT.filter((method) => method !== 'GET'))('three %s calls with one key have one effect', async (method) => {
    for (const how of TRIED) {
      const index = NAMES.indexOf(how);
      effects = 0;
      const key = randomUUID();
      for (let calls = 0; calls < 3; calls += 1) {
        const seen = await call({ tool: `api_${method.toLowerCase()}${index}`, key });
        expect(seen.failed || name === 'GraphQL').toBe(true);
      }
      expect(effects).toBe(1);
      await call({ tool: 'api_fine0' });
    }
  });
});
