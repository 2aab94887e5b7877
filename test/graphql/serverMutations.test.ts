import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';
import {
  ImportServerDocument,
  InvokeToolDocument,
  RemoveCredentialDocument,
  RemoveServerDocument,
  SetCredentialsDocument,
} from './operations/servers.ts';
import { invalid, notFound, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('credentials', () => {
  it('are set and removed', async () => {
    const place = { stackId: (await shop.newStack('shop')).stackId, serverId: 'shop' };
    const credentialValues = [{ fieldId: 'shop_key', value: 'k' }];
    const set = await shop.run(SetCredentialsDocument, { input: { ...place, credentialValues } });
    expect(set).toEqual({
      __typename: 'SetCredentialsPayload',
      serverId: 'shop',
      fieldIds: ['shop_key'],
      credentialStatus: { hasRequired: true },
    });
    expect(await shop.run(RemoveCredentialDocument, { input: { ...place, fieldId: 'shop_key' } })).toEqual({
      __typename: 'RemoveCredentialPayload',
      fieldIds: ['shop_key'],
      credentialStatus: { hasRequired: false },
    });
  });

  const REFUSED = [
    ['no object', 'text'],
    ['a list', ['shop_key']],
    ['nothing', {}],
    ['a field that the server lacks', { other: 'x' }],
    ['a value that is no text', { shop_key: 1 }],
    ['an empty value', { shop_key: '' }],
    ['a null value', { shop_key: null }],
    ['a value over 16 KiB', { shop_key: 'x'.repeat(16_385) }],
  ] as const;
  const long = 'x'.repeat(16_385);
  it.each([
    ['an empty list', [], '/credentialValues'],
    ['a field that the server lacks', [{ fieldId: 'other', value: 'x' }], '/credentialValues'],
    ['a field twice', ['a', 'b'].map((value) => ({ fieldId: 'shop_key', value })), '/credentialValues'],
    ['a value over 16 KiB', [{ fieldId: 'shop_key', value: long }], '/credentialValues/0/value'],
  ])('refuse %s in the list, and say where', async (_name, credentialValues, path) => {
    const { stackId } = await shop.newStack('shop');
    const query = `mutation ($input: SetCredentialsInput!) {
      setCredentials(input: $input) { ... on InvalidInputError { message issues { path } } } }`;
    const { data } = await ask(shop.world.url, shop.world.account.apiKey, query, {
      input: { stackId, serverId: 'shop', credentialValues },
    });
    expect(data?.['setCredentials']).toEqual({ message: 'Invalid credential format', issues: [{ path }] });
  });

  it.each(REFUSED)('refuse %s', async (_name, credentials) => {
    const input = { stackId: (await shop.newStack('shop')).stackId, serverId: 'shop', credentials };
    expect(await shop.run(SetCredentialsDocument, { input })).toEqual(invalid('Invalid credential format'));
  });

  it('are never repeated in an error', async () => {
    const input = { stackId: 'x', serverId: 'shop', credentials: { shop_key: 'a; "secret"' }, other: 1 };
    const { text, errors } = await ask(shop.world.url, shop.world.account.apiKey, String(SetCredentialsDocument), {
      input,
    });
    expect(text).not.toContain('secret');
    expect(errors).toMatchObject([
      {
        message: 'Variable "$input" is not valid: Field "other" is not defined by type "SetCredentialsInput".',
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
    const named = { input: { ...input, other: undefined, serverId: { secret: 1 } } };
    const nested = await ask(shop.world.url, shop.world.account.apiKey, String(SetCredentialsDocument), named);
    expect(nested.errors[0]?.message).toMatch(
      /^Variable "\$input" at "input.serverId" is not valid: ID cannot represent/,
    );
  });

  it('report a missing server or field by name', async () => {
    const { stackId } = await shop.newStack('shop');
    const absent = { stackId, serverId: 'safe', credentials: { safe_key: 'k' } };
    expect(await shop.run(SetCredentialsDocument, { input: absent })).toEqual(notFound('Server safe not found'));
    const input = { stackId, serverId: 'shop', fieldId: 'other' };
    expect(await shop.run(RemoveCredentialDocument, { input })).toEqual(
      notFound('Credential other not found in server shop'),
    );
  });
});

describe('private servers', () => {
  it('are imported once per change, and removed', async () => {
    const input = { document: serverDocument('own') };
    const imported = { __typename: 'ImportServerPayload', server: { id: 'own', isPrivate: true }, toolCount: 1 };
    expect(await shop.run(ImportServerDocument, { input })).toEqual({ ...imported, isChanged: true });
    expect(await shop.run(ImportServerDocument, { input })).toEqual({ ...imported, isChanged: false });
    const gone = { __typename: 'RemoveServerPayload', serverId: 'own' };
    expect(await shop.run(RemoveServerDocument, { input: { serverId: 'own' } })).toEqual(gone);
  });

  it('are exported as a document that imports the same; marketplace servers are not', async () => {
    await saveServer(shop.world.account.ctx, serverDocument('kept'));
    const documentOf = async (id: string) => {
      const query = 'query Kept($id: ID!) { server(id: $id) { document } }';
      const { server } = await dataOf(ask(shop.world.url, shop.world.account.apiKey, query, { id }));
      return server;
    };
    const shown = await documentOf('kept');
    expect(shown).toMatchObject({ document: serverDocument('kept') });
    const { isChanged } = await saveServer(shop.world.account.ctx, Object(shown).document);
    expect(isChanged).toBe(false);
    expect(await documentOf('shop')).toEqual({ document: null });
  });

  it('are refused if malformed, if stdio, and if another account’s', async () => {
    const bad = { ...serverDocument('bad'), name: '' };
    expect(await shop.run(ImportServerDocument, { input: { document: bad } })).toEqual({
      ...invalid('Invalid server document'),
      issues: [{ path: '/name' }],
    });
    const command = { id: 'shell', name: 'Shell', connector: { kind: 'mcp-stdio', command: 'sh' } };
    expect(await shop.run(ImportServerDocument, { input: { document: command } })).toMatchObject({
      code: 'FORBIDDEN',
    });
    const theirs = { input: { serverId: 'shop' } };
    expect(await shop.run(RemoveServerDocument, theirs)).toEqual(notFound('Server shop not found'));
  });

  it('stay while a stack uses them', async () => {
    await saveServer(shop.world.account.ctx, serverDocument('held'));
    await shop.newStack('held');
    const refused = await shop.run(RemoveServerDocument, { input: { serverId: 'held' } });
    expect(refused).toEqual(invalid('Server held is in use by 1 stack'));
  });
});

describe('invokeTool', () => {
  const toolInput = { query: 'shoes' };

  async function call(server: string, secret: string | null, input: unknown = toolInput) {
    const { stackId } = await shop.newStack(server);
    if (secret !== null) {
      const credentials = { [`${server}_key`]: secret };
      await shop.run(SetCredentialsDocument, { input: { stackId, serverId: server, credentials } });
    }
    return shop.run(InvokeToolDocument, { input: { stackId, toolId: `${server}_find`, toolInput: input } });
  }

  it('returns the tool’s result', async () => {
    const result = expect.objectContaining({ path: '/echo', query: '?q=shoes' });
    expect(await call('shop', 'k')).toEqual({ __typename: 'InvokeToolPayload', result });
    expect(shop.upstream.last().headers.authorization).toBe('Bearer k');
  });

  it('reports invalid input, without sending a request', async () => {
    const before = shop.upstream.requests.length;
    expect(await call('shop', 'k', { query: 1 })).toEqual({
      ...invalid('Invalid input parameters for tool shop_find'),
      issues: [{ path: '/query', message: expect.any(String) }],
    });
    expect(shop.upstream.requests.length).toBe(before);
  });

  const none = { fieldIds: [], status: null, retryAfterSeconds: null };
  const OUTCOMES = [
    ['shop', null, { ...none, outcome: 'MISSING_CREDENTIALS', fieldIds: ['shop_key'] }],
    ['safe', 'bad', { ...none, outcome: 'UPSTREAM_REFUSED', status: 401 }],
    ['down', 'k', { ...none, outcome: 'UPSTREAM_ERROR', status: 503 }],
    ['busy', 'k', { ...none, outcome: 'UPSTREAM_RATE_LIMITED', status: 429, retryAfterSeconds: 7 }],
  ] as const;
  it.each(OUTCOMES)('reports how a call of %s failed', async (server, secret, expected) => {
    expect(await call(server, secret)).toEqual({
      __typename: 'ToolFailedError',
      code: 'TOOL_FAILED',
      message: expect.stringMatching(/^Tool execution failed/),
      ...expected,
    });
  });

  it('knows no tool that is not enabled', async () => {
    const input = { stackId: (await shop.newStack()).stackId, toolId: 'shop_find', toolInput };
    const missing = notFound('Tool shop_find not found in stack');
    expect(await shop.run(InvokeToolDocument, { input })).toEqual(missing);
  });
});

describe('a server', () => {
  const mcp = { kind: 'mcp-http', url: 'https://mcp.example.com' };
  const toolsOfMcp = [{ name: 'find', inputSchema: { type: 'object' } }];
  it.each([
    ['an MCP server of the account’s own', 'ownmcp', true, true],
    ['one that an API’s description made', 'ownapi', true, false],
    ['one of the marketplace', 'sharedmcp', false, false],
  ])('can refresh its tools: %s', async (_name, id, isOwn, isRefreshable) => {
    const document = serverDocument(id);
    const isMcp = id.endsWith('mcp');
    const saved = isMcp ? { ...document, connector: mcp, tools: toolsOfMcp } : document;
    await shop.world.saveServer(saved, isOwn ? shop.world.account : undefined);
    const query = 'query ($id: ID!) { server(id: $id) { isRefreshable } }';
    const { url, account } = shop.world;
    expect(await dataOf(ask(url, account.apiKey, query, { id }))).toEqual({ server: { isRefreshable } });
  });
});
