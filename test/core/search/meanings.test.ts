import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseEmbeddingsUrl } from '../../../src/config/embeddings.ts';
import { createEmbedder } from '../../../src/connectors/models/embeddings.ts';
import { toServerId, toStackId } from '../../../src/core/kernel/ids.ts';
import { createMeanings } from '../../../src/core/search/meanings.ts';
import { answerSearch } from '../../../src/core/search/searchAnswer.ts';
import { createMemo, type StackSnapshot } from '../../../src/core/snapshots/snapshot.ts';
import { snapshotTool } from '../../formats/tool.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';
import { type Mode, startEmbeddings } from './embeddingsStandIn.ts';

const KEY = 'hunter2/embed%key';

let world: World;
let ours: TestAccount;
let theirs: TestAccount;
let service: Awaited<ReturnType<typeof startEmbeddings>>;
beforeAll(async () => {
  world = await createWorld();
  ours = await createTestAccount(world, 'ours');
  theirs = await createTestAccount(world, 'theirs');
});
afterAll(() => world.database.close());

const started: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  await world.database.db.toolEmbedding.deleteMany();
  service = await startEmbeddings(KEY);
  started.push(service);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.close()));
});

/** One process of the service, with its log in `lines`. */
function startProcess({ waitMs = 5_000, pauseMs = 0 } = {}) {
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log = { debug: write, info: write, warn: write, error: write };
  const embedder = createEmbedder(parseEmbeddingsUrl(service.url));
  started.push(embedder);
  const meanings = createMeanings({ embedder, log, waitMs, pauseMs });
  const search = async (
    stack: StackSnapshot,
    input: { readonly query: string } | { readonly queries: readonly string[] },
    { ctx } = ours,
  ): Promise<unknown> => {
    const describeName = async (_ctx: unknown, _stack: unknown, { exposedName }: { exposedName: string }) => ({
      name: exposedName,
    });
    return answerSearch({ ...ctx, log, meanings }, stack, { limit: 5, ...input }, describeName);
  };
  return { meanings, search, lines };
}

/** A stack with a tool for each description. */
function stackOf(descriptions: Readonly<Record<string, string>>): StackSnapshot {
  const tools = Object.entries(descriptions).map(([toolId, description]) =>
    snapshotTool({}, { toolId, description, title: null, asks: [] }),
  );
  return {
    ...{ stackId: toStackId('stack_1'), accountId: ours.accountId, version: 1, stackVersion: 1 },
    ...{
      recordsCalls: false,
      contents: null,
      policies: null,
      servers: [],
      removed: new Map(),
      skills: [],
      memo: createMemo(),
    },
    tools: new Map(tools.map((tool) => [tool.exposedName, tool])),
  };
}

const TOOLS = {
  a_walk: 'Takes the hound outside.',
  b_paint: 'Colours a dwelling.',
  c_bake: 'Makes bread.',
  d_sail: 'Steers a boat.',
};
const BY_WORDS = { tools: [] };
const namesOf = (answer: unknown): readonly string[] =>
  (answer as { tools: { name: string }[] }).tools.map((t) => t.name);
const embedded = () => world.database.db.toolEmbedding.count({ where: { vector: { not: null } } });

/** Waits until a background fill of the stack has ended. */
const filled = async () => world.deps.background.drain();

describe('a search with embeddings', () => {
  it('finds a tool that shares no word with it, once the tools are embedded', async () => {
    const { search } = startProcess();
    const stack = stackOf(TOOLS);
    expect(await search(stack, { query: 'puppy' })).toEqual(BY_WORDS);
    await filled();
    expect(await embedded()).toBe(4);
    const later = { ...stack, memo: createMemo() };
    expect(namesOf(await search(later, { query: 'puppy' }))).toEqual(['a_walk']);
    expect(namesOf(await search(later, { query: 'home' }))).toEqual(['b_paint']);
  });

  it('ranks a named service’s tools first, however close another service’s tool is', async () => {
    const { search } = startProcess();
    const kennel = { ...snapshotTool({}).server, slug: toServerId('kennel'), name: 'Kennel' };
    const stack = stackOf(TOOLS);
    const named = snapshotTool({}, { toolId: 'kennel_open', description: 'Opens a gate.', server: kennel, asks: [] });
    const both = { ...stack, tools: new Map([...stack.tools, ['kennel_open', named]]) };
    await search(both, { query: 'x' });
    await filled();
    const later = { ...both, memo: createMemo() };
    expect(namesOf(await search(later, { query: 'a puppy, a dog in Kennel' }))).toEqual(['kennel_open', 'a_walk']);
  });

  it('max_tool_embeddings: requests no further texts of an account, which may use those of others', async () => {
    const { search } = startProcess();
    const limited = { ...ours, ctx: { ...ours.ctx, actor: { ...ours.ctx.actor, limits: { max_tool_embeddings: 3 } } } };
    await search(stackOf(TOOLS), { query: 'puppy' }, limited);
    await filled();
    expect(await embedded()).toBe(3);
    expect(await startProcess().search(stackOf({ e_new: 'Plants a tree.' }), { query: 'oak' }, limited)).toEqual(
      BY_WORDS,
    );
    await filled();
    expect(await embedded()).toBe(3);
    await search(stackOf(TOOLS), { query: 'puppy' }, theirs);
    await filled();
    expect(await embedded()).toBe(4);
    expect(namesOf(await search(stackOf(TOOLS), { query: 'puppy' }, limited))).toEqual(['a_walk']);
  });

  it('embeds each tool once, for all accounts, processes and restarts', async () => {
    const processes = [startProcess(), startProcess(), startProcess()];
    const asking = [ours, theirs, ours];
    await Promise.all(processes.map(({ search }, at) => search(stackOf(TOOLS), { query: `boat ${at}` }, asking[at])));
    await filled();
    await Promise.all(processes.map(({ search }, at) => search(stackOf(TOOLS), { query: `bread ${at}` }, asking[at])));
    await filled();
    await startProcess().search(stackOf(TOOLS), { query: 'gate' }, theirs);
    await filled();
    const ofTools = service.state.texts.filter((each) => each.includes(':'));
    expect(ofTools.toSorted()).toEqual([...new Set(ofTools)].toSorted());
    expect(ofTools).toHaveLength(4);
  });

  it('embeds only the tools whose texts have changed', async () => {
    const { search } = startProcess();
    await search(stackOf(TOOLS), { query: 'x' });
    await filled();
    service.state.texts.length = 0;
    await search(stackOf({ ...TOOLS, c_bake: 'Makes cake.' }), { query: 'x' });
    await filled();
    expect(service.state.texts).toEqual([expect.stringContaining('Makes cake.')]);
  });

  it('embeds all queries of a search in one request, and none again while it is in memory', async () => {
    const { search } = startProcess();
    await search(stackOf(TOOLS), { query: 'x' });
    await filled();
    const before = service.state.requests;
    const stack = stackOf(TOOLS);
    await search(stack, { queries: ['puppy', 'home', 'puppy'] });
    await search(stack, { queries: ['home', 'puppy'] });
    expect(service.state.requests - before).toBe(1);
    expect(service.state.texts.slice(-2)).toEqual(['puppy', 'home']);
    // The time of a search must not show which searches another account has made.
    await search(stack, { query: 'puppy' }, theirs);
    expect(service.state.requests - before).toBe(2);
  });

  it('embeds the other tools of a batch whose endpoint rejects one text', async () => {
    const { search, meanings } = startProcess();
    await search(stackOf({ ...TOOLS, e_bad: 'poison' }), { query: 'x' });
    await filled();
    expect(await embedded()).toBe(4);
    expect(meanings.failures()).toBe(1);
  });

  it('needs an embedding for nearly every tool, since others would rank last', async () => {
    const { search } = startProcess();
    await search(stackOf(TOOLS), { query: 'x' });
    await filled();
    expect(await search(stackOf({ ...TOOLS, e_bad: 'poison' }), { query: 'puppy' })).toEqual(BY_WORDS);
  });
});

describe('a search whose endpoint fails', () => {
  it.each<[Mode]>([
    ['down'],
    ['garbage'],
    ['too few'],
    ['not numbers'],
    ['echo'],
    ['silent'],
    ['wider'],
    ['elsewhere'],
    ['endless'],
  ])('answers from words alone: %s', async (mode) => {
    const healthy = startProcess();
    await healthy.search(stackOf(TOOLS), { query: 'x' });
    await filled();
    const { search, meanings, lines } = startProcess({ waitMs: mode === 'silent' ? 100 : 5_000 });
    service.state.mode = mode;
    const stack = stackOf(TOOLS);
    for (const query of ['puppy', 'bread', 'a boat', 'steers']) {
      const words = await answerSearch(ours.ctx, stackOf(TOOLS), { query, limit: 5 }, async (_c, _s, tool) => ({
        name: tool.exposedName,
      }));
      expect(await search(stack, { query })).toEqual(words);
    }
    if (mode !== 'wider') expect(meanings.isUp()).toBe(false);
    expect(lines.filter((line) => line.startsWith('no embeddings'))).toHaveLength(mode === 'wider' ? 0 : 1);
    expect(lines.join()).not.toContain(KEY);
    expect(lines.join()).not.toContain(encodeURIComponent(KEY));
    expect(lines.join()).not.toContain('puppy');
    service.state.mode = 'well';
    expect(namesOf(await search(stack, { query: 'a home' }))).toEqual(['b_paint']);
    expect(meanings.isUp()).toBe(true);
  });

  it('sends nothing to it during the pause after a failure', async () => {
    const { search } = startProcess({ pauseMs: 60_000 });
    service.state.mode = 'down';
    const stack = stackOf(TOOLS);
    await search(stack, { query: 'puppy' });
    await filled();
    const sent = service.state.requests;
    for (const query of ['home', 'cake', 'gate']) expect(await search(stack, { query })).toEqual(BY_WORDS);
    await filled();
    expect(service.state.requests).toBe(sent);
  });

  it('requests the tools’ embeddings again after a delay', async () => {
    const { search } = startProcess();
    service.state.mode = 'down';
    await search(stackOf(TOOLS), { query: 'x' });
    await filled();
    service.state.mode = 'well';
    await search(stackOf(TOOLS), { query: 'x' });
    await filled();
    expect(await embedded()).toBe(0);
    world.pass(11_000);
    await search(stackOf(TOOLS), { query: 'x' });
    await filled();
    expect(await embedded()).toBe(4);
  });

  it('embeds the texts that a killed instance had reserved', async () => {
    const { search } = startProcess();
    service.state.mode = 'silent';
    const killed = startProcess({ waitMs: 100 });
    await killed.search(stackOf(TOOLS), { query: 'x' });
    await expect.poll(() => world.database.db.toolEmbedding.count()).toBe(4);
    service.state.mode = 'well';
    world.pass(61_000);
    await search(stackOf(TOOLS), { query: 'x' });
    await expect.poll(embedded).toBe(4);
  });

  it('embeds one snapshot of an account at a time, since each change of a stack makes another', async () => {
    const { ctx } = ours;
    const works: string[] = [];
    const run: typeof ctx.background.run = (name, work) => {
      works.push(name);
      ctx.background.run(name, work);
    };
    const { search } = startProcess({ waitMs: 100 });
    service.state.mode = 'silent';
    const counted = { ...ours, ctx: { ...ctx, background: { ...ctx.background, run } } };
    for (const query of ['a', 'b', 'c', 'd', 'e']) await search(stackOf(TOOLS), { query }, counted);
    expect(works).toEqual(['embed tools']);
    await search(stackOf({ e_new: 'Plants a tree.' }), { query: 'oak' }, theirs);
    await expect.poll(() => world.database.db.toolEmbedding.count()).toBe(5);
  });
});
