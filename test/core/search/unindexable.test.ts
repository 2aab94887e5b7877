import { expect, it } from 'vitest';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import { shortWork } from '../../../src/core/lib/workerPool.ts';
import { searchTools } from '../../../src/core/search/search.ts';
import { createMemo } from '../../../src/core/snapshots/snapshot.ts';
import { snapshotTool } from '../../formats/tool.ts';

/** Tools with so many different words that their index exceeds a thread's memory. */
const tools = new Map(
  Array.from({ length: 200 }, (_, tool) => {
    const title = Array.from({ length: 9_000 }, (_each, at) => `w${(tool * 9_000 + at).toString(36)}`).join(' ');
    const toolId = `many_read_${tool}`;
    return [toolId, snapshotTool({}, { toolId, title })];
  }),
);
const stack = () => ({
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
});

it('tools that can’t be indexed are refused with the bound, and not indexed again', async () => {
  const asking = { accountId: toAccountId('acct_1'), signal: new AbortController().signal };
  const search = (of: ReturnType<typeof stack>) =>
    searchTools(of, { query: 'read', limit: 5 }, asking).then(
      (results) => results.length,
      (error: unknown) => error,
    );
  const cpuOf = async (work: () => Promise<unknown>) => {
    const since = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(since);
    return { result, ms: (user + system) / 1_000 };
  };
  const one = stack();
  const first = await cpuOf(() => search(one));
  const refusal = {
    code: 'invalid_input',
    message: expect.stringMatching(/^The 200 tools of this stack .* It needs more than (?:256 MiB|20 seconds) of /),
  };
  expect(first.result).toMatchObject(refusal);
  // The same stack again, and then the same tools after another change of the stack.
  const again = await cpuOf(() => search(one));
  const anew = await cpuOf(() => search(stack()));
  expect([again.result, anew.result]).toEqual([first.result, first.result]);
  expect(shortWork.waiting()).toBe(0);
  process.stdout.write(`CPU: ${first.ms}, then ${again.ms} and ${anew.ms} ms\n`);
  expect(again.ms).toBeLessThan(first.ms / 4);
  expect(anew.ms).toBeLessThan(first.ms / 4);
});
