import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressFor, isHostAllowed, ownAddresses } from '../../src/wire/address.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from './kit.ts';

let world: World;
let endpoint: Endpoint;

beforeAll(async () => {
  world = await startWorld();
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', []);
});
afterAll(() => world?.close());

type Answer = { status: number | undefined; challenge: string | undefined; body: unknown };

/** `fetch` doesn't let a caller choose the `Host` header. */
function ask(path: string, { method = 'GET', ...headers }: Record<string, string>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const clientRequest = httpRequest(new URL(path, world.url), { method, headers }, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString();
    const { statusCode: status, headers: responseHeaders } = response;
    resolve({ status, challenge: responseHeaders['www-authenticate'], body: JSON.parse(text) });
  });
  clientRequest.on('error', reject);
  clientRequest.end(method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) : undefined);
  return promise;
}

const postTo = (host: string, authorization = `Bearer ${endpoint.token}`) =>
  ask(`/s/${endpoint.clientId}/mcp`, {
    method: 'POST',
    host,
    authorization,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });

const port = () => new URL(world.url).port;
const metadataPath = (clientId: string) => `/.well-known/oauth-protected-resource/s/${clientId}/mcp`;

it('a client without a token is told where to get one, at the host it used', async () => {
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    const host = `${name}:${port()}`;
    const { status, challenge } = await ask(`/s/${endpoint.clientId}/mcp`, { method: 'POST', host });
    const address = `http://${host}${metadataPath(endpoint.clientId)}`;
    expect({ status, challenge }).toEqual({ status: 401, challenge: `Bearer resource_metadata="${address}"` });
    const { body } = await ask(metadataPath(endpoint.clientId), { host });
    expect(body).toEqual({
      resource: `http://${host}/s/${endpoint.clientId}/mcp`,
      authorization_servers: [`http://${host}`],
      bearer_methods_supported: ['header'],
      scopes_supported: ['tools'],
      resource_name: 'Toolyard',
    });
  }
});

it('a client with an invalid token gets an invalid_token error', async () => {
  const { challenge } = await postTo(`127.0.0.1:${port()}`, 'Bearer nonsense');
  expect(challenge).toMatch(/^Bearer resource_metadata="[^"]+", error="invalid_token"$/);
});

it('the metadata does not reveal whether an endpoint exists', async () => {
  const real = await ask(metadataPath(endpoint.clientId), {});
  const absent = await ask(metadataPath('client_absent'), {});
  expect(JSON.stringify(absent).replaceAll('client_absent', endpoint.clientId)).toBe(JSON.stringify(real));
});

it('a client id can’t break out of the header', async () => {
  const { challenge } = await ask(`/s/${encodeURIComponent('a", b="\r\nx: y')}/mcp`, { method: 'POST' });
  expect(challenge).toMatch(/^Bearer resource_metadata="[^"\s]+"$/);
});

it('the REST surfaces require a token as documented', async () => {
  for (const path of ['/v1/stacks', `/s/${endpoint.clientId}/list_tools`])
    expect(await ask(path, {})).toMatchObject({ status: 401, challenge: 'Bearer' });
});

it('a page that resolves its own name to our address gets nothing', async () => {
  expect(await postTo(`rebound.example:${port()}`)).toMatchObject({ status: 403, body: { error: 'Host not allowed' } });
  expect(await postTo(`localhost:${port()}`)).toMatchObject({ status: 200 });
});

describe.each([
  { publicUrl: 'http://127.0.0.1:4000', host: '127.0.0.1:4000', isAllowed: true, address: 'http://127.0.0.1:4000' },
  { publicUrl: 'http://127.0.0.1:4000', host: 'localhost:5000', isAllowed: true, address: 'http://localhost:5000' },
  { publicUrl: 'http://127.0.0.1:4000', host: 'evil.example', isAllowed: false, address: 'http://127.0.0.1:4000' },
  { publicUrl: 'http://127.0.0.1:4000', host: '127.0.0.1.evil.example', isAllowed: false },
  { publicUrl: 'http://127.0.0.1:4000', host: undefined, isAllowed: false, address: 'http://127.0.0.1:4000' },
  { publicUrl: 'https://tools.example', host: 'tools.example', isAllowed: true, address: 'https://tools.example' },
  { publicUrl: 'https://tools.example', host: 'tools.example:443', isAllowed: true, address: 'https://tools.example' },
  { publicUrl: 'https://tools.example', host: 'tools.example:8443', isAllowed: false },
  { publicUrl: 'https://tools.example', host: 'localhost:4000', isAllowed: true, address: 'https://tools.example' },
  { publicUrl: 'https://tools.example', host: 'evil.example', isAllowed: false, address: 'https://tools.example' },
])('at $publicUrl, requested as $host', ({ publicUrl, host, isAllowed, address = publicUrl }) => {
  it(`is ${isAllowed ? 'served' : 'refused'}, with the URL ${address}`, () => {
    expect(isHostAllowed(host, publicUrl)).toBe(isAllowed);
    expect(addressFor(host, publicUrl)).toBe(address);
  });
});

it.each([
  ['http://127.0.0.1:4000', ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000']],
  ['http://localhost', ['http://localhost', 'http://127.0.0.1', 'http://[::1]']],
  [
    'http://127.0.0.9:4000',
    ['http://127.0.0.9:4000', 'http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'],
  ],
  ['https://tools.example', ['https://tools.example']],
])('with the public URL %s, our own origins are exactly %s', (publicUrl, addresses) => {
  expect(ownAddresses(publicUrl)).toEqual(addresses);
});
