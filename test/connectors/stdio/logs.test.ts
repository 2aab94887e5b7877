import { expect, it } from 'vitest';
import { READERS } from '../../../src/connectors/mcp/readers.ts';
import { createRequests } from '../../../src/connectors/stdio/requests.ts';

it.each([
  ['of one end user tells the one call that is under way', 'ann', ['alone', 'alone again']],
  ['of all callers tells its first call alone', '', ['alone']],
])('a program %s, and none of several', async (_name, owner, owners) => {
  const sent: { readonly id: number }[] = [];
  const requests = createRequests(async (message) => void sent.push(JSON.parse(message)));
  const session = { era: 'legacy', revision: '2025-11-25', sessionId: null, offers: new Set<never>() } as const;
  const heard: unknown[] = [];
  const receive = (message: object) =>
    requests.accept({ bytes: Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message })), isCut: false });
  const log = (data: string) => receive({ method: 'notifications/message', params: { level: 'info', data } });
  const ask = (name: string) => {
    const logging = { level: 'debug' as const, send: (message: object) => void heard.push([name, message]) };
    const request = { method: 'tools/call', params: {}, reader: READERS.call };
    return requests.ask(session, request, { accountId: null, owner, signal: new AbortController().signal, logging });
  };
  const answer = (at: number) => receive({ id: sent[at]?.id, result: { content: [] } });
  await log('before');
  const first = ask('first');
  await log('alone');
  const second = ask('second');
  expect(await log('of two')).toBe(true);
  await answer(0);
  await first;
  await log('alone again');
  await answer(1);
  await second;
  await log('after');
  const both = [
    ['first', { level: 'info', data: 'alone' }],
    ['second', { level: 'info', data: 'alone again' }],
  ];
  expect(heard).toEqual(both.slice(0, owners.length));
});
