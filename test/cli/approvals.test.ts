import { generateKeyPairSync } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const { at, close } = await openShop();
afterAll(close);

it('lists pending approvals, approves and denies them', async () => {
  const { api } = at;
  await runJson(['stack', 'create', '--name', 'held'], api);
  await run(['stack', 'update', 'held', '--record-calls', 'on'], api);
  await run(['stack', 'add-server', 'held', 'shop', '--all'], api);
  await run(['stack', 'set-credentials', 'held', 'shop', 'shop_key=k'], api);
  await runJson(['policy', 'create', '{"name":"ask first","effect":"ASK"}'], api);
  const call = (message: string) => run(['call', 'held', 'shop_echo', '--input', JSON.stringify({ message })], api);

  const first = await call('one');
  expect(first.code).not.toBe(0);
  const [waiting] = (await runJson(['approval', 'list'], api)) as { approval_id: string }[];
  const id = waiting?.approval_id ?? '';
  expect(first.err).toContain(`/approvals/${id}; then make the same call again`);
  expect(waiting).toMatchObject({ state: 'pending', tool_id: 'shop_echo', tool_input: { message: 'one' } });
  expect(waiting).toMatchObject({
    ...{ tool_name: 'shop_echo', tool_description: 'About echo\nin two lines', server_id: 'shop' },
    ...{ rule: 'ask first', rule_condition: null, endpoint_name: null, caller_person: null },
    ...{ caller_kind: 'api_key', caller_name: expect.any(String) },
  });
  const { caller_name: name } = Object(waiting);
  expect((await run(['approval', 'list'], api)).out).toContain('{"message":"one"}');
  expect((await run(['approval', 'list'], api)).out).toMatch(new RegExp(`shop_echo +${name} +ask first`));
  const shown = (await run(['approval', 'show', id], api)).out;
  expect(shown).toMatch(/^Does +About echo in two lines$/m);
  expect(shown).toMatch(new RegExp(`^Caller +${name} \\(key_\\S+\\)$`, 'm'));
  expect(shown).toMatch(/^Rule +ask first$/m);
  expect(shown).toContain('"message": "one"');
  expect((await run(['approval', 'show', 'approval_none'], api)).code).toBe(3);
  expect(await run(['approval', 'approve', id, '--minutes', '5'], api)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Every call of shop_echo by .+ is approved until 20/),
  });
  expect((await call('two')).code).toBe(0);
  expect((await run(['approval', 'list'], api)).out).toBe('No calls wait for approval');
  expect(await runJson(['approval', 'list', '--all'], api)).toMatchObject([{ approval_id: id, state: 'approved' }]);

  await run(['call', 'held', 'shop_fail'], api);
  const [second] = (await runJson(['approval', 'list'], api)) as { approval_id: string }[];
  expect(await runJson(['approval', 'deny', second?.approval_id ?? '', '--message', 'Not now.'], api)).toMatchObject({
    state: 'denied',
    message: 'Not now.',
  });
  expect((await run(['call', 'held', 'shop_fail'], api)).err).toContain(': Not now. (the rule “ask first”');
  expect((await run(['approval', 'deny', 'approval_none'], api)).code).toBe(3);
});

it('lists call records with caller, decision and reason of failure', async () => {
  const list = (...args: string[]) => runJson(['activity', '--stack', 'held', ...args], at.api);
  await eventually('four calls are recorded', async () => {
    const calls = await list();
    return Array.isArray(calls) && calls.length === 4;
  });
  const caller = { surface: 'graphql', caller_kind: 'api_key', caller_id: expect.stringMatching(/^key_/) };
  expect(await list()).toMatchObject([
    { ...caller, outcome: 'denied', decision: 'denied', error: expect.stringContaining('Not now.') },
    { ...caller, outcome: 'approval_required', decision: 'held', approval_id: expect.stringMatching(/^approval_/) },
    { ...caller, outcome: 'ok', decision: 'approved', upstream_status: 200, error: null },
    { ...caller, outcome: 'approval_required', decision: 'held' },
  ]);
  expect(await list('--failed', '--limit', '2')).toHaveLength(2);
  expect(await list('--tool', 'shop_none')).toEqual([]);
  const { out } = await run(['activity', '--failed'], at.api);
  expect(out).toMatch(/^TIME +TOOL +OUTCOME +MS +THROUGH +CALLER +ERROR/);
});

it('tests a rule on an input before it is created', async () => {
  const rule = '{"name":"no greetings","effect":"DENY","condition":"input.message == \\"hi\\""}';
  const explain = (message: string) =>
    run(['policy', 'explain', 'held', 'shop_echo', '--input', JSON.stringify({ message }), '--rule', rule], at.api);
  expect((await explain('hi')).out).toMatch(/^not made +no greetings +deny +matches$/m);
  expect((await explain('hi')).out).toMatch(/^deny: the rule “no greetings” denies the call$/m);
  expect((await explain('bye')).out).toMatch(/^not made +no greetings +deny +condition_false$/m);
  expect(JSON.stringify(await runJson(['policy', 'list'], at.api))).not.toContain('greetings');
});

it('approves a tool for the session that requested it', async () => {
  const { api } = at;
  const [rule] = (await runJson(['policy', 'list'], api)) as { rule_id: string }[];
  await run(['policy', 'delete', rule?.rule_id ?? '', '--yes'], api);
  await runJson(['policy', 'create', '{"name":"ask again","effect":"ASK"}'], api);
  const call = (message: string) => run(['call', 'held', 'shop_echo', '--input', JSON.stringify({ message })], api);
  expect((await call('one')).code).not.toBe(0);
  const [waiting] = (await runJson(['approval', 'list'], api)) as { approval_id: string }[];
  const approve = ['approval', 'approve', waiting?.approval_id ?? '', '--session', '--minutes'];
  expect((await run([...approve, '481'], api)).code).not.toBe(0);
  expect((await run([...approve, '90'], api)).out).toMatch(
    /^Every call of shop_echo by .+, in the requesting session, is approved until 20/,
  );
  expect((await call('two')).code).toBe(0);
  const [approved] = (await runJson(['approval', 'list', '--all'], api)) as object[];
  expect(approved).toMatchObject({ state: 'approved', is_for_session: true, is_for_all: false });
});

it('creates, lists, rotates and revokes service accounts', async () => {
  const { api } = at;
  await runJson(['stack', 'create', '--name', 'jobs'], api);
  const { client_id: endpoint } = Object(await runJson(['endpoint', 'create', '--stack', 'jobs', '--name', 'e'], api));
  const line = ['service-account', 'create', '--endpoint', endpoint, '--name', 'nightly', '--tool-ids', 'a_*, b'];
  const made = Object(await runJson(line, api));
  expect(made).toMatchObject({ name: 'nightly', tools: ['a_*', 'b'], has_secret: true, thumbprints: [] });
  const getToken = async (secret: string) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: made.client_id,
      client_secret: secret,
    });
    return (await fetch(`${at.world.url}/oauth/token`, { method: 'POST', body })).status;
  };
  expect(await getToken(made.client_secret)).toBe(200);
  const rotated = Object(await runJson(['service-account', 'rotate', made.client_id, '--yes'], api));
  expect([await getToken(made.client_secret), await getToken(rotated.client_secret)]).toEqual([401, 200]);
  const { publicKey } = generateKeyPairSync('ed25519');
  const keys = ['--public-keys', JSON.stringify(publicKey.export({ format: 'jwk' }))];
  expect(await runJson(['service-account', 'rotate', made.client_id, '--yes', ...keys], api)).toMatchObject({
    client_secret: null,
    thumbprints: [expect.any(String)],
  });
  expect(await runJson(['service-account', 'list', '--endpoint', endpoint], api)).toMatchObject([
    { client_id: made.client_id },
  ]);
  expect((await run(['service-account', 'list', '--endpoint', endpoint], api)).out).toContain('1 key ');
  expect((await run(['service-account', 'revoke', made.client_id, '--yes'], api)).out).toContain(
    'Revoked service account',
  );
  expect((await run(['service-account', 'revoke', made.client_id, '--yes'], api)).code).toBe(3);
  const trust = ['issuer', 'create', '--endpoint', endpoint, '--name', 'Company', '--issuer', 'https://idp.test'];
  const more = ['--jwks-url', 'https://idp.test/jwks', '--claims', '{"groups":["a"]}', '--tool-ids', 'a_*'];
  const trusted = Object(await runJson([...trust, ...more], api));
  expect(trusted).toMatchObject({ issuer: 'https://idp.test', claims: { groups: ['a'] }, end_user_claim: 'sub' });
  expect((await run([...trust, ...more], api)).err).toContain('already trusts this issuer');
  expect(await runJson(['issuer', 'list', '--endpoint', endpoint], api)).toEqual([trusted]);
  expect((await run(['issuer', 'delete', trusted.issuer_id, '--yes'], api)).code).toBe(0);
  expect((await run(['issuer', 'list', '--endpoint', endpoint], api)).out).toBe('No trusted issuers');
  expect((await run(['service-account', 'create', '--endpoint', 'client_x', '--name', 'n'], api)).code).toBe(3);
});
