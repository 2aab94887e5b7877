import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { updateApplicationSharing } from '../../src/core/credentials/shareApplication.ts';
import { lockStack } from '../../src/core/credentials/store.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { type RuleId, type StackId, toServerId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createPolicyRule, deletePolicyRule } from '../../src/core/policies/policyRule.ts';
import { duplicateStack } from '../../src/core/stacks/duplicateStack.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack, removeServerFromStack } from '../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../graphql/documents.ts';
import { eventually, patiently } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';

/*
 * Changes of one account queue in their process, but two instances meet in the database. A transaction with a stack's
 * lock may then need the account's lock, for example to store a credential. Locking in the other order would deadlock.
 */

const OAUTH = {
  tokenUrl: 'https://idp.test/token',
  grant: 'client_credentials',
  clientId: { field: 'mail_client' },
  clientSecret: { field: 'mail_secret' },
};
const MAIL = {
  ...serverDocument('mail'),
  credentials: [
    { id: 'mail_token', name: 'Token', required: true, oauth2: OAUTH, placement: { in: 'header', name: 'x-token' } },
    { id: 'mail_client', name: 'Client id', required: true },
    { id: 'mail_secret', name: 'Client secret', required: true },
  ],
};
const CLIENT = { credentials: { mail_client: 'c', mail_secret: 's' } };
const [PLAIN, SERVER] = [toServerId('plain'), toServerId('mail')];

let world: World;
let ctx: Ctx;
/**
 * The stack that another instance is changing, which shares its OAuth application, and a second stack with the same
 * server.
 */
let [changing, other]: StackId[] = [];
let rule: RuleId;
beforeAll(async () => {
  world = await startWorld();
  ctx = world.account.ctx;
  await world.saveServer(MAIL);
  await saveServer(ctx, serverDocument('plain'));
  [changing, other] = await Promise.all(['one', 'two'].map(async (name) => (await createStack(ctx, { name })).id));
  for (const id of [inOne(), inTwo()]) {
    await addServerToStack(ctx, id, { serverId: 'mail', enableAllTools: true });
    await setCredentials(ctx, id, SERVER, CLIENT);
  }
  await updateApplicationSharing(ctx, inOne(), SERVER, true);
  rule = (await createPolicyRule(ctx, { name: 'a rule', effect: 'deny', tools: ['none'] })).id;
});
afterAll(() => world.close());

const known = (id: StackId | undefined): StackId => {
  if (id === undefined) throw new Error('made before');
  return id;
};
const inOne = (): StackId => known(changing);
const inTwo = (): StackId => known(other);
const aRule = { name: 'a rule', effect: 'deny', tools: ['none'] };

const CHANGES: Readonly<Record<string, () => Promise<unknown>>> = {
  'a rule of the account': () => createPolicyRule(ctx, aRule),
  'a rule of the stack': () => createPolicyRule(ctx, { ...aRule, stackId: inOne() }),
  'the end of a rule of the account': () => deletePolicyRule(ctx, rule),
  'an endpoint': () => createClientEndpoint(ctx, { stackId: inOne(), name: 'agent' }),
  'a stack': () => createStack(ctx, { name: 'three' }),
  'a copy of the stack': () => duplicateStack(ctx, inOne(), { name: 'a copy' }),
  'a server of the stack': () => addServerToStack(ctx, inOne(), { serverId: PLAIN, enableAllTools: true }),
  'another document of that server': () => saveServer(ctx, serverDocument('plain', { tools: ['find', 'send'] })),
  'the end of that server in the stack': () => removeServerFromStack(ctx, inOne(), PLAIN),
  credentials: () => setCredentials(ctx, inOne(), SERVER, CLIENT),
  'the application of another stack, shared instead': () => updateApplicationSharing(ctx, inTwo(), SERVER, true),
  'the end of sharing': () => updateApplicationSharing(ctx, inTwo(), SERVER, false),
};

it.each(Object.entries(CHANGES))(
  `${Object.keys(CHANGES).length} changes: %s locks no account while it waits for a stack`,
  async (_name, change) => {
    const { db } = ctx;
    let isDone = false;
    let making: Promise<unknown> = Promise.resolve();
    await patiently(db, async (tx) => {
      const [holder] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await lockStack(tx, inOne());
      making = change().finally(() => {
        isDone = true;
      });
      making.catch(() => undefined);
      await eventually('it waits, or needs no stack', async () => isDone || (await waitingFor(holder?.pid ?? 0)) > 0);
      await tx.$queryRaw`SELECT id FROM account WHERE id = ${world.account.id} FOR NO KEY UPDATE NOWAIT`;
    });
    await expect(making).resolves.toBeDefined();
  },
);

/** The number of connections waiting for locks of the backend with this pid. */
async function waitingFor(pid: number): Promise<number> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND ${pid}::int = ANY(pg_blocking_pids(pid))`;
  return rows.length;
}
