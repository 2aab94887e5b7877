import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unusableDocument } from '../../src/core/authorization/clientDocument.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';
import { authorizeUrl, challengeOf, newVerifier, open } from './kit.ts';

/** This machine and its neighbours in the spellings that URLs allow; PORT is the port of a listener here. */
const NOTATIONS = [
  '127.0.0.1:PORT',
  '127.1:PORT',
  '127.0.1:PORT',
  '2130706433:PORT',
  '0x7f000001:PORT',
  '0x7f.1:PORT',
  '0177.0.0.1:PORT',
  '017700000001:PORT',
  '127.255.255.254:PORT',
  '%31%32%37.0.0.1:PORT',
  '127.0.0.1.:PORT',
  '127。0。0。1:PORT',
  '①②⑦.0.0.1:PORT',
  '0.0.0.0:PORT',
  '0:PORT',
  'localhost:PORT',
  'localhost.:PORT',
  'LOCALHOST:PORT',
  '[::1]:PORT',
  '[0:0:0:0:0:0:0:1]:PORT',
  '[::]:PORT',
  '[::ffff:127.0.0.1]:PORT',
  '[::ffff:7f00:1]:PORT',
  '[::127.0.0.1]:PORT',
  '[64:ff9b::7f00:1]:PORT',
  '[2002:7f00:1::]:PORT',
  '10.0.0.1:PORT',
  '172.16.0.1:PORT',
  '192.168.0.1:PORT',
  '100.64.0.1:PORT',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '168.63.129.16',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fd00::1]:PORT',
  '[fe80::1]:PORT',
  '[fec0::1]:PORT',
  '[ff02::1]:PORT',
  '[fd00:ec2::254]',
];

/** The same address as an id may be spelt: as it is, and in the form that URLs normalise to, which alone counts as one. */
const WAYS: readonly ((url: string) => string)[] = [
  (url) => url,
  (url) => URL.parse(url)?.href ?? url,
  (url) => (URL.parse(url)?.href ?? url).replace('https:', 'http:'),
];

describe('a metadata document at an address that only the operator may have reached', () => {
  let world: World;
  let resource: string;
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });

  beforeAll(async () => {
    // Allowed for tools, and still not for strangers.
    world = await startWorld({ egressAllow: '0.0.0.0/0,::/0' });
    resource = (await makeEndpoint(world.account.ctx, world.url, 'ours', [])).url;
  });
  afterAll(async () => {
    await world?.close();
    listener.close();
  });

  it(`is never dialled, and never told from another: ${NOTATIONS.length} notations × ${WAYS.length} spellings`, async () => {
    const port = await listenOnLoopback(listener);
    const challenge = challengeOf(newVerifier());
    const refusals = new Set<string>();
    for (const notation of NOTATIONS) {
      for (const spelt of WAYS) {
        const id = spelt(`https://${notation.replace('PORT', String(port))}/client.json`);
        const page = await open(authorizeUrl(world, { client_id: id, resource, code_challenge: challenge }));
        expect({ id, status: page.status }).toEqual({ id, status: 400 });
        refusals.add(page.text);
      }
    }
    expect(connections).toBe(0);
    // One text for what is no address of a document, one for all else.
    expect(refusals.size).toBe(2);
    expect([...refusals].some((text) => text.includes(unusableDocument().message.slice(20, 60)))).toBe(true);
  });
});
