import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';

/** Longer than the database may take to respond to a probe. */
const HELD_UP_MS = 1_500;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** Blocks this process once, as a busy machine does, right after a statement with `text` was sent. */
function holdUpAfter(text: string): { readonly times: number } {
  const held = { times: 0 };
  const original = Client.prototype.query as unknown as (...args: unknown[]) => unknown;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function ask(this: Client, ...args: unknown[]) {
    const answer = original.apply(this, args);
    if (held.times === 0 && JSON.stringify(args[0]).includes(text)) {
      held.times += 1;
      // By then, the statement was sent, and no response was read.
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_UP_MS));
    }
    return answer;
  });
  return held;
}

it('a process that was blocked does not mistake its own pause for the database’s silence', async () => {
  const held = holdUpAfter('transaction_read_only');
  const answer = await fetch(`${world.url}/readyz`);
  expect([held.times, answer.status, await answer.json()]).toEqual([
    1,
    200,
    expect.objectContaining({ status: 'ready', database: 'ok', writes: 'ok' }),
  ]);
});
