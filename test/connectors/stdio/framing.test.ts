import { afterAll, expect, it } from 'vitest';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { openMcpStdio } from './mcpStdioKit.ts';
import { ownServer, textOf, toolCall } from './stdioKit.ts';

/* Output that programs write around their messages, and elicitations by programs. */

const { stdio, close } = openMcpStdio();
afterAll(close);

const say = (mode: string, input: object) =>
  stdio.call(
    toolCall(ownServer('framedServer', [mode]), 'say', {
      serverId: `says-${WAYS.indexOf(mode)}`,
      accountId: toAccountId(`acct_${WAYS.indexOf(mode)}`),
      input: { ...input },
      signal: AbortSignal.timeout(60_000),
    }),
  );

const WAYS = [
  ...['plain', 'crlf', 'blank lines', 'indented', 'a mark of the byte order', 'other lines', 'a batch'],
  ...['a batch of several', 'said twice', 'bytes that are no text', 'spaces in messages', 'the id last'],
  ...['an id with a point', 'no error', 'members of its own', 'seven bytes at a time'],
];

it.each(someOf(WAYS, 6))('understands a program that writes this: %s', async (mode) => {
  const outcome = await say(mode, {});
  expect(textOf(outcome)).toBe('ä€😀\u2028 ');
  expect(JSON.stringify(outcome)).toContain('"structuredContent":{"n":1.50}');
  // Messages with the long filler are parsed in a thread.
  const filler = mode === 'seven bytes at a time' ? 1_024 : 200_000;
  expect(await say(mode, { filler })).toMatchObject({ kind: 'ok' });
});

const IDS = ['12345678901234567890', '-9007199254740993', '1.5', '1.0', '1e3', '-0', '0', '7', '"a"', '""', '"7"'];

const ASKING = ['plain', 'crlf', 'indented', 'a mark of the byte order', 'a batch', 'members of its own'];
it.each(someOf(ASKING, 1))(
  'keeps the ids of a program’s requests as written, if it writes this: %s',
  async (mode) => {
    const wrong: unknown[] = [];
    for (const id of IDS) {
      const meta = `"_meta":{"progressToken":${id},"n":1.50}`;
      for (const [method, answer] of [
        ['ping', '"result":{}'],
        ['roots/list', '"code":-32601'],
      ] as const) {
        const question = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{${meta}}}`;
        const reply = textOf(await say(mode, { question }));
        if (typeof reply !== 'string' || !reply.includes(`"id":${id}`) || !reply.includes(answer))
          wrong.push(id, reply);
      }
    }
    expect(wrong).toEqual([]);
  },
  60_000,
);
