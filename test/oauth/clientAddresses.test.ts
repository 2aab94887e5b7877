import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unusableDocument } from '../../src/core/authorization/clientDocument.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { PRIVATE_ADDRESSES } from '../harness/privateAddresses.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';
import { authorizeUrl, challengeOf, newVerifier, open } from './kit.ts';

/** Spellings of one address as an id: the original, and the normal form of URLs, the only valid one. */
const WAYS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => URL.parse(url)?.href ?? url,
  (url) => (URL.parse(url)?.href ?? url).replace('https:', 'http:'),
];

describe('a metadata document at an address that only the operator may reach', () => {
  let world: World;
  let resource: string;
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });

  beforeAll(async () => {
    // Allowed for tools, but still not for unauthenticated clients.
    world = await startWorld({ egressAllow: '0.0.0.0/0,::/0' });
    resource = (await makeEndpoint(world.account.ctx, world.url, 'ours', [])).url;
  });
  afterAll(async () => {
    await world?.close();
    listener.close();
  });

  it(`is never fetched, and its errors look alike: ${PRIVATE_ADDRESSES.length} notations × ${WAYS.length} spellings`, async () => {
    const port = await listenOnLoopback(listener);
    const challenge = challengeOf(newVerifier());
    const refusals = new Set<string>();
    for (const notation of PRIVATE_ADDRESSES) {
      for (const spelt of WAYS) {
        const id = spelt(`https://${notation.replace('PORT', String(port))}/client.json`);
        const page = await open(authorizeUrl(world, { client_id: id, resource, code_challenge: challenge }));
        expect({ id, status: page.status }).toEqual({ id, status: 400 });
        refusals.add(page.text);
      }
    }
    expect(connections).toBe(0);
    // One message for invalid document addresses, and one for everything else.
    expect(refusals.size).toBe(2);
    expect([...refusals].some((text) => text.includes(unusableDocument().message.slice(20, 60)))).toBe(true);
  });
});
