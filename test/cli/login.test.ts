import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../core/people/kit.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { decideWith, pageOf } from './loginKit.ts';
import { begin, type Env, run, runJson, startInstallation, temporaryDir } from './toolyard.ts';

const at = await startInstallation();
const home = temporaryDir();
let ann: Person;
beforeAll(async () => {
  ann = await newPerson(at.world, 'ann@example.com');
});
afterAll(async () => {
  home.remove();
  await at.close();
});

const file = join(home.path, 'toolyard', 'profiles.json');
const env = (): Env => ({ XDG_CONFIG_HOME: home.path, TOOLYARD_URL: at.world.url });
/** A signed-in person's environment: only the profile file has the address and the key. */
const signedIn: Env = { XDG_CONFIG_HOME: home.path };

type Stored = { readonly current: string | null; readonly profiles: Record<string, { readonly key: string }> };
const stored = (): Stored => JSON.parse(readFileSync(file, 'utf8')) as Stored;
const keyOf = (name: string): string => stored().profiles[name]?.key ?? '';

const decide = (url: string, fields: Record<string, string>) => decideWith(ann.cookie, url, fields);

const ALLOW = { decision: 'allow', role: 'developer', days: '7' };

async function logIn(line: readonly string[] = [], environment = env()) {
  const login = begin(['login', ...line, '--json'], environment);
  const page = await decide(await pageOf(login), ALLOW);
  return { page, ...(await login.ended) };
}

describe('toolyard login', () => {
  it('creates a key through the browser, stores it for its owner only, and never prints it', async () => {
    const { page, code, out, err } = await logIn(['--name', 'ann’s laptop']);
    expect({ code, page: page.status }).toEqual({ code: 0, page: 200 });
    expect(await page.text()).toContain('Return to the terminal');
    expect(JSON.parse(out)).toEqual({
      profile: 'default',
      is_current: true,
      url: at.world.url,
      account: expect.any(String),
      role: 'developer',
      key_id: expect.stringMatching(/^key_/),
      expires_at: expect.any(String),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = keyOf('default');
    expect(key).toMatch(/^ty_/);
    expect(out + err).not.toContain(key);
    const keys = await runJson(['key', 'list'], at.api);
    expect(keys).toContainEqual(expect.objectContaining({ name: 'ann’s laptop', role: 'developer' }));
  });

  it('lets commands work without other settings, and revokes the key that a new login replaces', async () => {
    await runJson(['stack', 'create', '--name', 'mine'], signedIn);
    expect(await runJson(['stack', 'list'], signedIn)).toEqual([expect.objectContaining({ stack_name: 'mine' })]);
    const before = keyOf('default');
    await logIn();
    expect(keyOf('default')).not.toBe(before);
    const old = await run(['stack', 'list'], { TOOLYARD_URL: at.world.url, TOOLYARD_API_KEY: before });
    expect(old).toMatchObject({ code: 4, err: expect.stringContaining('Unauthorized') });
    expect((await run(['stack', 'list'], signedIn)).code).toBe(0);
  });

  it('exits with 4 when the person declines and 130 on interrupt; nothing is stored', async () => {
    const before = stored();
    const refused = begin(['login'], env());
    await decide(await pageOf(refused), { decision: 'deny' });
    expect(await refused.ended).toMatchObject({ code: 4, out: '', err: expect.stringContaining('access_denied') });
    const left = begin(['login'], env());
    await pageOf(left);
    left.interrupt();
    expect((await left.ended).code).toBe(130);
    expect(stored()).toEqual(before);
  });

  it('accepts only its own callback: not another state, path or method', async () => {
    const login = begin(['login', '--profile', 'other'], env());
    const url = new URL(await pageOf(login));
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.search = '?code=stolen&state=guessed';
    expect((await fetch(back)).status).toBe(404);
    const state = url.searchParams.get('state') ?? '';
    expect((await fetch(new URL(`/?code=x&state=${state}`, back))).status).toBe(404);
    expect((await fetch(new URL(`/callback?code=x&state=${state}`, back), { method: 'POST' })).status).toBe(404);
    await decide(url.href, ALLOW);
    const greeting = expect.stringMatching(/^Signed in as ann@example\.com in the account /);
    expect(await login.ended).toMatchObject({ code: 0, out: greeting });
    expect(stored().current).toBe('other');
  });

  it('sends one server’s code to no other server', async () => {
    const urls: string[] = [];
    const evil = createServer(({ url = '' }, response) => {
      urls.push(url);
      response.end();
    });
    const base = `http://127.0.0.1:${await listenOnLoopback(evil)}`;
    const before = stored();
    const login = begin(['login', '--url', base, '--profile', 'mixed'], env());
    const led = new URL(await pageOf(login));
    const page = await decide(`${at.world.url}${led.pathname}${led.search}`, ALLOW);
    expect(page.status).toBe(400);
    const { code, err } = await login.ended;
    expect({ code, urls }).toEqual({ code: 4, urls: [] });
    expect(err).toContain(`toolyard login --url ${at.world.url}`);
    expect(stored()).toEqual(before);
    evil.close();
  });

  it('refuses a callback without an issuer', async () => {
    const login = begin(['login', '--profile', 'mixed'], env());
    const url = new URL(await pageOf(login));
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.search = `${new URLSearchParams({ code: 'any', state: url.searchParams.get('state') ?? '' })}`;
    expect((await fetch(back)).status).toBe(400);
    expect(await login.ended).toMatchObject({ code: 4, err: expect.stringContaining('does not name its server') });
  });

  it('requests no key that it cannot store, and revokes one that it failed to store', async () => {
    const nowhere = await run(['login'], { TOOLYARD_URL: at.world.url });
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('No directory for profiles') });
    const text = readFileSync(file, 'utf8');
    const one = stored().profiles['other'];
    const full = Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`p${nth}`, one]));
    writeFileSync(file, JSON.stringify({ current: null, profiles: full }));
    const beyond = { code: 2, err: expect.stringContaining('remove one first') };
    expect(await run(['login', '--profile', 'beyond'], env())).toMatchObject(beyond);
    writeFileSync(file, text);
    const login = begin(['login', '--profile', 'lost', '--name', 'lost'], env());
    const url = await pageOf(login);
    writeFileSync(file, '{');
    await decide(url, ALLOW);
    expect(await login.ended).toMatchObject({ code: 2, err: expect.stringContaining('not a valid profile file') });
    writeFileSync(file, text);
    const keys = await at.world.edge.deps.db.apiKey.findMany({ where: { name: 'lost' } });
    expect(keys.map(({ revokedAt }) => revokedAt)).toEqual([expect.any(Date)]);
  });

  it('opens the browser if there is one, and says when a variable overrides the profile', async () => {
    const opened = join(home.path, 'opened');
    const browser = join(home.path, 'browser.sh');
    writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`);
    chmodSync(browser, 0o755);
    const login = begin(['login'], { ...env(), BROWSER: browser, TOOLYARD_API_KEY: at.world.account.apiKey });
    const url = await pageOf(login);
    await eventually('the browser is opened', () => existsSync(opened), 15_000);
    expect(readFileSync(opened, 'utf8')).toBe(url);
    expect(login.err()).toContain('Opening your browser');
    await decide(url, ALLOW);
    expect(await login.ended).toMatchObject({ code: 0, err: expect.stringContaining('TOOLYARD_API_KEY is set') });
  });

  it('says when a service supports no login, and refuses plain HTTP to other machines', async () => {
    expect(await run(['login', '--url', 'ftp://host'], env())).toMatchObject({ code: 2 });
    expect(await run(['login', '--profile', '../x'], env())).toMatchObject({ code: 2 });
    const plain = await run(['login', '--url', 'http://tools.example.com'], env());
    expect(plain).toMatchObject({ code: 2, err: expect.stringContaining('must start with https') });
  });
});

describe('profiles', () => {
  it('are listed, selected by name, option and variable, and removed', async () => {
    await run(['profile', 'use', 'other'], signedIn);
    const all = await runJson(['profile', 'list'], signedIn);
    expect(all).toEqual([
      expect.objectContaining({ profile: 'default', is_current: false }),
      expect.objectContaining({ profile: 'other', is_current: true }),
    ]);
    expect(JSON.stringify(all)).not.toContain('ty_');
    expect((await run(['profile', 'list'], signedIn)).out).toMatch(/^other +current +http/m);
    const none = { code: 3, err: expect.stringContaining('Profile absent not found') };
    expect(await run(['stack', 'list', '--profile', 'absent'], signedIn)).toMatchObject(none);
    expect(await run(['stack', 'list'], { ...signedIn, TOOLYARD_PROFILE: 'absent' })).toMatchObject(none);
    expect(await run(['profile', 'use', 'absent'], signedIn)).toMatchObject(none);
    expect((await run(['stack', 'list', '--profile', 'default'], signedIn)).code).toBe(0);
    expect((await run(['profile', 'remove', 'default', '--yes'], signedIn)).code).toBe(0);
    expect(Object.keys(stored().profiles)).toEqual(['other']);
  });

  it('are overridden by the environment, and an option overrides both', async () => {
    const wrong = 'ty_00000000000000000000000000000000';
    const both = { ...env(), TOOLYARD_API_KEY: wrong };
    expect((await run(['stack', 'list'], both)).code).toBe(4);
    expect((await run(['stack', 'list', '--profile', 'other'], both)).code).toBe(0);
    expect(await run(['stack', 'list', '--profile', 'other', '--api-key', wrong], both)).toMatchObject({ code: 2 });
  });

  it('send their key only to their own address', async () => {
    const elsewhere = await run(['stack', 'list', '--url', 'http://127.0.0.1:9'], signedIn);
    expect(elsewhere).toMatchObject({
      code: 4,
      err: expect.stringContaining(`The profile other is for ${at.world.url}`),
    });
  });

  it('are not read when other users can read them, or when they are invalid', async () => {
    const text = readFileSync(file, 'utf8');
    chmodSync(file, 0o644);
    expect(await run(['stack', 'list'], signedIn)).toMatchObject({
      code: 2,
      err: expect.stringContaining('chmod 600'),
    });
    chmodSync(file, 0o600);
    writeFileSync(file, '{"profiles":');
    expect(await run(['stack', 'list'], signedIn)).toMatchObject({
      code: 2,
      err: expect.stringContaining('not a valid profile file'),
    });
    writeFileSync(file, text);
    expect((await run(['stack', 'list'], signedIn)).code).toBe(0);
  });
});

describe('toolyard open', () => {
  it('prints the address of a page or stack, and opens it only for a person', async () => {
    const [stack] = (await runJson(['stack', 'list'], signedIn)) as { stack_id: string }[];
    expect(await run(['open'], signedIn)).toEqual({ code: 0, out: at.world.url, err: '' });
    expect((await run(['open', 'activity'], signedIn)).out).toBe(`${at.world.url}/activity`);
    expect((await run(['open', 'mine'], signedIn)).out).toBe(`${at.world.url}/stacks/${stack?.stack_id}`);
    expect((await run(['open', 'absent'], signedIn)).code).toBe(3);
    expect(await runJson(['open', 'audit'], { ...signedIn, BROWSER: '/bin/false' })).toMatchObject({
      is_opened: false,
    });
  });
});

describe('toolyard logout', () => {
  it('revokes the key on the server and removes the profile, even if the key has expired', async () => {
    const key = keyOf('other');
    expect(await run(['logout'], signedIn)).toMatchObject({ code: 0, out: expect.stringContaining('Revoked the key') });
    expect((await run(['stack', 'list'], { TOOLYARD_URL: at.world.url, TOOLYARD_API_KEY: key })).code).toBe(4);
    expect(stored()).toEqual({ current: null, profiles: {} });
    expect(await run(['logout'], signedIn)).toMatchObject({ code: 3, err: expect.stringContaining('not signed in') });
    await logIn();
    const { key_id: id } = Object(await runJson(['profile', 'list'], signedIn))[0] as { key_id: string };
    await run(['key', 'revoke', id, '--yes'], at.api);
    expect((await run(['logout'], signedIn)).code).toBe(0);
    expect(stored().profiles).toEqual({});
  });
});
