import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type StackId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { recordFirstVersions } from '../../../src/core/kernel/recordVersion.ts';
import { toPointer } from '../../../src/core/lib/jsonPointer.ts';
import { applyStack } from '../../../src/core/stacks/applyStack.ts';
import { createStack, updateStack } from '../../../src/core/stacks/stack.ts';
import {
  differences,
  documentSchema,
  findStackDocument,
  parseStackDocument,
} from '../../../src/core/stacks/stackDocument.ts';
import { addServerToStack, removeServerFromStack } from '../../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../../src/core/stacks/stackTool.ts';
import {
  findVersionByNumber,
  planRollBack,
  rollBackStack,
  versionDifferences,
} from '../../../src/core/stacks/stackVersions.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { drawn, SERVERS, TOOLS } from './drawnDocuments.ts';

let world: World;
let ctx: Ctx;
beforeAll(async () => {
  world = await startWorld();
  ctx = world.account.ctx;
  for (const id of SERVERS) await world.saveServer(serverDocument(id, { tools: TOOLS }));
});
afterAll(() => world.close());

const versionsOf = (stackId: StackId) =>
  ctx.db.stackVersion.findMany({ where: { stackId }, orderBy: { number: 'asc' } });
async function versionAt(stackId: StackId, number: number) {
  const version = await findVersionByNumber(ctx, { stackId, number });
  if (!version) throw new Error(`no version ${number}`);
  return version;
}
async function presentDocument(stackId: StackId) {
  const document = await findStackDocument(ctx, stackId);
  if (!document) throw new Error('no stack');
  return document;
}

/** Another value of each part of a document, by the keys of its schema. */
const OTHER: Readonly<Record<string, unknown>> = {
  recordsCalls: false,
  contentDays: 3,
  contentRedactions: ['iban'],
  'servers.credentialMode': 'user',
  'servers.tools': [],
  'servers.tools.name': 'renamed',
  'servers.tools.description': 'Described',
  'servers.tools.isPinned': true,
  rules: [],
  servers: [],
  skills: [{ content: '---\nname: tidy\ndescription: Tidy up.\n---\nOther steps.\n' }],
};
const tool = { id: 'one_find' };
const rule = { name: 'Ask', effect: 'ask' };
const SKILL = '---\nname: tidy\ndescription: Tidy up.\n---\nSteps.\n';
const WHOLE = { name: 'parts', servers: [{ id: 'one', tools: [tool] }], rules: [rule], skills: [{ content: SKILL }] };
const OTHER_RULE: Readonly<Record<string, unknown>> = {
  ...{ effect: 'deny', isDefault: true, endUsers: ['ann'], servers: ['one'], tools: ['one_*'], readOnly: true },
  ...{ destructive: false, openWorld: true, condition: 'input.size() > 1', quota: { calls: 3, per: 'day' } },
  ...{ message: 'No', needsAnother: true, isEnabled: false },
};

/** Documents that differ from `WHOLE` in one part each. */
function variants(): (readonly [string, object])[] {
  const { name: _, ...parts } = documentSchema.shape;
  const one = WHOLE.servers[0];
  const made = Object.entries(OTHER).map(([key, value]): readonly [string, object] => {
    const [first = '', second, third] = key.split('.');
    if (third) return [key, { ...WHOLE, servers: [{ ...one, tools: [{ ...tool, [third]: value }] }] }];
    if (second) return [key, { ...WHOLE, servers: [{ ...one, [second]: value }] }];
    return [key, { ...WHOLE, [first]: value }];
  });
  expect(Object.keys(parts).filter((part) => !made.some(([key]) => key === part))).toEqual([]);
  const ruleParts = Object.keys(documentSchema.parse(WHOLE).rules[0] ?? {});
  expect(ruleParts.filter((part) => !(part in OTHER_RULE) && part !== 'name' && part !== 'callers')).toEqual([]);
  return [
    ...made,
    ...Object.entries(OTHER_RULE).map(([key, value]): readonly [string, object] => [
      `rules.${key}`,
      { ...WHOLE, rules: [{ ...rule, [key]: value }] },
    ]),
  ];
}

it('creates a version for a change to any part of a document, and none without a change', async () => {
  const { stack } = await applyStack(ctx, WHOLE, null);
  const all = variants();
  for (const [part, document] of all) {
    const { differences: made } = await applyStack(ctx, document, null);
    await applyStack(ctx, document, null);
    const latest = (await versionsOf(stack.id)).at(-1);
    if (!latest) throw new Error('no version');
    expect(made.length, part).toBeGreaterThan(0);
    expect(await versionDifferences(ctx, latest, null), part).toEqual(made);
    await applyStack(ctx, WHOLE, null);
  }
  const versions = await versionsOf(stack.id);
  expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 1 + 2 * all.length }, (_, at) => at + 1));
  // The versions in between are equal, and share their content.
  expect(await ctx.db.stackVersionContent.count({ where: { stackId: stack.id } })).toBe(1 + all.length);
  await updateStack(ctx, stack.id, { name: 'parts renamed' });
  expect(await versionsOf(stack.id)).toHaveLength(versions.length);
  process.stdout.write(`parts of documents that made a version: ${all.length}\n`);
});

it('rolls back to any of many versions', async () => {
  const documents = await Promise.all(Array.from({ length: 6 }, () => parseStackDocument(ctx, drawn('rolled'))));
  const numbers: number[] = [];
  let stackId = (await createStack(ctx, { name: 'rolled' })).id;
  for (const document of documents) {
    stackId = (await applyStack(ctx, document, null)).stack.id;
    numbers.push((await versionsOf(stackId)).at(-1)?.number ?? 0);
  }
  for (const [at, number] of numbers.entries()) {
    const version = await versionAt(stackId, number);
    const plan = await planRollBack(ctx, version);
    const rolled = await rollBackStack(ctx, version.id, plan.digest);
    expect(rolled.differences).toEqual(plan.differences);
    const document = documents[at];
    if (!document) throw new Error('no document');
    expect(differences(await presentDocument(stackId), document)).toEqual([]);
    expect(await versionDifferences(ctx, (await versionsOf(stackId)).at(-1) ?? version, number)).toEqual([]);
  }
  const [event] = await ctx.db.auditEvent.findMany({
    where: { action: 'stack.roll_back' },
    orderBy: { seq: 'desc' },
    take: 1,
  });
  expect(event?.details).toMatchObject({ name: 'rolled', version: numbers.at(-1) });
  const stale = (await planRollBack(ctx, await versionAt(stackId, 1))).digest;
  await applyStack(ctx, WHOLE, null);
  await rollBackStack(ctx, (await versionAt(stackId, 1)).id, null);
  await expect(rollBackStack(ctx, (await versionAt(stackId, numbers[3] ?? 1)).id, stale)).rejects.toThrow('Invalid');
});

it('leaves out what no longer exists, and names required credentials', async () => {
  await world.saveServer(serverDocument('gone', { tools: ['stays', 'goes'] }));
  const { key, apiKey } = await createApiKey(ctx, { name: 'temporary' });
  expect(key).toBeTruthy();
  const servers = [{ id: 'gone', tools: [{ id: 'gone_stays' }, { id: 'gone_goes' }] }];
  const rules = [{ name: 'Of the key', effect: 'deny', callers: [apiKey.id] }];
  const { stack } = await applyStack(ctx, { name: 'lost', servers, rules }, null);
  await applyStack(ctx, { name: 'lost', servers: [] }, null);
  await world.saveServer(serverDocument('gone', { tools: ['stays'] }));
  await ctx.db.apiKey.delete({ where: { id: apiKey.id } });
  const { gone, missingCredentials } = await rollBackStack(ctx, (await versionAt(stack.id, 1)).id, null);
  expect(gone).toEqual([toPointer(['servers', 'gone', 'tools', 'gone_goes']), toPointer(['rules', 'Of the key'])]);
  expect(missingCredentials).toEqual([{ serverId: 'gone', fieldId: 'gone_key' }]);
  const { servers: restored, rules: restoredRules } = await presentDocument(stack.id);
  expect({ tools: restored[0]?.tools.map(({ id }) => id), restoredRules }).toEqual({
    tools: ['gone_stays'],
    restoredRules: [],
  });
  await revokeApiKey(ctx, apiKey.id).catch(() => undefined);
});

it('keeps the newest versions, and deletes contents that none of them has', async () => {
  const { id } = await createStack(ctx, { name: 'many' });
  await addServerToStack(ctx, id, { serverId: 'one', enabledTools: ['one_find'] });
  const max = BOUNDS.max_stack_versions.max;
  for (let at = 0; at < max; at += 1)
    await updateStackTool(ctx, id, toToolId('one_find'), { description: `Number ${at}` });
  const numbers = (await versionsOf(id)).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: max }, (_, at) => at + 3));
  expect(await ctx.db.stackVersionContent.count({ where: { stackId: id } })).toBe(max);
});

it('keeps fewer versions than that if they are large', async () => {
  const { max } = BOUNDS.max_stack_versions_bytes;
  const { id } = await createStack(ctx, { name: 'large' });
  await addServerToStack(ctx, id, { serverId: 'one', enableAllTools: true });
  // Half of the bound: only the latest version and the one before fit.
  await ctx.db.stackVersionContent.updateMany({ where: { stackId: id }, data: { bytes: max / 2 } });
  await updateStackTool(ctx, id, toToolId('one_find'), { isPinned: true });
  expect(
    (await versionsOf(id)).map(({ number }) => number),
    'max_stack_versions_bytes',
  ).toEqual([2, 3]);
});

it('makes the first version of an older stack, once', async () => {
  const { id } = await createStack(ctx, { name: 'older' });
  await addServerToStack(ctx, id, { serverId: 'one', enableAllTools: true });
  await ctx.db.stackVersion.deleteMany({ where: { stackId: id } });
  const operator: Ctx = { ...ctx, actor: { kind: 'operator', accountId: null } };
  expect([await recordFirstVersions(operator), await recordFirstVersions(operator)]).toEqual([1, 0]);
  expect(await versionsOf(id)).toMatchObject([{ number: 1, action: null, actorId: 'operator' }]);
  await removeServerFromStack(ctx, id, toServerId('one'));
  await rollBackStack(ctx, (await versionAt(id, 1)).id, null);
  expect((await presentDocument(id)).servers).toMatchObject([
    { id: 'one', tools: TOOLS.toSorted().map((name) => ({ id: `one_${name}` })) },
  ]);
  expect((await versionsOf(id)).map(({ action }) => action)).toEqual([null, 'stack.remove_server', 'stack.roll_back']);
});
