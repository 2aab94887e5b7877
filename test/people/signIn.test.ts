import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInvitation, revokeInvitation } from '../../src/core/people/invitation.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ASK, newPerson, PASSWORD, type Person, send } from './kit.ts';

let store: TestDatabase;
let world: World;
let ann: Person;
const lines: string[] = [];
beforeAll(async () => {
  store = await createTestDatabase();
  world = await startWorld({ databaseUrl: store.url, log: { write: (line) => lines.push(line) } });
  ann = await newPerson(world, 'ann@example.com');
});
afterAll(async () => {
  await world.close();
  await store.close();
});

const ask = (query: string, options: Parameters<typeof send>[2] = {}) => send(world.url, query, options);
const dataOf = ({ text }: { readonly text: string }): unknown => Object(JSON.parse(text)).data;
const database = () => world.edge.deps.db;

describe('an invitation', () => {
  it('makes one user, who is signed in by a cookie that scripts and other hosts cannot have', async () => {
    const { secret } = await createInvitation(world.account.ctx);
    const input = { secret, email: ' Bob@Example.COM ', password: PASSWORD };
    const made = await ask(ASK.accept, { input });
    expect(dataOf(made)).toEqual({
      acceptInvitation: { user: { id: expect.stringMatching(/^user_/), email: 'bob@example.com', hasPassword: true } },
    });
    expect(made.setCookie).toMatch(
      /^__Host-toolyard=tys_[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(dataOf(await ask(ASK.me, { cookie: made.cookie }))).toMatchObject({ me: { email: 'bob@example.com' } });
    expect(
      dataOf(await ask('{ viewer { apiKeyId scopes account { id } user { email } } }', { cookie: made.cookie })),
    ).toEqual({
      viewer: {
        apiKeyId: null,
        scopes: ['keys:write'],
        account: { id: world.account.id },
        user: { email: 'bob@example.com' },
      },
    });
  });

  it('lets one of many in who hold it at the same time', async () => {
    const { secret } = await createInvitation(world.account.ctx);
    const tries = ['c1', 'c2', 'c3', 'c4'].map((name) =>
      ask(ASK.accept, { input: { secret, email: `${name}@example.com`, password: PASSWORD } }),
    );
    const answers = (await Promise.all(tries)).map(({ text }) => text);
    expect(answers.filter((text) => text.includes('"user"'))).toHaveLength(1);
    expect(answers.filter((text) => text.includes('This invitation is unknown, was used'))).toHaveLength(3);
  });

  const useless = {
    'that nobody made': async () => 'inv_nobodys',
    'that was used': async () => {
      const { secret } = await createInvitation(world.account.ctx);
      await ask(ASK.accept, { input: { secret, email: 'used@example.com', password: PASSWORD } });
      return secret;
    },
    'that is too old': async () => {
      const { secret, invitation } = await createInvitation(world.account.ctx);
      const past = { expiresAt: new Date(Date.now() - 1_000) };
      await database().invitation.update({ where: { id: invitation.id }, data: past });
      return secret;
    },
    'that was taken back': async () => {
      const { secret, invitation } = await createInvitation(world.account.ctx);
      await revokeInvitation(world.account.ctx, invitation.id);
      return secret;
    },
  };
  it.each(Object.entries(useless))('%s lets nobody in, in the same words', async (_which, make) => {
    const input = { secret: await make(), email: 'nobody@example.com', password: PASSWORD };
    const answer = await ask(ASK.accept, { input });
    expect(dataOf(answer)).toEqual({
      acceptInvitation: {
        __typename: 'NotFoundError',
        code: 'NOT_FOUND',
        message: 'This invitation is unknown, was used already, or is too old: ask for a new one',
      },
    });
    expect(answer.cookie).toBeNull();
  });

  it.each([
    ['a short password', { password: 'x'.repeat(11) }, '/password', 'must be at least 12 characters'],
    ['a long password', { password: 'x'.repeat(129) }, '/password', 'must be at most 128 characters'],
    ['no e-mail address', { email: 'ann' }, '/email', 'must be an e-mail address'],
  ])('is not used up by %s', async (what, wrong, path, message) => {
    const { secret } = await createInvitation(world.account.ctx);
    const input = { secret, email: `${path.slice(1)}@example.com`, password: PASSWORD };
    const refused = await ask(ASK.accept, { input: { ...input, ...wrong } });
    expect(dataOf(refused)).toMatchObject({ acceptInvitation: { issues: [{ path, message }] } });
    const email = `${what.replaceAll(/\W/g, '')}@example.com`;
    expect(dataOf(await ask(ASK.accept, { input: { ...input, email } }))).toMatchObject({
      acceptInvitation: { user: { email: email.toLowerCase() } },
    });
  });

  it('is not used up by an e-mail address that somebody has', async () => {
    const { secret } = await createInvitation(world.otherAccount.ctx);
    const input = { secret, email: 'ANN@example.com', password: PASSWORD };
    expect(dataOf(await ask(ASK.accept, { input }))).toMatchObject({ acceptInvitation: { code: 'ALREADY_EXISTS' } });
    const open = await database().invitation.findMany({ where: { accountId: world.otherAccount.id, usedAt: null } });
    expect(open).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('takes the password in any Unicode form of it, and the e-mail in any case', async () => {
    const { secret } = await createInvitation(world.account.ctx);
    await ask(ASK.accept, {
      input: { secret, email: 'zoe@example.com', password: 'Zoe\u0308 Zoe\u0308 Zoe\u0308 Zoe\u0308' },
    });
    const input = { email: 'ZOE@example.com', password: 'Zoë Zoë Zoë Zoë' };
    const { cookie } = await ask(ASK.signIn, { input });
    expect(dataOf(await ask(ASK.me, { cookie }))).toMatchObject({ me: { email: 'zoe@example.com' } });
  });

  it('fails in the same bytes, whatever is wrong, and sets nothing', async () => {
    await database().user.create({
      data: { id: 'user_sso', accountId: world.account.id, email: 'sso@example.com', createdAt: new Date() },
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

  it('is listed with the browser it is in, and ends alone', async () => {
    const [phone, laptop] = [await signIn('Phone'), await signIn('Laptop')];
    const listed = Object(dataOf(await ask(ASK.sessions, { cookie: phone }))).sessions;
    const mine = listed.find((each: { isCurrent: boolean }) => each.isCurrent);
    const other = listed.find((each: { userAgent: string }) => each.userAgent === 'Laptop');
    expect(mine).toMatchObject({ userAgent: 'Phone' });
    const ended = await ask(ASK.revokeSession, { cookie: phone, input: { sessionId: other.id } });
    expect(dataOf(ended)).toEqual({ revokeSession: { sessionId: other.id } });
    expect([await me(phone), await me(laptop)]).toEqual([{ me: expect.anything() }, { me: null }]);
  });

  it('ends with a sign-out, which takes the cookie back', async () => {
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
    await database().session.updateMany({ where: { userAgent: 'Old' }, data });
    expect(await me(cookie)).toEqual({ me: null });
    await signIn('New');
    expect(await database().session.count({ where: { userAgent: 'Old' } })).toBe(0);
  });

  it('that is revoked on one instance is refused by another at once', async () => {
    const cookie = await signIn('Two instances');
    const second = await startWorld({ databaseUrl: store.url });
    try {
      const there = () => send(second.url, ASK.me, { cookie });
      expect(dataOf(await there())).toMatchObject({ me: { email: 'ann@example.com' } });
      await ask(ASK.signOut, { cookie });
      await expect.poll(async () => dataOf(await there()), { timeout: 2_000 }).toEqual({ me: null });
    } finally {
      await second.close();
    }
  });

  it('of everybody else ends when the password changes', async () => {
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

describe('people of an account', () => {
  it('invite each other, and remove each other but not themselves', async () => {
    const { text } = await ask(ASK.invite, { cookie: ann.cookie });
    const { url } = JSON.parse(text).data.createInvitation;
    expect(url).toMatch(new RegExp(`^${world.operator.publicUrl()}/welcome#inv_|^${world.url}/welcome#inv_`));
    const secret = new URL(url).hash.slice(1);
    const joined = await ask(ASK.accept, { input: { secret, email: 'new@example.com', password: PASSWORD } });
    const { id } = JSON.parse(joined.text).data.acceptInvitation.user;
    expect(dataOf(await ask(ASK.removeUser, { cookie: ann.cookie, input: { userId: ann.id } }))).toMatchObject({
      removeUser: { code: 'FORBIDDEN', message: 'You cannot remove yourself: ask another person of the account' },
    });
    expect(dataOf(await ask(ASK.removeUser, { cookie: ann.cookie, input: { userId: id } }))).toEqual({
      removeUser: { userId: id },
    });
    expect(dataOf(await ask(ASK.me, { cookie: joined.cookie }))).toEqual({ me: null });
  });

  it('are never removed to the last one', async () => {
    const account = await world.newAccount('Small');
    const last = await newPerson(world, 'last@example.com', account);
    const headers = { authorization: `Bearer ${account.apiKey}` };
    expect(dataOf(await ask(ASK.removeUser, { headers, input: { userId: last.id } }))).toMatchObject({
      removeUser: { code: 'FORBIDDEN', message: expect.stringContaining('last person of an account') },
    });
  });

  it('are not told apart from nobody by an API key, which has no session', async () => {
    const headers = { authorization: `Bearer ${world.account.apiKey}` };
    expect(dataOf(await ask(ASK.me, { headers, cookie: ann.cookie }))).toEqual({ me: null });
    expect((await ask(ASK.sessions, { headers })).status).toBe(403);
  });
});

it('no password, session or invitation is in the database, the audit or the log', async () => {
  const { secret } = await createInvitation(world.account.ctx);
  const session = ann.cookie.split('=')[1] ?? '';
  const secrets = [PASSWORD, session, secret];
  const tables = await database().$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  for (const { name } of tables) {
    const rows = await database().$queryRawUnsafe(`SELECT to_jsonb(t)::text AS text FROM "${name}" t`);
    const text = JSON.stringify(rows);
    expect(secrets.filter((each) => text.includes(each) || text.includes(Buffer.from(each).toString('hex')))).toEqual(
      [],
    );
  }
  const user = await database().user.findUniqueOrThrow({ where: { id: ann.id } });
  expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => secrets.some((each) => line.includes(each)))).toEqual([]);
  const audit = await database().auditEvent.findMany({ where: { actorId: ann.id }, orderBy: { seq: 'asc' } });
  expect(audit.map(({ action, actorKind }) => `${actorKind} ${action}`).slice(0, 3)).toEqual([
    'user user.create',
    'user session.create',
    'user session.create',
  ]);
});
