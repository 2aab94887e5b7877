import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { saveServer } from '../../src/core/catalog/saveServer.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import type { TypedDocumentString } from '../../src/generated/gql/graphql.ts';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, payloadOf, run as runAt } from './ask.ts';
import { serverDocument } from './documents.ts';
import * as operations from './operations.ts';

let world: World;
let upstream: HttpApi;
let plainKey: string;
let keyId: string;

beforeAll(async () => {
  upstream = await startHttpApi();
  world = await startWorld({ egressAllow: `127.0.0.1:${upstream.port}` });
  const { ctx } = world.account;
  await saveServer(
    world.operator,
    serverDocument('shop', { tools: ['find', 'buy'], baseUrl: upstream.url, path: '/echo' }),
  );
  await saveServer(world.operator, serverDocument('safe', { baseUrl: upstream.url, path: '/secure/bearer' }));
  await saveServer(world.operator, serverDocument('down', { baseUrl: upstream.url, path: '/status/503' }));
  await saveServer(world.operator, serverDocument('busy', { baseUrl: upstream.url, path: '/status/429' }));
  const plain = await createApiKey(ctx, { name: 'plain' });
  plainKey = plain.key;
  keyId = plain.apiKey.id;
});
afterAll(async () => {
  await world.close();
  await upstream.close();
});

const run = <R extends object, V>(document: TypedDocumentString<R, V>, variables: V & object, key?: string) =>
  runAt(world.url, key ?? world.account.apiKey, document, variables);

let stacks = 0;
async function newStack(...serverIds: string[]): Promise<string> {
  const { ctx } = world.account;
  stacks += 1;
  const { id } = await createStack(ctx, { name: `stack ${stacks}` });
  for (const serverId of serverIds) await addServerToStack(ctx, id, { serverId, enableAllTools: true });
  return id;
}

const failure = (typename: string, code: string, message: string) => ({ __typename: typename, code, message });
const notFound = (message: string) => failure('NotFoundError', 'NOT_FOUND', message);
const invalid = (message: string) => failure('InvalidInputError', 'INVALID_INPUT', message);
const exists = (message: string) => failure('AlreadyExistsError', 'ALREADY_EXISTS', message);
const forbidden = (message: string) => failure('ForbiddenError', 'FORBIDDEN', message);
const STRANGE = 'stack_01900000-0000-7000-8000-000000000000';

describe('createStack', () => {
  const create = (input: { name: string }) => run(operations.CreateStackDocument, { input });

  it('makes an empty stack, with analytics off unless asked for', async () => {
    expect(await create({ name: 'made' })).toEqual({
      __typename: 'CreateStackPayload',
      stack: {
        id: expect.stringMatching(/^stack_/),
        name: 'made',
        configuration: { analyticsEnabled: false },
        servers: { totalCount: 0 },
      },
    });
  });

  it('takes null for what it may leave out', async () => {
    const input = { name: 'with nulls', configuration: { analyticsEnabled: null } };
    expect(await run(operations.CreateStackDocument, { input })).toMatchObject({ stack: { name: 'with nulls' } });
  });

  it('refuses a blank name and a taken one', async () => {
    const blank = { ...invalid('Stack name is required'), issues: [{ path: '/name', message: 'must not be blank' }] };
    expect(await create({ name: ' ' })).toEqual(blank);
    await create({ name: 'taken' });
    expect(await create({ name: 'taken' })).toEqual(exists('Stack taken already exists'));
  });
});

describe('updateStack and deleteStack', () => {
  it('change what is given and leave the rest', async () => {
    const stackId = await newStack();
    const input = { stackId, configuration: { analyticsEnabled: true } };
    expect(await run(operations.UpdateStackDocument, { input })).toEqual({
      __typename: 'UpdateStackPayload',
      stack: { name: `stack ${stacks}`, configuration: { analyticsEnabled: true } },
    });
  });

  it('delete for good', async () => {
    const stackId = await newStack('shop');
    const gone = { __typename: 'DeleteStackPayload', stackId, name: `stack ${stacks}` };
    expect(await run(operations.DeleteStackDocument, { input: { stackId } })).toEqual(gone);
    expect(await run(operations.DeleteStackDocument, { input: { stackId } })).toEqual(notFound('Stack not found'));
  });

  it('refuse a taken name, a blank one and a stack that is not there', async () => {
    const stackId = await newStack();
    const name = `stack ${stacks}`;
    const other = await newStack();
    const update = (input: { stackId: string; name: string }) => run(operations.UpdateStackDocument, { input });
    expect(await update({ stackId: other, name })).toEqual(exists(`Stack ${name} already exists`));
    expect(await update({ stackId, name: '' })).toEqual(invalid('Invalid configuration parameters'));
    expect(await update({ stackId: STRANGE, name: 'x' })).toEqual(notFound('Stack not found'));
  });
});

describe('the servers of a stack', () => {
  it('are added, changed and removed', async () => {
    const stackId = await newStack();
    const place = { stackId, serverId: 'shop' };
    const added = await run(operations.AddServerDocument, { input: { ...place, enabledTools: ['shop_find'] } });
    expect(added).toEqual({
      __typename: 'AddServerToStackPayload',
      enabledCount: 1,
      stackServer: { server: { id: 'shop' }, tools: { nodes: [{ id: 'shop_find' }] } },
    });
    const tools = { ...place, enabledTools: ['shop_find', 'shop_buy'] };
    expect(await run(operations.UpdateServerToolsDocument, { input: tools })).toEqual({
      __typename: 'UpdateServerToolsPayload',
      enabledCount: 2,
      stackServer: { toolCount: 2 },
    });
    expect(await run(operations.RemoveServerFromStackDocument, { input: place })).toEqual({
      __typename: 'RemoveServerFromStackPayload',
      ...place,
    });
  });

  it('refuse what is not there, twice, or not theirs', async () => {
    const stackId = await newStack('shop');
    const add = (input: { stackId: string; serverId: string; enabledTools?: string[] }) =>
      run(operations.AddServerDocument, { input });
    expect(await add({ stackId, serverId: 'shop' })).toEqual(exists('Server shop already exists in stack'));
    expect(await add({ stackId, serverId: 'nowhere' })).toEqual(notFound('Server nowhere not found'));
    expect(await add({ stackId: STRANGE, serverId: 'shop' })).toEqual(notFound('Stack not found'));
    const foreign = await add({ stackId, serverId: 'safe', enabledTools: ['shop_find'] });
    expect(foreign).toEqual(invalid('Tool shop_find not found in server safe'));
    const place = { stackId, serverId: 'down' };
    const absent = notFound(`Server down not found in stack ${stackId}`);
    expect(await run(operations.UpdateServerToolsDocument, { input: { ...place, enabledTools: [] } })).toEqual(absent);
    expect(await run(operations.RemoveServerFromStackDocument, { input: place })).toEqual(absent);
    const wrong = { stackId, serverId: 'shop', enabledTools: ['safe_find'] };
    expect(await run(operations.UpdateServerToolsDocument, { input: wrong })).toEqual(
      invalid('Tool safe_find not found in server shop'),
    );
  });
});

describe('credentials', () => {
  it('are set and removed', async () => {
    const place = { stackId: await newStack('shop'), serverId: 'shop' };
    const set = await run(operations.SetCredentialsDocument, { input: { ...place, credentials: { shop_key: 'k' } } });
    expect(set).toEqual({
      __typename: 'SetCredentialsPayload',
      serverId: 'shop',
      fieldIds: ['shop_key'],
      credentialStatus: { requiredAdded: true },
    });
    expect(await run(operations.RemoveCredentialDocument, { input: { ...place, fieldId: 'shop_key' } })).toEqual({
      __typename: 'RemoveCredentialPayload',
      fieldIds: ['shop_key'],
      credentialStatus: { requiredAdded: false },
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
  it.each(REFUSED)('refuse %s', async (_what, credentials) => {
    const input = { stackId: await newStack('shop'), serverId: 'shop', credentials };
    expect(await run(operations.SetCredentialsDocument, { input })).toEqual(invalid('Invalid credential format'));
  });

  it('name the server or field that is not there', async () => {
    const stackId = await newStack('shop');
    const absent = { stackId, serverId: 'safe', credentials: { safe_key: 'k' } };
    expect(await run(operations.SetCredentialsDocument, { input: absent })).toEqual(notFound('Server safe not found'));
    const input = { stackId, serverId: 'shop', fieldId: 'other' };
    expect(await run(operations.RemoveCredentialDocument, { input })).toEqual(
      notFound('Credential other not found in server shop'),
    );
  });
});

describe('client endpoints and stack tokens', () => {
  it('are made with a token that opens the stack, and end', async () => {
    const stackId = await newStack('shop');
    const made = await run(operations.CreateClientEndpointDocument, { input: { stackId, name: 'agent' } });
    expect(made).toEqual({
      __typename: 'CreateClientEndpointPayload',
      endpoint: { id: expect.stringMatching(/^endpoint_/), clientId: expect.stringMatching(/^client_/), name: 'agent' },
      token: expect.stringMatching(/^eyJ/),
      tokenRecord: { id: expect.stringMatching(/^token_/), expiresAt: expect.stringMatching(/Z$/) },
    });
    const { endpoint } = payloadOf(made, 'CreateClientEndpointPayload');
    const issued = await run(operations.CreateStackTokenDocument, {
      input: { endpointId: endpoint.id, name: 'second', neverExpires: true },
    });
    expect(issued).toMatchObject({ token: expect.any(String), tokenRecord: { name: 'second', expiresAt: null } });
    const { tokenRecord } = payloadOf(issued, 'CreateStackTokenPayload');
    expect(await run(operations.RevokeStackTokenDocument, { input: { tokenId: tokenRecord.id } })).toMatchObject({
      tokenRecord: { id: tokenRecord.id, revokedAt: expect.any(String) },
    });
    expect(await run(operations.DeleteClientEndpointDocument, { input: { endpointId: endpoint.id } })).toEqual({
      __typename: 'DeleteClientEndpointPayload',
      endpointId: endpoint.id,
    });
  });

  it('refuse two expiries, a blank name, and what is not there', async () => {
    const stackId = await newStack();
    const { endpoint } = await createClientEndpoint(world.account.ctx, { stackId, name: 'agent' });
    const both = { endpointId: endpoint.id, expiresInDays: 1, neverExpires: true };
    const bad = invalid('Invalid request parameters');
    expect(await run(operations.CreateStackTokenDocument, { input: both })).toEqual(bad);
    expect(await run(operations.CreateClientEndpointDocument, { input: { stackId, name: '' } })).toEqual(bad);
    const lost = { input: { stackId: STRANGE, name: 'x' } };
    expect(await run(operations.CreateClientEndpointDocument, lost)).toEqual(notFound('Stack not found'));
    const id = { input: { endpointId: 'endpoint_none' } };
    const none = notFound('Client endpoint not found');
    expect(await run(operations.CreateStackTokenDocument, id)).toEqual(none);
    expect(await run(operations.DeleteClientEndpointDocument, id)).toEqual(none);
    const token = { input: { tokenId: 'token_none' } };
    expect(await run(operations.RevokeStackTokenDocument, token)).toEqual(notFound('Stack token not found'));
  });
});

describe('API keys', () => {
  it('are made by a key that may, shown once, and end at once', async () => {
    const input = { name: 'deploy', scopes: ['keys:write'] };
    const made = await run(operations.CreateApiKeyDocument, { input });
    expect(made).toEqual({
      __typename: 'CreateApiKeyPayload',
      key: expect.stringMatching(/^ty_/),
      apiKey: {
        id: expect.stringMatching(/^key_/),
        name: 'deploy',
        display: expect.stringMatching(/^ty_.{7}$/),
        scopes: ['keys:write'],
      },
    });
    const { key, apiKey } = payloadOf(made, 'CreateApiKeyPayload');
    expect((await ask(world.url, key, '{ viewer { scopes } }')).status).toBe(200);
    await run(operations.RevokeApiKeyDocument, { input: { apiKeyId: apiKey.id } });
    expect((await ask(world.url, key, '{ viewer { scopes } }')).status).toBe(401);
  });

  it('are refused to a key without the scope, and with one that nobody has', async () => {
    const input = { name: 'more' };
    const refused = forbidden('This API key may not create API keys');
    expect(await run(operations.CreateApiKeyDocument, { input }, plainKey)).toEqual(refused);
    const strange = { input: { name: 'more', scopes: ['root'] } };
    expect(await run(operations.CreateApiKeyDocument, strange)).toEqual(invalid('Invalid request parameters'));
    const other = { input: { apiKeyId: keyId } };
    const own = await run(operations.CreateApiKeyDocument, { input: { name: 'third' } });
    const third = { input: { apiKeyId: payloadOf(own, 'CreateApiKeyPayload').apiKey.id } };
    const keep = forbidden('This API key may not revoke other API keys');
    expect(await run(operations.RevokeApiKeyDocument, third, plainKey)).toEqual(keep);
    const none = { input: { apiKeyId: 'key_none' } };
    expect(await run(operations.RevokeApiKeyDocument, none)).toEqual(notFound('API key not found'));
    expect(await run(operations.RevokeApiKeyDocument, other, plainKey)).toMatchObject({ apiKey: { id: keyId } });
  });
});

describe('private servers', () => {
  it('are imported once per change, and removed', async () => {
    const input = { document: serverDocument('own') };
    const imported = { __typename: 'ImportServerPayload', server: { id: 'own', isPrivate: true }, toolCount: 1 };
    expect(await run(operations.ImportServerDocument, { input })).toEqual({ ...imported, isChanged: true });
    expect(await run(operations.ImportServerDocument, { input })).toEqual({ ...imported, isChanged: false });
    const gone = { __typename: 'RemoveServerPayload', serverId: 'own' };
    expect(await run(operations.RemoveServerDocument, { input: { serverId: 'own' } })).toEqual(gone);
  });

  it('are refused when malformed, when they run a command, and when not the account’s own', async () => {
    const bad = { ...serverDocument('bad'), name: '' };
    expect(await run(operations.ImportServerDocument, { input: { document: bad } })).toEqual({
      ...invalid('Invalid server document'),
      issues: [{ path: '/name' }],
    });
    const command = { id: 'shell', name: 'Shell', connector: { kind: 'mcp-stdio', command: 'sh' } };
    expect(await run(operations.ImportServerDocument, { input: { document: command } })).toMatchObject({
      code: 'FORBIDDEN',
    });
    const shop = { input: { serverId: 'shop' } };
    expect(await run(operations.RemoveServerDocument, shop)).toEqual(notFound('Server shop not found'));
  });

  it('stay while a stack holds them', async () => {
    await saveServer(world.account.ctx, serverDocument('held'));
    await newStack('held');
    const refused = await run(operations.RemoveServerDocument, { input: { serverId: 'held' } });
    expect(refused).toEqual(invalid('Server held is in use by 1 stacks'));
  });
});

describe('invokeTool', () => {
  const toolInput = { query: 'shoes' };

  async function call(server: string, secret: string | null, input: unknown = toolInput) {
    const stackId = await newStack(server);
    if (secret !== null) {
      const credentials = { [`${server}_key`]: secret };
      await run(operations.SetCredentialsDocument, { input: { stackId, serverId: server, credentials } });
    }
    return run(operations.InvokeToolDocument, { input: { stackId, toolId: `${server}_find`, toolInput: input } });
  }

  it('gives the tool’s result', async () => {
    const result = expect.objectContaining({ path: '/echo', query: '?q=shoes' });
    expect(await call('shop', 'k')).toEqual({ __typename: 'InvokeToolPayload', result });
    expect(upstream.last().headers.authorization).toBe('Bearer k');
  });

  it('says what is wrong with the input, and calls nobody', async () => {
    const before = upstream.requests.length;
    expect(await call('shop', 'k', { query: 1 })).toEqual({
      ...invalid('Invalid input parameters for tool shop_find'),
      issues: [{ path: '/query', message: expect.any(String) }],
    });
    expect(upstream.requests.length).toBe(before);
  });

  const none = { fieldIds: [], status: null, retryAfterSeconds: null };
  const OUTCOMES = [
    ['shop', null, { ...none, outcome: 'MISSING_CREDENTIALS', fieldIds: ['shop_key'] }],
    ['safe', 'bad', { ...none, outcome: 'UPSTREAM_REFUSED', status: 401 }],
    ['down', 'k', { ...none, outcome: 'UPSTREAM_ERROR', status: 503 }],
    ['busy', 'k', { ...none, outcome: 'UPSTREAM_RATE_LIMITED', retryAfterSeconds: 7 }],
  ] as const;
  it.each(OUTCOMES)('tells how a call of %s failed', async (server, secret, expected) => {
    expect(await call(server, secret)).toEqual({
      __typename: 'ToolFailedError',
      code: 'TOOL_FAILED',
      message: expect.stringMatching(/^Tool execution failed/),
      ...expected,
    });
  });

  it('knows no tool that is not enabled', async () => {
    const input = { stackId: await newStack(), toolId: 'shop_find', toolInput };
    const missing = notFound('Tool shop_find not found in stack');
    expect(await run(operations.InvokeToolDocument, { input })).toEqual(missing);
  });
});
