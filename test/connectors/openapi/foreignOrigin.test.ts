import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EgressRule } from '../../../src/connectors/egress/allow.ts';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { Egress } from '../../../src/connectors/egress/types.ts';
import { createOpenApi } from '../../../src/connectors/openapi/openapi.ts';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import type { OpenCredential } from '../../../src/core/calls/connector.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { httpToolCall } from '../../harness/toolCall.ts';

const SECRET = 'origin-canary';
const PLACEMENTS: readonly OpenCredential['placement'][] = [
  { in: 'header', name: 'X-Key' },
  { in: 'header', name: 'Authorization', template: 'Bearer {key}' },
  { in: 'query', name: 'key' },
  { in: 'body', name: 'key' },
  // The scheme is undefined: only a header of the connector names the credential.
  null,
];

let egress: Egress;
let received = '';
const listeners = [0, 1].map(() =>
  createServer(async (request, response) => {
    received = `${request.url} ${JSON.stringify(request.headers)}`;
    for await (const chunk of request) received += chunk;
    response.setHeader('content-type', 'application/json').end('{}');
  }),
);
let own = '';
let foreign = '';

beforeAll(async () => {
  const loopback: EgressRule = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null };
  egress = createEgress({ allow: [loopback], allowIndirect: [loopback] });
  [own = '', foreign = ''] = await Promise.all(
    listeners.map(async (listener) => `http://127.0.0.1:${await listenOnLoopback(listener)}`),
  );
});
afterAll(async () => {
  await egress.close();
  for (const listener of listeners) listener.close();
});

type ConnectorOptions = { readonly baseUrl?: string; readonly credentialOrigins?: string[] };

async function callWith(
  placement: OpenCredential['placement'],
  { baseUrl, credentialOrigins }: ConnectorOptions,
): Promise<string> {
  received = '';
  const outcome = await createOpenApi({ egress }).call(
    httpToolCall({
      connector: {
        kind: 'openapi',
        baseUrl: own,
        headers: { 'X-Connector': '{key}' },
        ...(credentialOrigins && { credentialOrigins }),
      },
      request: {
        kind: 'operation',
        method: 'POST',
        path: '/x',
        parameters: [],
        body: { contentType: 'application/json', from: { properties: { a: 'a' } }, required: false },
        ...(baseUrl !== undefined && { baseUrl }),
      },
      input: { a: 'b' },
      credentials: [{ fieldId: 'key', value: SECRET, placement }],
    }),
  );
  expect(outcome.kind).toBe('ok');
  expect(received).not.toBe('');
  return received;
}

describe.each(PLACEMENTS.map((placement) => ({ placement })))('a credential placed as $placement', ({ placement }) => {
  it('is sent to its server’s origin, even below another path', async () => {
    expect(await callWith(placement, {})).toContain(SECRET);
    expect(await callWith(placement, { baseUrl: `${own}/v2` })).toContain(SECRET);
  });

  it('is not sent to another port, host, or name of the same host', async () => {
    expect(await callWith(placement, { baseUrl: foreign })).not.toContain(SECRET);
    expect(await callWith(placement, { baseUrl: own.replace('127.0.0.1', '127.0.0.2') }).catch(() => '')).not.toContain(
      SECRET,
    );
    const credentialOrigins = ['https://other.example'];
    expect(await callWith(placement, { baseUrl: foreign, credentialOrigins })).not.toContain(SECRET);
  });

  it('is sent to origins that the server’s document allows', async () => {
    expect(await callWith(placement, { baseUrl: foreign, credentialOrigins: [foreign] })).toContain(SECRET);
  });
});

describe('an import', () => {
  const document = (more: object) => ({
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    servers: [{ url: 'https://api.example' }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
    paths: { '/a': { get: { operationId: 'a' }, put: { operationId: 'upload', ...more } } },
  });

  it('says which operations use another origin and get no credentials there', () => {
    const { warnings } = importOpenApi(document({ servers: [{ url: 'https://upload.example/v1' }] }));
    expect(warnings).toEqual([
      {
        tool: 'upload',
        reason:
          'is called at https://upload.example without credentials; to send them, add it to credentialOrigins of the connector',
      },
    ]);
  });

  it('reports no other path of the same origin', () => {
    expect(importOpenApi(document({ servers: [{ url: 'https://api.example/v2' }] })).warnings).toEqual([]);
  });
});
