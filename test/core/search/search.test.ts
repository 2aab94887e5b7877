import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAccountId, toServerId, toStackId } from '../../../src/core/kernel/ids.ts';
import { termsOf, wordsOf } from '../../../src/core/lib/words.ts';
import type { SearchEntry } from '../../../src/core/search/collectTerms.ts';
import { searchTools } from '../../../src/core/search/search.ts';
import { indexOf } from '../../../src/core/search/searchIndex.ts';
import { createMemo } from '../../../src/core/snapshots/snapshot.ts';
import { snapshotTool } from '../../formats/tool.ts';
import { computedMs, longestWait } from '../../harness/longestWait.ts';
import { isWhole } from '../../harness/wholeTables.ts';

const TOOLS = [
  { toolId: 'mail_send_message', description: 'Sends an email to people.' },
  { toolId: 'mail_list_messages', description: 'Emails in the inbox, newest first.' },
  { toolId: 'crm_createContact', description: 'Adds a person to the address book.' },
  { toolId: 'crm_delete_contact', description: 'Removes a person from the address book.' },
];
const tools = new Map(TOOLS.map((tool) => [tool.toolId, snapshotTool({}, tool)]));
const snapshot = {
  stackId: toStackId('stack_1'),
  accountId: toAccountId('acct_1'),
  version: 1,
  recordsCalls: false,
  stackVersion: null,
  contents: null,
  policies: null,
  servers: [],
  tools,
  removed: new Map(),
  skills: [],
  memo: createMemo(),
};
const asking = { accountId: toAccountId('acct_1'), signal: new AbortController().signal };
const first = async (query: string): Promise<string | undefined> =>
  (await searchTools(snapshot, { query, limit: 5 }, asking))[0]?.toolId;

describe('a search', () => {
  it.each([
    ['send an email', 'mail_send_message'],
    ['post a mail', 'mail_send_message'],
    ['see all my emails', 'mail_list_messages'],
    ['new contact', 'crm_createContact'],
    ['make contacts', 'crm_createContact'],
    ['erase somebody from my contacts', 'crm_delete_contact'],
    ['CRM-DELETE_CONTACT', 'crm_delete_contact'],
  ])('for %j finds %s first', async (query, toolId) => {
    expect(await first(query)).toBe(toolId);
  });

  const mailer = { ...snapshotTool({}).server, slug: toServerId('postfach'), name: 'Post Fach' };
  const searchable = new Map(
    [
      snapshotTool({}, { toolId: 'postfach_send_message', description: 'Sends a message.', server: mailer }),
      snapshotTool(
        {},
        {
          toolId: 'shop_act_on_machine',
          description: 'Runs an action.',
          asks: ['restart my server', 'turn it off and on'],
        },
      ),
      snapshotTool({}, { toolId: 'shop_send_message', description: 'Sends a message to people by mail.' }),
    ].map((tool) => [tool.toolId, tool]),
  );
  it.each([
    ['a request in the words of its document', 'please turn the machine off and on', 'shop_act_on_machine'],
    ['a request with a mistyped word', 'restrat the srever', 'shop_act_on_machine'],
    ['a request that names its service', 'send people a message by mail with Post Fach', 'postfach_send_message'],
    ['a request that mistypes its service', 'send people a message by mail with postfahc', 'postfach_send_message'],
  ])('finds a tool by %s', async (_name, query, toolId) => {
    const results = await searchTools(
      { ...snapshot, tools: searchable, memo: createMemo() },
      { query, limit: 3 },
      asking,
    );
    expect(results[0]?.toolId).toBe(toolId);
  });

  it('is indexed outside the event loop if the requests of its documents are long', async () => {
    const long = Array.from({ length: 50 }, (_, at) =>
      snapshotTool({}, { toolId: `shop_${at}`, asks: Array.from({ length: 20 }, () => 'please '.repeat(15)) }),
    );
    const values = new Map<string, unknown>();
    const memo = <T>(key: string, build: () => T): T => {
      if (!values.has(key)) values.set(key, build());
      // Boundary: the key names the type.
      return values.get(key) as T;
    };
    const stack = { ...snapshot, tools: new Map(long.map((tool) => [tool.toolId, tool])), memo };
    const searching = searchTools(stack, { query: 'shop', limit: 1 }, asking);
    expect(values.get('search')).toMatchObject({ index: null, building: expect.any(Promise) });
    expect(await searching).toHaveLength(1);
  });

  it('never fails and never returns more than requested, for any words', async () => {
    const words = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('*', 'constructor', '__proto__', 'the', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(words), fc.integer({ min: 1, max: 3 }), async (parts, limit) => {
        expect((await searchTools(snapshot, { query: parts.join(' '), limit }, asking)).length).toBeLessThanOrEqual(
          limit,
        );
      }),
    );
  });

  it('limited to one server finds only its tools', async () => {
    const picked = ['mail', 'crm'].map((slug) => {
      const { server } = snapshotTool({});
      return snapshotTool({}, { toolId: `${slug}_find`, server: { ...server, slug: toServerId(slug) } });
    });
    const both = { ...snapshot, tools: new Map(picked.map((tool) => [tool.toolId, tool])), memo: createMemo() };
    const ofCrm = { query: 'find', limit: 5, server: toServerId('crm') };
    expect((await searchTools(both, ofCrm, asking)).map(({ toolId }) => toolId)).toEqual(['crm_find']);
  });

  it('finds a tool by each word of its name', async () => {
    for (const { toolId } of TOOLS) {
      for (const word of wordsOf(toolId)) {
        const results = (await searchTools(snapshot, { query: word, limit: 20 }, asking)).map((tool) => tool.toolId);
        expect(results, word).toContain(toolId);
      }
    }
  });
});

describe('a search among tools with the same words', () => {
  const of = (...names: readonly string[]) => {
    const tools = new Map(names.map((toolId) => [toolId, snapshotTool({}, { toolId, description: '' })]));
    const memo = <T>(_key: string, build: () => T): T => build();
    return { ...snapshot, tools, memo };
  };

  it('ranks the one whose name has no other words first', async () => {
    const many = of('hub_issue_delete_reaction_of_comment', 'hub_delete_issue', 'hub_issue_delete_sub_issue');
    expect((await searchTools(many, { query: 'delete an issue', limit: 1 }, asking))[0]?.toolId).toBe(
      'hub_delete_issue',
    );
  });

  it('finds one by the nouns in its address', async () => {
    const request = {
      kind: 'template' as const,
      method: 'GET' as const,
      path: '/planets/{{id}}/moons',
      bodyEncoding: 'json' as const,
    };
    const named = new Map(['a_x1', 'a_x2'].map((toolId) => [toolId, snapshotTool({}, { toolId, description: '' })]));
    const tool = snapshotTool({}, { toolId: 'a_x3', description: '', request });
    const many = { ...of(), tools: new Map([...named, ['a_x3', tool]]) };
    const results = await searchTools(many, { query: 'moons', limit: 5 }, asking);
    expect(results.map(({ toolId }) => toolId)).toEqual(['a_x3']);
  });
});

const MANY = isWhole ? 10_000 : 1_000;

describe('a search among many tools', () => {
  const many = () => {
    const named = Array.from({ length: MANY }, (_, at) => {
      const toolId = `hub_tool_${at}`;
      const words = Array.from({ length: 20 }, (_each, word) => `word${(at * 7 + word * 13) % 5_000}`).join(' ');
      return [toolId, snapshotTool({}, { toolId, description: `${words} unique${at}` })] as const;
    });
    const values = new Map<string, unknown>();
    const memo = <T>(key: string, build: () => T): T => {
      if (!values.has(key)) values.set(key, build());
      // Boundary: the key names the type.
      return values.get(key) as T;
    };
    return { ...snapshot, tools: new Map(named), memo };
  };

  const entriesOf = ({ tools }: ReturnType<typeof many>): readonly SearchEntry[] =>
    [...tools.values()].map(({ toolId, description }) => {
      const rest = { title: '', server: '', path: '', inputs: '', asks: '', serviceNames: [], phrases: [] };
      return { ...rest, slug: toServerId('hub'), name: toolId, description };
    });

  it.runIf(isWhole)(
    'no step of indexing or searching takes a twelfth of the indexing time, and a search is fast',
    async () => {
      const stacks = [many(), many(), many()];
      const searchIn = (stack: ReturnType<typeof many>, query: string) =>
        longestWait(() => searchTools(stack, { query, limit: 5 }, asking));
      const cold = [];
      for (const stack of stacks) cold.push(await searchIn(stack, 'unique4711'));
      expect(cold.map(({ result }) => result[0]?.toolId)).toEqual(stacks.map(() => 'hub_tool_4711'));
      const [stack = many()] = stacks;
      const search = (query: string) => searchIn(stack, query);
      const indexingMs = computedMs(() => indexOf(entriesOf(stack)));
      // The worker gets the tools as one text, which takes the event loop only a tenth of the indexing time. The
      // minimum counts, because garbage collection may slow any of the runs.
      expect(Math.min(...cold.map(({ busyMs }) => busyMs))).toBeLessThan(indexingMs / 12);
      const warm = [];
      for (let at = 0; at < 100; at += 1) warm.push(await search(`unique${at} create an update of the hub tool word7`));
      expect(warm.map(({ result }) => result[0]?.toolId)).toEqual(warm.map((_each, at) => `hub_tool_${at}`));
      const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
      // The median, because the first searches run uncompiled code.
      expect(sorted(warm.map(({ busyMs }) => busyMs))[50]).toBeLessThan(indexingMs / 50);
    },
  );

  it('builds one index for concurrent callers, even if its first caller leaves', async () => {
    const stack = many();
    const leaving = new AbortController();
    const searches = [leaving.signal, asking.signal, asking.signal].map((signal, at) =>
      searchTools(stack, { query: `unique${at}`, limit: 1 }, { accountId: toAccountId(toAccountId('acct_1')), signal }),
    );
    leaving.abort();
    const named = (await Promise.all(searches)).map((tools) => tools[0]?.toolId);
    expect(named).toEqual(['hub_tool_0', 'hub_tool_1', 'hub_tool_2']);
  });
});

describe('search words', () => {
  it('are split from every naming convention', () => {
    expect(wordsOf('createPull_request-v2 (Größe)')).toEqual(['create', 'pull', 'request', 'v2', 'größe']);
  });

  it('of the same meaning share a term; stop words have none', () => {
    const shared = (a: string, b: string) => (termsOf(a) ?? []).filter((term) => termsOf(b)?.includes(term));
    expect(shared('deleting', 'removes')).toEqual(['~delet']);
    expect(shared('delete', 'create')).toEqual([]);
    expect(termsOf('the')).toBeNull();
  });
});
