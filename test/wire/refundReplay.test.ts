import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readDocument } from '../catalogue/standIn.ts';
import { openCallSurfaces } from './callSurfaces.ts';

/* A service that makes a refund, then resets the connection: each retry must reach it with the key of the first. */

type Refund = { readonly key: string | null; readonly form: string };
let sent: Refund[] = [];

const { surfaces, close } = await openCallSurfaces(
  async (request, response) => {
    const form = await text(request);
    if (request.method === 'GET') {
      response.end('{}');
      return;
    }
    sent.push({ key: request.headers['idempotency-key']?.toString() ?? null, form });
    response.socket?.resetAndDestroy();
  },
  (baseUrl) => {
    const { connector, tools, ...stripe } = readDocument('stripe');
    if (connector.kind !== 'openapi') throw new Error('Stripe has an HTTP API');
    const used = tools.filter(({ name }) => ['create_refund', 'get_balance'].includes(name));
    return { ...stripe, credentials: [], connector: { ...connector, baseUrl }, tools: used };
  },
  { runsJobs: true },
);
afterAll(close);
beforeEach(() => {
  sent = [];
});

const UNKNOWN = /outcome_unknown|OUTCOME_UNKNOWN|"outcome":"unknown"/;
const keys = (): ReadonlySet<string | null> => new Set(sent.map(({ key }) => key));

describe.each(surfaces)('over %s', (name, call) => {
  it.each([
    ['with a key of the caller', randomUUID()],
    ['without a key', undefined],
  ])('three identical refunds %s have one effect and an unknown outcome', async (_how, key) => {
    const amount = 100 + surfaces.findIndex(([each]) => each === name);
    const refund = { tool: 'stripe_create_refund', input: { charge: `ch_${_how.length}`, amount } };
    for (let calls = 1; calls <= 3; calls += 1) {
      const seen = await call({ ...refund, ...(key !== undefined && { key }) });
      expect(seen.text).toMatch(UNKNOWN);
      expect(seen.failed).toBe(true);
    }
    expect(sent[0]?.form).toBe(`amount=${amount}&charge=ch_${_how.length}`);
    // A success ends the pause that follows failed calls of an upstream.
    await call({ tool: 'stripe_get_balance' });
    expect([...keys()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await call({ ...refund, input: { ...refund.input, amount: amount + 1_000 } });
    expect(keys().size).toBe(2);
  });
});
