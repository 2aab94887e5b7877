import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { CLOSE, closeSocket } from '../../src/graphql/connections/closeCodes.ts';
import { eventually } from '../harness/eventually.ts';

afterEach(() => void vi.useRealTimers());

const COUNT = 60;
const CUT_OFF_MS = 2;

function computeFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('cuts off all clients that were closed together, over several turns of the event loop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let gone = 0;
  for (let each = 0; each < COUNT; each += 1) {
    const socket = Object.assign(new EventEmitter(), {
      close: () => undefined,
      terminate: () => {
        computeFor(CUT_OFF_MS);
        gone += 1;
      },
    });
    closeSocket(socket, CLOSE.tryAgainLater, 'There is no capacity now');
  }
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const atOnce = gone;
  expect(atOnce).toBeLessThan(COUNT / 2);
  await eventually('all are cut off', () => gone === COUNT);
  process.stdout.write(`${COUNT} sockets: ${atOnce} cut off in the first turn\n`);
});
