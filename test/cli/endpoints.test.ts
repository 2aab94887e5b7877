import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../../src/cli/endpoints.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toClientId } from '../../src/core/kernel/ids.ts';
import { post } from '../graphql/ask.ts';
import { eventually } from '../harness/eventually.ts';
import { type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
beforeAll(async () => {
  at = await startInstallation();
});
afterAll(() => at?.close());

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f-]{36}$`));
const JWT = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);

const tokenStatus = async (clientId: string, token: string): Promise<number> =>
  (await fetch(`${at.world.url}/s/${clientId}/list_tools`, { headers: { authorization: `Bearer ${token}` } })).status;

type Endpoint = { client_id: string; token: string };

/** Options of `endpoint set-version` that do not fit together. */
const REFUSED_VERSIONS: readonly (readonly [string[], string])[] = [
  [[], 'Set --pin-version, --follow-latest or a canary option'],
  [['--pin-version', '1', '--follow-latest'], 'not both'],
  [['--canary-version', '1'], 'together'],
  [['--canary-version', '1', '--canary-percent', '5', '--no-canary'], 'not both'],
  [['--pin-version', 'x'], '--pin-version must be a whole number'],
];

describe('endpoints and tokens', () => {
  it('are created, listed, changed and revoked', async () => {
    const { api } = at;
    await runJson(['stack', 'create', '--name', 'agents'], api);
    const made = (await runJson(['endpoint', 'create', '--stack', 'agents', '--name', 'e'], api)) as {
      client_id: string;
      token: string;
      list_tools_url: string;
    };
    expect(Object.keys(made)).toEqual(['client_id', 'token', 'list_tools_url', 'call_tool_url']);
    const listed = await fetch(made.list_tools_url, { headers: { authorization: `Bearer ${made.token}` } });
    expect(listed.status).toBe(200);
    await runJson(['endpoint', 'create', '--stack', 'agents', '--name', 'newer'], api);
    const line = ['token', 'create', '--endpoint', made.client_id, '--name', 't', '--expires-days', '1'];
    const token = (await runJson(line, api)) as { token_id: string };
    for (const of of [
      ['--endpoint', made.client_id],
      ['--stack', 'agents'],
    ]) {
      const tokens = (await runJson(['token', 'list', ...of], api)) as { name: string }[];
      expect(tokens.map(({ name }) => name)).toEqual(expect.arrayContaining(['t', 'e']));
    }
    const { ctx, apiKey } = at.world.account;
    const endpoint = await ctx.db.clientEndpoint.findUniqueOrThrow({ where: { clientId: toClientId(made.client_id) } });
    const operations: string[] = [];
    const { listTokens } = endpointsOf(async (document, variables) => {
      operations.push(/query (\w+)/.exec(`${document}`)?.[1] ?? '');
      const answer = await post(at.world.url, apiKey, { body: JSON.stringify({ query: `${document}`, variables }) });
      return JSON.parse(answer.text).data;
    });
    expect(await listTokens({ stack: endpoint.stackId }, { search: null, isInForce: null })).toHaveLength(3);
    expect(operations.splice(0)).toEqual(['CliStackTokens']);
    for (let more = 0; more < 20; more++) await createStackToken(ctx, { endpointId: endpoint.id });
    expect(await listTokens({ stack: endpoint.stackId }, { search: null, isInForce: null })).toHaveLength(23);
    expect(operations).toEqual(['CliStackTokens', 'CliTokens']);
    expect(await runJson(['token', 'list', '--stack', 'agents'], api)).toHaveLength(23);
    expect((await run(['token', 'revoke', token.token_id, '--yes'], api)).code).toBe(0);
    for (const mode of ['search', 'full']) {
      expect(await runJson(['endpoint', 'set-mode', made.client_id, '--mode', mode], api)).toMatchObject({ mode });
    }
    const searching = ['endpoint', 'create', '--stack', 'agents', '--name', 'searching', '--mode', 'search'];
    const { client_id } = (await runJson(searching, api)) as { client_id: string };
    const [newest] = (await runJson(['endpoint', 'list', '--stack', 'agents'], api)) as object[];
    expect(newest).toMatchObject({ client_id, mode: 'search' });
    const set = (...options: string[]) => run(['endpoint', 'set-version', made.client_id, ...options], api);
    expect((await set('--pin-version', '1')).out).toContain('has version 1');
    expect((await set('--follow-latest', '--canary-version', '1', '--canary-percent', '5')).out).toContain(
      'has version latest, 5 % to 1',
    );
    expect(await runJson(['endpoint', 'list', '--stack', 'agents'], api)).toContainEqual(
      expect.objectContaining({
        client_id: made.client_id,
        pinned_version: null,
        canary: { version: 1, percent: 5 },
      }),
    );
    expect(await runJson(['endpoint', 'versions', made.client_id], api)).toEqual([]);
    expect((await set('--no-canary')).out).toMatch(/has version latest\s*$/);
    for (const [options, message] of REFUSED_VERSIONS)
      expect(await set(...options), options.join(' ')).toMatchObject({
        code: 2,
        err: expect.stringContaining(message),
      });
    expect((await set('--pin-version', '99')).code).not.toBe(0);
    expect((await run(['endpoint', 'revoke', made.client_id, '--yes'], api)).code).toBe(0);
    expect(await run(['endpoint', 'revoke', made.client_id, '--yes'], api)).toMatchObject({ code: 3, out: '' });
  });

  it('creates an endpoint and a second token; revoking either takes effect within a second', async () => {
    const env = at.api;
    const { stack_id: stackId } = (await runJson(['stack', 'create', '--name', 'demo'], env)) as { stack_id: string };
    const made = (await runJson(['endpoint', 'create', '--stack', stackId, '--name', 'agent'], env)) as Endpoint;
    expect(made).toEqual({
      client_id: id('client'),
      token: JWT,
      list_tools_url: `${at.world.url}/s/${made.client_id}/list_tools`,
      call_tool_url: `${at.world.url}/s/${made.client_id}/call_tool`,
    });
    expect(await tokenStatus(made.client_id, made.token)).toBe(200);

    const second = (await runJson(
      ['token', 'create', '--endpoint', made.client_id, '--never-expires'],
      env,
    )) as Endpoint & { token_id: string };
    expect(second).toMatchObject({ token_id: id('token'), name: 'agent', expires_at: null, client_id: made.client_id });
    expect(await tokenStatus(made.client_id, second.token)).toBe(200);
    expect((await run(['token', 'revoke', second.token_id, '--yes'], env)).code).toBe(0);
    await eventually('the token ends', async () => (await tokenStatus(made.client_id, second.token)) === 401);

    const tokens = await runJson(['token', 'list', '--stack', 'demo'], env);
    expect(tokens).toEqual([
      expect.objectContaining({ token_id: second.token_id, revoked_at: ISO }),
      expect.objectContaining({ client_id: made.client_id, expires_at: ISO, revoked_at: null }),
    ]);
    expect((await run(['endpoint', 'revoke', made.client_id, '--yes'], env)).code).toBe(0);
    await eventually('the endpoint ends', async () => (await tokenStatus(made.client_id, made.token)) === 401);
    expect(await runJson(['endpoint', 'list', '--stack', stackId], env)).toEqual([]);
  });

  it.each([
    [['endpoint', 'create', '--stack', 'nope', '--name', 'x'], 'Stack nope not found'],
    [['endpoint', 'revoke', 'client_0', '--yes'], 'Client endpoint not found'],
    [['token', 'revoke', 'token_0', '--yes'], 'Stack token not found'],
  ])('of %j, none is found', async (line, message) => {
    expect(await run(line, at.api)).toMatchObject({ code: 3, out: '', err: expect.stringContaining(message) });
  });

  it('need an API key', async () => {
    const line = ['endpoint', 'list', '--stack', 'agents'];
    expect(await run(line, at.operator)).toMatchObject({ code: 4, err: expect.stringContaining('No API key') });
  });
});
