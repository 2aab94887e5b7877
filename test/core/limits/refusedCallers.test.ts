import { expect, it } from 'vitest';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import { toAccountId, toApiKeyId, toSessionId, toUserId } from '../../../src/core/kernel/ids.ts';
import type { LimitState } from '../../../src/core/limits/limiter.ts';
import { createRefusedCallers, REFUSALS_MAX } from '../../../src/core/limits/refusedCallers.ts';

/* Which callers are refused before any read, and until when. `test/graphql/limits.test.ts` sends real requests. */

const account = { accountId: toAccountId('acct_1'), role: 'developer', limits: {} } as const;
const keyOf = (id: string): Actor => ({ kind: 'apiKey', keyId: toApiKeyId(id), ...account });
const personOf = (id: string): Actor => ({
  ...{ kind: 'user', userId: toUserId(id), sessionId: toSessionId('session_1') },
  ...account,
});
const visitorOf = (address: string): Actor => ({ kind: 'visitor', accountId: null, address });

const stateOf = (resetAt: number, isAllowed = false): LimitState => ({
  ...{ limitClass: 'default', isAllowed, limit: 5, remaining: 0, resetAt },
});

it.each<[string, Actor, Actor]>([
  ['an API key', keyOf('key_1'), keyOf('key_2')],
  ['a person', personOf('user_1'), personOf('user_2')],
  ['a network', visitorOf('192.0.2.1'), visitorOf('198.51.100.1')],
])('%s is refused after that many refusals until its window ends, and no other is', (_name, actor, other) => {
  let seconds = 100;
  const callers = createRefusedCallers(() => new Date(seconds * 1_000));
  const [first, later] = [stateOf(160), stateOf(170)];
  callers.note(actor, [stateOf(160, true), first, ...Array.from({ length: REFUSALS_MAX - 1 }, () => later)]);
  expect(callers.of(actor)).toBeNull();
  callers.note(actor, [stateOf(160, true)]);
  expect(callers.of(actor)).toBeNull();
  callers.note(actor, [later]);
  expect([callers.of(actor), callers.of(other)]).toEqual([first, null]);
  seconds = 159.999;
  expect(callers.of(actor)).toBe(first);
  seconds = 160;
  expect(callers.of(actor)).toBeNull();
  callers.note(actor, [later]);
  expect(callers.of(actor)).toBeNull();
});
