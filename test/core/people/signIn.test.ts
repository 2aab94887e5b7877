import { afterAll, describe, expect, it } from 'vitest';
import { toUserId } from '../../../src/core/kernel/ids.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { startWorld } from '../../harness/world.ts';
import { ASK, newPerson, PASSWORD, send } from './kit.ts';
import { dataOf, openPeople } from './people.ts';

const { world, ann, lines, db, databaseUrl, ask, close } = await openPeople();
afterAll(close);

describe('a sign-in', () => {
  it('accepts any Unicode form of the password, and any case of the e-mail', async () => {
    const { secret } = await createInvitation(world.account.ctx);
    await ask(ASK.accept, {
      input: { secret, email: 'zoe@example.com', password: 'Zoe\u0308 spielt Geige' },
    });
    const input = { email: 'ZOE@example.com', password: 'Zoë spielt Geige' };
    const { cookie } = await ask(ASK.signIn, { input });
    expect(dataOf(await ask(ASK.me, { cookie }))).toMatchObject({ me: { email: 'zoe@example.com' } });
  });

  it('fails with identical bytes for every cause, and sets no cookie', async () => {
    await db.user.create({
      data: { id: toUserId('user_sso'), accountId: world.account.id, email: 'sso@example.com', createdAt: new Date() },
    });
    const wrong = [
      { email: 'ann@example.com', password: 'not her password' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: 'sso@example.com', password: PASSWORD },
      { email: 'not an address', password: '' },
      { email: 'ann@example.com\0', password: 'x'.repeat(1_000) },
    ];
    const answers = await Promise.all(wrong.map((input) => ask(ASK.signIn, { input })));
    const [first] = answers;
    expect(first && dataOf(first)).toEqual({
      signIn: { __typename: 'SignInFailedError', code: 'SIGN_IN_FAILED', message: 'Wrong e-mail or password' },
    });
    for (const { status, text, cookie } of answers)
      expect({ status, text, cookie }).toEqual({ ...pick(first), cookie: null });
  });
});

const pick = (answer: { status: number; text: string } | undefined) => ({ status: answer?.status, text: answer?.text });

describe('a session', () => {
  const signIn = async (userAgent: string) => {
    const input = { email: 'ann@example.com', password: PASSWORD };
    const { cookie } = await ask(ASK.signIn, { input, headers: { 'user-agent': userAgent } });
    return cookie ?? '';
  };
  const me = async (cookie: string) => dataOf(await ask(ASK.me, { cookie }));

  it('is listed with its browser, and ends separately', async () => {
    const [phone, laptop] = [await signIn('Phone'), await signIn('Laptop')];
    const listed = Object(dataOf(await ask(ASK.sessions, { cookie: phone }))).sessions;
    const mine = listed.find((each: { isCurrent: boolean }) => each.isCurrent);
    const other = listed.find((each: { userAgent: string }) => each.userAgent === 'Laptop');
    expect(mine).toMatchObject({ userAgent: 'Phone' });
    const ended = await ask(ASK.revokeSession, { cookie: phone, input: { sessionId: other.id } });
    expect(dataOf(ended)).toEqual({ revokeSession: { sessionId: other.id } });
    expect([await me(phone), await me(laptop)]).toEqual([{ me: expect.anything() }, { me: null }]);
  });

  it('ends on sign-out, which removes the cookie', async () => {
    const cookie = await signIn('Phone');
    const out = await ask(ASK.signOut, { cookie });
    expect(dataOf(out)).toEqual({ signOut: { isSignedOut: true } });
    expect(out.setCookie).toMatch(/^__Host-toolyard=;.*Expires=Thu, 01 Jan 1970/);
    expect(await me(cookie)).toEqual({ me: null });
    expect((await ask('{ stacks { nodes { id } } }', { cookie })).status).toBe(401);
  });

  it.each([
    ['30 days after it began', { expiresAt: new Date(Date.now() - 1) }],
    ['after 7 days without use', { lastSeenAt: new Date(Date.now() - 7 * 86_400_000 - 1_000) }],
  ])('ends %s', async (_when, data) => {
    const cookie = await signIn('Old');
    await db.session.updateMany({ where: { userAgent: 'Old' }, data });
    expect(await me(cookie)).toEqual({ me: null });
    await signIn('New');
    expect(await db.session.count({ where: { userAgent: 'Old' } })).toBe(0);
  });

  it('that is revoked on one instance is refused by another immediately', async () => {
    const cookie = await signIn('Two instances');
    const second = await startWorld({ databaseUrl: databaseUrl });
    try {
      const there = () => send(second.url, ASK.me, { cookie });
      expect(dataOf(await there())).toMatchObject({ me: { email: 'ann@example.com' } });
      await ask(ASK.signOut, { cookie });
      await expect.poll(async () => dataOf(await there())).toEqual({ me: null });
    } finally {
      await second.close();
    }
  });

  it('of other browsers ends when the password changes', async () => {
    const { cookie } = await newPerson(world, 'eve@example.com');
    const email = 'eve@example.com';
    const { cookie: other } = await ask(ASK.signIn, { input: { email, password: PASSWORD } });
    const wrong = { currentPassword: 'not it', newPassword: 'another good password' };
    expect(dataOf(await ask(ASK.changePassword, { cookie, input: wrong }))).toMatchObject({
      changePassword: { issues: [{ path: '/currentPassword', message: 'is not your password' }] },
    });
    expect(await me(other ?? '')).toMatchObject({ me: { email } });
    const right = { ...wrong, currentPassword: PASSWORD };
    expect(dataOf(await ask(ASK.changePassword, { cookie, input: right }))).toMatchObject({
      changePassword: { user: { id: expect.any(String) } },
    });
    expect([await me(cookie), await me(other ?? '')]).toEqual([{ me: expect.anything() }, { me: null }]);
    const again = await ask(ASK.signIn, { input: { email, password: PASSWORD } });
    expect(again.text).toContain('SIGN_IN_FAILED');
  });
});

it('no plain password, session or invitation is in the database, the audit log or the log', async () => {
  const { secret } = await createInvitation(world.account.ctx);
  const session = ann.cookie.split('=')[1] ?? '';
  const secrets = [PASSWORD, session, secret];
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe(`SELECT to_jsonb(t)::text AS text FROM "${name}" t`);
    const text = JSON.stringify(rows);
    expect(secrets.filter((each) => text.includes(each) || text.includes(Buffer.from(each).toString('hex')))).toEqual(
      [],
    );
  }
  const user = await db.user.findUniqueOrThrow({ where: { id: ann.id } });
  expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => secrets.some((each) => line.includes(each)))).toEqual([]);
  const audit = await db.auditEvent.findMany({ where: { actorId: ann.id }, orderBy: { seq: 'asc' } });
  expect(audit.map(({ action, actorKind }) => `${actorKind} ${action}`).slice(0, 3)).toEqual([
    'user user.create',
    'user session.create',
    'user session.create',
  ]);
});
