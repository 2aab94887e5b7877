import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type HandshakeOwner, inTurn } from '../../../src/connectors/egress/handshakes.ts';
import { eventually } from '../../harness/eventually.ts';

const newAccount = (): HandshakeOwner => ({ id: randomUUID(), isAccount: true });
const patient = () => new AbortController().signal;
const FAILED = new Error('the handshake failed');

const silent = () => false;
const BUSY_MS = 100;
/** Blocks the event loop for as long as checking certificates takes. */
function keepBusy(): void {
  for (const until = performance.now() + BUSY_MS; performance.now() < until; );
}

/** Handshakes that end only on the test's command. */
function handshakes() {
  const running: PromiseWithResolvers<void>[] = [];
  let begun = 0;
  return {
    begun: () => begun,
    running,
    begin: (owner: HandshakeOwner, origin: string, signal = patient(), hasAnswered = () => true) =>
      inTurn(owner, origin, signal, {
        shake: async (ending) => {
          const one = Promise.withResolvers<void>();
          ending.addEventListener('abort', () => one.reject(ending.reason));
          begun += 1;
          running.push(one);
          await one.promise.finally(() => running.splice(running.indexOf(one), 1));
        },
        hasAnswered,
      }),
  };
}
const origins = Array.from({ length: 10 }, (_, at) => `${at}.test:443`);

describe('handshakes', () => {
  it.each([
    ['of an account with servers that it does not know', true, 2],
    ['of what serves everybody', false, 8],
  ])('%s are limited in number, and all get their turn', async (_name, isAccount, most) => {
    const { begin, begun, running } = handshakes();
    const owner = { ...newAccount(), isAccount };
    const all = origins.map((origin) => begin(owner, origin));
    const other = handshakes();
    const others = [other.begin(newAccount(), 'other.test:443')];
    await turn();
    expect([begun(), other.begun()]).toEqual([most, 1]);
    for (other.running[0]?.resolve(); begun() < origins.length || running.length > 0; await turn()) {
      expect(running.length).toBeLessThanOrEqual(most);
      running[0]?.resolve();
    }
    await Promise.all([...all, ...others]);
  });

  it('with one server run one at a time until it has completed one', async () => {
    const { begin, begun, running } = handshakes();
    const owner = newAccount();
    const all = origins.map(() => begin(owner, 'one.test:443'));
    await turn();
    expect(begun()).toBe(1);
    running[0]?.resolve();
    await eventually('as many as there may be at all', () => running.length === 8);
    for (; begun() < origins.length || running.length > 0; await turn()) running[0]?.resolve();
    await Promise.all(all);
  });

  it('wait after a failure, except for proven servers and other accounts', async () => {
    const { begin, running } = handshakes();
    const owner = newAccount();
    const proving = begin(owner, 'proven.test:443');
    await turn();
    running[0]?.resolve();
    await proving;
    const failing = begin(owner, 'bad.test:443');
    await turn();
    keepBusy();
    running[0]?.reject(FAILED);
    await expect(failing).rejects.toBe(FAILED);
    const failedAt = performance.now();
    const waiting = begin(owner, 'new.test:443');
    const going = [begin(owner, 'proven.test:443'), begin(newAccount(), 'new.test:443')];
    await turn();
    expect(running).toHaveLength(2);
    for (const each of [...running]) each.resolve();
    await Promise.all(going);
    await eventually('it comes to its turn', () => running.length === 1);
    expect(performance.now() - failedAt).toBeGreaterThan(3 * BUSY_MS);
    running[0]?.resolve();
    await waiting;
  });

  it('don’t wait for a proven server that was silent once', async () => {
    const { begin, begun, running } = handshakes();
    const owner = newAccount();
    const proving = begin(owner, 'proven.test:443');
    await turn();
    running[0]?.resolve();
    await proving;
    for (const origin of ['proven.test:443', 'silent.test:443']) {
      const failing = begin(owner, origin, patient(), silent);
      await turn();
      keepBusy();
      running[0]?.reject(FAILED);
      await expect(failing).rejects.toBe(FAILED);
    }
    const next = ['new.test:443', 'proven.test:443', 'proven.test:443'].map((origin) => begin(owner, origin));
    await turn();
    expect(begun()).toBe(6);
    for (const each of [...running]) each.resolve();
    await Promise.all(next);
  });

  it('with silent servers release their slots, longest silent first', async () => {
    const { begin, running } = handshakes();
    const owner = newAccount();
    const left: string[] = [];
    const ending = new AbortController();
    const all = origins.map((origin) =>
      begin(owner, origin, ending.signal, silent).catch((error: unknown) => {
        if (error !== FAILED) left.push(origin);
      }),
    );
    const heard = handshakes();
    const answering = begin(owner, 'answers.test:443').then(() => heard.begin(owner, 'answers.test:443'));
    await eventually('others had their turn', () => {
      expect(running.length).toBeLessThanOrEqual(7);
      return left.length === 6;
    });
    expect(left).toEqual(origins.slice(0, 6));
    await eventually('the last comes to its turn', () => running.length === 5);
    running[4]?.resolve();
    await eventually('it has proven itself', () => heard.running.length === 1);
    heard.running[0]?.resolve();
    await answering;
    ending.abort(FAILED);
    await Promise.all(all);
    expect(left).toHaveLength(6);
  });

  it('without a waiting caller take no slot', async () => {
    const { begin, begun, running } = handshakes();
    const owner = newAccount();
    const leaving = new AbortController();
    const first = begin(owner, 'one.test:443');
    const left = begin(owner, 'one.test:443', leaving.signal);
    await turn();
    leaving.abort(FAILED);
    await expect(left).rejects.toBe(FAILED);
    await expect(begin(owner, 'two.test:443', leaving.signal)).rejects.toBe(FAILED);
    running[0]?.resolve();
    await first;
    expect(begun()).toBe(1);
  });
});
