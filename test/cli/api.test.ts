import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { documentFor, openShop } from './shop.ts';
import { run, runJson, start, toolyard } from './toolyard.ts';

const { at, petshop, close } = await openShop();
afterAll(close);

const STATUS = (required: string, optional = 'missing') => ({
  required_credentials: { shop_key: required },
  optional_credentials: { shop_region: optional },
  all_credentials_added: required === 'added' && optional === 'added',
  required_credentials_added: required === 'added',
});

describe('a stack', () => {
  it('is created, found by id and name, changed, listed and deleted', async () => {
    const made = await toolyard(['stack', 'create', '--name', 'first', '--json'], at.api);
    const stack = JSON.parse(made.out) as { stack_id: string };
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(stack).toEqual({
      stack_id: expect.stringMatching(/^stack_[0-9a-f-]{36}$/),
      stack_name: 'first',
      configuration: { analytics_enabled: true },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const updated = await runJson(['stack', 'update', 'first', '--name', 'second', '--record-calls', 'off'], at.api);
    expect(updated).toMatchObject({ stack_name: 'second', configuration: { analytics_enabled: false } });
    const silent = await runJson(['stack', 'create', '--name', 'silent', '--no-record-calls'], at.api);
    expect(silent).toMatchObject({ configuration: { analytics_enabled: false } });
    await run(['stack', 'delete', 'silent', '--yes'], at.api);
    for (const ref of ['second', stack.stack_id]) {
      expect(await runJson(['stack', 'show', ref], at.api)).toMatchObject({ stack_name: 'second', servers: [] });
    }
    expect(await runJson(['stack', 'list'], at.api)).toEqual([
      expect.objectContaining({ stack_name: 'second', server_count: 0 }),
    ]);
    const deleted = await run(['stack', 'delete', 'second', '--yes'], at.api);
    expect(deleted).toMatchObject({ code: 0, out: `Deleted stack ${stack.stack_id} (second)` });
    expect((await run(['stack', 'list'], at.api)).out).toBe('No stacks');
  });

  it('is created from a template, which lists the missing credentials', async () => {
    expect(await runJson(['stack', 'templates'], at.api)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          template: 'billing-questions',
          servers: [expect.objectContaining({ server_id: 'stripe', available: false })],
          rules: [expect.objectContaining({ effect: 'ask' })],
        }),
      ]),
    );
    const create = ['stack', 'create', '--name', 'billing', '--template', 'billing-questions'];
    expect(await run(create, at.api)).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs the server stripe'),
    });
    await at.world.saveServer(JSON.parse(readFileSync('catalogue/stripe.json', 'utf8')));
    expect((await run(create, at.api)).out).toMatch(/^stripe +Stripe +12 +missing: stripe_api_key$/m);
    await run(['stack', 'delete', 'billing', '--yes'], at.api);
  });

  it('says that a credential is missing because its server now sends it elsewhere', async () => {
    const { api } = at;
    await runJson(['stack', 'create', '--name', 'moved'], api);
    await run(['stack', 'add-server', 'moved', 'shop', '--all'], api);
    await run(['stack', 'set-credentials', 'moved', 'shop', 'shop_key=hunter2'], api);
    await at.world.saveServer(documentFor(petshop.url, 'x-other-key'));
    const { out } = await run(['stack', 'credentials', 'moved', 'shop'], api);
    const why = 'its destination changed: enter it again';
    expect(out).toContain(`shop_key     required  missing: ${why}`);
    expect((await run(['stack', 'show', 'moved'], api)).out).toContain(`missing: shop_key (${why})`);
    expect((await run(['stack', 'credential-problems'], api)).out).toMatch(
      /^moved +shop +shop_key +enter again: the server changed$/m,
    );
    await at.world.saveServer(documentFor(petshop.url));
    await run(['stack', 'delete', 'moved', '--yes'], api);
  });

  it('adds a server, its tools and credentials, and lists tools for agents and people', async () => {
    const { api } = at;
    await runJson(['stack', 'create', '--name', 'tools'], api);
    const added = await run(
      ['stack', 'add-server', 'tools', 'shop', '--tool', 'shop_echo', '--tool', 'shop_fail'],
      api,
    );
    expect(added).toMatchObject({ code: 0, out: 'Added server shop with 2 tools enabled' });
    expect(added.err).toContain('warning: missing credentials: shop_key');
    expect(await runJson(['stack', 'credentials', 'tools', 'The Shop'], api)).toEqual(STATUS('missing'));
    expect((await run(['stack', 'credentials', 'tools', 'shop'], api)).out).toBe(
      'FIELD        KIND      STATE\nshop_key     required  missing\nshop_region  optional  missing',
    );

    const file = join(at.dir, 'key.txt');
    writeFileSync(file, 'hunter2\n');
    expect(await runJson(['stack', 'set-credentials', 'tools', 'shop', `shop_key=@${file}`], api)).toEqual({
      field_ids: ['shop_key'],
      notes: [],
      ...STATUS('added'),
    });
    await run(['call', 'tools', 'shop_echo'], api);
    expect(petshop.last().headers['x-shop-key']).toBe('hunter2');
    const line = ['stack', 'set-credentials', 'tools', 'shop', '--from-stdin'];
    const lines = await toolyard(line, api, 'shop_key=hunter3=\nshop_region=eu\n');
    expect(lines).toEqual({ code: 0, out: 'Stored: shop_key, shop_region\n', err: '' });
    expect(await runJson(line, api, '{"shop_region":"us"}')).toEqual({
      field_ids: ['shop_region'],
      notes: [],
      ...STATUS('added', 'added'),
    });
    expect(await runJson(['stack', 'remove-credential', 'tools', 'shop', 'shop_region', '--yes'], api)).toEqual(
      STATUS('added'),
    );

    expect((await run(['stack', 'show', 'tools'], api)).out).toMatch(/shop +The Shop +2 +complete$/);
    expect((await run(['stack', 'tools', 'tools'], api)).out).toBe(
      'TOOL       SERVER  DESCRIPTION\nshop_echo  shop    About echo\nshop_fail  shop    About fail',
    );
    const openai = JSON.parse((await run(['stack', 'tools', 'tools', '--format', 'openai'], api)).out);
    expect(openai[0]).toMatchObject({ type: 'function', function: { name: 'shop_echo' } });
    const anthropic = await runJson(['stack', 'tools', 'tools', '--format', 'anthropic'], api);
    expect(anthropic).toMatchObject({ tools: [{ name: 'shop_echo', input_schema: {} }, {}], warnings: [] });

    const replaced = await runJson(['stack', 'set-tools', 'tools', 'shop', '--tool', 'shop_fail'], api);
    expect(replaced).toMatchObject({ server_id: 'shop', enabled_tool_count: 1 });
    expect((await run(['stack', 'set-tools', 'tools', 'shop', '--none'], api)).code).toBe(0);
    expect((await run(['stack', 'tools', 'tools'], api)).out).toBe('No enabled tools');
    expect((await run(['stack', 'remove-server', 'tools', 'shop', '--yes'], api)).out).toBe(
      'Removed server shop from the stack',
    );
  });
});

describe('a call', () => {
  beforeAll(async () => {
    await runJson(['stack', 'create', '--name', 'calls'], at.api);
    await runJson(['stack', 'add-server', 'calls', 'shop', '--all'], at.api);
    await runJson(['stack', 'set-credentials', 'calls', 'shop', 'shop_key=hunter2'], at.api);
  });

  it.each(['argument', 'file', 'standard input'])('reads its input from %s', async (from) => {
    const json = JSON.stringify({ message: `from ${from}` });
    const file = join(at.dir, 'input.json');
    writeFileSync(file, json);
    const argument = { argument: json, file: `@${file}`, 'standard input': '-' }[from] ?? '';
    const { result } = (await runJson(['call', 'calls', 'shop_echo', '--input', argument], at.api, json)) as {
      result: { query: string };
    };
    expect(new URLSearchParams(result.query).get('message')).toBe(`from ${from}`);
  });

  it('prints the result with terminal control characters escaped', async () => {
    const { code, out, err } = await toolyard(['call', 'calls', 'shop_echo', '--input', '{"message":"x"}'], at.api);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ path: '/echo/said' });
  });

  it.each([
    [['calls', 'shop_fail'], 1, 'tool_failed', '500'],
    [['calls', 'shop_nope'], 3, 'not_found', 'Tool shop_nope not found in stack'],
    [['nope', 'shop_echo'], 3, 'not_found', 'Stack nope not found'],
    [['calls', 'shop_echo', '--input', '{"message":1}'], 2, 'invalid_input', '/message: must be string'],
    [['calls', 'shop_echo', '--input', '{'], 2, 'invalid_input', 'The input is not valid JSON'],
    [['calls', 'shop_echo', '--input', '@/no/such'], 3, 'not_found', 'File /no/such not found'],
  ])('%j fails with exit code %i and error %s', async (line, code, name, message) => {
    const ended = await run(['call', ...line, '--json'], at.api);
    expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' });
    const { error } = JSON.parse(ended.err) as { error: { code: string; message: string } };
    expect(Object.keys(error).slice(0, 2)).toEqual(['code', 'message']);
    expect(error.code).toBe(name);
    expect(error.message).toContain(message);
  });

  it('stops on Ctrl-C and cancels the call', async () => {
    const before = petshop.requests.length;
    const { child, ended } = start(['call', 'calls', 'shop_hang'], at.api);
    await eventually('the call arrives', () => petshop.requests.length > before, 15_000);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, out: '', err: 'Interrupted\n' });
  });
});

describe('keys managed with an API key', () => {
  it('give the same output as on the database', async () => {
    const { api } = at;
    const key = (await runJson(['key', 'create', '--name', 'k', '--expires-days', '2'], api)) as { key_id: string };
    const onDatabase = await runJson(['key', 'list', '--account', at.world.account.id], { ...at.operator });
    expect(await runJson(['key', 'list'], api)).toEqual(onDatabase);
    expect(await runJson(['key', 'revoke', key.key_id, '--yes'], api)).toMatchObject({
      revoked_at: expect.any(String),
    });
  });

  it('need a key with the right scope: exit code 4', async () => {
    const made = (await runJson(['key', 'create', '--name', 'plain'], at.api)) as { api_key: string };
    const ended = await run(['key', 'create', '--name', 'x'], { ...at.api, TOOLYARD_API_KEY: made.api_key });
    expect(ended).toMatchObject({
      code: 4,
      err: 'This needs the right “admin”, which the role “developer” does not grant',
    });
  });
});
