import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { EgressOptions } from '../../../src/connectors/egress/types.ts';
import { newDiagnostics } from '../../../src/core/calls/diagnostics.ts';
import { readTraceparent } from '../../../src/core/lib/traceContext.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/** Responds with the request's trace header, without a length. */
const server = createServer((request, response) => {
  response.flushHeaders();
  response.end(request.headers['traceparent'] ?? 'none');
});
const allow: EgressOptions['allow'] = [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }];
const egress = createEgress({ allow });
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
});
afterAll(async () => {
  await egress.close();
  server.close();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const trace = readTraceparent(`00-${TRACE}-00f067aa0ba902b7-01`);
const OWN = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`;

it.each<[string, Parameters<typeof newDiagnostics>[0] | null, Record<string, string>, unknown]>([
  [
    'of its call',
    { trace },
    {},
    expect.stringMatching(new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`)),
  ],
  ['that the tool says itself', { trace }, { traceparent: OWN }, OWN],
  ['that the tool says itself, of a call without one', {}, { traceparent: OWN }, OWN],
  ['of no call', null, {}, 'none'],
  ['of a call without one', {}, {}, 'none'],
])('a request is part of the trace %s', async (_name, call, headers, expected) => {
  const diagnostics = call ? newDiagnostics(call) : undefined;
  const { body, headers: answered } = await egress.request({ url, headers, diagnostics });
  expect(body.toString()).toEqual(expected);
  expect(answered).not.toHaveProperty('content-length');
  if (diagnostics)
    expect(diagnostics).toMatchObject({ attempts: 1, origin: new URL(url).origin, method: 'GET', status: 200 });
});
