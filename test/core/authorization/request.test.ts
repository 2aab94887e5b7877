import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { registerClient } from '../../../src/core/authorization/client.ts';
import {
  clientIdOf,
  openRequest,
  readReturnAddress,
  returnUrl,
  sealRequest,
} from '../../../src/core/authorization/request.ts';
import { toClientId } from '../../../src/core/kernel/ids.ts';
import { sealJson } from '../../../src/core/kernel/sealedJson.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';

const vault = createVault({ current: randomBytes(32), previous: [] });
const AT_MS = 1_800_000_000_000;
const CALLBACK = 'http://127.0.0.1:7777/callback';
const ADDRESS = 'https://toolyard.test';
const REQUEST = {
  oauthClient: 'app_x',
  clientName: 'Mine',
  clientHost: null,
  redirectUri: CALLBACK,
  state: 'state',
  codeChallenge: 'c'.repeat(43),
  clientId: toClientId('client_1'),
  stackName: 'Shop',
};

describe('the redirect target of an error', () => {
  const documents = { read: () => Promise.reject(new Error('no client here publishes a document')) };
  const metadata = { client_name: 'Mine', redirect_uris: [CALLBACK] };
  const { client_id: id } = registerClient({ vault, now: () => new Date(AT_MS) }, metadata);
  const base = { client_id: id, redirect_uri: CALLBACK };
  const read = (params: Readonly<Record<string, string | undefined>>) =>
    readReturnAddress({ vault }, documents, params);

  it.each([
    ['nothing', undefined, null],
    ['an empty text', '', ''],
    ['2,048 characters', 's'.repeat(2_048), 's'.repeat(2_048)],
  ])('is known with a state of %s', async (_name, state, returnedState) => {
    const client = expect.objectContaining({ id, name: 'Mine' });
    expect(await read({ ...base, state })).toEqual({ client, redirectUri: CALLBACK, state: returnedState });
  });

  it.each([
    ['a client', { ...base, client_id: undefined }, 'invalid_request', /^client_id and redirect_uri/],
    ['an address', { ...base, redirect_uri: undefined }, 'invalid_request', /^client_id and redirect_uri/],
    ['a state of sensible size', { ...base, state: 's'.repeat(2_049) }, 'invalid_request', /^state is too long/],
    ['an address of the client', { ...base, redirect_uri: `${CALLBACK}x` }, 'invalid_request', /^redirect_uri is not/],
    ['a client that is known', { ...base, client_id: 'app_x' }, 'invalid_client', /^The client is unknown/],
  ])('is unknown without %s', async (_name, params, code, message) => {
    await expect(read(params)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe('the stack of a resource', () => {
  it('is identified by its MCP address', () => {
    expect(clientIdOf(`${ADDRESS}/s/client_1/mcp`, ADDRESS)).toBe('client_1');
  });

  it.each([
    undefined,
    '',
    ADDRESS,
    `${ADDRESS}/s/client_1`,
    `${ADDRESS}/s/client_1/sse`,
    `${ADDRESS}/s//mcp`,
    `${ADDRESS}/x/client_1/mcp`,
    `${ADDRESS}/s/client_1/x/mcp`,
    'https://elsewhere.test/s/client_1/mcp',
  ])('is not found by %s', (resource) => {
    expect(() => clientIdOf(resource, ADDRESS)).toThrow(expect.objectContaining({ code: 'invalid_target' }));
  });
});

describe('a sealed authorization request', () => {
  const at = (ms: number) => ({ vault, now: () => new Date(AT_MS + ms) });
  const expired = expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(/has expired/) });

  it('opens unchanged for ten minutes', () => {
    const sealed = sealRequest(at(0), REQUEST);
    expect(openRequest(at(0), sealed)).toEqual(REQUEST);
    expect(openRequest(at(10 * 60_000), sealed)).toEqual(REQUEST);
    expect(() => openRequest(at(10 * 60_000 + 1), sealed)).toThrow(expired);
  });

  it.each([
    ['nothing', undefined],
    ['no text of ours', 'AAAA'],
    ['a request without an end', sealJson(vault, 'authorization-request', REQUEST)],
    ['something else that we sealed', sealJson(vault, 'login-request', { ...REQUEST, untilMs: AT_MS })],
  ])('does not open as %s', (_name, text) => {
    expect(() => openRequest(at(0), text)).toThrow(expired);
  });
});

it.each([
  ['with a state', CALLBACK, 'st&te', `${CALLBACK}?code=tyc_1&state=st%26te&iss=https%3A%2F%2Ftoolyard.test`],
  ['without one', CALLBACK, null, `${CALLBACK}?code=tyc_1&iss=https%3A%2F%2Ftoolyard.test`],
  ['behind what is there', `${CALLBACK}?a=b`, '', `${CALLBACK}?a=b&code=tyc_1&state=&iss=https%3A%2F%2Ftoolyard.test`],
])('a result is returned %s', (_name, redirectUri, state, expected) => {
  expect(returnUrl({ redirectUri, state }, { code: 'tyc_1' }, ADDRESS)).toBe(expected);
});
