import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { callerAddress } from '../../src/wire/direct.ts';

const FORWARDED = [
  undefined,
  '',
  ',',
  ' 192.0.2.1 ',
  '192.0.2.1,198.51.100.7',
  '192.0.2.1 ,\t198.51.100.7, 203.0.113.9',
  '2001:db8::1, nobody',
];

test.each([0, 1, 2, 3, 9])('behind %i proxies, the caller’s address matches the framework’s', async (proxyHops) => {
  const app = Fastify({ trustProxy: (_address, hop) => hop < proxyHops });
  app.get('/', async (request) => [request.ip, callerAddress(request.raw, proxyHops)]);
  for (const header of FORWARDED) {
    const headers = header === undefined ? {} : { 'x-forwarded-for': header };
    const [theirs, ours] = (await app.inject({ url: '/', headers })).json<[string, string]>();
    expect([header, ours]).toEqual([header, theirs]);
  }
  await app.close();
});
