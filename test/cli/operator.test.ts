import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { type Installation, run, runJson, startInstallation, toolyard } from './toolyard.ts';

let at: Installation;
beforeAll(async () => {
  at = await startInstallation();
});
afterAll(() => at?.close());

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f-]{36}$`));
const API_KEY = expect.stringMatching(/^ty_[0-9A-Za-z]{33}$/);

/** A key's restrictions with only a role. */
const UNRESTRICTED = { scopes: [], stack_roles: [], tools: [], networks: [], calls_max: null, calls: 0 };

const restStatus = async (path: string, bearer: string): Promise<number> =>
  (await fetch(`${at.world.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status;

type Account = { account_id: string; api_key: string };
type Key = { key_id: string; api_key: string };

describe('next to a running server', () => {
  it('creates an account whose key works there immediately', async () => {
    const { code, out, err } = await toolyard(['account', 'create', '--name', 'From CLI', '--json'], at.operator);
    const account = JSON.parse(out) as Account;
    expect({ code, err, account }).toEqual({ code: 0, err: '', account: { account_id: id('acct'), api_key: API_KEY } });
    expect(await restStatus('/v1/stacks', account.api_key)).toBe(200);
    const list = await toolyard(['account', 'list'], at.operator);
    expect(list.out).toContain(account.account_id);
    expect(list.out).toMatch(/^ACCOUNT +NAME +LIMITS +CREATED\n/);
    expect(list.out).not.toContain('\u001b');
  });

  it('creates, lists and revokes keys of an account; a revoked one stops within a second', async () => {
    const { id: accountId } = at.world.account;
    const made = (await runJson(['key', 'create', '--account', accountId, '--name', 'ci'], at.operator)) as Key;
    expect(made).toEqual({
      key_id: id('key'),
      name: 'ci',
      display: made.api_key.slice(0, 10),
      role: 'developer',
      ...UNRESTRICTED,
      created_at: ISO,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      maker_id: null,
      api_key: API_KEY,
    });
    expect(await restStatus('/v1/stacks', made.api_key)).toBe(200);
    const revoked = await run(['key', 'revoke', made.key_id, '--yes'], at.operator);
    expect(revoked).toMatchObject({ code: 0, out: `Revoked API key ${made.key_id} (ci)` });
    await eventually('the key stops', async () => (await restStatus('/v1/stacks', made.api_key)) === 401);
    const keys = await runJson(['key', 'list', '--account', accountId], at.operator);
    expect(keys).toEqual([
      expect.objectContaining({ key_id: made.key_id, revoked_at: ISO }),
      expect.objectContaining({ name: 'First key', revoked_at: null }),
    ]);
  });

  it('changes the limits of an account, and the server applies them', async () => {
    const { account_id, api_key } = (await runJson(['account', 'create', '--name', 'x'], at.operator)) as Account;
    const line = ['account', 'limits', '--account', account_id, '--set', 'default=7'];
    expect(await runJson(line, at.operator)).toMatchObject({ account_id, rate_limits: { default: 7 } });
    const response = await fetch(`${at.world.url}/v1/stacks`, { headers: { authorization: `Bearer ${api_key}` } });
    expect(response.headers.get('x-ratelimit-limit')).toBe('7');
  });

  it('rotates the signing key and the vault, and verifies the audit chains', async () => {
    const rotated = await runJson(['signing-key', 'rotate'], at.operator);
    expect(rotated).toEqual({ kid: expect.stringMatching(/^[\w-]{43}$/), created_at: ISO });
    expect(await runJson(['vault', 'rotate'], at.operator)).toMatchObject({ rewrapped: 0, unreadable: 0 });
    const verdict = await runJson(['audit', 'verify'], at.operator);
    expect(verdict).toMatchObject({ ok: true });
    const one = await runJson(['audit', 'verify', '--chain', 'operator'], at.operator);
    expect(one).toEqual({
      ok: true,
      chains: [
        {
          chain: 'operator',
          ok: true,
          events: expect.any(Number),
          removed: 0,
          unverified: 0,
          head: expect.any(String),
        },
      ],
    });
  });
});

it('says where an audit chain is broken, with exit code 1', async () => {
  const broken = await startInstallation();
  try {
    const { db } = broken.world.operator;
    const { id: chain } = broken.world.account;
    await db.$executeRawUnsafe('ALTER TABLE audit_event DISABLE TRIGGER USER');
    await db.$executeRaw`UPDATE audit_event SET action = 'stack.delete' WHERE chain = ${chain} AND seq = 2`;
    const other = broken.world.otherAccount.id;
    await db.$executeRaw`DELETE FROM audit_event WHERE chain = ${other}`;
    await db.$executeRaw`DELETE FROM audit_chain WHERE id = ${other}`;
    const { code, out } = await run(['audit', 'verify', '--json'], broken.operator);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      chains: expect.arrayContaining([
        { chain, ok: false, seq: 2, reason: 'the event was changed' },
        { chain: other, ok: false, seq: 1, reason: 'the event is missing' },
      ]),
    });
  } finally {
    await broken.close();
  }
});

describe('an error', () => {
  it.each([
    [['account', 'limits', '--account', 'acct_0', '--set', ''], 3, 'Account not found'],
    [['account', 'limits', '--account', 'ours', '--set', 'bogus=1'], 3, 'Account not found'],
    [['key', 'create', '--account', 'acct_0', '--name', 'x'], 3, 'Account not found'],
    [['key', 'create', '--name', 'x'], 2, 'Pass --account'],
    [['server', 'show', 'nope'], 3, 'Server nope not found'],
    [['account', 'create', '--name', ' '], 2, '/name: must not be blank'],
  ])('of %j ends with %i: %s', async (line, code, message) => {
    const ended = await run(line, at.operator);
    expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' });
    expect(ended.err).toContain(message);
  });

  it('of a configuration names every problem and no value', async () => {
    const env = { DATABASE_URL: 'mysql://root:hunter2@host', PORT: 'http' };
    const { code, out, err } = await toolyard(['account', 'list', '--json'], env);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const { error } = JSON.parse(err) as { error: { code: string; message: string } };
    expect(error.code).toBe('invalid_config');
    expect(error.message).toMatch(/PORT: .*\n.*DATABASE_URL: /);
    expect(err).not.toContain('hunter2');
  });

  it('names a master key that does not match the database', async () => {
    const env = {
      ...at.operator,
      TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const { code, err } = await run(['account', 'list'], env);
    expect(code).toBe(2);
    expect(err).toContain('is sealed with master key');
    expect(err).not.toContain(env.TOOLYARD_MASTER_KEY);
  });

  it('without a database is exit code 5, and omits its password', async () => {
    const env = { ...at.operator, DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:9/db' };
    const { code, out, err } = await run(['account', 'list'], env);
    expect({ code, out }).toEqual({ code: 5, out: '' });
    expect(err).toContain('The database at 127.0.0.1:9 does not respond');
    expect(err).not.toContain('hunter2');
  });
});

describe('server', () => {
  const DOCUMENT = {
    id: 'weather',
    name: 'Weather',
    connector: { kind: 'http', baseUrl: 'https://api.example.com' },
    credentials: [{ id: 'weather_key', name: 'Key', required: true }],
    tools: [
      {
        name: 'now',
        description: 'Now \u001b[31m',
        inputSchema: { type: 'object' },
        request: { kind: 'template', method: 'GET', path: '/now' },
      },
    ],
  };

  it('imports, lists, shows, exports, reimports and removes a document', async () => {
    const file = join(at.dir, 'weather.json');
    writeFileSync(file, JSON.stringify(DOCUMENT));
    expect(await runJson(['server', 'import', file], at.operator)).toEqual({
      server_id: 'weather',
      name: DOCUMENT.name,
      tool_count: 1,
      changed: true,
      held_count: 0,
      required_credentials: ['weather_key'],
      tool_credentials: [],
      warnings: [],
    });
    const list = await run(['server', 'list', '--search', 'WEATHER'], at.operator);
    expect(list.out.split('\n')[1]).toMatch(/^weather +Weather +http +1 +marketplace$/);
    const shown = await run(['server', 'show', 'weather'], at.operator);
    expect(shown.out).toContain('weather_key  required  Key');
    expect(shown.out).toContain('weather_now  Now [31m');
    const exported = await run(['server', 'export', 'weather'], at.operator);
    writeFileSync(file, exported.out);
    expect(await runJson(['server', 'import', file], at.operator)).toMatchObject({ changed: false });
    const refreshed = await run(['server', 'refresh', 'weather'], at.operator);
    expect(refreshed).toMatchObject({ code: 2, err: expect.stringContaining('has no recorded source') });
    const own = ['server', 'import', file, '--id', 'mine', '--name', 'Mine', '--account', at.world.account.id];
    expect(await runJson(own, at.operator)).toMatchObject({ server_id: 'mine', name: 'Mine' });
    expect((await run(['server', 'show', 'mine'], at.operator)).code).toBe(3);
    expect((await run(['server', 'remove', 'weather', '--yes'], at.operator)).out).toBe('Deleted server weather');
  });

  it.each([
    ['no-such-file.json', 3, 'no-such-file.json not found'],
    ['broken.json', 2, 'is not valid JSON'],
    ['http://127.0.0.1:9/openapi.json', 2, 'tools are not allowed to reach this address'],
  ])('does not import %s: exit code %i', async (source, code, message) => {
    writeFileSync(join(at.dir, 'broken.json'), '{"id": ');
    const place = source.startsWith('http') ? source : join(at.dir, source);
    const ended = await run(['server', 'import', place], at.operator);
    expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' });
    expect(ended.err).toContain(message);
  });
});
