import { afterAll, expect, it } from 'vitest';
import { createSessions } from '../../../src/connectors/mcp/session.ts';
import { toTarget } from '../../../src/connectors/mcp/target.ts';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import { toolCall } from '../stdio/stdioKit.ts';
import { echo, openMcpHttp, rpcs } from './mcpHttpKit.ts';
import type { UpstreamKind } from './mcpUpstream.ts';

const kit = openMcpHttp();
afterAll(async () => {
  await kit.closeUpstreams();
  await kit.close();
});

type CallOwner = { readonly account?: string; readonly stack?: string; readonly owner?: string };

/** The sessions opened, in order, and whether each was negotiated. */
async function opening(kind: UpstreamKind, accountBytesMax?: number) {
  const { upstream, connector } = await kit.start(kind);
  const sessions = createSessions(kit.egress, accountBytesMax);
  const isFresh = async ({ account = 'acct_one', stack = 'stack_one', owner = '' }: CallOwner): Promise<boolean> => {
    const call = toolCall(connector, '', { accountId: toAccountId(account), stackId: toStackId(stack), owner });
    return (await sessions.get(call, toTarget(connector, []))).isFresh;
  };
  const freshOf = async (owners: readonly CallOwner[]) => {
    const fresh: boolean[] = [];
    for (const each of owners) fresh.push(await isFresh(each));
    return fresh;
  };
  return { upstream, freshOf };
}

const ownersOf = (account: string, owners: string): CallOwner[] => [...owners].map((owner) => ({ account, owner }));

it('max_mcp_session_bytes: evicts an account’s own oldest sessions, never those of others', async () => {
  // Space for three sessions of the upstream, whose ids are UUIDs.
  const { upstream, freshOf } = await opening('sessions', 4_096);
  expect(await freshOf(ownersOf('acct_calm', 'aa'))).toEqual([true, false]);
  expect(await freshOf(ownersOf('acct_many', '1231'))).toEqual([true, true, true, false]);
  expect(await freshOf(ownersOf('acct_many', '4313'))).toEqual([true, false, true, false]);
  expect(await freshOf(ownersOf('acct_many', '56789'))).not.toContain(false);
  expect(await freshOf(ownersOf('acct_calm', 'a'))).toEqual([false]);
  expect(rpcs(upstream).filter((rpc) => rpc === 'initialize').length).toBe(11);
});

it('max_mcp_session_bytes: counts the length of ids that the upstream chooses', async () => {
  const { upstream, freshOf } = await opening('sessions', 24_000);
  upstream.intercept = ({ rpc, body }) => {
    if (rpc === 'initialize') return initialized(body, 'x'.repeat(10_000));
    return rpc === 'notifications/initialized' ? new Response(null, { status: 202 }) : null;
  };
  expect(await freshOf(ownersOf('acct_one', '12123'))).toEqual([true, true, false, false, true]);
  expect(await freshOf(ownersOf('acct_one', '21'))).toEqual([false, true]);
});

it.each<UpstreamKind>(['both', 'modern'])(
  'one negotiation with an upstream without sessions serves all of an account: %s',
  async (kind) => {
    const { freshOf } = await opening(kind);
    const stacks = ['stack_one', 'stack_two', 'stack_three'].map((stack) => ({ stack }));
    expect(await freshOf([...stacks, { owner: 'someone' }])).toEqual([true, false, false, false]);
    expect(await freshOf([{ account: 'acct_two' }, { account: 'acct_two' }])).toEqual([true, false]);
  },
);

it('one negotiation reads 1 MiB in total, however many revisions it tries', async () => {
  const asking = { capabilities: { elicitation: { url: {} } }, askNow: async () => ({ action: 'cancel' as const }) };
  const outcomeOf = async (chars: number) => {
    const { upstream, call } = await kit.start('both');
    upstream.intercept = ({ rpc, body }) => {
      if (rpc === 'initialize') return initialized(body, null, 'x'.repeat(chars));
      return rpc === 'notifications/initialized' || rpc === 'tools/call' ? null : new Response(null, { status: 404 });
    };
    const outcome = await call('echo', { ...echo, dialogue: asking });
    return { outcome, handshakes: rpcs(upstream).filter((rpc) => rpc === 'initialize').length };
  };
  expect(await outcomeOf(400_000)).toMatchObject({ outcome: { kind: 'ok' }, handshakes: 2 });
  expect(await outcomeOf(600_000)).toMatchObject({
    outcome: { kind: 'bad_answer', message: expect.stringContaining('more than 1 MiB') },
    handshakes: 2,
  });
});

function initialized(body: string, sessionId: string | null, instructions = ''): Response {
  const serverInfo = { name: 'upstream', version: '1' };
  const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo, instructions };
  return Response.json(
    { jsonrpc: '2.0', id: JSON.parse(body).id, result },
    { headers: sessionId === null ? {} : { 'mcp-session-id': sessionId } },
  );
}
