import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { dataOf, post } from './ask.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const NUL = String.raw`\u0000`;
const failed = '... on UserError { code }';

/** PostgreSQL text can't contain NUL, so an id with a NUL refers to nothing. That must not cause a server error. */
describe('an id with a NUL', () => {
  it.each([
    ['stack', `{ stack(id: "${NUL}") { id } }`, null],
    ['server', `{ server(id: "${NUL}") { id } }`, null],
    ['servers', `{ servers(filter: { search: "${NUL}" }) { totalCount nodes { id } } }`, { totalCount: 0, nodes: [] }],
    ['revokeApiKey', `mutation { revokeApiKey(input: { apiKeyId: "${NUL}" }) { ${failed} } }`, { code: 'NOT_FOUND' }],
    [
      'deleteClientEndpoint',
      `mutation { deleteClientEndpoint(input: { endpointId: "${NUL}" }) { ${failed} } }`,
      { code: 'NOT_FOUND' },
    ],
    [
      'createStackToken',
      `mutation { createStackToken(input: { endpointId: "${NUL}" }) { ${failed} } }`,
      { code: 'NOT_FOUND' },
    ],
    [
      'createClientEndpoint',
      `mutation { createClientEndpoint(input: { stackId: "${NUL}", name: "x" }) { ${failed} } }`,
      { code: 'NOT_FOUND' },
    ],
    [
      'revokeStackToken',
      `mutation { revokeStackToken(input: { tokenId: "${NUL}" }) { ${failed} } }`,
      { code: 'NOT_FOUND' },
    ],
    ['removeServer', `mutation { removeServer(input: { serverId: "${NUL}" }) { ${failed} } }`, { code: 'NOT_FOUND' }],
    [
      'updateToolHints',
      `mutation { updateToolHints(input: { serverId: "shop", toolId: "${NUL}" }) { ${failed} } }`,
      { code: 'NOT_FOUND' },
    ],
    ['deleteStack', `mutation { deleteStack(input: { stackId: "${NUL}" }) { ${failed} } }`, { code: 'NOT_FOUND' }],
  ])('%s', async (field, query, expected) => {
    const { url, account } = shop.world;
    const data = await dataOf(post(url, account.apiKey, { body: JSON.stringify({ query }) }));
    expect(data).toEqual({ [field]: expected });
  });

  it('in the tools of a review', async () => {
    const { url, account } = shop.world;
    const { digest } = await account.ctx.db.server.findFirstOrThrow({ where: { slug: toServerId('shop') } });
    const input = `{ serverId: "shop", digest: "${digest}", toolIds: ["${NUL}"] }`;
    const query = `mutation {
      acceptToolChanges(input: ${input}) { ${failed} } refuseToolChanges(input: ${input}) { ${failed} }
    }`;
    const invalid = { code: 'INVALID_INPUT' };
    expect(await dataOf(post(url, account.apiKey, { body: JSON.stringify({ query }) }))).toEqual({
      acceptToolChanges: invalid,
      refuseToolChanges: invalid,
    });
  });
});
