import { expect, it } from 'vitest';
import { createBackground } from '../../../src/core/kernel/background.ts';
import { silentLog } from '../../harness/log.ts';

it('waits for tasks and the tasks they start, and for nothing else', async () => {
  const background = createBackground(silentLog);
  const done: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  background.run('first', async () => {
    await gate;
    done.push('first');
    background.run('second', async () => {
      await new Promise(setImmediate);
      done.push('second');
      throw new Error('is logged, and ends nothing');
    });
  });
  const drained = background.drain();
  open();
  await drained;
  expect(done).toEqual(['first', 'second']);
  await background.drain();
});
