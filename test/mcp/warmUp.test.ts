import { afterAll, expect, it } from 'vitest';
import { longestWait } from '../harness/longestWait.ts';
import { startWorld } from '../harness/world.ts';
import { makeEndpoint } from './kit.ts';

const world = await startWorld();
afterAll(() => world.close());

const REVISION = '2026-07-28';
const MODERN = {
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** Messages that the SDK parses, of both kinds of revision. */
const READ_BY_SDK: readonly [method: string, more: object, headers: Readonly<Record<string, string>>][] = [
  ['ping', {}, {}],
  ['server/discover', MODERN, { 'mcp-protocol-version': REVISION, 'mcp-method': 'server/discover' }],
];

it('the first message of each revision blocks the event loop no longer than a later one', async () => {
  const { url, token } = await makeEndpoint(world.account.ctx, world.url, 'warm', []);
  const send = async (
    method: string,
    more: object,
    extraHeaders: Readonly<Record<string, string>>,
  ): Promise<number> => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...extraHeaders,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...more });
    const { status } = await fetch(url, { method: 'POST', headers, body });
    return status;
  };
  // The service responds to this message without the SDK, but loads it.
  expect(await send('tools/list', {}, {})).toBe(200);
  let first = 0;
  let later = 0;
  for (const [method, more, headers] of READ_BY_SDK) {
    const waited: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      const { result, busyMs } = await longestWait(() => send(method, more, headers));
      expect(result, method).toBe(200);
      waited.push(busyMs);
    }
    first += waited[0] ?? 0;
    later += Math.min(...waited);
  }
  // Compiling schemas would take 20 to 50 ms per revision; other first-time work takes far less.
  expect(first - later).toBeLessThan(25);
});
