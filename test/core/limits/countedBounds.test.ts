import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { consumeApproval } from '../../../src/core/approvals/heldCall.ts';
import { approveAuthorization } from '../../../src/core/authorization/consent.ts';
import { createConnectLink } from '../../../src/core/credentials/connectLink.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { BOUNDS, type BoundName } from '../../../src/core/kernel/bounds.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type EndpointId, type StackId, toAccountId, toServerId } from '../../../src/core/kernel/ids.ts';
import { COUNTS, requireStored } from '../../../src/core/limits/countedBounds.ts';
import { createServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { acceptInvitation } from '../../../src/core/people/signIn.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { setSkill } from '../../../src/core/skills/skill.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { snapshotTool } from '../../formats/tool.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { startWorld, type World } from '../../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const OAUTH2 = {
  authorizationUrl: 'https://login.test/authorize',
  tokenUrl: 'https://login.test/token',
  clientId: { value: 'client' },
};

const document = (id: string) => ({
  id,
  name: id,
  credentials: [
    { id: 'key', name: 'Key', required: true },
    { id: 'login', name: 'Login', required: false, oauth2: OAUTH2 },
  ],
  connector: { kind: 'http', baseUrl: 'https://api.test' },
  tools: [1, 2].map((at) => ({
    name: `tool_${at}`,
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: '/' },
  })),
});

type Place = { readonly ctx: Ctx; readonly stackId: StackId; readonly endpointId: EndpointId };

/** How to create one more of each kind; `at` is a different number each time. */
const MAKE: Readonly<Partial<Record<BoundName, (place: Place, at: number) => Promise<unknown>>>> = {
  max_stacks: ({ ctx }, at) => createStack(ctx, { name: `stack ${at}` }),
  max_servers: ({ ctx }, at) => saveServer(ctx, document(`server-${at}`)),
  max_servers_bytes: ({ ctx }, at) => saveServer(ctx, document(`server-${at}`)),
  max_stack_servers: async ({ ctx, stackId }, at) => {
    await saveServer(ctx, document(`placed-${at}`));
    return addServerToStack(ctx, stackId, { serverId: `placed-${at}` });
  },
  max_stack_tools: async ({ ctx, stackId }, at) => {
    await saveServer(ctx, document(`enabled-${at}`));
    return addServerToStack(ctx, stackId, { serverId: `enabled-${at}`, enableAllTools: true });
  },
  max_credentials: ({ ctx, stackId }, at) =>
    setCredentials(ctx, stackId, toServerId('first'), { credentials: { key: 'value' }, endUser: `user-${at}` }),
  max_endpoints: ({ ctx, stackId }, at) => createClientEndpoint(ctx, { stackId, name: `e${at}` }),
  max_tokens: ({ ctx, endpointId }, at) => createStackToken(ctx, { endpointId, name: `t${at}` }),
  max_service_accounts: ({ ctx, endpointId }, at) => createServiceAccount(ctx, { endpointId, name: `m${at}` }),
  max_trusted_issuers: ({ ctx, endpointId }, at) => createTrustedIssuer(ctx, { endpointId, ...issuerOf(at) }),
  max_api_keys: ({ ctx }, at) => createApiKey(ctx, { name: `k${at}` }),
  max_invitations: ({ ctx }) => createInvitation(ctx),
  max_connect_links: ({ ctx, stackId }, at) =>
    createConnectLink(ctx, stackId, toServerId('first'), { fieldId: 'login', endUser: `user-${at}` }),
  max_skills: ({ ctx, stackId }, at) =>
    setSkill(ctx, stackId, { content: `---\nname: s${at}\ndescription: S.\n---\n` }),
  max_rules: ({ ctx }, at) => createPolicyRule(ctx, { name: `rule ${at}`, effect: 'allow' }),
  max_approvals: async ({ ctx, stackId }, at) => {
    const snapshot = { ...(await getSnapshot(ctx, stackId)), policies: null };
    const tool = snapshotTool({}, { toolId: `first_tool_${at}` });
    const { id: ruleId } = await createPolicyRule(ctx, { name: `rule ${at}`, effect: 'ask' });
    const refusal = { kind: 'approval_required', message: 'asks', ruleId } as const;
    return consumeApproval(ctx, { snapshot, tool, input: {}, sources: [] }, refusal);
  },
  max_users: async ({ ctx }, at) => {
    const { secret } = await createInvitation(ctx);
    const registration = {
      secret,
      email: `${ctx.actor.accountId}-${at}@example.com`,
      password: 'correct horse battery staple',
    };
    return acceptInvitation({ ...ctx, actor: VISITOR }, registration, { userAgent: 'test' });
  },
  max_authorization_codes: async ({ ctx, stackId }) => {
    const { clientId } = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { stackId } });
    const redirectUri = 'https://client.test/callback';
    const client = { oauthClient: 'app_1', clientName: 'Client', clientHost: null, redirectUri };
    return approveAuthorization(ctx, { ...client, clientId, state: null, codeChallenge: 'c', stackName: 'first' });
  },
};

const issuerOf = (at: number) => ({ name: 'idp', issuer: `https://${at}.test`, jwksUrl: 'https://idp.test/jwks' });
const VISITOR = { kind: 'visitor', accountId: null, address: '127.0.0.1' } as const;

async function openPlace(name: string, limits: Readonly<Record<string, number>>): Promise<Place> {
  const account = await world.newAccount(name);
  const { id: stackId } = await createStack(account.ctx, { name: 'first' });
  await saveServer(account.ctx, document('first'));
  await addServerToStack(account.ctx, stackId, { serverId: 'first' });
  const { endpoint } = await createClientEndpoint(account.ctx, { stackId, name: 'first' });
  await setAccountLimits(world.operator, account.id, { limits });
  const ctx: Ctx = { ...account.ctx, actor: { ...account.ctx.actor, limits } as Ctx['actor'] };
  return { ctx, stackId, endpointId: endpoint.id };
}

const MAX = 3;
const names = Object.keys(MAKE) as BoundName[];

describe('an account at a bound', () => {
  it.each(someOf(names, 6))(
    `${names.length} of ${Object.keys(BOUNDS).length}: refuses one more, also of many concurrent ones, and affects no other account: %s`,
    async (name) => {
      const max = name === 'max_servers_bytes' ? 2_400 : MAX;
      const place = await openPlace(name, { [name]: max });
      const make = MAKE[name] ?? (() => Promise.reject(new Error('unknown')));
      const made = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => make(place, at)));
      const refused = made.filter((each) => each.status === 'rejected');
      expect(made.length - refused.length).toBeLessThanOrEqual(MAX);
      expect(made.length - refused.length).toBeGreaterThan(0);
      for (const { reason } of refused) {
        expect(reason).toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining(`The limit ${name} is reached`),
        });
        expect(reason.message).toContain(`toolyard account limits --set ${name}=…`);
      }
      if (name in COUNTS) {
        const used = await COUNTS[name as keyof typeof COUNTS](
          world.operator.db,
          toAccountId(place.ctx.actor.accountId ?? ''),
          new Date(),
        );
        expect(used).toBeLessThanOrEqual(max);
      }
      const other = await openPlace(`${name} beside`, {});
      await make(other, 100);
    },
  );
});

it('reads counts again after a failed query', async () => {
  const fails = { $queryRaw: () => Promise.reject(new Error('no answer')) } as unknown as Ctx['db'];
  const fresh = await world.newAccount('Carol');
  await expect(requireStored({ ...fresh.ctx, db: fails }, 'max_results_bytes')).rejects.toThrow('no answer');
  await requireStored(fresh.ctx, 'max_results_bytes');
  await requireStored({ ...fresh.ctx, db: fails }, 'max_results_bytes');
});
