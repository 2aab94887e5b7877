import { describe, expect, it } from 'vitest';
import { toAccountId } from '../../src/core/kernel/ids.ts';
import type { JsonValue } from '../../src/core/lib/json.ts';
import type { ListedTool } from '../../src/core/search/listedTool.ts';
import { META_TOOLS } from '../../src/core/search/metaTools.ts';
import { formatList, LIST_CHARS_MAX } from '../../src/formats/formatList.ts';
import { formatTools, type ListFormat } from '../../src/formats/formats.ts';
import { leastShare } from '../harness/longestWait.ts';
import { snapshotTool } from './tool.ts';

const ACCOUNT = { accountId: toAccountId('acct_1') };

const LEVELS = 11;

/** Under a kilobyte, and eighty kilobytes without references. */
const doubling = {
  type: 'object',
  properties: { start: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length: LEVELS + 1 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, at < LEVELS ? { properties: { l: next, r: next } } : {}];
    }),
  ),
};

it('builds the same list as formatTools', async () => {
  const tools = [snapshotTool({ type: 'object', properties: {} }), snapshotTool({ type: 'string' })];
  expect(await formatList(tools, 'openai', ACCOUNT)).toEqual(formatTools(tools, 'openai'));
  expect(formatTools(tools, 'openai').warnings).toHaveLength(1);
});

it('yields to other work between slow tools', async () => {
  const tools = Array.from({ length: 30 }, (_, at) => snapshotTool(doubling, { toolId: `t${at}` }));
  const { result, share } = await leastShare(() => formatList(tools, 'openai', ACCOUNT), 1 / 2);
  expect(result.tools).toHaveLength(tools.length);
  expect(share).toBeLessThan(1 / 2);
});

it('leaves out tools that make the list too long, and says so', async () => {
  const large = { type: 'object', description: 'x'.repeat(60_000) };
  const tools = Array.from({ length: 200 }, (_, at) => snapshotTool(large, { toolId: `t${at}` }));
  const { tools: listed, warnings } = await formatList(tools, 'openai', ACCOUNT);
  const chars = JSON.stringify(listed).length;
  expect(chars).toBeLessThanOrEqual(LIST_CHARS_MAX + tools.length);
  expect(chars).toBeGreaterThan(LIST_CHARS_MAX - 70_000);
  expect(listed.length + warnings.length).toBe(tools.length);
  expect(warnings.at(-1)).toEqual({
    tool: 't199',
    reason: `with it the list would be longer than ${LIST_CHARS_MAX} characters: enable fewer tools`,
  });
});

describe('the examples of an input schema', () => {
  const schema = {
    type: 'object',
    properties: { to: { type: 'string' }, $top: { type: 'integer' } },
    required: ['to'],
    additionalProperties: false,
  };
  const listed = async (examples: JsonValue, format: ListFormat = 'anthropic') =>
    (await formatList([snapshotTool({ ...schema, examples })], format, ACCOUNT)).tools;
  const plain = formatTools([snapshotTool(schema)], 'anthropic').tools[0];

  it.each<[string, JsonValue, JsonValue[]]>([
    ['valid ones are listed', [{ to: 'a' }, { to: 'b' }], [{ to: 'a' }, { to: 'b' }]],
    ['Anthropic would refuse the request for an invalid one', [{ to: 1 }, {}, 'a', { to: 'b' }], [{ to: 'b' }]],
    ['an example of an omitted property is left out', [{ to: 'a', $top: 1 }], []],
    ['at most three are listed', ['a', 'b', 'c', 'd'].map((to) => ({ to })), ['a', 'b', 'c'].map((to) => ({ to }))],
    ['at most four KiB are listed', ['a', 'b'].map((to) => ({ to: to.repeat(3_000) })), [{ to: 'a'.repeat(3_000) }]],
    ['a value that is no list is ignored', { to: 'a' }, []],
  ])('%s', async (_name, examples, expected) => {
    expect(await listed(examples)).toEqual([{ ...plain, ...(expected.length > 0 && { input_examples: expected }) }]);
  });

  it('are checked in a worker if the schema is long', async () => {
    const about = { ...schema, description: 'x'.repeat(8_000), examples: [{ to: 1 }, { to: 'a' }] };
    const { tools } = await formatList([snapshotTool(about)], 'anthropic', ACCOUNT);
    expect(tools).toMatchObject([{ input_examples: [{ to: 'a' }] }]);
  });

  it('stay in the schema of other formats', async () => {
    expect(await listed([{ to: 'a' }], 'mcp')).toMatchObject([{ inputSchema: { examples: [{ to: 'a' }] } }]);
  });
});

describe('deferred tools', () => {
  const deferring = { ...ACCOUNT, isDeferring: true };
  const schema = { type: 'object', properties: {}, examples: [{}] };
  const searchable = snapshotTool(schema, { toolId: 'found' });
  const pinned = snapshotTool(schema, { toolId: 'pinned', isPinned: true });

  it.each<[ListFormat, object]>([
    ['anthropic', { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }],
    ['openai_responses', { type: 'tool_search' }],
  ])('follow the tool search of %s, and pinned tools stay loaded', async (format, search) => {
    const [first, second] = formatTools([searchable, pinned], format).tools;
    const { tools } = await formatList([searchable, pinned], format, deferring);
    expect(tools).toEqual([search, { ...first, defer_loading: true }, second]);
  });

  it.each<[string, readonly ListedTool[]]>([
    ['all are pinned', [pinned]],
    ['they are those of search mode', Object.values(META_TOOLS)],
  ])('need no tool search if %s', async (_name, tools) => {
    expect(await formatList(tools, 'anthropic', deferring)).toEqual(formatTools(tools, 'anthropic'));
  });

  it('are refused for formats without tool search', async () => {
    await expect(formatList([searchable], 'openai', deferring)).rejects.toThrow('Invalid defer');
  });
});
