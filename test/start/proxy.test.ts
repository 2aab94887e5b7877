import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { startWorld, type World } from '../harness/world.ts';

const TRIES = 3;

type Headed = Readonly<Record<string, string>>;

/** The status of a request with exactly these headers. */
const statusOf = (world: World, path: string, headers: Headed): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${world.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });

const guess = (world: World, forwardedFor: string) =>
  statusOf(world, '/v1/stacks', { 'x-api-key': 'ty_nobody', 'x-forwarded-for': forwardedFor });

const startBehind = (proxyHops: number) =>
  startWorld({ limits: { ...DOCUMENTED_LIMITS, failed_auth: TRIES }, config: { proxyHops } });

describe('behind one proxy', () => {
  let world: World;
  beforeAll(async () => {
    world = await startBehind(1);
  });
  afterAll(() => world.close());

  it.each([
    ['the address that the proxy saw', (index: number) => `198.51.100.${index}, 203.0.113.7`],
    ['a whole IPv6 network', (index: number) => `2001:db8:1:2::${index}`],
  ])('attempts are counted for %s', async (_name, forwardedFor) => {
    const statuses = [];
    for (let index = 1; index <= TRIES + 1; index++) statuses.push(await guess(world, forwardedFor(index)));
    expect(statuses).toEqual([...Array(TRIES).fill(401), 429]);
  });

  it('callers are distinguished', async () => {
    for (let index = 1; index <= TRIES + 1; index++) expect(await guess(world, `192.0.2.${index}`)).toBe(401);
  });

  it('the host is the request’s own', async () => {
    const host = { host: 'evil.example', 'x-forwarded-host': '127.0.0.1' };
    expect(await statusOf(world, '/oauth/authorize', host)).toBe(403);
  });
});

describe('without a proxy', () => {
  it('a caller cannot claim another address', async () => {
    const world = await startBehind(0);
    const statuses = [];
    for (let index = 1; index <= TRIES + 1; index++) statuses.push(await guess(world, `192.0.2.${index}`));
    expect(statuses).toEqual([...Array(TRIES).fill(401), 429]);
    await world.close();
  });
});
