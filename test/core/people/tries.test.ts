import { describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../../src/core/kernel/limitClasses.ts';
import { networkOf } from '../../../src/core/limits/network.ts';
import { signIn } from '../../../src/core/people/signIn.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { ASK, newPerson, PASSWORD, send } from './kit.ts';

/** Attempts to sign in from an address; `counted` receives the counters. */
function triesOf({ operator, edge }: World, counted: string[] = []) {
  const { limiter } = edge.deps;
  const counting = {
    ...limiter,
    reserve: (...[kind, subject, limit]: Parameters<typeof limiter.reserve>) => {
      counted.push(subject);
      return limiter.reserve(kind, subject, limit);
    },
  };
  return (address: string, email: string, password: string): Promise<string> => {
    const ctx = { ...operator, limiter: counting, actor: { kind: 'visitor', accountId: null, address } as const };
    const signedIn = signIn(ctx, { email, password }, { userAgent: '' });
    return signedIn.then(
      () => 'signed in',
      (error: { code: string }) => error.code,
    );
  };
}

describe('sign-in attempts', () => {
  it('are limited per address, for any person, with a retry delay', async () => {
    const strict = await startWorld({ limits: { ...DOCUMENTED_LIMITS, sign_in: 3 } });
    try {
      const attempt = (email: string) => send(strict.url, ASK.signIn, { input: { email, password: 'x' } });
      for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await attempt(email);
      const { status, text: body, headers } = await attempt('d@example.com');
      expect(status).toBe(429);
      expect(JSON.parse(body).errors).toEqual([
        expect.objectContaining({
          message: expect.stringMatching(
            /^Too many requests: try again in \d+ s\. The limit sign_in \(sign-in attempts from this network\) is 3 a minute; .*TOOLYARD_RATE_LIMITS=sign_in=N \(docs/,
          ),
          extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number), rateLimit: expect.any(Object) },
        }),
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await send(strict.url, ASK.me)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('are limited per e-mail and network, without blocking another network', async () => {
    const strict = await startWorld({ limits: { ...DOCUMENTED_LIMITS, sign_in: 3 } });
    try {
      await newPerson(strict, 'a@example.com');
      const from = triesOf(strict);
      const guess = (email: string, at: string) => from(at, email, 'x');
      const [at, sameNetwork, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '192.0.2.1'];
      const codes = [];
      for (const email of ['a@example.com', 'A@example.com', ' a@EXAMPLE.com']) codes.push(await guess(email, at));
      expect(codes).toEqual(['sign_in_failed', 'sign_in_failed', 'sign_in_failed']);
      expect(await guess('a@example.com', sameNetwork)).toBe('rate_limited');
      expect(await from(at, 'a@example.com', PASSWORD)).toBe('rate_limited');
      expect(await from(other, 'a@example.com', PASSWORD)).toBe('signed in');
      expect(await guess('b@example.com', at)).toBe('sign_in_failed');
    } finally {
      await strict.close();
    }
  });

  it('are limited per e-mail and hour across networks', async () => {
    const strict = await startWorld({ limits: { ...DOCUMENTED_LIMITS, sign_in: 2, sign_in_hourly: 4 } });
    try {
      const counted: string[] = [];
      const from = triesOf(strict, counted);
      const codes = [];
      // The first network's third attempt exceeds only its own limit.
      for (const at of ['1', '1', '1', '2', '3', '4', '5'])
        codes.push(await from(`192.0.2.${at}`, 'a@example.com', 'x'));
      const failed = 'sign_in_failed';
      expect(codes).toEqual([failed, failed, 'rate_limited', failed, failed, 'rate_limited', 'rate_limited']);
      expect(counted.filter((subject) => /example|192/.test(subject))).toEqual([]);
      const state = await strict.edge.deps.limiter.peek('sign_in_hourly', counted.at(-1) ?? '');
      expect(state).toMatchObject({ isAllowed: false, limit: 4 });
      expect(state.resetAt - Date.now() / 1_000).toBeGreaterThan(3_500);
    } finally {
      await strict.close();
    }
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::9', '2001:db8:1:2::'],
    ['fe80::1%eth0', 'fe80::'],
    ['unknown', 'unknown'],
  ])('from %s count for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
