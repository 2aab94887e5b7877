import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { BOUNDS, type BoundName } from '../../src/core/kernel/bounds.ts';
import { type StackId, toServerId } from '../../src/core/kernel/ids.ts';
import { slotsInUse } from '../../src/core/limits/slots.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { sendJson, startFakeModel } from '../harness/fakeModel.ts';
import { startHttpApi } from '../harness/petshop.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type WorldAccount } from '../harness/world.ts';
import { serverDocument } from './documents.ts';
import { OPENAPI } from './sources.ts';
import { uploadsOf } from './uploadKit.ts';

/* An account's parallel requests within its rate limit wait for their turn. None is refused. */

/** The number of parallel requests: as many as an API key may send in a minute. */
const AT_ONCE = 60;

const api = await startHttpApi();
const model = await startFakeModel();
const world = await startWorld({ egressAllow: `127.0.0.1:${api.port},127.0.0.1:${model.port}` });
const stacks = new Map<WorldAccount, StackId>();
const accounts = [world.account, world.otherAccount];

beforeAll(async () => {
  await world.saveServer(serverDocument('shop', { tools: ['find'], baseUrl: api.url, path: '/echo' }));
  for (const account of accounts) {
    const { id } = await createStack(account.ctx, { name: 'Parallel' });
    await addServerToStack(account.ctx, id, { serverId: 'shop', enableAllTools: true });
    await setCredentials(account.ctx, id, toServerId('shop'), { credentials: { shop_key: 'a-key-of-the-shop' } });
    stacks.set(account, id);
    await graphql(
      account,
      'mutation ($input: UpdateChatModelInput!) { updateChatModel(input: $input) { __typename } }',
      {
        input: { api: 'OPENAI', url: `${model.url}/v1`, model: 'tiny', key: 'sk-none' },
      },
    );
  }
  model.answerWith((response) => sendJson(response, { choices: [{ message: { content: 'said' } }] }));
});
afterAll(async () => {
  await world.close();
  await api.close();
  model.close();
});

const asking = ({ apiKey }: WorldAccount) => ({
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
});

/** The status of a response; for GraphQL, the status of its error. */
async function graphql(account: WorldAccount, query: string, variables: object = {}): Promise<string> {
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${world.url}/graphql`, { method: 'POST', headers: asking(account), body });
  const { errors = [], data } = await response.json();
  return errors[0]?.extensions?.code ?? data?.previewServer?.__typename ?? data?.askModel?.__typename ?? 'OK';
}

async function rest(account: WorldAccount, path: string, body?: object): Promise<string> {
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${world.url}${path}`, { headers: asking(account), ...post });
  await response.text();
  return String(response.status);
}

const PREVIEW = 'mutation ($input: PreviewServerInput!) { previewServer(input: $input) { __typename } }';
const ASK = 'mutation ($input: AskModelInput!) { askModel(input: $input) { __typename ... on UserError { message } } }';
const LONG = `{ ${Array.from({ length: 3 }, (_, at) => `a${at}: stacks(first: 100) { nodes { id name createdAt updatedAt servers(first: 10) { nodes { id } } } }`).join(' ')} }`;

type Row = {
  readonly bound: BoundName;
  readonly limit?: number;
  readonly ok: string;
  ask(by: WorldAccount): Promise<string>;
};

const ROWS: readonly Row[] = [
  { bound: 'max_lists', ok: '200', ask: (by) => rest(by, '/v1/stacks') },
  { bound: 'max_lists', ok: '200', ask: (by) => rest(by, '/v1/servers') },
  {
    bound: 'max_imports',
    ok: 'PreviewServerPayload',
    ask: (by) => graphql(by, PREVIEW, { input: { source: { openApi: { text: JSON.stringify(OPENAPI) } } } }),
  },
  {
    bound: 'max_model_questions',
    ok: 'AskModelPayload',
    ask: (by) => graphql(by, ASK, { input: { stackId: stacks.get(by), turns: [{ by: 'PERSON', text: 'find' }] } }),
  },
  {
    bound: 'max_calls',
    limit: 2,
    ok: '200',
    ask: (by) => rest(by, `/v1/stacks/${stacks.get(by)}/tools/shop_find/invoke`, { tool_input: { query: 'hat' } }),
  },
  { bound: 'max_long_answers', ok: 'OK', ask: (by) => graphql(by, LONG) },
  {
    bound: 'max_reads',
    ok: 'OK',
    ask: (by) => graphql(by, '{ calls(first: 10, filter: { toolId: "shop_find" }) { nodes { id } } }'),
  },
  {
    bound: 'max_upload_parts',
    ok: '200',
    async ask(by) {
      const uploads = uploadsOf(world.url, by.apiKey);
      uploadIds.set(by, await (uploadIds.get(by) ?? uploads.begin(8)));
      return String((await uploads.ask('PUT', `/${uploadIds.get(by)}/0`, Buffer.from('12345678'))).status);
    },
  },
];
const uploadIds = new Map<WorldAccount, string>();

describe(`${AT_ONCE} requests in parallel`, () => {
  it.each(someOf(ROWS, 2))(
    'wait their turn at $bound, without delaying another account: $ok',
    async ({ bound, limit, ok, ask }) => {
      const { account, otherAccount } = world;
      if (limit !== undefined) await setAccountLimits(world.operator, account.id, { limits: { [bound]: limit } });
      // The first request starts the work that all of them share, such as an upload.
      expect(await ask(account)).toBe(ok);
      const many = Array.from({ length: AT_ONCE }, () => ask(account));
      const otherCall = ask(otherAccount);
      expect(new Set(await Promise.all(many))).toEqual(new Set([ok]));
      expect(await otherCall).toBe(ok);
      await expect.poll(() => slotsInUse().get(bound)).toBe(0);
      if (limit !== undefined) await setAccountLimits(world.operator, account.id, { limits: {} });
    },
  );

  it('exceed each of these concurrency limits', () => {
    for (const { bound, limit = BOUNDS[bound].max } of ROWS.filter(({ bound: name }) => name !== 'max_reads')) {
      expect([bound, limit < AT_ONCE]).toEqual([bound, true]);
    }
  });
});
