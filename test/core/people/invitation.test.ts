import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../../src/core/kernel/limitClasses.ts';
import { createInvitation, revokeInvitation } from '../../../src/core/people/invitation.ts';
import { removeUser } from '../../../src/core/people/user.ts';
import { startWorld } from '../../harness/world.ts';
import { ASK, newPerson, PASSWORD, send } from './kit.ts';
import { dataOf, openPeople } from './people.ts';

const { world, ann, db, ask, close } = await openPeople();
afterAll(close);

const invitedTo = (secret: string) => `{ invitedTo(secret: "${secret}") { accountName } }`;

describe('an invitation', () => {
  it('creates one user, with a session cookie that scripts and other hosts cannot read', async () => {
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

  it('admits one of many concurrent holders', async () => {
    const { secret } = await createInvitation(world.account.ctx);
    const tries = ['c1', 'c2', 'c3', 'c4'].map((name) =>
      ask(ASK.accept, { input: { secret, email: `${name}@example.com`, password: PASSWORD } }),
    );
    const answers = (await Promise.all(tries)).map(({ text }) => text);
    expect(answers.filter((text) => text.includes('"user"'))).toHaveLength(1);
    expect(answers.filter((text) => text.includes('This invitation is invalid, already used'))).toHaveLength(3);
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
      await db.invitation.update({ where: { id: invitation.id }, data: past });
      return secret;
    },
    'that was taken back': async () => {
      const { secret, invitation } = await createInvitation(world.account.ctx);
      await revokeInvitation(world.account.ctx, invitation.id);
      return secret;
    },
  };
  it.each(Object.entries(useless))('%s admits nobody, with the same message', async (_which, make) => {
    const input = { secret: await make(), email: 'nobody@example.com', password: PASSWORD };
    const answer = await ask(ASK.accept, { input });
    expect(dataOf(answer)).toEqual({
      acceptInvitation: {
        __typename: 'NotFoundError',
        code: 'NOT_FOUND',
        message: 'This invitation is invalid, already used, or expired: ask for a new one',
      },
    });
    expect(answer.cookie).toBeNull();
    expect(dataOf(await ask(invitedTo(input.secret)))).toEqual({ invitedTo: null });
  });

  it('shows its holder the account, and stays valid', async () => {
    const { secret } = await createInvitation(world.account.ctx);
    const { name } = await db.account.findUniqueOrThrow({ where: { id: world.account.id } });
    expect(dataOf(await ask(invitedTo(secret)))).toEqual({ invitedTo: { accountName: name } });
    const first = await createInvitation(world.otherAccount.ctx);
    expect(dataOf(await ask(invitedTo(first.secret)))).toEqual({ invitedTo: { accountName: null } });
    await revokeInvitation(world.otherAccount.ctx, first.invitation.id);
    const made = await ask(ASK.accept, { input: { secret, email: 'told@example.com', password: PASSWORD } });
    expect(made.cookie).not.toBeNull();
  });

  it.each([
    ['a short password', { password: 'x'.repeat(11) }, '/password', 'must be at least 12 characters'],
    ['a long password', { password: 'x'.repeat(129) }, '/password', 'must be at most 128 characters'],
    ['no e-mail address', { email: 'ann' }, '/email', 'must be an e-mail address'],
  ])('is not used up by %s', async (problem, wrong, path, message) => {
    const { secret } = await createInvitation(world.account.ctx);
    const input = { secret, email: `${path.slice(1)}@example.com`, password: PASSWORD };
    const refused = await ask(ASK.accept, { input: { ...input, ...wrong } });
    expect(dataOf(refused)).toMatchObject({ acceptInvitation: { issues: [{ path, message }] } });
    const email = `${problem.replaceAll(/\W/g, '')}@example.com`;
    expect(dataOf(await ask(ASK.accept, { input: { ...input, email } }))).toMatchObject({
      acceptInvitation: { user: { email: email.toLowerCase() } },
    });
  });

  it('is not used up by a taken e-mail address', async () => {
    const { secret } = await createInvitation(world.otherAccount.ctx);
    const input = { secret, email: 'ANN@example.com', password: PASSWORD };
    expect(dataOf(await ask(ASK.accept, { input }))).toMatchObject({ acceptInvitation: { code: 'ALREADY_EXISTS' } });
    const open = await db.invitation.findMany({ where: { accountId: world.otherAccount.id, usedAt: null } });
    expect(open).toHaveLength(1);
  });
});

it('an account whose invitations repeatedly meet taken addresses is rate limited, for any address', async () => {
  const strict = await startWorld({ limits: { ...DOCUMENTED_LIMITS, default: 99, sign_in: 99 } });
  try {
    await newPerson(strict, 'taken@example.com');
    const { limiter } = strict.edge.deps;
    const subject = createHash('sha256').update(`taken:${strict.otherAccount.id}`).digest('hex');
    for (let count = 1; count < 20; count += 1) await limiter.reserve('sign_in_hourly', subject);
    const accept = async (email: string, { ctx } = strict.otherAccount) => {
      const { secret } = await createInvitation(ctx);
      const { text } = await send(strict.url, ASK.accept, { input: { secret, email, password: PASSWORD } });
      return /"(ALREADY_EXISTS|RATE_LIMITED|user)"/.exec(text)?.[1];
    };
    expect(await accept('taken@example.com')).toBe('ALREADY_EXISTS');
    expect(await accept('taken@example.com')).toBe('RATE_LIMITED');
    expect(await accept('free@example.com')).toBe('RATE_LIMITED');
    expect(await accept('other@example.com', strict.account)).toBe('user');
  } finally {
    await strict.close();
  }
});

describe('people of an account', () => {
  it('who are removed take no open invitation along, and do not affect others’', async () => {
    const account = await world.newAccount('Leaving');
    const boss = await newPerson(world, 'boss@example.com', account);
    const leaver = await newPerson(world, 'leaver@example.com', account);
    const { text } = await ask(ASK.invite, { cookie: leaver.cookie });
    const secret = new URL(JSON.parse(text).data.createInvitation.url).hash.slice(1);
    const elsewhere = await createInvitation(world.otherAccount.ctx);
    await ask(ASK.removeUser, { cookie: boss.cookie, input: { userId: leaver.id } });
    const back = await ask(ASK.accept, { input: { secret, email: 'back@example.com', password: PASSWORD } });
    expect(dataOf(back)).toMatchObject({ acceptInvitation: { code: 'NOT_FOUND' } });
    expect(await db.invitation.count({ where: { accountId: account.id, usedAt: null } })).toBe(0);
    expect(await db.invitation.count({ where: { id: elsewhere.invitation.id } })).toBe(1);
  });

  it('invite nobody once they are removed, even with a running request', async () => {
    const account = await world.newAccount('Racing');
    await newPerson(world, 'stays@example.com', account);
    const leaver = await newPerson(world, 'racer@example.com', account);
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: leaver.id } });
    const actor = {
      kind: 'user',
      accountId: account.id,
      userId: leaver.id,
      sessionId,
      role: 'owner',
    } as const;
    await removeUser(account.ctx, leaver.id);
    const late = createInvitation({ ...account.ctx, actor: { ...actor, limits: {} } });
    await expect(late).rejects.toMatchObject({ code: 'forbidden' });
    expect(await db.invitation.count({ where: { accountId: account.id, usedAt: null } })).toBe(0);
  });

  it('invite each other, and remove others but not themselves', async () => {
    const { text } = await ask(ASK.invite, { cookie: ann.cookie });
    const { url } = JSON.parse(text).data.createInvitation;
    expect(url).toMatch(new RegExp(`^${world.operator.publicUrl()}/welcome#inv_|^${world.url}/welcome#inv_`));
    const secret = new URL(url).hash.slice(1);
    const joined = await ask(ASK.accept, { input: { secret, email: 'new@example.com', password: PASSWORD } });
    const { id } = JSON.parse(joined.text).data.acceptInvitation.user;
    expect(dataOf(await ask(ASK.removeUser, { cookie: ann.cookie, input: { userId: ann.id } }))).toMatchObject({
      removeUser: { code: 'FORBIDDEN', message: 'You cannot remove yourself: ask another user of the account' },
    });
    expect(dataOf(await ask(ASK.removeUser, { cookie: ann.cookie, input: { userId: id } }))).toEqual({
      removeUser: { userId: id },
    });
    expect(dataOf(await ask(ASK.me, { cookie: joined.cookie }))).toEqual({ me: null });
  });

  it('always keep one last member', async () => {
    const account = await world.newAccount('Small');
    const last = await newPerson(world, 'last@example.com', account);
    const headers = { authorization: `Bearer ${account.apiKey}` };
    expect(dataOf(await ask(ASK.removeUser, { headers, input: { userId: last.id } }))).toMatchObject({
      removeUser: { code: 'FORBIDDEN', message: expect.stringContaining('last user of an account') },
    });
  });

  it('look nonexistent to an API key, which has no session', async () => {
    const headers = { authorization: `Bearer ${world.account.apiKey}` };
    expect(dataOf(await ask(ASK.me, { headers, cookie: ann.cookie }))).toEqual({ me: null });
    expect((await ask(ASK.sessions, { headers })).status).toBe(403);
  });
});
