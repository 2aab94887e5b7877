import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EgressRule } from '../../../src/connectors/egress/allow.ts';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { readImport } from '../../../src/connectors/import/readImport.ts';
import { createConnectLink } from '../../../src/core/credentials/connectLink.ts';
import { type StackId, toServerId } from '../../../src/core/kernel/ids.ts';
import { refreshServerTools } from '../../../src/core/marketplace/refreshTools.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { type McpUpstream, startUpstream } from '../../connectors/mcp/mcpUpstream.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { openBrowser } from './browser.ts';
import { ask } from './mail.ts';
import { startProvider, type TestProvider } from './provider.ts';

const LOOPBACK: EgressRule = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null };
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

let world: World;
let provider: TestProvider;
let upstream: McpUpstream;
/** The upstream's metadata (RFC 9728). */
let metadata: Record<string, unknown>;
let stackId: StackId;
let count = 0;

beforeAll(async () => {
  // The upstream and its provider have two origins on this machine.
  world = await startWorld({ egressAllow: '127.0.0.0/8', config: { egressAllowIndirect: [LOOPBACK] } });
  upstream = await startUpstream('both');
  const resourceServer = { scope: 'tools', audience: upstream.url, accessTokenFormat: 'opaque' as const };
  provider = await startProvider({
    redirectUris: [],
    configuration: {
      scopes: ['openid', 'offline_access', 'tools'],
      features: {
        registration: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => resourceServer,
          useGrantedResource: () => true,
        },
      },
    },
  });
  upstream.intercept = async ({ url, headers }) => {
    if (url === METADATA_PATH) return Response.json(metadata);
    if (url.startsWith('/.well-known/')) return new Response(null, { status: 404 });
    const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? '';
    const known = await provider.lookUp(token);
    if (known?.audience === upstream.url) return null;
    const challenge = `Bearer resource_metadata="${new URL(METADATA_PATH, upstream.url)}"`;
    return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });
  };
  await world.saveServer(teamDocument());
});
afterAll(async () => {
  await world.close();
  await upstream.close();
  await provider.close();
});
beforeEach(async () => {
  metadata = { resource: upstream.url, authorization_servers: [provider.url], scopes_supported: ['tools'] };
  count += 1;
  stackId = (await createStack(world.account.ctx, { name: `stack ${count}` })).id;
  await addServerToStack(world.account.ctx, stackId, { serverId: 'team', enableAllTools: true });
  provider.granted.length = 0;
});

const teamDocument = (): unknown => ({
  id: 'team',
  name: 'Team',
  credentials: [
    {
      id: 'team_token',
      name: 'Sign-in',
      required: true,
      placement: { in: 'header', name: 'Authorization', template: 'Bearer {team_token}' },
      oauth2: {},
    },
  ],
  connector: { kind: 'mcp-http', url: upstream.url },
  tools: [{ name: 'echo', inputSchema: { type: 'object', properties: { message: { type: 'string' } } } }],
});

const link = async (server = 'team', fieldId = 'team_token') => {
  const ctx = { ...world.account.ctx, publicUrl: () => world.url };
  return (await createConnectLink(ctx, stackId, toServerId(server), { fieldId })).url;
};
const call = (toolId = 'team_echo') =>
  ask(`${world.url}/v1/stacks/${stackId}/tools/${toolId}/invoke`, world.account.apiKey, {
    body: { tool_input: { message: 'hello' } },
  });
const registrations = () => world.edge.deps.db.oAuthRegistration.count();

describe('an MCP server that requires a sign-in', () => {
  it('says where, registers the product, and issues tokens only for itself', async () => {
    const seen = await openBrowser().open(await link());
    expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('Team is connected') });
    expect(provider.params).toMatchObject({ resource: upstream.url, scope: 'tools offline_access' });
    expect(await call()).toMatchObject({ status: 200, body: { result: { content: [{ text: 'hello' }] } } });
    expect(await registrations()).toBe(1);
  });

  it('registers a client once, however many people sign in', async () => {
    for (const _round of [1, 2]) await openBrowser().open(await link());
    expect(await registrations()).toBe(1);
    const events = await world.edge.deps.db.auditEvent.findMany({ where: { action: 'oauth_client.register' } });
    expect(events).toMatchObject([{ details: { issuer: provider.url } }]);
  });

  it('has its tokens refreshed for the same resource', async () => {
    await openBrowser().open(await link());
    Object.assign(world.edge.deps, { now: () => new Date(Date.now() + 3_600_000) });
    expect(await call()).toMatchObject({ status: 200 });
    expect(provider.granted).toEqual(['authorization_code', 'refresh_token']);
    Object.assign(world.edge.deps, { now: () => new Date() });
  });

  it.each([
    ['describes another resource', () => ({ ...metadata, resource: 'https://other.example/mcp' })],
    ['names no reachable authorization server', () => ({ ...metadata, authorization_servers: ['http://127.0.0.1:1'] })],
    ['names one without TLS elsewhere', () => ({ ...metadata, authorization_servers: ['http://auth.example'] })],
  ])('that %s gets no sign-in', async (_name, change) => {
    metadata = change();
    expect(await openBrowser().open(await link())).toMatchObject({
      status: 502,
      text: expect.stringContaining('The sign-in failed'),
    });
    expect(await call()).toMatchObject({ status: 400 });
  });

  it('is imported by address alone, and lists its tools after a sign-in', async () => {
    const { ctx } = world.account;
    const egress = createEgress({ allow: [LOOPBACK], allowIndirect: [LOOPBACK] });
    const { signal } = new AbortController();
    const { fetchFor } = egress;
    const options = { id: 'own', connectors: ctx.connectors, signal, fetchFor };
    const { document, warnings } = await readImport(upstream.url, options);
    expect(document).toMatchObject({ credentials: [{ id: 'access_token', oauth2: {} }], tools: [] });
    expect(warnings[0]?.reason).toContain('only after a sign-in');
    await egress.close();

    await saveServer(ctx, document);
    await addServerToStack(ctx, stackId, { serverId: 'own' });
    await expect(refreshServerTools(ctx, stackId, toServerId('own'))).rejects.toMatchObject({ code: 'invalid_input' });
    await openBrowser().open(await link('own', 'access_token'));
    expect(await refreshServerTools(ctx, stackId, toServerId('own'))).toMatchObject({ isChanged: true, warnings: [] });
    await updateServerTools(ctx, stackId, toServerId('own'), { enabledTools: ['own_echo'] });
    expect(await call('own_echo')).toMatchObject({ status: 200, body: { result: { content: [{ text: 'hello' }] } } });
  });

  it('in the marketplace cannot be changed by an account', async () => {
    const refreshed = refreshServerTools(world.account.ctx, stackId, toServerId('team'));
    await expect(refreshed).rejects.toMatchObject({ code: 'forbidden' });
  });
});
