import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { skillEntry } from '@modelcontextprotocol/server/ext/skills';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { readYamls } from '../../../src/core/servers/skillText.ts';
import { deleteSkill, setSkill } from '../../../src/core/skills/skill.ts';
import { applyStack, planStack } from '../../../src/core/stacks/applyStack.ts';
import { duplicateStack } from '../../../src/core/stacks/duplicateStack.ts';
import { findStackDocument } from '../../../src/core/stacks/stackDocument.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { computedMs, longestWait } from '../../harness/longestWait.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { connect, type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

let world: World;
let ctx: Ctx;
let endpoint: Endpoint;
beforeAll(async () => {
  world = await startWorld();
  ctx = world.account.ctx;
  await world.saveServer(serverDocument('one', { tools: ['find'] }));
  endpoint = await makeEndpoint(ctx, world.url, 'skilled', []);
  await addServerToStack(ctx, endpoint.stackId, { serverId: 'one', enableAllTools: true });
});
afterAll(() => world.close());

const skill = (name: string, more = '', body = '# Steps\n') =>
  `---\nname: ${name}\ndescription: Use for ${name}.\n${more}---\n${body}`;

/** Front matter that the specification allows, in YAML's notations. */
const GOOD: Readonly<Record<string, string>> = {
  plain: skill('plain'),
  members: skill('members', 'license: Apache-2.0\nmetadata:\n  version: "2.1"\n  tag: b\n'),
  numbers: skill('numbers', 'other: { n: 1.50, big: 1e3, yes: true, none: null, day: 2026-11-29, list: [1, [a]] }\n'),
  folded: skill('folded', 'compatibility: >\n  Needs\n  a network.\n'),
  block: skill('block', 'notes: |\n  one\n  two\n'),
  quoted: skill('quoted', `'allowed-tools': "one_find \\u00e9"\n`),
  comment: skill('comment', '# a comment\n'),
  unicode: skill('unicode', '', 'Ünïcode 👩‍💻\n'),
  rules: skill('rules', '', 'a\n\n---\n\nb\n'),
  'no-body': '---\nname: no-body\ndescription: D.\n---',
  windows: skill('windows').replaceAll('\n', '\r\n'),
  mark: `\ufeff${skill('mark')}`,
};

describe.each(['auto', 'legacy'] as const)('an official client, %s', (mode) => {
  it('lists, gets and verifies every skill, and sees it as a resource', async () => {
    for (const content of Object.values(GOOD)) await setSkill(ctx, endpoint.stackId, { content });
    const client = await connect(endpoint, mode);
    const skills = new SkillsClient(client);
    expect(skills.supported).toBe(true);
    const listed = (await skills.list()).skills;
    expect(listed.map(({ frontmatter }) => frontmatter.name)).toEqual(Object.keys(GOOD).toSorted());
    for (const entry of listed) {
      const content = (GOOD[entry.frontmatter.name] ?? '').replace('\ufeff', '').replaceAll('\r\n', '\n');
      expect(entry).toEqual(await skillEntry(entry.frontmatter.name, { 'SKILL.md': content }));
      expect((await skills.get(entry.uri)).skill).toEqual(entry);
      expect(await skills.read(entry)).toMatchObject({ verified: true, text: content });
    }
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => `${uri} ${mimeType}`)).toEqual(
      listed.map(({ uri }) => `${uri} text/markdown`),
    );
    await expect(skills.get('skill://unknown/SKILL.md')).rejects.toMatchObject({ code: -32_602 });
    await expect(client.readResource({ uri: 'skill://unknown/SKILL.md' })).rejects.toMatchObject({ code: -32_602 });
    await client.close();
    process.stdout.write(`skills read by an official client (${mode}): ${listed.length}\n`);
  });
});

it('shows a token that is limited to certain tools no skills', async () => {
  const { id: endpointId } = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { stackId: endpoint.stackId } });
  const { token } = await createStackToken(ctx, { endpointId, name: 'limited', tools: ['one_find'] });
  const client = await connect({ ...endpoint, token }, 'auto');
  expect((await new SkillsClient(client).list()).skills).toEqual([]);
  expect((await client.listResources()).resources).toEqual([]);
  await expect(client.readResource({ uri: 'skill://plain/SKILL.md' })).rejects.toMatchObject({ code: -32_602 });
  await client.close();
});

it('does not offer the extension in a stack without skills', async () => {
  const empty = await makeEndpoint(ctx, world.url, 'empty', []);
  const client = await connect(empty, 'auto');
  expect(new SkillsClient(client).supported).toBe(false);
  await client.close();
});

const BAD: readonly (readonly [string, string])[] = [
  ['', 'must begin with front matter'],
  ['# No front matter\n', 'must begin with front matter'],
  ['---\nname: a\ndescription: b\n', 'must begin with front matter'],
  ['---\n---\n', 'must have valid front matter'],
  ['---\n- a\n---\n', 'must have valid front matter'],
  ['---\nname: a\n---\n', 'description'],
  ['---\ndescription: a\n---\n', 'name'],
  ['---\nname: a\ndescription: " "\n---\n', 'must not be blank'],
  ...['A', 'a_b', '-a', 'a-', 'a--b', 'a b', 'é', '../a', 'a/b', 'a'.repeat(65)].map(
    (name) => [skill(JSON.stringify(name)), 'name'] as const,
  ),
  [`---\nname: a\ndescription: ${'d'.repeat(1_025)}\n---\n`, 'description'],
  [skill('a', 'x: &a [1]\ny: *a\n'), 'must have front matter in YAML'],
  [skill('a', 'name: b\n'), 'must have front matter in YAML'],
  [skill('a', 'x: {\n'), 'must have front matter in YAML'],
  [skill('a', `x: ${'['.repeat(3_000)}${']'.repeat(3_000)}\n`), 'must have front matter in YAML'],
  [skill('a', 'metadata: { n: 1 }\n'), 'metadata.n'],
  [skill('a', 'compatibility: 1\n'), 'compatibility'],
  [skill('a', 'x: .nan\n'), 'must have valid front matter'],
  [skill('a', `x: ${'y'.repeat(8_192)}\n`), 'at most 8192 characters'],
  [skill('a', 'x: "\\u202e"\n'), 'invisible'],
  [skill('a', '', 'turned \u202e around\n'), 'invisible'],
  [skill('a', '', 'nul \0\n'), 'NUL'],
  [skill('a', '', 'x'.repeat(65_536)), 'must be at most 64 KiB'],
];

it('refuses a text that is not a skill, in a change and in a document, and says why', async () => {
  const before = await findStackDocument(ctx, endpoint.stackId);
  for (const [content, reason] of BAD) {
    const refused = {
      code: 'invalid_input',
      details: {
        issues: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining(reason) })]),
      },
    };
    await expect(setSkill(ctx, endpoint.stackId, { content }), content.slice(0, 60)).rejects.toMatchObject(refused);
    await expect(applyStack(ctx, { name: 'bad', servers: [], skills: [{ content }] }, null)).rejects.toMatchObject(
      refused,
    );
  }
  const twice = applyStack(
    ctx,
    { name: 'bad', servers: [], skills: [{ content: skill('a') }, { content: skill('a', '', 'b') }] },
    null,
  );
  await expect(twice).rejects.toMatchObject({ details: { issues: [{ message: 'names a skill twice' }] } });
  expect(await findStackDocument(ctx, endpoint.stackId)).toEqual(before);
  process.stdout.write(`texts that are not skills: ${BAD.length}\n`);
});

it('refuses skills beyond max_skills_bytes and max_skill_bytes, in every way that adds one', async () => {
  const account = await world.newAccount('full');
  const { stackId } = await makeEndpoint(account.ctx, world.url, 'full', []);
  const content = skill('large', '', 'x'.repeat(BOUNDS.max_skill_bytes.max - skill('large', '', '').length));
  await setSkill(account.ctx, stackId, { content });
  await expect(setSkill(account.ctx, stackId, { content: `${content}x` })).rejects.toMatchObject({
    details: { issues: [{ message: 'must be at most 64 KiB' }] },
  });
  await setAccountLimits(world.operator, account.id, { limits: { max_skills_bytes: 66_000 } });
  const reached = { message: expect.stringContaining('The limit max_skills_bytes is reached') };
  const more = skill('more', '', 'y'.repeat(1_000));
  await expect(setSkill(account.ctx, stackId, { content: more })).rejects.toMatchObject(reached);
  await expect(duplicateStack(account.ctx, stackId, { name: 'copy' })).rejects.toMatchObject(reached);
  const applied = applyStack(
    account.ctx,
    { name: 'full', servers: [], skills: [{ content }, { content: more }] },
    null,
  );
  await expect(applied).rejects.toMatchObject(reached);
  expect(await account.ctx.db.skill.count({ where: { stack: { accountId: account.id } } })).toBe(1);
});

it('copies skills with a stack, and restores them with a document', async () => {
  const copy = await duplicateStack(ctx, endpoint.stackId, { name: 'copy' });
  const document = await findStackDocument(ctx, endpoint.stackId);
  const skills = document?.skills.map(({ content }) => content) ?? [];
  expect((await findStackDocument(ctx, copy.id))?.skills).toEqual(document?.skills);
  await deleteSkill(ctx, copy.id, 'plain');
  await expect(deleteSkill(ctx, copy.id, 'plain')).rejects.toMatchObject({ message: 'Skill plain not found' });
  const changed = skills.map((content) => content.replace('# Steps', '# Other steps'));
  const { differences } = await applyStack(
    ctx,
    { ...document, name: 'copy', skills: changed.map((content) => ({ content })) },
    null,
  );
  expect(differences.map(({ path }) => path)).toContain('/skills/plain');
  const rows = await ctx.db.skill.findMany({ where: { stackId: copy.id }, orderBy: { name: 'asc' } });
  expect(rows.map(({ content }) => content)).toEqual(changed);
});

it('refuses callers without the right, and answers another account’s stack like an unknown one', async () => {
  const content = skill('foreign');
  const other = world.otherAccount.ctx;
  const foreign = await Promise.allSettled([
    setSkill(other, endpoint.stackId, { content }),
    deleteSkill(other, endpoint.stackId, 'plain'),
  ]);
  expect(foreign).toMatchObject([{ reason: { code: 'not_found' } }, { reason: { code: 'not_found' } }]);
});

it('reads a stack’s longest front matter without blocking the event loop', async () => {
  const account = await world.newAccount('dense');
  const more = `x: [${'a,'.repeat(4_000)}]\n`;
  const document = {
    name: 'dense',
    servers: [],
    skills: Array.from({ length: 32 }, (_, at) => ({ content: skill(`s${at}`, more) })),
  };
  const { stackId, ...address } = await makeEndpoint(account.ctx, world.url, 'dense', []);
  const readMs = computedMs(() => readYamls(document.skills.map(() => `name: a\ndescription: b\n${more}`)));
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    plan: () => planStack(account.ctx, document),
    apply: () => applyStack(account.ctx, document, null),
    copy: () => duplicateStack(account.ctx, stackId, { name: 'dense copy' }),
    list: async () => {
      const client = await connect({ stackId, ...address }, 'auto');
      expect((await client.listResources()).resources).toHaveLength(document.skills.length);
      await client.close();
    },
  };
  for (const [name, run] of Object.entries(work)) {
    const { busyMs } = await longestWait(run);
    process.stdout.write(`${name}: longest turn ${Math.round(busyMs)} ms; reading takes ${Math.round(readMs)} ms\n`);
    expect(busyMs, name).toBeLessThan(readMs / 3);
  }
});
