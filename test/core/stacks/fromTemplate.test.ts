import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { offerShippedServers } from '../../../src/core/marketplace/shipped.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { getServer } from '../../../src/core/servers/server.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStackFromTemplate, listStackTemplates } from '../../../src/core/stacks/stackFromTemplate.ts';
import { readTemplates } from '../../../src/core/stacks/templates.ts';
import { readCatalogue } from '../../../src/start/catalogue.ts';
import { sampleInput } from '../../catalogue/sample.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { startWorld, type World } from '../../harness/world.ts';

const templates = await readTemplates();
const plain = templates.find(({ rules }) => rules.length === 0);
const ruled = templates.find(({ rules }) => rules.length > 0);
if (!plain || !ruled) throw new Error('there are templates with and without rules');

let world: World;
let ctx: Ctx;
beforeAll(async () => {
  world = await startWorld();
  ctx = world.account.ctx;
  await offerShippedServers(world.operator, await readCatalogue());
});
afterAll(() => world.close());

const stacksOf = ({ actor, db }: Ctx) =>
  db.stack.count({ where: { ...(actor.accountId !== null && { accountId: actor.accountId }) } });

describe('the stack templates', () => {
  it(`are ${templates.length}, each with shipped servers and tools, and all are offered`, async () => {
    expect(templates.length).toBeGreaterThanOrEqual(6);
    expect(new Set(templates.flatMap(({ id, name }) => [id, name])).size).toBe(2 * templates.length);
    const offered = await listStackTemplates(ctx);
    expect(offered.map(({ id }) => id)).toEqual(templates.map(({ id }) => id));
    for (const { id, servers, rules } of someOf(offered, 3)) {
      for (const { server, tools } of servers) {
        const { tools: there } = await getServer(ctx, toServerId(server?.slug ?? ''));
        const ids = there.map(({ toolId }) => toolId);
        expect(ids, id).toEqual(expect.arrayContaining([...tools]));
      }
      const enabled: readonly string[] = servers.flatMap(({ tools }) => tools);
      expect(enabled, id).toEqual(expect.arrayContaining(rules.flatMap(({ tools }) => tools)));
    }
  });

  it('bring skills that name only their own tools', () => {
    const bringing = templates.filter(({ skills }) => skills.length > 0);
    expect(bringing.length).toBeGreaterThan(0);
    for (const { id, servers, skills } of bringing) {
      const tools: readonly string[] = servers.flatMap((server) => server.tools);
      const named = skills.flatMap(({ content }) => [...content.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
      expect(tools, id).toEqual(expect.arrayContaining(named));
    }
  });

  it('require approval for every destructive tool', async () => {
    const covered = new Set(templates.flatMap(({ rules }) => rules.flatMap(({ tools }) => tools)));
    for (const { id, servers } of templates) {
      const where = { toolId: { in: servers.flatMap(({ tools }) => tools) }, server: { owner: 'marketplace' } };
      const rows = await ctx.db.tool.findMany({ where, select: { toolId: true, annotations: true } });
      const risky = rows.filter(({ annotations }) => annotations?.includes('"destructiveHint":true'));
      const open = risky.filter(({ toolId }) => !covered.has(toolId)).map(({ toolId }) => toolId);
      expect(open, id).toEqual([]);
    }
  });
});

describe.each(someOf(templates, 2))('a stack of $id', (template) => {
  it('has its servers, tools and rules, and reports its servers’ missing credentials', async () => {
    const stack = await createStackFromTemplate(ctx, { name: template.name, template: template.id });
    const { tools } = await getSnapshot(ctx, stack.id);
    const expected = template.servers.flatMap((server) => server.tools);
    expect([...tools.keys()].toSorted()).toEqual(expected.toSorted());
    const skills = await ctx.db.skill.findMany({ where: { stackId: stack.id } });
    expect(skills.map(({ name }) => name)).toEqual(template.skills.map(({ name }) => name));
    const rules = await ctx.db.policyRule.findMany({ where: { stackId: stack.id } });
    expect(rules.map(({ name, effect }) => ({ name, effect }))).toEqual(
      template.rules.map(({ name, effect }) => ({ name, effect })),
    );
    for (const rule of template.rules) {
      for (const toolId of rule.tools) {
        const input = sampleInput(tools.get(toToolId(toolId))?.inputSchema ?? {});
        expect(await invokeTool(ctx, stack.id, toolId, input), toolId).toMatchObject({ kind: 'approval_required' });
      }
    }
    for (const { id } of template.servers) {
      const { required } = await getCredentialStatus(ctx, stack.id, id);
      const fields = (await getServer(ctx, id)).fields.filter((field) => field.required);
      expect(Object.keys(required).toSorted(), id).toEqual(fields.map(({ fieldId }) => fieldId).toSorted());
    }
  });
});

describe('creation of a stack from a template', () => {
  it('succeeds or fails as a whole', async () => {
    const other = await world.newAccount('Nothing');
    const used = await stacksOf(other.ctx);
    const limited = { ...other.ctx, actor: { ...other.ctx.actor, limits: { max_stack_servers: 0 } } };
    const create = (as: Ctx, name: string, template: string) => createStackFromTemplate(as, { name, template });
    await expect(create(limited as Ctx, 'over', plain.id)).rejects.toThrow('max_stack_servers is reached');
    await expect(create(other.ctx, 'none', 'nothing')).rejects.toMatchObject({
      details: { issues: [{ path: '/template', message: 'Template nothing not found' }] },
    });
    await saveServer(other.ctx, serverDocument(plain.servers[0]?.id ?? ''));
    await expect(create(other.ctx, 'hidden', plain.id)).rejects.toThrow(/^Tool .* not found in server/);
    expect(await stacksOf(other.ctx)).toBe(used);
    expect(await other.ctx.db.policyRule.count({ where: { accountId: other.id } })).toBe(0);
  });

  it('needs the right to create rules if it has any, otherwise only the right to create stacks', async () => {
    const actor = { ...ctx.actor, role: 'developer' } as Ctx['actor'];
    const developer = { ...ctx, actor };
    await expect(createStackFromTemplate(developer, { name: 'not mine', template: ruled.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { name } = await createStackFromTemplate(developer, { name: 'mine', template: plain.id });
    expect(name).toBe('mine');
    await expect(createStackFromTemplate(ctx, { name, template: plain.id })).rejects.toMatchObject({
      code: 'already_exists',
    });
  });

  it('runs once per Idempotency-Key, and is audited with its rules', async () => {
    const idempotency = { key: 'k1', part: '', request: ['createStack', ruled.id] };
    const make = () => createStackFromTemplate({ ...ctx, idempotency }, { name: 'once', template: ruled.id });
    const [first, again] = [await make(), await make()];
    expect(again.id).toBe(first.id);
    const where = { stackId: first.id };
    const events = await ctx.db.auditEvent.findMany({
      where,
      select: { action: true, details: true },
      orderBy: { seq: 'asc' },
    });
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      ...ruled.rules.map(() => 'rule.create'),
      'stack.create',
    ]);
    expect(events.find(({ action }) => action === 'stack.create')?.details).toEqual({
      name: 'once',
      template: ruled.id,
    });
  });

  it('creates nothing at the bound of rules', async () => {
    const { ctx: full, id } = await world.newAccount('Full of rules');
    for (let at = 0; at < 100; at += 1)
      await createPolicyRule(full, { name: `rule ${at}`, effect: 'deny', tools: ['none'] });
    const used = await stacksOf(full);
    await expect(createStackFromTemplate(full, { name: 'over', template: ruled.id })).rejects.toThrow(
      'max_rules is reached',
    );
    expect([await stacksOf(full), await full.db.policyRule.count({ where: { accountId: id } })]).toEqual([used, 100]);
  });
});
