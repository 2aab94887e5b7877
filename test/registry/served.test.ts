import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { updateStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { namespaceOf } from '../../src/registry/entry.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, entryOf, type Made, makeStack, nameOf, pathOf, serverDocument, withKey } from './kit.ts';
import { wrongWith } from './rules.ts';

let world: World;
let sales: Made;
let support: Made;
let empty: Made;
beforeAll(async () => {
  world = await startWorld();
  const five = { crm: 'Deal Book', mail: 'Letters', wiki: 'Handbook', bugs: 'Tickets', pay: 'Payments' };
  sales = await makeStack(world.account, 'Sales', five, 'Laptop of Ada');
  support = await makeStack(world.account, 'Support', { phone: 'Calls' });
  empty = await makeStack(world.account, `${'Long '.repeat(19)}name`, {}, 'x'.repeat(100));
});
afterAll(() => world.close());

const get = (path: string) => ask(world.url, path, withKey(world.account.apiKey));

/** The names in a list, by the ids of the endpoints. */
async function namesAt(path: string): Promise<readonly string[]> {
  const { status, body } = await get(path);
  expect(status, path).toBe(200);
  expect(wrongWith('list', body), path).toEqual([]);
  return entriesOf(body).map(({ name }) => name);
}

const entriesOf = (body: unknown): { readonly name: string }[] => {
  const servers = isRecord(body) && Array.isArray(body['servers']) ? body['servers'] : [];
  return servers.map((each: { server: { name: string } }) => each.server);
};
const cursorOf = (body: unknown): string => {
  const metadata = isRecord(body) && isRecord(body['metadata']) ? body['metadata'] : {};
  return String(metadata['nextCursor'] ?? '');
};

const SALES = 'Tools of Deal Book, Letters, Handbook, Tickets and others';
const LONG = `${'Long '.repeat(11)}Long… – ${'x'.repeat(36)}…`;

describe('the registry’s server list', () => {
  it('has a complete, valid entry for each endpoint, oldest first', async () => {
    const { status, headers, body } = await get('/v0.1/servers');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(wrongWith('list', body)).toEqual([]);
    expect(body).toEqual({
      servers: [
        entryOf(world.url, sales, 'Sales – Laptop of Ada', SALES),
        entryOf(world.url, support, 'Support', 'Tools of Calls'),
        entryOf(world.url, empty, LONG, 'A stack of tools that has no server yet'),
      ],
      metadata: { count: 3 },
    });
    expect([...LONG].length).toBeLessThanOrEqual(100);
  });

  it('is paged with a cursor that keeps the query', async () => {
    const pages: (readonly string[])[] = [];
    for (let cursor = ''; pages.length < 9; ) {
      const { body } = await get(`/v0.1/servers?limit=1${cursor && `&cursor=${cursor}`}`);
      pages.push(entriesOf(body).map(({ name }) => name));
      cursor = cursorOf(body);
      // VS Code writes the cursor into the query without escaping it.
      expect(cursor).toMatch(/^[\w-]*$/);
      if (cursor === '') break;
    }
    expect(pages).toEqual([[nameOf(sales)], [nameOf(support)], [nameOf(empty)]]);
    // Words only of the first and last server: “Payments” and “name”.
    const first = await get('/v0.1/servers?limit=1&search=m');
    expect(await namesAt(`/v0.1/servers?cursor=${cursorOf(first.body)}`)).toEqual([nameOf(empty)]);
    const answer = await get('/v0.1/servers?limit=1&search=127.0.0.1');
    expect(await namesAt(`/v0.1/servers?cursor=${cursorOf(answer.body)}&search=calls`)).toEqual([nameOf(support)]);
  });

  const FINDS: Readonly<Record<string, () => readonly Made[]>> = {
    'search=SALES': () => [sales],
    'search=laptop%20of': () => [sales],
    'search=payments': () => [sales],
    'search=127.0.0.1%2Fclient_': () => [sales, support, empty],
    'search=127.0': () => [sales, support, empty],
    'search=1%2FCli': () => [sales, support, empty],
    'search=100%25': () => [],
    'search=_': () => [sales, support, empty],
    'search=p%5Fp': () => [],
    'search=nothing%20such': () => [],
    'search=%00': () => [],
    'search=': () => [sales, support, empty],
    'version=latest': () => [sales, support, empty],
    'version=1.0.0': () => [sales, support, empty],
    'version=2.0.0': () => [],
    'include_deleted=true': () => [sales, support, empty],
    'limit=1': () => [sales],
    'limit=1000000': () => [sales, support, empty],
    'updated_since=2020-01-01T00:00:00Z': () => [sales, support, empty],
    'updated_since=2020-01-01T00:00:00.123%2B02:00&search=support': () => [support],
    'updated_since=2999-01-01T00:00:00Z': () => [],
  };
  it(`filters: ${Object.keys(FINDS).length} queries`, async () => {
    for (const [query, made] of Object.entries(FINDS))
      expect(await namesAt(`/v0.1/servers?${query}`), query).toEqual(made().map(nameOf));
    const { clientId } = support.endpoint;
    expect(await namesAt(`/v0.1/servers?search=${clientId.slice(3, 30)}`)).toEqual([nameOf(support)]);
    expect(await namesAt(`/v0.1/servers?search=${encodeURIComponent(nameOf(support))}`)).toEqual([nameOf(support)]);
  });

  const REFUSED: Readonly<Record<string, string>> = {
    'limit=0': 'Invalid limit: must be a whole number of at least 1',
    'limit=ten': 'Invalid limit: must be a whole number of at least 1',
    'limit=1&limit=2': 'Invalid limit: must be a whole number of at least 1',
    'cursor=nonsense': 'Invalid cursor: it must come from the previous page',
    [`cursor=${Buffer.from('["a b",null,null]').toString('base64url')}`]: 'Invalid cursor',
    [`cursor=${Buffer.from('[1]').toString('base64url')}`]: 'Invalid cursor: it must come from the previous page',
    [`cursor=${'a'.repeat(3_000)}`]: 'Invalid cursor: it must come from the previous page',
    'updated_since=yesterday': 'Invalid updated_since: must be an RFC 3339 time',
    'updated_since=2026-13-41T00:00:00Z': 'Invalid updated_since: must be an RFC 3339 time',
    [`search=${'a'.repeat(201)}`]: 'Invalid search: must have at most 200 characters',
  };
  it(`reports invalid queries: ${Object.keys(REFUSED).length} of them`, async () => {
    for (const [query, error] of Object.entries(REFUSED)) {
      const { status, body } = await get(`/v0.1/servers?${query}`);
      expect({ status, body }, query).toEqual({ status: 400, body: { error } });
      expect(wrongWith('error', body)).toEqual([]);
    }
  });

  it('finds later changes: a renamed endpoint, a changed server, and nothing else', async () => {
    const { ctx } = world.account;
    await saveServer(ctx, serverDocument('later', 'Later'));
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'the endpoint’s name': () => updateClientEndpoint(ctx, support.endpoint.id, { name: 'Desk' }),
      'the stack’s name': () => updateStack(ctx, support.stackId, { name: 'Help' }),
      'a server more': () => addServerToStack(ctx, support.stackId, { serverId: 'later' }),
      'a server’s name': () => saveServer(ctx, serverDocument('phone', 'Telephone')),
    };
    for (const [label, change] of Object.entries(changes)) {
      const before = Date.now();
      // Times have millisecond precision, so wait for the next millisecond: earlier rows must not count as changed.
      while (Date.now() === before);
      const since = new Date().toISOString();
      await change();
      expect(await namesAt(`/v0.1/servers?updated_since=${since}`), label).toEqual([nameOf(support)]);
    }
    expect((await get(`${pathOf(nameOf(support))}/latest`)).body).toEqual(
      entryOf(world.url, support, 'Help – Desk', 'Tools of Telephone, Later'),
    );
  });
});

it('entry names start with the reversed public host', () => {
  const NAMES: Readonly<Record<string, string>> = {
    'https://tools.example.com': 'com.example.tools',
    'https://tools.example.com:8443/base': 'com.example.tools',
    'http://localhost:4000': 'localhost',
    'http://10.0.0.7:4000': '10.0.0.7',
    'http://[::1]:4000': '1',
    'http://[2001:db8::7]': '2001-db8-7',
    'https://münchen.example': 'example.xn--mnchen-3ya',
    'https://my_tools.example.com': 'com.example.mytools',
  };
  for (const [url, name] of Object.entries(NAMES)) expect(namespaceOf(url)).toBe(name);
});
