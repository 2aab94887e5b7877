import { createServer, type Server } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClientDocuments } from '../../src/connectors/oauth/clientDocuments.ts';
import { unusableDocument } from '../../src/core/authorization/clientDocument.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { selfSigned } from '../harness/tls.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../mcp/kit.ts';
import { allow, authorizeUrl, CALLBACK, challengeOf, newVerifier, open, register } from './kit.ts';

const HOST = 'client.test';
const pair = selfSigned(HOST);
const documents = createClientDocuments({
  allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }],
  resolve: async () => ['127.0.0.1'],
  ca: [pair.cert],
});
let world: World;
let endpoint: Endpoint;

beforeAll(async () => {
  world = await startWorld({ clientDocuments: documents });
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', []);
});
afterAll(async () => {
  await world?.close();
  await documents.close();
});

const UNUSABLE = expect.stringContaining(unusableDocument().message.replaceAll("'", '&#39;'));
const CHALLENGE = challengeOf(newVerifier());
const url = (client: string) =>
  authorizeUrl(world, { client_id: client, resource: endpoint.url, code_challenge: CHALLENGE });

describe('a client with a metadata document', () => {
  let server: Server;
  let origin: string;
  let urls: string[] = [];
  const DOCUMENTS: Record<string, () => string> = {
    '/client.json': () => document('/client.json'),
    '/stranger.json': () => document('/client.json'),
    '/secret.json': () => document('/secret.json', { token_endpoint_auth_method: 'client_secret_basic' }),
    '/nowhere.json': () => document('/nowhere.json', { redirect_uris: [] }),
    '/scripted.json': () => document('/scripted.json', { redirect_uris: ['javascript:alert(1)'] }),
    '/text.json': () => 'no JSON',
    '/long.json': () => document('/long.json', { logo_uri: 'x'.repeat(100_000) }),
  };
  const document = (path: string, more: object = {}) =>
    JSON.stringify({ client_id: `${origin}${path}`, client_name: 'Published', redirect_uris: [CALLBACK], ...more });

  beforeAll(async () => {
    server = createServer(pair, (request, response) => {
      urls.push(request.url ?? '');
      const made = DOCUMENTS[request.url ?? ''];
      if (request.url === '/moved.json') return void response.writeHead(302, { location: 'https://localhost/x' }).end();
      return void response.writeHead(made ? 200 : 404, { 'content-type': 'application/json' }).end(made?.());
    });
    origin = `https://${HOST}:${await listenOnLoopback(server)}`;
  });
  beforeEach(() => {
    urls = [];
  });
  afterAll(() => server?.close());

  it('is not fetched when its name resolves to a private address', async () => {
    const asService = createClientDocuments({ resolve: async () => ['127.0.0.1'], ca: [pair.cert] });
    await expect(asService.read(`${origin}/client.json`)).rejects.toThrow(unusableDocument().message);
    await asService.close();
    expect(urls).toEqual([]);
    // A reader that allows this address does fetch the document, so the address caused the refusal.
    await documents.read(`${origin}/text.json`).catch(() => undefined);
    expect(urls).toEqual(['/text.json']);
  });

  it('needs no registration, is fetched once, and is shown with its host', async () => {
    const asks = url(`${origin}/client.json`);
    const page = await open(asks);
    expect(page.text).toContain(`Published (published by ${new URL(origin).host})`);
    await open(asks);
    expect(urls).toEqual(['/client.json']);
    expect(await allow(asks, world.account.apiKey)).toContain('code=tyc_');
  });

  it.each(['stranger', 'secret', 'nowhere', 'scripted', 'text', 'long', 'moved', 'absent'])(
    'that is invalid is refused: %s',
    async (name) => {
      expect(await open(url(`${origin}/${name}.json`))).toMatchObject({ status: 400, text: UNUSABLE });
    },
  );

  it.each([
    'http://127.0.0.1:1/client.json',
    'http://localhost/client.json',
    'https://127.0.0.1/',
    'http://example.com/client.json',
    'https://user@example.com/c.json',
    'https://example.com/a/../c',
  ])('is not fetched at %s', async (id) => {
    const page = await open(url(id));
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining('The client is unknown') });
  });
});

describe('client registration', () => {
  it('returns the registered values for a public client', async () => {
    const metadata = {
      client_name: 'Mine',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
    };
    const { status, headers, body } = await register(world, metadata);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        client_id: expect.stringMatching(/^app_[\w-]{100,}$/),
        client_id_issued_at: expect.any(Number),
        client_name: 'Mine',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    { label: 'no address', metadata: {}, error: 'invalid_redirect_uri' },
    { label: 'a script', metadata: { redirect_uris: ['javascript:alert(1)'] }, error: 'invalid_redirect_uri' },
    { label: 'many', metadata: { redirect_uris: Array(11).fill(CALLBACK) }, error: 'invalid_redirect_uri' },
    {
      label: 'a name that is no text',
      metadata: { redirect_uris: [CALLBACK], client_name: 1 },
      error: 'invalid_client_metadata',
    },
    { label: 'no object', metadata: [], error: 'invalid_client_metadata' },
  ])('with $label: $error', async ({ metadata, error }) => {
    expect(await register(world, metadata)).toMatchObject({ status: 400, body: { error } });
  });

  it('with a bidirectional name or none shows only visible characters', async () => {
    const turned = await register(world, { client_name: 'Cla\u202eude\u0000', redirect_uris: [CALLBACK] });
    expect(turned.body['client_name']).toBe('Cla ude');
    const unnamed = await register(world, { client_name: ' \u200b ', redirect_uris: ['https://app.example/cb'] });
    expect(unnamed.body['client_name']).toBe('app.example');
  });

  it.each([
    { type: 'application/json', body: '{', status: 400 },
    { type: 'application/xml', body: '<a/>', status: 415 },
    { type: 'application/json', body: JSON.stringify('x'.repeat(70_000)), status: 413 },
  ])('needs JSON of limited size: $type, $status', async ({ type, body, status }) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    const response = await fetch(`${world.url}/oauth/register`, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });
});
