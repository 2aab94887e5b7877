import { expect, it } from 'vitest';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { BATCH_KEYS_MAX, batchedAt } from '../../src/graphql/batched.ts';
import type { GraphqlContext } from '../../src/graphql/context.ts';
import { nothingSpent } from '../../src/graphql/execution/cost.ts';
import { TURN_POINTS } from '../../src/graphql/execution/longTurn.ts';

/* Nested reads run a few at a time per account, no matter how many operations it has. */

const OF_ACCOUNT = 3;
const PLACES = 14;
const settled = () => new Promise((resolve) => setImmediate(resolve));

const contextOf = (accountId: string, points = 0, signal = new AbortController().signal): GraphqlContext =>
  ({ app: { actor: { accountId }, signal }, spent: { ...nothingSpent(), points } }) as unknown as GraphqlContext;

function kit() {
  const begun: { readonly account: string; readonly keys: readonly string[]; readonly end: () => void }[] = [];
  const pageOf = batchedAt(({ actor }: Ctx, keys: readonly string[], _asked: null) => {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const values = new Map(keys.map((key) => [key, `of ${key}`]));
    begun.push({ account: String(actor.accountId), keys, end: () => resolve(values) });
    return promise;
  });
  return { begun, pageOf };
}

const KINDS = [
  { of: 'short', points: 0, ofAccount: OF_ACCOUNT },
  { of: 'long', points: TURN_POINTS, ofAccount: 1 },
];

it.each(KINDS)(
  `reads ${PLACES} places of each of two $of operations $ofAccount at a time, without delaying another account`,
  async ({ points, ofAccount }) => {
    const { begun, pageOf } = kit();
    const [one, other] = [contextOf('acct_1', points), contextOf('acct_1', points)];
    const places = Array.from({ length: PLACES }, (_, at) => `place ${at}`);
    const pages = [one, other].flatMap((context) => places.map((place) => pageOf(context, 'row', place, null)));
    await settled();
    expect(begun.map(({ account }) => account)).toEqual(Array(ofAccount).fill('acct_1'));
    const otherPage = pageOf(contextOf('acct_2', points), 'row', 'place', null);
    await settled();
    expect(begun.at(-1)?.account).toBe('acct_2');
    // This row joins a read that is still queued.
    const late = pageOf(one, 'late', `place ${PLACES - 1}`, null);
    for (let at = 0; at < 2 * PLACES + 1; at += 1) {
      expect(begun.length).toBeLessThanOrEqual(at + ofAccount + 1);
      begun[at]?.end();
      await settled();
    }
    expect(await Promise.all([...pages, otherPage])).toEqual(Array(2 * PLACES + 1).fill('of row'));
    expect(await late).toBe('of late');
    expect(begun).toHaveLength(2 * PLACES + 1);
  },
);

it('doesn’t start a read whose caller left', async () => {
  const { begun, pageOf } = kit();
  const leaving = new AbortController();
  const context = contextOf('acct_3', 0, leaving.signal);
  const pages = Array.from({ length: OF_ACCOUNT + 2 }, (_, at) => pageOf(context, 'row', `place ${at}`, null));
  await settled();
  leaving.abort();
  for (const { end } of begun) end();
  const ended = await Promise.allSettled(pages);
  expect(ended.map(({ status }) => status)).toEqual([...Array(OF_ACCOUNT).fill('fulfilled'), 'rejected', 'rejected']);
  expect(ended.at(-1)).toMatchObject({ reason: { code: 'unavailable', message: 'The request was closed' } });
  expect(begun).toHaveLength(OF_ACCOUNT);
});

it('reads the rows of a long list in several batches', async () => {
  const { begun, pageOf } = kit();
  const context = contextOf('acct_4');
  const rows = Array.from({ length: 10 * BATCH_KEYS_MAX + 1 }, (_, at) => `row ${at}`);
  const pages = Promise.all(rows.map((row) => pageOf(context, row, 'place', null)));
  for (let at = 0; at <= 10; at += 1) {
    await settled();
    begun[at]?.end();
  }
  expect(await pages).toEqual(rows.map((row) => `of ${row}`));
  expect(begun.flatMap(({ keys }) => keys)).toEqual(rows);
  expect(begun.map(({ keys }) => keys.length)).toEqual([...Array(10).fill(BATCH_KEYS_MAX), 1]);
});
