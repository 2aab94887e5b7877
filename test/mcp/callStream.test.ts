import { expect, it } from 'vitest';
import { answerStreaming } from '../../src/mcp/callStream.ts';

it('buffers a limited amount for a client that does not read, and drops only progress', async () => {
  const params = { message: 'x'.repeat(1_000) };
  const answer = await answerStreaming(
    async (tell) => {
      for (let at = 0; at < 3_000; at += 1) tell({ method: 'progress', params }, 'droppable');
      tell({ method: 'question' });
      return '{"result":"done"}';
    },
    () => '',
  );
  const messages = (await answer.text()).matchAll(/^data: (.*)$/gm);
  const parsed = [...messages].map(([, data = '']) => JSON.parse(data));
  // 64 KiB, with the event framing.
  expect(parsed.filter(({ method }) => method === 'progress')).toHaveLength(62);
  expect(parsed.slice(62)).toEqual([{ method: 'question' }, { result: 'done' }]);
});
