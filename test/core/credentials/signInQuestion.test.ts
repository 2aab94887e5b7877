import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerCall } from '../../../src/core/answers/answerCall.ts';
import { approveCall } from '../../../src/core/approvals/approval.ts';
import { type ElicitationAnswers, sealElicitation } from '../../../src/core/calls/elicitation.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { newApprovalId, toApprovalId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { findTool } from '../../../src/core/snapshots/findTool.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { callStateless } from '../../mcp/askingServer.ts';
import { openBrowser } from './browser.ts';
import { type MailStack, makeStack } from './kit.ts';
import { type MailWorld, startMailWorld } from './mail.ts';

let mail: MailWorld;
let stack: MailStack;

beforeAll(async () => {
  mail = await startMailWorld();
  mail.provider.signInAs = 'ann';
  stack = await makeStack(mail);
  await stack.setMode('user');
});
afterAll(() => mail.close());

const URLS = { elicitation: { url: {} } };
const whoami = { name: 'mail_whoami' };

/** An agent for its own end user, with an MCP client of the stateless revision. */
async function agentFor(endUser: string) {
  const { endpoint, token } = await createClientEndpoint(stack.ctx, { stackId: stack.stackId, name: endUser, endUser });
  const url = `${mail.world.url}/s/${endpoint.clientId}/mcp`;
  return (more: object = {}, capabilities: object = URLS) =>
    callStateless({ url, token }, { ...whoami, ...more }, capabilities);
}

/** An elicitation's page, and the caller's retry. */
function pageOf(elicitation: Record<string, unknown>, key: string) {
  expect(elicitation).toMatchObject({
    resultType: 'input_required',
    inputRequests: { [key]: { method: 'elicitation/create', params: { mode: 'url', url: expect.any(String) } } },
    requestState: expect.any(String),
  });
  const { url } = (elicitation['inputRequests'] as Record<string, { params: { url: string } }>)[key]?.params ?? {
    url: '',
  };
  const { requestState } = elicitation;
  return { url, answer: { requestState, inputResponses: { [key]: { action: 'accept' } } } };
}

const errorResult = (text: string) => ({ isError: true, content: [{ text: expect.stringContaining(text) }] });

it('asks a client once to open the sign-in, and continues after the sign-in', async () => {
  const call = await agentFor('ann');
  const { url, answer } = pageOf(await call(), 'sign_in');
  expect(await call(answer)).toMatchObject(errorResult('Sign in at'));
  expect((await openBrowser().open(url)).status).toBe(200);
  expect(await call({ ...answer, arguments: { other: 1 } })).toMatchObject({ error: { code: -32_602 } });
  expect(await call(answer)).toMatchObject({ content: [{ text: expect.stringContaining('ann') }] });
  expect(await call(answer)).toMatchObject(errorResult('already answered'));
});

it('gives clients without URL elicitation the address as text', async () => {
  const call = await agentFor('ben');
  for (const capabilities of [{}, { elicitation: { form: {} } }]) {
    expect(await call({}, capabilities)).toMatchObject(errorResult('Sign in at'));
  }
});

it('keeps the approval that the call has used, for that call only', async () => {
  const { id } = await createPolicyRule(stack.ctx, { name: 'ask', effect: 'ask', tools: ['mail_whoami'] });
  const call = await agentFor('cleo');
  const approval = pageOf(await call(), 'approval');
  await approveCall(stack.ctx, toApprovalId(approval.url.split('/approvals/')[1] ?? ''), {});
  const signIn = pageOf(await call(approval.answer), 'sign_in');
  expect((await openBrowser().open(signIn.url)).status).toBe(200);
  expect(await call(signIn.answer)).toMatchObject({ content: [{ text: expect.stringContaining('ann') }] });
  pageOf(await call(), 'approval');
  await deletePolicyRule(stack.ctx, id);
});

it('an approval kept by an elicitation covers one call, however often a sign-in is missing', async () => {
  const { id } = await createPolicyRule(stack.ctx, { name: 'ask', effect: 'ask', tools: ['mail_whoami'] });
  const options = { stackId: stack.stackId, name: 'dora', endUser: 'dora' };
  const { endpoint, token } = await createClientEndpoint(stack.ctx, options);
  const actor = await mail.world.edge.authenticate.stackToken(token, endpoint.clientId, '127.0.0.1');
  if (!actor) throw new Error('the token is good');
  const ctx = { ...stack.ctx, actor, endUser: 'dora' };
  const snapshot = await getSnapshot(ctx, stack.stackId);
  const call = (answers: ElicitationAnswers) =>
    answerCall(ctx, snapshot, 'mail_whoami', {}, { dialogue: { capabilities: URLS, answers } });
  const tool = findTool(snapshot, 'mail_whoami');
  if (!tool) throw new Error('the stack has the tool');
  // The elicitation that the server sent while the sign-in was still valid.
  const elicitation = { inputRequests: { sure: { method: 'elicitation/create', params: { mode: 'form' } } } };
  const approved = { ruleId: id, approvalId: newApprovalId() };
  const { requestState = '' } = await sealElicitation(ctx, { snapshot, tool, input: {} }, elicitation, approved);
  const answer = { requestState, inputResponses: { sure: { action: 'accept' } } };
  const answers = [await call(answer), await call(answer)];
  for (const reply of answers) {
    expect(reply).toMatchObject({ kind: 'missing_credentials', connectUrl: expect.any(String) });
    expect(reply).not.toHaveProperty('elicitation');
  }
  await stack.signIn('dora', 'dora');
  expect(await call(answer)).toMatchObject({ kind: 'ok' });
  await expect(call(answer)).rejects.toThrow('already answered');
  await deletePolicyRule(stack.ctx, id);
});
