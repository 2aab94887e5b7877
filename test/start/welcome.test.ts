import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { banner } from '../../src/start/banner.ts';
import { welcomeFirstPerson } from '../../src/start/welcome.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const started = async () => {
  const welcome = await welcomeFirstPerson(world.operator);
  return {
    welcome,
    text: banner({ url: 'https://tools.example', firstRun: null, programs: 'confined', welcome, notices: [] }),
  };
};

it('invites the first person into the oldest account, once until that has ended, and nobody after them', async () => {
  const first = await started();
  const [, secret = ''] = /^https:\/\/tools\.example\/welcome#(inv_[\w-]{43})$/m.exec(first.text) ?? [];
  expect(first.welcome).toEqual({ secret });

  const second = await started();
  expect(second.welcome).toEqual({ accountId: world.account.id, printedUntil: expect.any(Date) });
  expect(second.text).not.toContain('inv_');
  expect(second.text).toContain(`npm run -s toolyard -- user invite --account ${world.account.id}`);

  const { db } = world.edge.deps;
  await db.invitation.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
  const third = await started();
  expect(third.welcome).toEqual({ secret: expect.not.stringMatching(secret) });

  const given = { email: 'ann@example.com', password: 'correct horse battery staple' };
  const fresh = third.welcome && 'secret' in third.welcome ? third.welcome.secret : '';
  const { user } = await acceptInvitation(world.operator, { ...given, secret: fresh }, { userAgent: '' });
  expect(user.accountId).toBe(world.account.id);
  const last = await started();
  expect(last.welcome).toBeNull();
  expect(last.text).not.toContain('welcome');
});
