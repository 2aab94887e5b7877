import { expect, it } from 'vitest';
import { formatList, LIST_CHARS_MAX } from '../../src/formats/formatList.ts';
import { formatTools } from '../../src/formats/formats.ts';
import { leastShare } from '../harness/longestWait.ts';
import { snapshotTool } from './tool.ts';

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
  expect(await formatList(tools, 'openai')).toEqual(formatTools(tools, 'openai'));
  expect(formatTools(tools, 'openai').warnings).toHaveLength(1);
});

it('yields to other work between slow tools', async () => {
  const tools = Array.from({ length: 30 }, (_, at) => snapshotTool(doubling, { toolId: `t${at}` }));
  const { result, share } = await leastShare(() => formatList(tools, 'openai'), 1 / 2);
  expect(result.tools).toHaveLength(tools.length);
  expect(share).toBeLessThan(1 / 2);
});

it('leaves out tools that make the list too long, and says so', async () => {
  const large = { type: 'object', description: 'x'.repeat(60_000) };
  const tools = Array.from({ length: 200 }, (_, at) => snapshotTool(large, { toolId: `t${at}` }));
  const { tools: listed, warnings } = await formatList(tools, 'openai');
  const chars = JSON.stringify(listed).length;
  expect(chars).toBeLessThanOrEqual(LIST_CHARS_MAX + tools.length);
  expect(chars).toBeGreaterThan(LIST_CHARS_MAX - 70_000);
  expect(listed.length + warnings.length).toBe(tools.length);
  expect(warnings.at(-1)).toEqual({
    tool: 't199',
    reason: `with it the list would be longer than ${LIST_CHARS_MAX} characters: enable fewer tools`,
  });
});
