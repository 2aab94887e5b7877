import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openEventWriter } from '../../src/graphql/connections/eventStreams.ts';

it('events on an unread stream stay at their source', async () => {
  const out = new PassThrough();
  const event = { text: 'a'.repeat(70_000) };
  let received = 0;
  const sent = [1, 2, 3].map(async (id) => {
    await openEventWriter(out).next(`${id}`, event);
    received += 1;
  });
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(received).toBe(0);
  out.resume();
  await Promise.all(sent);
  const failing = openEventWriter(out).complete('1');
  out.destroy();
  await expect(Promise.all([failing, openEventWriter(out).complete('2')])).rejects.toThrow();
});
