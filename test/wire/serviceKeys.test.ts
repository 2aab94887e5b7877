import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openCallSurfaces } from './callSurfaces.ts';

const PLACES = ['header', 'query', 'body'] as const;

/** Effects by key, as a service would keep them. */
const effects = new Map<string, number>();
let cuts = 0;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
};

const { surfaces, close } = await openCallSurfaces(
  async (request, response) => {
    const url = new URL(request.url ?? '', 'http://x.test');
    const body = await bodyOf(request);
    const inBody = body === '' ? undefined : JSON.parse(body).key;
    const key = request.headers['idempotency-key'] ?? url.searchParams.get('key') ?? inBody ?? randomUUID();
    effects.set(String(key), 1);
    cuts += 1;
    // The first two responses to each call are lost after the effect.
    if (cuts <= 2) request.socket.resetAndDestroy();
    else response.setHeader('content-type', 'application/json').end('{"refunded":true}');
  },
  (baseUrl) => ({
    id: 'pay',
    name: 'Pay',
    connector: { kind: 'http', baseUrl },
    tools: PLACES.map((place) => ({
      name: place,
      inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, additionalProperties: false },
      request: {
        kind: 'template',
        method: 'POST',
        path: '/refunds',
        body: { amount: '{amount}' },
        idempotencyKey: { in: place, name: place === 'header' ? 'Idempotency-Key' : 'key', property: 'key' },
      },
    })) as never,
  }),
);
afterAll(close);
beforeEach(() => {
  effects.clear();
  cuts = 0;
});

describe.each(surfaces)('over %s', (name, call) => {
  it.each(PLACES)(
    'three calls with one of our keys have one effect at a service that takes its key in the %s',
    async (place) => {
      const key = randomUUID();
      const seen = [];
      for (let calls = 0; calls < 3; calls += 1)
        seen.push(await call({ tool: `pay_${place}`, input: { amount: 1 }, key }));
      expect(effects.size).toBe(1);
      expect(seen[0]?.text).toMatch(/"is_?[rR]epeatable":true/);
      expect(seen[2]?.text).toContain('refunded');
    },
  );

  it.each(PLACES)('three calls without a key also have one effect: %s', async (place) => {
    const input = { amount: surfaces.findIndex(([each]) => each === name) + 100 };
    for (let calls = 0; calls < 3; calls += 1) await call({ tool: `pay_${place}`, input });
    expect(effects.size).toBe(1);
    await call({ tool: `pay_${place}`, input: { amount: input.amount + 500 } });
    expect(effects.size).toBe(2);
  });

  it('a key from the input is used unchanged', async () => {
    cuts = 2;
    await call({ tool: 'pay_header', input: { amount: 1, key: 'mine' } });
    expect([...effects.keys()]).toEqual(['mine']);
  });
});
