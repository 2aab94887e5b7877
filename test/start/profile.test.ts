import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { profileCpu } from '../../src/start/support.ts';

it('names places without local paths, and omits regular expression sources', async () => {
  const profiled = profileCpu(300, new AbortController().signal);
  let isDone = false;
  const ended = profiled.finally(() => {
    isDone = true;
  });
  const slow = /^(a+)+cnry4711$/;
  while (!isDone) {
    slow.test(`${'a'.repeat(16)}!`);
    await nextTurn();
  }
  const { nodes } = await ended;
  const frames = nodes.map(({ callFrame }) => callFrame);
  expect(frames.map(({ functionName }) => functionName)).toContain('RegExp');
  expect(frames.map(({ url }) => url)).toContain('test/start/profile.test.ts');
  expect(JSON.stringify(nodes)).not.toContain('cnry4711');
  expect(frames.filter(({ url }) => /^(?!node:).*:|^\//.test(url))).toEqual([]);
});
