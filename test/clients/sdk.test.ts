import { createMCPClient } from '@ai-sdk/mcp';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, it } from 'vitest';
import { listStackTokens, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { allow } from '../oauth/kit.ts';
import { openEcho } from './server.ts';
import { createSignin } from './signin.ts';

const { world, endpoint, close } = await openEcho();
afterAll(close);

const INFO = { name: 'test', version: '1.0.0' };
const ECHO = { name: 'demo_echo', arguments: { message: 'hi' } };
const HI = [{ type: 'text', text: 'hi' }];
const url = () => new URL(endpoint.url);
const bearer = () => ({ authorization: `Bearer ${endpoint.token}` });

describe('with a stack token', () => {
  it('the v1 SDK lists and calls', async () => {
    const client = new Client1(INFO);
    await client.connect(new Http1(url(), { requestInit: { headers: bearer() } }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['demo_echo']);
    expect((await client.callTool(ECHO)).content).toEqual(HI);
    await client.close();
  });

  it.each(['legacy', 'auto'] as const)('the v2 SDK in %s mode lists and calls', async (mode) => {
    const client = new Client2(INFO, { versionNegotiation: { mode } });
    await client.connect(new Http2(url(), { requestInit: { headers: bearer() } }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['demo_echo']);
    expect((await client.callTool(ECHO)).content).toEqual(HI);
    await client.close();
  });

  it('the AI SDK lists and calls', async () => {
    const client = await createMCPClient({ transport: { type: 'http', url: endpoint.url, headers: bearer() } });
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(['demo_echo']);
    const called = await tools['demo_echo']?.execute?.(
      { message: 'hi' },
      { toolCallId: '1', messages: [], context: {} },
    );
    expect(called).toMatchObject({ content: HI });
    await client.close();
  });
});

type Sdk = {
  readonly label: string;
  /** Connects, with the authorization code that the browser returned, if any. */
  connect(
    signin: ReturnType<typeof createSignin>,
    callback: URL | null,
  ): Promise<{ names: string[]; close(): Promise<void> }>;
};

const SDKS: readonly Sdk[] = [
  {
    label: 'the v1 SDK',
    async connect(authProvider, callback) {
      if (callback) {
        const transport = new Http1(url(), { authProvider });
        await transport.finishAuth(callback.searchParams.get('code') ?? '');
      }
      const client = new Client1(INFO);
      await client.connect(new Http1(url(), { authProvider }));
      return { names: (await client.listTools()).tools.map(({ name }) => name), close: () => client.close() };
    },
  },
  ...(['legacy', 'auto'] as const).map((mode) => ({
    label: `the v2 SDK in ${mode} mode`,
    async connect(authProvider: ReturnType<typeof createSignin>, callback: URL | null) {
      if (callback) await new Http2(url(), { authProvider }).finishAuth(callback.searchParams);
      const client = new Client2(INFO, { versionNegotiation: { mode } });
      await client.connect(new Http2(url(), { authProvider }));
      return { names: (await client.listTools()).tools.map(({ name }) => name), close: () => client.close() };
    },
  })),
];

describe.each(SDKS)('with the address alone, $label', ({ label, connect }) => {
  it('registers, signs in, refreshes its token, and loses access once that is revoked', async () => {
    const signin = createSignin(label);
    await expect(connect(signin, null)).rejects.toThrow();
    const callback = new URL(await allow(String(signin.opened), world.account.apiKey));
    expect(callback.searchParams.get('state')).toBe(signin.stateValue);
    const first = await connect(signin, callback);
    expect(first.names).toEqual(['demo_echo']);
    await first.close();
    const { refresh_token: used } = signin.held();
    signin.spoil();
    const second = await connect(signin, null);
    expect(second.names).toEqual(['demo_echo']);
    await second.close();
    expect(signin.held().refresh_token).not.toBe(used);
    await revoke(label);
    signin.opened = null;
    await expect(connect(signin, null)).rejects.toThrow();
    // The refresh token is also invalid, so a person must consent again.
    expect(String(signin.opened)).toContain('/oauth/authorize?');
  });
});

async function revoke(name: string): Promise<void> {
  const { id } = await world.edge.deps.db.clientEndpoint.findUniqueOrThrow({ where: { clientId: endpoint.clientId } });
  const token = (await listStackTokens(world.account.ctx, id)).find((each) => each.name === name);
  if (!token) throw new Error(`No token is called ${name}`);
  await revokeStackToken(world.account.ctx, token.id);
}
