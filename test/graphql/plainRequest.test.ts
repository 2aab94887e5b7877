import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { isWhole } from '../harness/wholeTables.ts';
import { type GraphqlAnswer, post } from './ask.ts';
import { randomRequests } from './randomDocument.ts';
import { openShop, type Shop } from './shop.ts';

// `npm run test:documents` tries thousands.
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? (isWhole ? 150 : 100));
const SEED = Number(process.env['SEED'] ?? 1);
// Mutations that change nothing, or for which the generated inputs are invalid.
const MUTATIONS = ['invokeTool', 'invokeTools', 'previewServer', 'revokeApiKey'];
const TIMEOUT_MS = 60_000 + DOCUMENTS * 100;

let shop: Shop;
let ids: readonly string[];
beforeAll(async () => {
  shop = await openShop();
  const { stackId } = await shop.newStack('shop', 'safe');
  const { endpoint } = await createClientEndpoint(shop.world.account.ctx, { stackId, name: 'agent' });
  ids = [stackId, stackId, endpoint.id, 'shop', 'shop_find', 'shop_key'];
});
afterAll(() => shop.close());

const send = (body: object, accept: string): Promise<GraphqlAnswer> =>
  post(shop.world.url, shop.world.account.apiKey, { headers: { accept }, body: JSON.stringify(body) });

// The framing of bytes, and parts that differ between any two requests.
const NOT_COMPARED = new Set([
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'date',
  'x-request-id',
  // Yoga's responses aren't compressed.
  'vary',
  'content-encoding',
  'x-ratelimit-reset',
]);

const shown = ({ status, headers, text }: GraphqlAnswer): object => ({
  status,
  headers: [...headers].filter(([name]) => !NOT_COMPARED.has(name)),
  text: text.replaceAll(/"resetAt":"[^"]+"/g, '"resetAt":""'),
});

it(`${DOCUMENTS} requests of seed ${SEED} get the same responses as from Yoga`, { timeout: TIMEOUT_MS }, async () => {
  const next = randomRequests(graphqlSchema(), MUTATIONS, ids, SEED);
  const kinds = { data: 0, partial: 0, refused: 0 };
  for (let index = 0; index < DOCUMENTS; index++) {
    const request = next();
    const accept = index % 3 === 0 ? 'application/graphql-response+json' : 'application/json';
    // A body with `extensions` never takes the plain path.
    const [plain, yoga] = [await send(request, accept), await send({ ...request, extensions: {} }, accept)];
    expect(shown(plain), JSON.stringify(request)).toEqual(shown(yoga));
    const kind = plain.errors.length === 0 ? 'data' : plain.data ? 'partial' : 'refused';
    kinds[kind] += 1;
  }
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(0);
});

const VISITS = [
  { query: '{ __typename signInOptions { hasUsers } me { id } }' },
  { query: 'query Two($a: Boolean!) { me { id @include(if: $a) } }', variables: { a: true }, operationName: 'Two' },
  { query: '{ signInOption }' },
  { query: '{ signInOptions { hasUser } }' },
  { query: '{ me { id' },
  { query: '{ stacks { totalCount } }' },
  { query: 'mutation { signIn(input: { email: 1 }) { __typename } }' },
  { query: 'query A { me { id } } query B { me { id } }' },
];

it.each(VISITS)('a caller without a credential gets the same response to $query as from Yoga', async (request) => {
  const ask = (body: object) => post(shop.world.url, null, { body: JSON.stringify(body) });
  const [plain, yoga] = [await ask(request), await ask({ ...request, extensions: {} })];
  expect(shown(plain)).toEqual(shown(yoga));
});
