import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { removeCredential, setCredentials } from '../../../src/core/credentials/credential.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { exportServer } from '../../../src/core/marketplace/exportServer.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { connect, type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  login: { type: 'http', scheme: 'basic' },
  other: { type: 'apiKey', in: 'query', name: 'other' },
  always: { type: 'apiKey', in: 'header', name: 'X-Always' },
  tls: { type: 'mutualTLS' },
};
const SECURITY = {
  open: [{ always: [] }],
  anyone: [{ always: [] }, { key: [], always: [] }],
  keyed: [{ key: [], always: [] }],
  either: [
    { login: [], always: [] },
    { key: [], other: [], always: [] },
  ],
  certified: [{ tls: [], always: [] }],
};
const FIELDS = {
  key: 's_key',
  user: 's_login_username',
  password: 's_login_password',
  other: 's_other',
  always: 's_always',
};

const { api, world, close } = await startApiWorld();
afterAll(close);
let endpoint: Endpoint;
beforeAll(async () => {
  const paths = Object.fromEntries(
    Object.entries(SECURITY).map(([operationId, security]) => [
      `/echo/${operationId}`,
      { get: { operationId, security } },
    ]),
  );
  const { document } = importOpenApi({
    openapi: '3.1.0',
    info: { title: 'S', version: '1' },
    servers: [{ url: api.url }],
    components: { securitySchemes: schemes },
    paths,
  });
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [document]);
});

const { always, key, user, password, other } = FIELDS;
beforeEach(async () => {
  const { ctx } = world.account;
  const { fields } = await getCredentialStatus(ctx, endpoint.stackId, toServerId('s'));
  for (const { fieldId, state } of fields) {
    if (state === 'added') await removeCredential(ctx, endpoint.stackId, toServerId('s'), fieldId);
  }
});

const store = (fieldIds: readonly string[]) =>
  setCredentials(world.account.ctx, endpoint.stackId, toServerId('s'), {
    credentials: Object.fromEntries(fieldIds.map((id) => [id, 'value'])),
  });

describe('a credential that only some operations need', () => {
  it.each<[keyof typeof SECURITY, readonly string[], string, readonly string[]]>([
    ['keyed', [always], 's_key', [key]],
    ['keyed', [user], 's_always, s_key', [key, always]],
    [
      'either',
      [always],
      '(s_login_username and s_login_password) or (s_key and s_other)',
      [key, user, password, other],
    ],
    ['either', [always, key, user], 's_login_password or s_other', [password, other]],
  ])('is missing before %s is called with only %j', async (tool, stored, text, fieldIds) => {
    await store(stored);
    const before = api.requests.length;
    const outcome = await invokeTool(world.account.ctx, endpoint.stackId, `s_${tool}`, {});
    expect(outcome).toEqual({
      kind: 'missing_credentials',
      message: `missing credentials: ${text}`,
      fieldIds: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === [...fieldIds].toSorted().join()),
    });
    expect(api.requests.length).toBe(before);
  });

  it.each<[keyof typeof SECURITY, readonly string[]]>([
    ['open', [always]],
    ['anyone', [always]],
    ['certified', [always]],
    ['keyed', [always, key]],
    ['either', [always, user, password]],
    ['either', [always, key, other]],
  ])('lets %s run with %j', async (tool, stored) => {
    await store(stored);
    const before = api.requests.length;
    const outcome = await invokeTool(world.account.ctx, endpoint.stackId, `s_${tool}`, {});
    expect(outcome.kind).toBe('ok');
    expect(api.requests.length).toBe(before + 1);
  });

  it('appears in the tool’s search result', async () => {
    await store([always]);
    const client = await connect({ ...endpoint, url: `${endpoint.url}?mode=search` }, 'auto');
    const states = await Promise.all(
      ['s_open', 's_keyed'].map(async (tool_name) => {
        const { structuredContent } = await client.callTool({ name: 'get_tool', arguments: { tool_name } });
        return structuredContent;
      }),
    );
    expect(states).toEqual([
      expect.objectContaining({ credentials: 'added' }),
      expect.objectContaining({ credentials: 'missing', missing_credentials: [key] }),
    ]);
    await client.close();
  });

  it('is part of the exported document, which must declare it', async () => {
    const exported = await exportServer(world.account.ctx, toServerId('s'));
    const needed = exported.tools.map(({ name, request }) => [
      name,
      request?.kind === 'operation' && request.credentials,
    ]);
    expect(Object.fromEntries(needed)).toEqual({
      open: undefined,
      anyone: undefined,
      certified: undefined,
      keyed: [[key]],
      either: [
        [user, password],
        [key, other],
      ],
    });
    const undeclared = { ...exported, credentials: exported.credentials.filter(({ id }) => id !== other) };
    await expect(saveServer(world.account.ctx, undeclared)).rejects.toMatchObject({
      code: 'invalid_input',
      details: {
        issues: [{ path: '/tools/3/request/credentials', message: 's_other is not a field of this server' }],
      },
    });
  });

  it('also names declared fields in a templated request', async () => {
    const request = { kind: 'template', method: 'GET', path: '/x', credentials: [['s_none']], sends: ['s_gone'] };
    const shop = serverDocument('shop');
    const tools = [{ ...shop.tools[0], request }];
    await expect(saveServer(world.account.ctx, { ...shop, tools })).rejects.toMatchObject({
      details: {
        issues: [
          { path: '/tools/0/request/credentials', message: 's_none is not a field of this server' },
          { path: '/tools/0/request/sends', message: 's_gone is not a field of this server' },
        ],
      },
    });
  });
});
