import { afterAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { startWorld } from '../harness/world.ts';

const world = await startWorld();
afterAll(() => world.close());
const { ctx, apiKey } = world.account;
const stack = await createStack(ctx, { name: 'Ruled' });
const whole = await createPolicyRule(ctx, {
  ...{ name: 'Ask', effect: 'ask', endUsers: ['ann'], tools: ['shop_*'], readOnly: false, condition: 'true' },
  ...{ quota: { bytes: 1_000, per: 'day', of: 'caller' }, message: 'Ask Ann.', needsAnother: true },
});
const ofStack = await createPolicyRule(ctx, {
  ...{ name: 'Deny', effect: 'deny', stackId: stack.id, endUsers: ['bob'], isDefault: true },
});

const BODIES = [
  {
    rule_id: whole.id,
    name: 'Ask',
    effect: 'ask',
    stack_id: null,
    endpoint_id: null,
    is_default: false,
    callers: [],
    end_users: ['ann'],
    servers: [],
    tools: ['shop_*'],
    read_only: false,
    destructive: null,
    open_world: null,
    condition: 'true',
    quota: { calls: null, bytes: 1_000, per: 'day', of: 'caller' },
    message: 'Ask Ann.',
    needs_another: true,
    is_enabled: true,
    created_at: whole.createdAt.toISOString(),
  },
  {
    rule_id: ofStack.id,
    name: 'Deny',
    effect: 'deny',
    stack_id: stack.id,
    endpoint_id: null,
    is_default: true,
    callers: [],
    end_users: ['bob'],
    servers: [],
    tools: [],
    read_only: null,
    destructive: null,
    open_world: null,
    condition: null,
    quota: null,
    message: null,
    needs_another: false,
    is_enabled: true,
    created_at: ofStack.createdAt.toISOString(),
  },
];

async function read(path: string, key: string): Promise<unknown> {
  const response = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return response.json();
}

it('lists rules in pages, oldest first, and reads each of them', async () => {
  expect(await read('/v1/rules', apiKey)).toEqual(BODIES);
  expect(await read('/v1/rules?limit=1', apiKey)).toEqual(BODIES.slice(0, 1));
  expect(await read(`/v1/rules?cursor=${whole.id}`, apiKey)).toEqual(BODIES.slice(1));
  for (const body of BODIES) expect(await read(`/v1/rules/${body.rule_id}`, apiKey)).toEqual(body);
  expect(await read('/v1/rules', world.otherAccount.apiKey)).toEqual([]);
});

it('shows a key with only a stack role the rules of that stack', async () => {
  const stackRoles = [{ stackId: stack.id, role: 'auditor' }];
  const { key } = await createApiKey(ctx, { name: 'One stack', role: 'member', stackRoles });
  expect(await read('/v1/rules', key)).toEqual(BODIES.slice(1));
  expect(await read(`/v1/rules/${ofStack.id}`, key)).toEqual(BODIES[1]);
  expect(await read(`/v1/rules/${whole.id}`, key)).toEqual({ detail: 'Rule not found' });
});
