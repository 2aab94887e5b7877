import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreatedApiKey, createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { ask, payloadOf } from './ask.ts';
import {
  CreateApiKeyDocument,
  CreateClientEndpointDocument,
  CreateStackTokenDocument,
  DeleteClientEndpointDocument,
  RevokeApiKeyDocument,
  RevokeStackTokenDocument,
} from './operations/keys.ts';
import { forbidden, invalid, notFound, openShop, type Shop, UNKNOWN_STACK } from './shop.ts';

let shop: Shop;
let plain: CreatedApiKey;
beforeAll(async () => {
  shop = await openShop();
  plain = await createApiKey(shop.world.account.ctx, { name: 'plain' });
});
afterAll(() => shop.close());

const LACKING = 'This needs the right “admin”, which the role “developer” does not grant';

describe('client endpoints and stack tokens', () => {
  it('are created with a token that opens the stack, and deleted', async () => {
    const { stackId } = await shop.newStack('shop');
    const made = await shop.run(CreateClientEndpointDocument, { input: { stackId, name: 'agent' } });
    expect(made).toEqual({
      __typename: 'CreateClientEndpointPayload',
      endpoint: { id: expect.stringMatching(/^endpoint_/), clientId: expect.stringMatching(/^client_/), name: 'agent' },
      token: expect.stringMatching(/^eyJ/),
      tokenRecord: { id: expect.stringMatching(/^token_/), expiresAt: expect.stringMatching(/Z$/) },
    });
    const { endpoint } = payloadOf(made, 'CreateClientEndpointPayload');
    const issued = await shop.run(CreateStackTokenDocument, {
      input: { endpointId: endpoint.id, name: 'second', neverExpires: true },
    });
    expect(issued).toMatchObject({ token: expect.any(String), tokenRecord: { name: 'second', expiresAt: null } });
    const { tokenRecord } = payloadOf(issued, 'CreateStackTokenPayload');
    expect(await shop.run(RevokeStackTokenDocument, { input: { tokenId: tokenRecord.id } })).toMatchObject({
      tokenRecord: { id: tokenRecord.id, revokedAt: expect.any(String) },
    });
    expect(await shop.run(DeleteClientEndpointDocument, { input: { endpointId: endpoint.id } })).toEqual({
      __typename: 'DeleteClientEndpointPayload',
      endpointId: endpoint.id,
    });
  });

  it('expire at the given time, never for null, and as fields of 0.1 say', async () => {
    const { stackId } = await shop.newStack();
    const { endpoint } = await createClientEndpoint(shop.world.account.ctx, { stackId, name: 'agent' });
    const at = new Date((Math.floor(Date.now() / 1_000) + 86_400) * 1_000).toISOString();
    const made = async (expiry: object) => {
      const input = { endpointId: endpoint.id, ...expiry };
      const issued = payloadOf(await shop.run(CreateStackTokenDocument, { input }), 'CreateStackTokenPayload');
      return issued.tokenRecord.expiresAt;
    };
    expect([await made({ expiresAt: at }), await made({ expiresAt: null })]).toEqual([at, null]);
    expect(await made({ neverExpires: true })).toBeNull();
  });

  it('refuse two expiry dates, a blank name, and missing objects', async () => {
    const { stackId } = await shop.newStack();
    const { endpoint } = await createClientEndpoint(shop.world.account.ctx, { stackId, name: 'agent' });
    const both = { endpointId: endpoint.id, expiresInDays: 1, neverExpires: true };
    const bad = invalid('Invalid request parameters');
    expect(await shop.run(CreateStackTokenDocument, { input: both })).toEqual(bad);
    expect(await shop.run(CreateClientEndpointDocument, { input: { stackId, name: '' } })).toEqual(bad);
    const lost = { input: { stackId: UNKNOWN_STACK, name: 'x' } };
    expect(await shop.run(CreateClientEndpointDocument, lost)).toEqual(notFound('Stack not found'));
    const id = { input: { endpointId: 'endpoint_none' } };
    const none = notFound('Client endpoint not found');
    expect(await shop.run(CreateStackTokenDocument, id)).toEqual(none);
    expect(await shop.run(DeleteClientEndpointDocument, id)).toEqual(none);
    const token = { input: { tokenId: 'token_none' } };
    expect(await shop.run(RevokeStackTokenDocument, token)).toEqual(notFound('Stack token not found'));
  });
});

describe('API keys', () => {
  it('are created by a key with that right, shown once, and revoked immediately', async () => {
    const input = { name: 'deploy', scopes: ['KEYS_WRITE' as const] };
    const made = await shop.run(CreateApiKeyDocument, { input });
    expect(made).toEqual({
      __typename: 'CreateApiKeyPayload',
      key: expect.stringMatching(/^ty_/),
      apiKey: {
        id: expect.stringMatching(/^key_/),
        name: 'deploy',
        display: expect.stringMatching(/^ty_.{7}$/),
        scopes: ['KEYS_WRITE'],
      },
    });
    const { key, apiKey } = payloadOf(made, 'CreateApiKeyPayload');
    expect((await ask(shop.world.url, key, '{ viewer { scopes } }')).status).toBe(200);
    await shop.run(RevokeApiKeyDocument, { input: { apiKeyId: apiKey.id } });
    expect((await ask(shop.world.url, key, '{ viewer { scopes } }')).status).toBe(401);
  });

  it('are refused to a key without the scope, or with rights that its role lacks', async () => {
    const input = { name: 'more' };
    const refused = forbidden(LACKING);
    expect(await shop.run(CreateApiKeyDocument, { input }, plain.key)).toEqual(refused);
    const strange = { name: 'more', role: 'AUDITOR' as const, scopes: ['INVOKE' as const] };
    expect(await shop.run(CreateApiKeyDocument, { input: strange })).toEqual(invalid('Invalid request parameters'));
    const other = { input: { apiKeyId: plain.apiKey.id } };
    const own = await shop.run(CreateApiKeyDocument, { input: { name: 'third' } });
    const third = { input: { apiKeyId: payloadOf(own, 'CreateApiKeyPayload').apiKey.id } };
    const keep = forbidden(LACKING);
    expect(await shop.run(RevokeApiKeyDocument, third, plain.key)).toEqual(keep);
    const none = { input: { apiKeyId: 'key_none' } };
    expect(await shop.run(RevokeApiKeyDocument, none)).toEqual(notFound('API key not found'));
    expect(await shop.run(RevokeApiKeyDocument, other, plain.key)).toMatchObject({ apiKey: { id: plain.apiKey.id } });
  });
});
