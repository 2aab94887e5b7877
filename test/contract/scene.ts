import { randomUUID } from 'node:crypto';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken, revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { startJob } from '../../src/core/jobs/job.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { type StackId, toClientId, toEndpointId, toServerId, toStackId, toToolId } from '../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { storeResult } from '../../src/core/results/storedResult.ts';
import { setSkill } from '../../src/core/skills/skill.ts';
import { createStack, deleteStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../src/core/stacks/stackTool.ts';
import type { World, WorldAccount } from '../harness/world.ts';
import { type Case, fill } from './case.ts';
import { SHOP_KEY } from './shop.ts';

/** One case's accounts and objects; `names` are the placeholders of a case. */
export type Scene = {
  readonly owner: WorldAccount;
  /** Another account; null if the case does not use one. */
  readonly stranger: WorldAccount | null;
  readonly names: Readonly<Record<string, string>>;
};

type Making = { readonly world: World; readonly owner: WorldAccount; readonly names: Names };
type Names = Record<string, string>;
type Maker = (making: Making) => Promise<Names>;

/** JSON of 1,202 bytes, in parts of 500. */
export const LARGE_TEXT = `${'é'.repeat(100)}${'x'.repeat(991)}`;

async function largeResult(ctx: Ctx, stackId: StackId): Promise<string> {
  const { handle } = await storeResult(ctx, stackId, Buffer.from(JSON.stringify({ text: LARGE_TEXT })), {
    ...{ chunkBytes: 500, sources: [] },
  });
  if (handle === null) throw new Error('The result was not kept');
  return handle;
}

/** The skill of `stack`. */
export const SKILL_TEXT = '---\nname: tidy\ndescription: Use when it is untidy.\nlicense: MIT\n---\n\nTidy up.\n';

/** A rule that no other case meets. */
const NARROW_RULE = { name: 'Narrow', effect: 'deny', servers: ['none'] };
const ENABLE_ALL = { serverId: 'shop', enableAllTools: true };

async function stackWithShop({ ctx }: WorldAccount, name: string, server: unknown = ENABLE_ALL): Promise<string> {
  const stack = await createStack(ctx, { name });
  await addServerToStack(ctx, stack.id, server);
  return stack.id;
}

async function agentOf({ ctx }: WorldAccount, stackId: StackId) {
  const { endpoint, token, tokenRecord } = await createClientEndpoint(ctx, { stackId, name: 'Agent' });
  return { client: endpoint.clientId, token, endpointId: endpoint.id, tokenId: tokenRecord.id };
}

/** Each placeholder's value, created only for cases that use it. Creating one may use earlier names. */
const MAKERS: Readonly<Record<string, Maker>> = {
  random: async () => ({ random: `stack_${randomUUID()}` }),
  /** A stack without servers. */
  empty: async ({ owner }) => ({ empty: (await createStack(owner.ctx, { name: 'Empty' })).id }),
  /** A stack with the shop, all tools and the required credential. */
  stack: async ({ owner }) => {
    const stack = await stackWithShop(owner, 'Work');
    await setCredentials(owner.ctx, toStackId(stack), toServerId('shop'), { credentials: { shop_key: SHOP_KEY } });
    return { stack };
  },
  /** A stack with the shop, two tools and no credential. */
  bare: async ({ owner }) => ({
    bare: await stackWithShop(owner, 'Bare', { serverId: 'shop', enabledTools: ['shop_text', 'shop_echo'] }),
  }),
  /** A stack with the shop, where echo is renamed to `say`. */
  renamed: async ({ owner }) => {
    const renamed = await stackWithShop(owner, 'Renamed', {
      serverId: 'shop',
      enabledTools: ['shop_text', 'shop_echo'],
    });
    await setCredentials(owner.ctx, toStackId(renamed), toServerId('shop'), { credentials: { shop_key: SHOP_KEY } });
    await updateStackTool(owner.ctx, toStackId(renamed), toToolId('shop_echo'), {
      name: 'say',
      description: 'Repeats.',
    });
    return { renamed };
  },
  renamedClient: async ({ owner, names }) => {
    const { client, token } = await agentOf(owner, toStackId(names['renamed'] ?? ''));
    return { renamedClient: client, renamedToken: token };
  },
  /** An endpoint in search mode, of a stack with two tools; `text` is pinned. */
  searchClient: async ({ owner }) => {
    const enabledTools = ['shop_text', 'shop_echo'];
    const stackId = await stackWithShop(owner, 'Search', { serverId: 'shop', enabledTools });
    await setCredentials(owner.ctx, toStackId(stackId), toServerId('shop'), { credentials: { shop_key: SHOP_KEY } });
    await updateStackTool(owner.ctx, toStackId(stackId), toToolId('shop_text'), { isPinned: true });
    const agent = await createClientEndpoint(owner.ctx, {
      stackId: toStackId(stackId),
      name: 'Search',
      mode: 'search',
    });
    return { searchClient: agent.endpoint.clientId, searchToken: agent.token };
  },
  /** A stack with a real MCP server. */
  mcp: async ({ owner }) => ({
    mcp: await stackWithShop(owner, 'MCP', { serverId: 'everything', enabledTools: ['everything_echo'] }),
  }),
  deleted: async ({ owner }) => {
    const { id } = await createStack(owner.ctx, { name: 'Deleted' });
    await deleteStack(owner.ctx, id);
    return { deleted: id };
  },
  /** A client endpoint of `stack` with its token. */
  client: async ({ owner, names }) => agentOf(owner, toStackId(names['stack'] ?? '')),
  bareClient: async ({ owner, names }) => {
    const { client, token } = await agentOf(owner, toStackId(names['bare'] ?? ''));
    return { bareClient: client, bareToken: token };
  },
  revokedToken: async ({ owner, names }) => {
    const { token, tokenRecord } = await createStackToken(owner.ctx, {
      endpointId: toEndpointId(names['endpointId'] ?? ''),
      name: 'Lost',
    });
    await revokeStackToken(owner.ctx, tokenRecord.id);
    return { revokedToken: token };
  },
  /** A token whose endpoint was deleted with its stack. */
  goneClient: async ({ owner }) => {
    const stack = await stackWithShop(owner, 'Gone');
    const { client, token } = await agentOf(owner, toStackId(stack));
    await deleteStack(owner.ctx, toStackId(stack));
    return { goneClient: client, goneToken: token };
  },
  /** Handles of two large results: one of the owner and one of the agent. */
  result: async ({ owner, names }) => ({ result: await largeResult(owner.ctx, toStackId(names['stack'] ?? '')) }),
  ownResult: async ({ world, names: { client = '', token = '', stack = '' } }) => {
    const actor = await world.edge.authenticate.stackToken(token, toClientId(client), '127.0.0.1');
    if (!actor) throw new Error('The token does not hold');
    return { ownResult: await largeResult({ ...world.operator, actor }, toStackId(stack)) };
  },
  /** A skill of `stack`. */
  skill: async ({ owner, names }) => {
    const { name } = await setSkill(owner.ctx, toStackId(names['stack'] ?? ''), { content: SKILL_TEXT });
    return { skill: name };
  },
  /** Jobs of the owner and of the agent. */
  job: async ({ owner, names }) => ({
    job: (await startJob(owner.ctx, toStackId(names['stack'] ?? ''), 'shop_text', {})).id,
  }),
  ownJob: async ({ world, names: { client = '', token = '', stack = '' } }) => {
    const actor = await world.edge.authenticate.stackToken(token, toClientId(client), '127.0.0.1');
    if (!actor) throw new Error('The token does not hold');
    return { ownJob: (await startJob({ ...world.operator, actor }, toStackId(stack), 'shop_text', {})).id };
  },
  apiKey: async ({ owner }) => ({ apiKey: owner.apiKey }),
  keyId: async ({ owner }) => ({ keyId: (await createApiKey(owner.ctx, { name: 'CI' })).apiKey.id }),
  ruleId: async ({ owner }) => ({ ruleId: (await createPolicyRule(owner.ctx, NARROW_RULE)).id }),
  /** A key that may call tools and read nothing. */
  invokeKey: async ({ owner }) => {
    const { key } = await createApiKey(owner.ctx, { name: 'Calls', role: 'developer', scopes: ['invoke'] });
    return { invokeKey: key };
  },
  /** A stack with a damaged server row, which causes an internal error. */
  damaged: async ({ owner, world }) => {
    const slug = `damaged-${randomUUID().slice(0, 8)}`;
    const tools = [{ name: 'a', inputSchema: { type: 'object' } }];
    await world.saveServer(
      { id: slug, name: slug, connector: { kind: 'http', baseUrl: 'http://x.test' }, tools },
      owner,
    );
    const stack = await stackWithShop(owner, 'Damaged', { serverId: slug, enableAllTools: true });
    await world.operator.db.server.updateMany({
      where: { slug: toServerId(slug), owner: owner.id },
      data: { connector: {} },
    });
    const { client, token } = await agentOf(owner, toStackId(stack));
    return { damaged: stack, damagedClient: client, damagedToken: token };
  },
};

/** Placeholders created together: the names on the right come with the one on the left. */
const COMES_WITH: Readonly<Record<string, readonly string[]>> = {
  stack: ['client', 'token', 'endpointId', 'tokenId', 'revokedToken', 'result', 'ownResult', 'skill', 'job', 'ownJob'],
  client: ['token', 'endpointId', 'tokenId', 'revokedToken', 'ownResult', 'ownJob'],
  bare: ['bareClient', 'bareToken'],
  bareClient: ['bareToken'],
  renamed: ['renamedClient', 'renamedToken'],
  renamedClient: ['renamedToken'],
  searchClient: ['searchToken'],
  goneClient: ['goneToken'],
  damaged: ['damagedClient', 'damagedToken'],
};

/** A text's placeholders, and whether they include another account. */
function mentionsOf(text: string) {
  const names = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return { names, hasStranger: /stranger|\{their\w+\}/.test(text) };
}

/** Another account's objects of each kind. */
async function thingsOf(stranger: WorldAccount): Promise<Names> {
  const theirs = await stackWithShop(stranger, 'Theirs');
  const { endpointId, tokenId } = await agentOf(stranger, toStackId(theirs));
  const { apiKey } = await createApiKey(stranger.ctx, { name: 'Theirs' });
  const { id: theirRuleId } = await createPolicyRule(stranger.ctx, NARROW_RULE);
  return { theirs, theirEndpointId: endpointId, theirTokenId: tokenId, theirKeyId: apiKey.id, theirRuleId };
}

/** Creates everything a case's placeholders need, in two new accounts. */
export async function makeScene(world: World, mentions: unknown): Promise<Scene> {
  const { names: mentioned, hasStranger } = mentionsOf(JSON.stringify(mentions));
  const owner = await world.newAccount('Owner');
  const stranger = hasStranger ? await world.newAccount('Stranger') : null;
  const theirs = stranger && [...mentioned].some((name) => name.startsWith('their')) ? await thingsOf(stranger) : {};
  const making: Making = { world, owner, names: { owner: owner.id, ...theirs } };
  for (const [name, make] of Object.entries(MAKERS)) {
    const isNeeded = [name, ...(COMES_WITH[name] ?? [])].some((each) => mentioned.has(each));
    if (isNeeded) Object.assign(making.names, await make(making));
  }
  return { owner, stranger, names: making.names };
}

/** Shared scenes for cases without changes: the same placeholders share one. */
export function sharedScenes(world: World): (testCase: Case) => Promise<Scene> {
  const scenes = new Map<string, Promise<Scene>>();
  return async (testCase) => {
    if (testCase.after !== undefined || (testCase.method !== 'GET' && testCase.status < 400))
      return makeScene(world, testCase);
    const { names, hasStranger } = mentionsOf(JSON.stringify(testCase));
    const key = [...names].sort().join(' ') + (hasStranger ? ' and a stranger' : '');
    const scene = scenes.get(key) ?? makeScene(world, testCase);
    scenes.set(key, scene);
    return scene;
  };
}

/** The text of an `Authorization` header. */
export const bearer = (text: string, { names }: Pick<Scene, 'names'>): string => `Bearer ${fill(text, names)}`;
