import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
beforeAll(async () => {
  at = await startInstallation('127.0.0.1/32');
  await at.world.saveServer({
    id: 'mail',
    name: 'Mail',
    credentials: [
      {
        id: 'mail_token',
        name: 'Sign-in',
        required: true,
        oauth2: {
          authorizationUrl: 'https://provider.example/authorize',
          tokenUrl: 'https://provider.example/token',
          clientId: { value: 'us' },
        },
      },
      { id: 'mail_region', name: 'Region', required: false },
    ],
    connector: { kind: 'http', baseUrl: 'https://mail.example' },
  });
  await runJson(['stack', 'create', '--name', 'demo'], at.api);
  await runJson(['stack', 'add-server', 'demo', 'mail', '--all'], at.api);
});
afterAll(() => at?.close());

it('prints a connect link that asks for consent before it redirects to the provider', async () => {
  const { code, out } = await run(['stack', 'connect', 'demo', 'mail', 'mail_token', '--end-user', 'ann'], at.api);
  expect(code).toBe(0);
  expect(out.trim()).toMatch(new RegExp(`^${at.world.url}/oauth/connect\\?link=[\\w-]{43}$`));
  const page = await fetch(out.trim(), { redirect: 'manual' });
  expect(page.status).toBe(200);
  const answer = await fetch(out.trim(), { method: 'POST', redirect: 'manual', headers: { origin: at.world.url } });
  expect(answer.headers.get('location')).toMatch(/^https:\/\/provider\.example\/authorize\?/);
});

it('refuses a link for a field without a sign-in', async () => {
  const { code, err } = await run(['stack', 'connect', 'demo', 'mail', 'mail_region'], at.api);
  expect(code).not.toBe(0);
  expect(err).toContain('Credential mail_region has no sign-in; set its value');
});

it('sets whose credentials a server uses, and stores those of an end user', async () => {
  const mode = ['stack', 'set-credential-mode', 'demo', 'mail'];
  expect(await runJson([...mode, 'user'], at.api)).toEqual({ credential_mode: 'user' });
  expect((await run([...mode, 'everyone'], at.api)).err).toContain('stack, user, user_then_stack');
  const status = await runJson(
    ['stack', 'set-credentials', 'demo', 'mail', 'mail_token=x', '--end-user', 'ann'],
    at.api,
  );
  expect(status).toMatchObject({ required_credentials: { mail_token: 'added' } });
  expect(await runJson(['stack', 'credentials', 'demo', 'mail'], at.api)).toMatchObject({
    required_credentials: { mail_token: 'missing' },
  });
  const removed = ['stack', 'remove-credential', 'demo', 'mail', 'mail_token', '--end-user', 'ann', '--yes'];
  expect(await runJson(removed, at.api)).toMatchObject({ required_credentials: { mail_token: 'missing' } });
});
