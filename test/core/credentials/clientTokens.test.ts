import { createServer } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetClientToken, getClientToken } from '../../../src/core/credentials/clientTokens.ts';
import { createConnectLink } from '../../../src/core/credentials/connectLink.ts';
import { removeCredential, setCredentials } from '../../../src/core/credentials/credential.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { type StackId, toServerId } from '../../../src/core/kernel/ids.ts';
import { importServer } from '../../../src/core/marketplace/importServer.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { ask } from './mail.ts';

const SECRET = 'secret-of-the-client';
let lifeSeconds: number | null = 3_600;
let aheadMs = 0;
let calls = 0;
let [refusesAll, issuesNone] = [false, false];
const issued: string[] = [];
const refused = new Set<string>();

/** A token endpoint (RFC 6749, section 4.4), and an API that echoes the caller. */
const api = createServer((request, response) => {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const credentials = request.headers.authorization ?? '';
  if (request.url === '/me') {
    const token = credentials.replace('Bearer ', '');
    calls += 1;
    const isGood = issued.includes(token) && !refused.has(token) && !refusesAll;
    return void answer(isGood ? 200 : 401, { token, spelled: Buffer.from(token).toString('base64') });
  }
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    // Form-encoded before base64 (RFC 6749, section 2.3.1).
    const sent = Buffer.from(credentials.replace('Basic ', ''), 'base64').toString();
    const isClient = decodeURIComponent(sent) === `app:${SECRET}`;
    if (issuesNone) return answer(503, {});
    if (!isClient) return answer(401, { error: 'invalid_client' });
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ grant_type: 'client_credentials', scope: 'read' });
    const access_token = `token-number-${issued.length}`;
    issued.push(access_token);
    return answer(200, {
      access_token,
      token_type: 'bearer',
      ...(lifeSeconds !== null && { expires_in: lifeSeconds }),
    });
  });
});

const origin = `http://127.0.0.1:${await listenOnLoopback(api)}`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
Object.assign(world.edge.deps, { now: () => new Date(Date.now() + aheadMs) });
const { ctx, apiKey } = world.account;
afterAll(async () => {
  await world.close();
  api.close();
});

const flows = { clientCredentials: { tokenUrl: `${origin}/token`, scopes: { read: 'Reads' } } };
const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Me', version: '1' },
  servers: [{ url: origin }],
  components: { securitySchemes: { oauth: { type: 'oauth2', flows } } },
  security: [{ oauth: ['read'] }],
  paths: { '/me': { get: { operationId: 'me' } } },
});
await importServer(ctx, { source: { openApi: { text } }, id: 'me' } as object);

let stackId: StackId;
let count = 0;
const call = () => ask(`${world.url}/v1/stacks/${stackId}/tools/me_me/invoke`, apiKey, { body: { tool_input: {} } });
const store = (secret = SECRET) =>
  setCredentials(ctx, stackId, toServerId('me'), {
    credentials: { me_oauth_client_id: 'app', me_oauth_client_secret: secret },
  });
const states = async () => (await getCredentialStatus(ctx, stackId, toServerId('me'))).fields.map(({ state }) => state);

beforeEach(async () => {
  [lifeSeconds, aheadMs] = [3_600, 0];
  issued.length = 0;
  refused.clear();
  count += 1;
  stackId = (await createStack(ctx, { name: `me ${count}` })).id;
  await addServerToStack(ctx, stackId, { serverId: 'me', enableAllTools: true });
});

describe('a server with the client credentials grant', () => {
  it('lacks only its client', async () => {
    expect(await call()).toMatchObject({
      body: { detail: expect.stringMatching(/client_id, me_oauth_client_secret/) },
    });
    expect(await states()).toEqual(['missing', 'missing', 'missing']);
    await store();
    expect(await getCredentialStatus(ctx, stackId, toServerId('me'))).toMatchObject({
      allAdded: true,
      requiredAdded: true,
    });
    await expect(createConnectLink(ctx, stackId, toServerId('me'), { fieldId: 'me_oauth' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('requests one token for all calls, which no answer shows', async () => {
    await store();
    const answers = await Promise.all(Array.from({ length: 8 }, call));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(issued).toHaveLength(1);
    expect(JSON.stringify(answers)).not.toMatch(/token-number|dG9rZW4tbnVtYmVy/);
    expect(await ctx.db.credential.count({ where: { stackServer: { stackId } } })).toBe(2);
  });

  it.each([
    ['before it ends', 3_600, 3_545, 2],
    ['not while it is valid', 3_600, 3_500, 1],
    ['in the last quarter of a short lifetime', 100, 80, 2],
    ['after ten minutes without a stated lifetime', null, 601, 2],
  ])('requests another %s', async (_name, life, seconds, tokens) => {
    lifeSeconds = life;
    await store();
    await call();
    aheadMs = seconds * 1_000;
    expect(await call()).toMatchObject({ status: 200 });
    expect(issued).toHaveLength(tokens);
  });

  it('retries a call once with a new token after the service rejects the first', async () => {
    await store();
    await call();
    refused.add(issued[0] ?? '');
    calls = 0;
    expect(await call()).toMatchObject({ status: 200 });
    expect([issued.length, calls]).toEqual([2, 2]);
  });

  it('retries a call only once', async () => {
    await store();
    refusesAll = true;
    calls = 0;
    expect((await call()).status).not.toBe(200);
    expect([issued.length, calls]).toEqual([2, 2]);
    refusesAll = false;
    expect(await call()).toMatchObject({ status: 200 });
  });

  it('does not retry a call without a new token', async () => {
    await store();
    await call();
    refused.add(issued[0] ?? '');
    calls = 0;
    issuesNone = true;
    expect((await call()).status).not.toBe(200);
    expect([issued.length, calls]).toEqual([1, 1]);
    issuesNone = false;
    expect(await call()).toMatchObject({ status: 200 });
  });

  it('keeps the new token when a late response rejects the old one', async () => {
    const client = { clientId: 'app', clientSecret: SECRET, authMethod: 'client_secret_basic' } as const;
    const settings = { tokenUrl: `${origin}/token`, scopes: ['read'], pkce: true };
    const signIn = {
      of: [stackId],
      settings,
      connector: { kind: 'http', baseUrl: origin },
      client,
      subject: null,
    } as const;
    const first = await getClientToken(ctx, signIn);
    forgetClientToken(ctx, signIn, first);
    const second = await getClientToken(ctx, signIn);
    forgetClientToken(ctx, signIn, first);
    expect([await getClientToken(ctx, signIn), issued]).toEqual([second, [first, second]]);
  });

  it('uses no token of a replaced or removed client', async () => {
    await store();
    await call();
    await store('another-secret-than-before');
    const { status, body } = await call();
    expect([status, JSON.stringify(body)]).toEqual([
      expect.any(Number),
      expect.stringContaining('could not sign in for me_oauth'),
    ]);
    expect(status).not.toBe(200);
    expect(JSON.stringify(body)).not.toContain('another-secret');
    await store();
    expect(await call()).toMatchObject({ status: 200 });
    await removeCredential(ctx, stackId, toServerId('me'), 'me_oauth_client_secret');
    expect(JSON.stringify((await call()).body)).toContain('missing credentials: me_oauth_client_secret');
  });

  it('uses a pasted token instead', async () => {
    issued.push('pasted-by-a-person');
    await setCredentials(ctx, stackId, toServerId('me'), {
      credentials: { me_oauth: 'pasted-by-a-person', me_oauth_client_id: 'app', me_oauth_client_secret: SECRET },
    });
    expect(await call()).toMatchObject({ status: 200 });
    expect(issued).toHaveLength(1);
  });
});
