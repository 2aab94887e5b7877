import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerCall } from '../../../src/core/answers/answerCall.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type GrantId, newServiceAccountId, newTrustedIssuerId } from '../../../src/core/kernel/ids.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { openBank } from './kit.ts';

const { world, endpoint, rules, close } = await openBank();
afterAll(close);
const { ctx } = world.account;
const agent = await world.edge.authenticate.stackToken(endpoint.token, endpoint.clientId, '127.0.0.1');
if (!agent) throw new Error('the token is good');

const [MACHINE, ISSUER] = [newServiceAccountId(), newTrustedIssuerId()];
const grantedBy = (...grantIds: readonly GrantId[]): Ctx => ({ ...ctx, actor: { ...agent, grantIds } });

beforeAll(() =>
  rules(
    { effect: 'deny', condition: `caller.machine == "${MACHINE}" && caller.issuer == ""` },
    { effect: 'ask', condition: `caller.machine != "" && caller.issuer == "${ISSUER}"` },
  ),
);

it.each([
  ['a manually created token', grantedBy(), 'ok'],
  ['the service account', grantedBy(MACHINE), 'denied'],
  ['another service account', grantedBy(newServiceAccountId()), 'ok'],
  ['the trusted issuer alone', grantedBy(ISSUER), 'ok'],
  ['a service account with a JWT of the issuer', grantedBy(ISSUER, MACHINE), 'approval_required'],
  ['an API key', ctx, 'ok'],
] as const)('a condition knows how the caller was authenticated: %s', async (_name, as, kind) => {
  expect((await answerCall(as, await getSnapshot(as, endpoint.stackId), 'bank_pay', {})).kind).toBe(kind);
});
