import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { eventually, patiently } from '../../harness/eventually.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { openBrowser } from './browser.ts';
import { linkIn, type MailStack, makeStack } from './kit.ts';
import { type CallResponse, type MailWorld, startMailWorld } from './mail.ts';

const CALLS = 50;
const LIFE_SECONDS = 3_600;

let database: TestDatabase;
let mail: MailWorld;
/** Another instance on the same database. */
let second: World;
let stack: MailStack;
/** How far both instances' clocks are ahead of the provider's. */
let aheadMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  mail = await startMailWorld({ databaseUrl: database.url });
  second = await startWorld({ databaseUrl: database.url, egressAllow: '127.0.0.0/8' });
  for (const { edge } of [mail.world, second]) {
    Object.assign(edge.deps, { now: () => new Date(Date.now() + aheadMs) });
  }
});
afterAll(async () => {
  await second.close();
  await mail.close();
  await database.close();
});
beforeEach(async () => {
  aheadMs = 0;
  stack = await makeStack(mail);
  Object.assign(mail.provider.lifeSeconds, { authorization_code: LIFE_SECONDS, refresh_token: LIFE_SECONDS });
  mail.provider.isDown = false;
  mail.provider.granted.length = 0;
  mail.provider.refused.length = 0;
});

const passSeconds = (seconds: number): void => {
  aheadMs += seconds * 1_000;
};
const renewals = () => mail.provider.granted.filter((grant) => grant === 'refresh_token').length;
const countOf = async (action: string) => database.db.auditEvent.count({ where: { stackId: stack.stackId, action } });
/** Makes concurrent calls, half of them on each instance. */
const callBoth = (count: number): Promise<CallResponse[]> =>
  Promise.all(
    Array.from({ length: count }, (_each, index) => stack.call(undefined, index % 2 ? second.url : mail.world.url)),
  );
const answersOf = (account: string, count: number) =>
  Array.from({ length: count }, () => ({ status: 200, body: { result: { account } } }));

describe('a sign-in with an expired token', () => {
  it(`is renewed once for ${CALLS} concurrent calls on two instances, and none fails`, async () => {
    await stack.signIn('ann');
    // Both instances know the caller and have a snapshot with the expiring token.
    expect(await callBoth(2)).toEqual(answersOf('ann', 2));
    passSeconds(LIFE_SECONDS);
    expect(await callBoth(CALLS)).toEqual(answersOf('ann', CALLS));
    expect(renewals()).toBe(1);
    expect(mail.provider.refused).toEqual([]);
    expect(await countOf('credentials.renew')).toBe(1);
  });

  it('is renewed when the provider revoked it', async () => {
    mail.provider.lifeSeconds.authorization_code = 1;
    await stack.signIn('ann');
    const endsAt = (await stack.status())?.expiresAt?.getTime() ?? 0;
    await eventually('the token has ended', () => Date.now() > endsAt);
    expect(await callBoth(4)).toEqual(answersOf('ann', 4));
    expect(mail.provider.refused).toEqual([]);
  });

  it('is renewed repeatedly, each time with the latest refresh token', async () => {
    await stack.signIn('ann');
    for (const round of [1, 2, 3]) {
      passSeconds(LIFE_SECONDS);
      expect(await callBoth(2)).toEqual(answersOf('ann', 2));
      expect(renewals()).toBe(round);
    }
    expect(mail.provider.refused).toEqual([]);
  });

  it('is renewed in its last minute, and not before', async () => {
    await stack.signIn('ann');
    passSeconds(LIFE_SECONDS - 90);
    expect((await stack.call()).status).toBe(200);
    expect(renewals()).toBe(0);
    passSeconds(35);
    expect((await stack.call()).status).toBe(200);
    expect(renewals()).toBe(1);
  });
});

describe('a sign-in that the provider ended', () => {
  it('asks for another, with a working link', async () => {
    await stack.signIn('bob');
    await mail.provider.revoke('bob');
    passSeconds(LIFE_SECONDS);
    const answers = await callBoth(10);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('the sign-in has ended') } });
    }
    expect(mail.provider.refused).toEqual(['invalid_grant']);
    expect(await stack.status()).toMatchObject({ state: 'added', oauthState: 'reconnect_required' });
    expect(await countOf('credentials.reconnect_required')).toBe(1);

    const [answer = { status: 0, body: {} }] = answers;
    expect((await openBrowser().open(linkIn(answer))).status).toBe(200);
    expect(await stack.status()).toMatchObject({ oauthState: 'connected' });
    await eventually('both instances know', async () => (await callBoth(2)).every(({ status }) => status === 200));
  });

  it('asks an agent only for its own', async () => {
    await stack.signIn('bob');
    const callAsAgent = await stack.agent();
    await mail.provider.revoke('bob');
    passSeconds(LIFE_SECONDS);
    const answer = await callAsAgent();
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('owner of the stack') } });
    expect(linkIn(answer)).toBe('');
  });
});

describe('a token that the service rejects early', () => {
  it('is renewed once, and the calls succeed', async () => {
    await stack.signIn('cleo');
    expect((await stack.call()).status).toBe(200);
    mail.provider.refuseSeenTokens();
    passSeconds(120);
    expect(await callBoth(10)).toEqual(answersOf('cleo', 10));
    expect(renewals()).toBe(1);
  });

  it('is not renewed if it is new', async () => {
    await stack.signIn('cleo');
    await stack.call();
    mail.provider.refuseSeenTokens();
    expect(await stack.call()).toMatchObject({ status: 500, body: { detail: expect.stringContaining('401') } });
    expect(renewals()).toBe(0);
  });
});

describe('an unavailable provider', () => {
  it('fails only the calls that need it, and nothing is lost', async () => {
    await stack.signIn('ann');
    passSeconds(LIFE_SECONDS);
    mail.provider.isDown = true;
    const detail = expect.stringContaining('the sign-in for mail_token could not be renewed');
    expect(await stack.call()).toMatchObject({ status: 500, body: { detail } });
    mail.provider.isDown = false;
    expect((await stack.call()).status).toBe(200);
  });

  it('does not matter while the token works', async () => {
    await stack.signIn('ann');
    passSeconds(LIFE_SECONDS - 40);
    mail.provider.isDown = true;
    expect(await callBoth(4)).toEqual(answersOf('ann', 4));
  });
});

describe('concurrent changes', () => {
  it('a pasted value overrides a renewal', async () => {
    await stack.signIn('ann');
    passSeconds(LIFE_SECONDS);
    const credentials = { mail_token: 'pasted' };
    await Promise.all([stack.call(), setCredentials(stack.ctx, stack.stackId, toServerId('mail'), { credentials })]);
    expect(await stack.status()).toMatchObject({ state: 'added', oauthState: null });
  });

  it('the lease of a dead instance expires and is taken over', async () => {
    await stack.signIn('ann');
    passSeconds(LIFE_SECONDS);
    const leasedUntil = new Date(Date.now() + 300);
    await database.db.credential.updateMany({ where: { kind: 'oauth2' }, data: { leasedUntil } });
    expect(await callBoth(6)).toEqual(answersOf('ann', 6));
    expect(renewals()).toBe(1);
  });

  it('a call with a valid token reads no table', async () => {
    await stack.signIn('ann');
    await stack.call();
    await patiently(database.db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE credential, stack, stack_server, server, connect_link IN ACCESS EXCLUSIVE MODE`;
      expect((await stack.call()).status).toBe(200);
    });
  });
});
