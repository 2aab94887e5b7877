import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASK, send } from '../core/people/kit.ts';
import { type Installation, run, runJson, startInstallation, toolyard } from './toolyard.ts';

let at: Installation;
beforeAll(async () => {
  at = await startInstallation();
});
afterAll(() => at?.close());

const PASSWORD = 'correct horse battery staple';
const signIn = (password: string) => send(at.world.url, ASK.signIn, { input: { email: 'ann@example.com', password } });

it('invites, lists, resets passwords of and removes people while a server runs', async () => {
  const { id: account } = at.world.account;
  const invite = async (email: string, role = 'owner') => {
    const made = Object(await runJson(['user', 'invite', '--account', account, '--role', role], at.operator));
    const secret = new URL(made.url).hash.slice(1);
    return send(at.world.url, ASK.accept, { input: { secret, email, password: PASSWORD } });
  };
  const { cookie } = await invite('ann@example.com');
  expect(await runJson(['user', 'list'], at.operator)).toEqual([
    {
      user_id: expect.stringMatching(/^user_/),
      account_id: account,
      email: 'ann@example.com',
      role: 'owner',
      stack_roles: [],
      has_password: true,
      created_at: expect.any(String),
      last_sign_in_at: expect.any(String),
    },
  ]);
  expect(await run(['user', 'remove', 'ann@example.com', '--yes'], at.operator)).toMatchObject({ code: 4 });

  const set = ['user', 'set-password', 'Ann@example.com'];
  expect(await run(set, at.operator, 'too short\n')).toMatchObject({ code: 2 });
  const changed = await toolyard(set, at.operator, 'another good password\n');
  expect(changed).toMatchObject({ code: 0, out: expect.stringContaining('Set the password of ann@example.com') });
  await expect.poll(async () => (await send(at.world.url, ASK.me, { cookie })).text).toContain('"me":null');
  expect((await signIn(PASSWORD)).text).toContain('SIGN_IN_FAILED');
  expect((await signIn('another good password')).text).toContain('"user"');

  await invite('bob@example.com', 'auditor');
  const setRole = (role: string) => run(['user', 'set-role', 'bob@example.com', role], at.operator);
  expect(await run(['user', 'remove', 'ann@example.com', '--yes'], at.operator)).toMatchObject({ code: 4 });
  expect(await setRole('emperor')).toMatchObject({ code: 2 });
  expect(await setRole('owner')).toMatchObject({
    code: 0,
    out: expect.stringContaining('bob@example.com is owner now'),
  });
  expect(await run(['user', 'remove', 'ann@example.com', '--yes'], at.operator)).toMatchObject({ code: 0 });
  expect((await signIn('another good password')).text).toContain('SIGN_IN_FAILED');
});
