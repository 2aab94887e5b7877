import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ASK } from '../core/people/kit.ts';
import { createEmptyDatabase } from '../harness/database.ts';
import { freePort } from '../harness/listen.ts';
import { type FrontProxy, HOST, hasProxy, ORIGIN, startProxy } from '../harness/proxies.ts';
import { type Service, startService } from '../harness/service.ts';

const HAS_NGINX = hasProxy('nginx');
if (!HAS_NGINX) process.stdout.write('nginx is not installed: the tests behind a proxy are skipped\n');
const LIFE_MS_MAX = 120_000;
const SIGN_IN_TRIES = 10;
const CALLS = 'subscription { calls { toolId outcome } }';

let service: Service;
let nginx: FrontProxy;
let apiKey: string;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-behind-'));

beforeAll(async () => {
  if (!HAS_NGINX) return;
  database = await createEmptyDatabase();
  const port = await freePort();
  service = startService({
    DATABASE_URL: database.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_DATA_DIR: dataDir,
    PORT: String(port),
    TOOLYARD_PUBLIC_URL: ORIGIN,
    TOOLYARD_TRUST_PROXY: 'true',
  });
  await service.ready();
  apiKey = /\bty_\w+/.exec(service.out())?.[0] ?? '';
  nginx = await startProxy('nginx', [port]);
}, LIFE_MS_MAX);
afterAll(async () => {
  await nginx?.close();
  await service?.stop();
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const graphql = (query: string, input: object, { from, ...headers }: { from?: string } & Record<string, string> = {}) =>
  nginx.fetch('/graphql', {
    ...(from && { from }),
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({ query, variables: { input } }),
  });

describe.runIf(HAS_NGINX)('behind nginx, configured as documented', () => {
  it('shows addresses with its public name, and lets a person sign in there', async () => {
    const [link = ''] = /https:\S+\/welcome#\S+/.exec(service.out()) ?? [];
    expect(link).toMatch(/^https:\/\/tools\.example\.com\/welcome#inv_/);
    const input = { secret: link.split('#')[1], email: 'owner@example.com', password: 'four words nobody guesses' };
    const accepted = await graphql(ASK.accept, input);
    expect(await accepted.text()).toContain('owner@example.com');
    const [cookie = ''] = accepted.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-toolyard\w*=\S+;.* Secure/);
    const other = await graphql(
      ASK.signOut,
      {},
      { cookie: cookie.split(';')[0] ?? '', origin: 'https://evil.example' },
    );
    expect(await other.text()).toContain('FORBIDDEN');
  });

  it('forwards events as they happen', async () => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const stream = await nginx.fetch('/graphql', {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: JSON.stringify({ query: CALLS }),
    });
    const [stackPath = ''] = /\/v1\/stacks\/[\w-]+\/tools\/everything_echo\/invoke/.exec(service.out()) ?? [];
    const body = JSON.stringify({ tool_input: { message: 'Hello' } });
    const called = await nginx.fetch(stackPath, { method: 'POST', headers, body });
    expect(await called.text()).toContain('Echo: Hello');
    let seen = '';
    for await (const part of stream.body ?? []) {
      seen += Buffer.from(part).toString();
      if (seen.includes('everything_echo')) break;
    }
    expect(seen).toContain('"outcome":"OK"');
  });

  it('forwards a WebSocket, and handles other upgrades', async () => {
    const { port, ca } = nginx.at;
    const headers = { host: HOST, origin: ORIGIN, authorization: `Bearer ${apiKey}` };
    const options = { ca, servername: HOST, headers };
    const socket = new WebSocket(`wss://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', options);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    const [message] = await once(socket, 'message');
    expect(String(message)).toBe('{"type":"connection_ack"}');
    socket.terminate();
    // Uses Node's own client, because `fetch` doesn't send this header.
    const upgrade = { host: HOST, connection: 'Upgrade', upgrade: 'h2c' };
    const clientRequest = request({
      host: '127.0.0.1',
      port,
      ca,
      servername: HOST,
      path: '/livez',
      headers: upgrade,
    }).end();
    const [{ statusCode }] = await once(clientRequest, 'response');
    expect(statusCode).toBe(200);
    clientRequest.destroy();
  });

  it('distinguishes callers by their real address, whatever they claim', async () => {
    const wrong = { email: 'nobody@example.com', password: 'not the password at all' };
    const claim = (at: number) => ({ 'x-forwarded-for': `203.0.113.${at}` });
    const tryAt = async (from: string, at: number) => (await graphql(ASK.signIn, wrong, { from, ...claim(at) })).text();
    for (let at = 0; at < SIGN_IN_TRIES; at += 1) expect(await tryAt('127.0.0.2', at)).not.toContain('RATE_LIMITED');
    expect(await tryAt('127.0.0.2', SIGN_IN_TRIES)).toContain('RATE_LIMITED');
    expect(await tryAt('127.0.0.3', 0)).not.toContain('RATE_LIMITED');
  });
});
