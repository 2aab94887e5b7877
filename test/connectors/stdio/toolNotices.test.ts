import { expect, it } from 'vitest';
import { READERS } from '../../../src/connectors/mcp/readers.ts';
import { createRequests } from '../../../src/connectors/stdio/requests.ts';

const SESSION = { era: 'legacy', revision: '2025-06-18', sessionId: null, offers: new Set<never>() } as const;

it('notices that a program’s tools have changed, also after the call', async () => {
  const sent: string[] = [];
  const requests = createRequests(async (line) => void sent.push(line));
  const say = (message: object) => {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    return requests.accept({ bytes, isCut: false });
  };
  const changed = { method: 'notifications/tools/list_changed' };
  let heard = 0;
  expect(await say(changed)).toBe(true);
  const onToolsChanged = (): void => {
    heard += 1;
  };
  const call = { accountId: null, signal: new AbortController().signal, onToolsChanged };
  const answer = requests.ask(SESSION, { method: 'tools/call', params: {}, reader: READERS.call }, call);
  await say(changed);
  await say({ id: JSON.parse(sent[0] ?? '').id, result: { content: [] } });
  expect((await answer).outcome).toMatchObject({ kind: 'ok' });
  await say(changed);
  expect(heard).toBe(2);
});
