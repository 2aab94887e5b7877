import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { Role } from '../../../src/core/kernel/roles.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { listPolicyRules } from '../../../src/core/policies/ruleLists.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { type DocumentInput, type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const tool = (name: string, annotations?: Record<string, unknown>) => ({
  name,
  description: `${name} of the bank`,
  inputSchema: {
    type: 'object',
    properties: {
      amount: { type: 'number' },
      note: { type: 'string' },
      to: { type: 'array', items: { type: 'object', properties: { iban: { type: 'string' } } } },
    },
  },
  ...(annotations && { annotations }),
  request: {
    kind: 'template' as const,
    method: 'POST' as const,
    path: '/echo',
    body: { amount: '{amount}' },
    bodyEncoding: 'json' as const,
  },
});

/** Two servers: one with hints on its tools, one without. */
export const bank = (baseUrl: string): readonly DocumentInput[] => [
  {
    id: 'bank',
    name: 'Bank',
    connector: { kind: 'http', baseUrl },
    tools: [
      tool('read', { readOnlyHint: true, openWorldHint: false }),
      tool('pay', { readOnlyHint: false, destructiveHint: false }),
      tool('close', { readOnlyHint: false, destructiveHint: true }),
    ],
  },
  { id: 'old', name: 'Old', connector: { kind: 'http', baseUrl }, tools: [tool('act')] },
];

/** A stack of a bank behind an endpoint, an API that counts requests, and an account without rules. */
export async function openBank(options: Parameters<typeof startApiWorld>[0] = {}) {
  const { api, world, close } = await startApiWorld(options);
  const { ctx } = world.account;
  const endpoint: Endpoint = await makeEndpoint(ctx, world.url, 'ours', bank(api.url));
  const deleteRules = async (of: Ctx = ctx) => {
    for (const { id } of await listPolicyRules(of)) await deletePolicyRule(of, id);
  };
  return {
    api,
    world,
    endpoint,
    deleteRules,
    /** Replaces the account's rules. */
    async rules(...inputs: object[]) {
      await deleteRules();
      const made = [];
      for (const input of inputs) made.push(await createPolicyRule(ctx, { name: 'a rule', ...input }));
      return made;
    },
    /** Another key of the account, and its context. */
    async anotherKey(role: Role = 'developer') {
      const { apiKey, key } = await createApiKey(ctx, { name: 'another', role });
      const actor = {
        kind: 'apiKey',
        accountId: world.account.id,
        keyId: apiKey.id,
        role,
        limits: {},
      } as const;
      return { id: apiKey.id, key, ctx: { ...ctx, actor } };
    },
    close,
  };
}
