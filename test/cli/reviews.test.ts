import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const { at, petshop, close } = await openShop();
afterAll(close);

const notes = (description: string) => ({
  id: 'notes',
  name: 'Notes',
  connector: { kind: 'http', baseUrl: petshop.url },
  tools: ['keep', 'read'].map((name) => ({
    name,
    description: name === 'keep' ? description : 'Reads.',
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: '/echo/said' },
  })),
});

it('lists, shows, rejects and accepts changed tools, which cannot be called meanwhile', async () => {
  const { api } = at;
  await at.world.saveServer(notes('Keeps a note.'));
  await runJson(['stack', 'create', '--name', 'pinned'], api);
  await run(['stack', 'add-server', 'pinned', 'notes', '--all'], api);
  expect((await run(['review', 'list'], api)).out).toBe('No changes to review');
  await at.world.saveServer(notes('Keeps a note and sends it.'));

  const call = (tool: string) => run(['call', 'pinned', tool], api);
  expect((await call('notes_read')).code).toBe(0);
  const held = await call('notes_keep');
  expect(held.code).not.toBe(0);
  expect(held.err).toContain('has changed since it was enabled (reworded), and the change waits for a review');
  expect(await runJson(['review', 'list'], api)).toMatchObject([
    { tool_id: 'notes_keep', kind: 'reworded', refused: false, changes: [{ path: '/description' }] },
  ]);
  const side = await run(['review', 'show', 'notes'], api);
  expect(side.out).toContain('"Keeps a note."');
  expect(side.out).toContain('"Keeps a note and sends it."');

  const [, digest = ''] = /--digest (\S+)/.exec(side.out) ?? [];
  for (const verb of ['accept', 'refuse']) {
    const whole = `toolyard review ${verb} notes --digest ${digest}`;
    expect([side.out, (await run(['review', 'list'], api)).out].map((out) => out.includes(whole))).toEqual([
      true,
      true,
    ]);
    expect((await run(['review', verb, 'notes'], api)).code).toBe(2);
  }
  expect((await run(['review', 'refuse', 'notes', '--digest', digest], api)).out).toBe(
    'Refused, and cannot be called: notes_keep',
  );
  expect((await call('notes_keep')).err).toContain('a review refused the change');
  expect((await run(['review', 'list'], api)).out).toContain('refused');
  expect((await run(['review', 'accept', 'notes', '--digest', 'another'], api)).err).toContain(
    'changed after the review',
  );
  expect((await run(['review', 'accept', 'notes', '--tool', 'notes_keep', '--digest', digest], api)).code).toBe(0);
  expect((await call('notes_keep')).code).toBe(0);
  expect((await run(['review', 'accept', 'nothing', '--digest', digest], api)).code).toBe(3);

  expect((await run(['review', 'hold', 'breaking,widening'], api)).out).toBe(
    'Changes that need a review: breaking, widening',
  );
  expect((await run(['review', 'hold', 'none'], api)).out).toBe('No changes need a review');
  expect((await run(['review', 'hold', 'everything'], api)).code).not.toBe(0);
  const own = (kinds: string) => run(['review', 'hold', kinds, '--server', 'notes'], api);
  expect((await own('removed,reworded')).out).toBe('notes: Changes that need a review: reworded, removed');
  expect((await own('none')).out).toBe('notes: No changes need a review');
  expect((await own('default')).out).toBe('notes: now uses the account’s setting');
  expect((await run(['review', 'hold', 'none', '--server', 'nothing'], api)).code).toBe(3);
  expect((await run(['review', 'hold', 'default'], api)).code).toBe(2);
});

it('lists, shows and accepts tools that their server removed', async () => {
  const { api } = at;
  const inventory = (...names: readonly string[]) => {
    const whole = notes('Keeps a note.');
    return { ...whole, id: 'inventory', tools: whole.tools.filter(({ name }) => names.includes(name)) };
  };
  await run(['review', 'hold', 'removed'], api);
  await at.world.saveServer(inventory('keep', 'read'));
  await runJson(['stack', 'create', '--name', 'stocked'], api);
  await run(['stack', 'add-server', 'stocked', 'inventory', '--all'], api);
  await at.world.saveServer(inventory('read'));
  const held = await run(['call', 'stocked', 'inventory_keep'], api);
  expect(held.err).toContain('the tool was removed upstream: its server does not list it any more');
  expect(await runJson(['review', 'show', 'inventory'], api)).toMatchObject([
    { tool_id: 'inventory_keep', kind: 'removed', refused: false, after_digest: null, after: null },
  ]);
  const { out } = await run(['review', 'show', 'inventory'], api);
  expect(out).toMatch(/inventory_keep +removed .*is gone: the server no longer has this tool/);
  expect(out).not.toContain('review refuse');
  const digest = ['--digest', /--digest (\S+)/.exec(out)?.[1] ?? ''];
  expect((await run(['review', 'refuse', 'inventory', ...digest], api)).err).toContain('that can be refused');
  expect((await run(['review', 'accept', 'inventory', ...digest], api)).out).toBe(
    'Accepted. Removed from all stacks: inventory_keep',
  );
  expect((await run(['call', 'stocked', 'inventory_keep'], api)).err).toContain('not found');
  expect((await run(['review', 'list'], api)).out).not.toContain('inventory_keep');
});

it('lists, shows, rejects and accepts changed instructions', async () => {
  const { api } = at;
  const guide = (instructions: string) => ({ ...notes('Keeps a note.'), id: 'guide', instructions });
  await run(['review', 'hold', 'reworded'], api);
  await at.world.saveServer(guide('List first.'));
  await runJson(['stack', 'create', '--name', 'guided'], api);
  await run(['stack', 'add-server', 'guided', 'guide', '--all'], api);
  await at.world.saveServer(guide('List last.'));
  expect((await run(['review', 'list'], api)).out).toMatch(/guide +\(instructions\) +reworded +waits/);
  const changed = { tool_id: null, before: { instructions: 'List first.' }, after: { instructions: 'List last.' } };
  expect(await runJson(['review', 'show', 'guide'], api)).toMatchObject([changed]);
  const { out } = await run(['review', 'show', 'guide'], api);
  expect(out).toMatch(/"List first\." +"List last\."/);
  const digest = ['--digest', /--digest (\S+)/.exec(out)?.[1] ?? ''];
  const answer = await run(['review', 'refuse', 'guide', '--instructions', ...digest], api);
  expect(answer.out).toBe('Refused: its instructions');
  expect((await run(['review', 'list'], api)).out).toContain('refused');
  expect((await run(['review', 'accept', 'guide', ...digest], api)).out).toBe('Accepted: its instructions');
  expect((await run(['review', 'show', 'guide'], api)).out).toBe('No changes to review in guide');
});

it('shows new, changed and removed skills of a server, and accepts them with its instructions', async () => {
  const { api } = at;
  const skill = (name: string, digit: string) => ({
    uri: `skill://${name}/SKILL.md`,
    frontmatter: { name, description: 'D.' },
    resources: [{ uri: `skill://${name}/SKILL.md`, digest: `sha256:${digit.repeat(64)}` }],
  });
  const skilled = (...skills: readonly object[]) => {
    const connector = { kind: 'mcp-http', url: petshop.url, passThrough: ['skills'] };
    return { id: 'skilled', name: 'Skilled', connector, tools: [], skills };
  };
  await run(['review', 'hold', 'reworded'], api);
  await at.world.saveServer(skilled(skill('tidy', '1'), skill('sort', '2'), skill('gone', '3')));
  await runJson(['stack', 'create', '--name', 'skilled'], api);
  await run(['stack', 'add-server', 'skilled', 'skilled'], api);
  await at.world.saveServer(skilled(skill('tidy', '4'), skill('sort', '2'), skill('new', '5')));
  const paths = ['gone', 'new', 'tidy'].map((name) => `/skills/skill:~1~1${name}~1SKILL.md`);
  const differences = ['is gone', 'is a new skill', 'is a changed skill'];
  expect(await runJson(['review', 'show', 'skilled'], api)).toMatchObject([
    {
      before: { skills: { 'skill://tidy/SKILL.md': skill('tidy', '1') } },
      after: { skills: { 'skill://tidy/SKILL.md': skill('tidy', '4') } },
      changes: differences.map((difference, at) => ({ kind: 'reworded', path: paths[at], difference })),
    },
  ]);
  const { out } = await run(['review', 'show', 'skilled'], api);
  expect(out).toMatch(/tidy~1SKILL\.md +is a changed skill .*1{64}.* .*4{64}/);
  const digest = ['--digest', /--digest (\S+)/.exec(out)?.[1] ?? ''];
  const answer = await run(['review', 'accept', 'skilled', '--instructions', ...digest], api);
  expect(answer.out).toBe('Accepted: its instructions');
  expect((await run(['review', 'show', 'skilled'], api)).out).toBe('No changes to review in skilled');
});

it('shows where long texts differ, at any position', async () => {
  const { api } = at;
  await run(['review', 'hold', 'reworded'], api);
  const long = 'Keeps a note, for long. '.repeat(30);
  await at.world.saveServer({ ...notes(`${long}Now.`), id: 'long' });
  await runJson(['stack', 'create', '--name', 'long'], api);
  await run(['stack', 'add-server', 'long', 'long', '--all'], api);
  await at.world.saveServer({ ...notes(`${long}Now, and sends it to everybody${'.'.repeat(5_000)}`), id: 'long' });
  const { out } = await run(['review', 'show', 'long'], api);
  expect(out).toMatch(/…[^…]{1,80}Now\."/);
  expect(out).toContain('Now, and sends it to everybody');
  expect(out).toMatch(/…\d+ more characters, see --json/);
  expect(out.length).toBeLessThan(6_000);
});

const made = z.object({ token: z.string(), client_id: z.string() });
const attenuated = z.object({ token: z.string(), attenuation_id: z.string() });

it('attenuates a token offline, reads and explains it, and revokes the result', async () => {
  const { api } = at;
  await runJson(['stack', 'create', '--name', 'narrow'], api);
  await run(['stack', 'add-server', 'narrow', 'shop', '--all'], api);
  const line = ['endpoint', 'create', '--stack', 'narrow', '--name', 'boss'];
  const { token, client_id: clientId } = made.parse(await runJson(line, api));

  const limits = ['--tool-ids', 'shop_echo', '--when', 'input.message != "no"', '--max-calls', '3'];
  const child = attenuated.parse(await runJson(['token', 'attenuate', '-', ...limits], {}, `${token}\n`));
  const text = (await run(['token', 'attenuate', '-', '--expires-minutes', '5'], {}, child.token)).out;
  const read = await run(['token', 'read', '-'], {}, text);
  expect(read.out).toContain(child.attenuation_id);
  expect(read.out).toContain('"tools":["shop_echo"]');
  const [id = ''] = /token_[\w-]+/.exec(read.out) ?? [];

  const explain = (tool: string, input: object) =>
    run(['policy', 'explain', 'narrow', tool, '--attenuated', '-', '--input', JSON.stringify(input)], api, text);
  expect((await explain('shop_echo', { message: 'hi' })).out).toMatch(/^allow$/m);
  expect((await explain('shop_fail', {})).out).toMatch(/Attenuated token .*allows only the tools shop_echo/);
  expect((await explain('shop_echo', { message: 'no' })).out).toContain('allows only calls for which input.message');

  const status = async () => {
    const init = { headers: { authorization: `Bearer ${text}` } };
    return (await fetch(`${at.world.url}/s/${clientId}/list_tools`, init)).status;
  };
  expect(await status()).toBe(200);
  expect((await run(['token', 'revoke', id, '--attenuation', child.attenuation_id, '--yes'], api)).code).toBe(0);
  expect(await status()).toBe(401);
  expect((await explain('shop_echo', { message: 'hi' })).out).toContain('is revoked or expired');

  const refused = (args: readonly string[], stdin = token) => run(['token', 'attenuate', '-', ...args], {}, stdin);
  expect((await refused(['--when', 'input.message ='])).err).toContain('when ');
  expect((await refused(['--when', 'calls.day < 3'])).err).toContain('calls is not supported');
  expect((await refused(['--tool-ids', 'a b'])).err).toContain('must be a tool id');
  expect((await refused([], 'nothing')).err).toContain('neither a stack token');
  expect((await run(['policy', 'explain', 'narrow', 'shop_echo', '--attenuated', '-'], api, token)).code).toBe(2);
});
