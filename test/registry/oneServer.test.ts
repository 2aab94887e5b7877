import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { startWorld, type World } from '../harness/world.ts';
import { connect } from '../mcp/kit.ts';
import { ask, entryOf, type Made, makeStack, nameOf, pathOf, withKey } from './kit.ts';
import { wrongWith } from './rules.ts';

let world: World;
let sales: Made;
beforeAll(async () => {
  world = await startWorld({ limits: { ...DOCUMENTED_LIMITS, default: 2_000, failed_auth: 1_000 } });
  sales = await makeStack(world.account, 'Sales', { crm: 'Deal Book' }, 'Laptop of Ada');
});
afterAll(() => world.close());

const get = (path: string) => ask(world.url, path, withKey(world.account.apiKey));

describe('one registry server', () => {
  it('is found by name, by its one version and as latest', async () => {
    const whole = entryOf(world.url, sales, 'Sales – Laptop of Ada', 'Tools of Deal Book');
    for (const version of ['latest', '1.0.0']) {
      const { status, body } = await get(`${pathOf(nameOf(sales))}/${version}`);
      expect(status).toBe(200);
      expect(wrongWith('entry', body)).toEqual([]);
      expect(body).toEqual(whole);
    }
    const { body } = await get(pathOf(nameOf(sales)));
    expect(wrongWith('list', body)).toEqual([]);
    expect(body).toEqual({ servers: [whole], metadata: { count: 1 } });
  });

  it('has an address that an MCP client connects to with the token', async () => {
    const { body } = await get(`${pathOf(nameOf(sales))}/latest`);
    const { server } = body as { server: { remotes: { url: string }[] } };
    const url = server.remotes[1]?.url ?? '';
    const client = await connect({ ...sales, clientId: sales.endpoint.clientId, url }, 'auto');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('crm_find');
    await client.close();
    const unsigned = await fetch(server.remotes[0]?.url ?? '', { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
    expect(unsigned.headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  it('is not found by any of eleven other names, versions and paths', async () => {
    const name = nameOf(sales);
    const paths = [
      `${pathOf(name)}/2.0.0`,
      `${pathOf(name)}/`,
      pathOf(sales.endpoint.clientId),
      pathOf(`com.example/${sales.endpoint.clientId}`),
      pathOf(`127.0.0.1/${sales.endpoint.id}`),
      pathOf(`${name}%00`),
      pathOf('127.0.0.1/'),
      `/v0.1/servers/${encodeURIComponent(name)}`,
      '/v0.1/servers/',
      '/v0.1/',
      '/v0.1/health',
    ];
    expect(paths).toHaveLength(11);
    for (const path of paths) {
      const { status, body } = await get(path);
      expect({ status, errors: wrongWith('error', body) }, path).toEqual({ status: 404, errors: [] });
    }
  });
});

describe('a registry caller', () => {
  it('needs an API key of the account, and no other credential', async () => {
    const refused = { status: 401, body: { error: 'Invalid or missing API key' } };
    const authorizations = [
      undefined,
      'Bearer ',
      'Bearer nonsense',
      `Basic ${world.account.apiKey}`,
      `Bearer ${sales.token}`,
    ];
    for (const authorization of authorizations) {
      const { status, headers, body } = await ask(world.url, '/v0.1/servers', {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect({ status, body }, authorization).toEqual(refused);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      // Counted as a failed authentication.
      expect(headers.get('x-ratelimit-limit')).toBe('1000');
    }
  });

  it('can only read', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const type of ['application/json', 'text/plain', 'application/x-unknown']) {
        const sent = { method, body: '{', headers: { 'content-type': type } };
        const { status, headers, body } = await ask(world.url, '/v0.1/servers', sent);
        expect({ status, body }).toEqual({ status: 405, body: { error: 'This registry is read-only' } });
        expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      }
    }
  });

  it('may be any page that sends a key', async () => {
    const answer = await ask(world.url, `${pathOf('a/b')}/latest`, {
      method: 'OPTIONS',
      headers: { origin: 'https://page.example', 'access-control-request-method': 'GET' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-max-age')).toBe('600');
    for (const { headers } of [answer, await get('/v0.1/servers'), await ask(world.url, '/v0.1/servers')]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toBe('GET, OPTIONS');
      expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type');
      expect(headers.get('access-control-allow-credentials')).toBe(null);
    }
  });
});
