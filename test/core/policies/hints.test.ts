import { afterAll, beforeAll, expect, it } from 'vitest';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { hintsInForce, updateHintTrust, updateToolHints } from '../../../src/core/policies/hints.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { toPolicyTool } from '../../../src/core/policies/toolMatch.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { ask, dataOf } from '../../graphql/ask.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const SAID = [undefined, true, false] as const;
const OWNERS = ['marketplace', 'acct_1'] as const;
const KINDS = ['http', 'openapi', 'mcp-http', 'mcp-stdio'] as const;

type Case = {
  readonly hint: boolean | undefined;
  readonly confirmed: boolean | undefined;
  readonly owner: string;
  readonly kind: string;
  readonly isTrusted: boolean;
};

const CASES: readonly Case[] = SAID.flatMap((hint) =>
  SAID.flatMap((confirmed) =>
    OWNERS.flatMap((owner) =>
      KINDS.flatMap((kind) => [true, false].map((isTrusted) => ({ hint, confirmed, owner, kind, isTrusted }))),
    ),
  ),
);

it(`rules use hints that someone vouches for, ${CASES.length} kinds`, () => {
  for (const { hint, confirmed, owner, kind, isTrusted } of CASES) {
    const tool = { toolId: toToolId('t'), annotations: hint === undefined ? null : { readOnlyHint: hint } };
    const tools = new Map(confirmed === undefined ? [] : [['t', { readOnlyHint: confirmed }]]);
    const hints = hintsInForce(tool, { owner, connector: { kind } }, { isTrusted, tools, labels: new Map() });
    const { readOnly } = toPolicyTool({ toolId: toToolId('t'), server: { slug: toServerId('s') }, ...hints });
    const isVouched = !kind.startsWith('mcp') || owner === 'marketplace' || isTrusted;
    const expected = confirmed ?? (isVouched ? hint : undefined) ?? false;
    expect([owner, kind, isTrusted, hint, confirmed, readOnly]).toEqual([
      owner,
      kind,
      isTrusted,
      hint,
      confirmed,
      expected,
    ]);
    expect(hints.isConfirmed).toBe(confirmed !== undefined);
  }
});

let world: World;
let endpoint: Endpoint;
const serverId = toServerId('notes');
const toolId = toToolId('notes_find');
const document = (description: string) => ({
  id: 'notes',
  name: 'Notes',
  connector: { kind: 'http', baseUrl: 'https://notes.example' } as const,
  tools: [
    {
      name: 'find',
      description,
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, idempotentHint: false },
      request: { kind: 'template', method: 'POST', path: '/' } as const,
    },
  ],
});

beforeAll(async () => {
  world = await startWorld();
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'notes', []);
  await world.saveServer(document('first'));
  await addServerToStack(world.account.ctx, endpoint.stackId, { serverId, enableAllTools: true });
  await addServerToStack(
    world.otherAccount.ctx,
    (await makeEndpoint(world.otherAccount.ctx, world.url, 'theirs', [])).stackId,
    {
      serverId,
      enableAllTools: true,
    },
  );
});
afterAll(() => world.close());

const hintsNow = async () => (await getSnapshot(world.account.ctx, endpoint.stackId)).tools.get(toolId)?.annotations;
const ofTool = async (apiKey: string) =>
  dataOf(
    ask(
      world.url,
      apiKey,
      '{ tool(by: { toolId: "notes_find" }) { method hints { isReadOnly isDestructive isIdempotent isConfirmed } } }',
    ),
  );

it('a correction is used by calls, lists and rules of its account alone, and survives an import', async () => {
  const { ctx, apiKey } = world.account;
  expect(await hintsNow()).toMatchObject({ readOnlyHint: false });
  await updateToolHints(ctx, serverId, toolId, { readOnly: true, idempotent: true });
  const corrected = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  expect(await hintsNow()).toMatchObject(corrected);
  await world.saveServer(document('second'));
  expect(await hintsNow()).toMatchObject(corrected);
  await createPolicyRule(ctx, { name: 'reads', effect: 'deny', readOnly: true });
  const listed = await fetch(`${world.url}/s/${endpoint.clientId}/list_tools`, {
    headers: { authorization: `Bearer ${endpoint.token}` },
  });
  expect(await listed.json()).toEqual({ tools: [] });
  const hints = { isReadOnly: true, isDestructive: false, isIdempotent: true, isConfirmed: true };
  expect(await ofTool(apiKey)).toEqual({ tool: { method: 'POST', hints } });
  const theirs = { isReadOnly: false, isDestructive: null, isIdempotent: false, isConfirmed: false };
  expect(await ofTool(world.otherAccount.apiKey)).toEqual({ tool: { method: 'POST', hints: theirs } });
  await updateToolHints(ctx, serverId, toolId, { readOnly: null, destructive: null, idempotent: null });
  expect(await hintsNow()).toEqual({ readOnlyHint: false, idempotentHint: false });
  const events = await ctx.db.auditEvent.findMany({ where: { action: 'server.set_hints' }, orderBy: { seq: 'asc' } });
  expect(events.map(({ details }) => details)).toEqual([
    { toolId, hints: expect.arrayContaining(['readOnlyHint=true', 'idempotentHint=true', 'destructiveHint=false']) },
    { toolId, hints: [] },
  ]);
});

it('refuses unknown tools, and people without the right admin', async () => {
  const { ctx } = world.account;
  await expect(updateToolHints(ctx, serverId, toToolId('notes_none'), { readOnly: true })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(updateHintTrust(ctx, toServerId('none'), { isTrusted: true })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(updateToolHints(ctx, serverId, toolId, { readOnly: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  if (ctx.actor.kind !== 'apiKey') throw new Error('the world has a key');
  const developer = { ...ctx, actor: { ...ctx.actor, role: 'developer' as const } };
  await expect(updateToolHints(developer, serverId, toolId, { readOnly: true })).rejects.toMatchObject({
    code: 'forbidden',
  });
});
