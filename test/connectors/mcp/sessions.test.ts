import { afterAll, expect, it } from 'vitest';
import { createSessions, toTarget } from '../../../src/connectors/mcp/session.ts';
import { toAccountId } from '../../../src/core/ids.ts';
import { toolCall } from '../stdio/stdioKit.ts';
import { openMcpHttp, rpcs } from './mcpHttpKit.ts';

const kit = openMcpHttp();
afterAll(async () => {
  await kit.closeUpstreams();
  await kit.close();
});

it('max_mcp_sessions: the oldest of an account makes room for another of its own, never one of others', async () => {
  const { upstream, connector } = await kit.start('sessions');
  const sessions = createSessions(kit.egress, 3);
  const opened = async (account: string, owner: string): Promise<boolean> => {
    const call = toolCall(connector, '', { accountId: toAccountId(account), owner });
    return (await sessions.get(call, toTarget(connector, []))).isFresh;
  };
  const freshOf = async (account: string, owners: readonly string[]) => {
    const fresh: boolean[] = [];
    for (const owner of owners) fresh.push(await opened(account, owner));
    return fresh;
  };
  expect(await freshOf('acct_calm', ['a', 'a'])).toEqual([true, false]);
  expect(await freshOf('acct_many', ['1', '2', '3', '1'])).toEqual([true, true, true, false]);
  expect(await freshOf('acct_many', ['4', '3', '1', '3'])).toEqual([true, false, true, false]);
  expect(await freshOf('acct_many', ['5', '6', '7', '8', '9'])).not.toContain(false);
  expect(await freshOf('acct_calm', ['a'])).toEqual([false]);
  expect(rpcs(upstream).filter((rpc) => rpc === 'initialize').length).toBe(11);
});
