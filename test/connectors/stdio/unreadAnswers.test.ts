import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newClient } from '../../../src/connectors/mcp/client.ts';
import { spawnChild } from '../../../src/connectors/stdio/child.ts';
import { eventually } from '../../harness/eventually.ts';
import { temporaryDir } from './stdioKit.ts';

const PINGS = 20_000;
/** Waiting messages for the program: far fewer than it requested. */
const UNSENT_MAX = 16;

/** Completes the handshake, then stops reading and sends requests. */
const ASKING = `
  process.stdin.once('data', (text) => {
    const { id, params } = JSON.parse(String(text).split('\\n')[0]);
    process.stdin.pause();
    const { protocolVersion } = params;
    const result = { protocolVersion, capabilities: {}, serverInfo: { name: 'asking', version: '1' } };
    const lines = [{ id, result }];
    for (let at = 0; at < ${PINGS}; at += 1) lines.push({ id: 'ping ' + at, method: 'ping' });
    lines.push({ method: 'notifications/resources/list_changed' });
    process.stdout.write(lines.map((line) => JSON.stringify({ jsonrpc: '2.0', ...line }) + '\\n').join(''));
  });`;

it(`a program that sends ${PINGS} requests without reading gets a few responses at a time`, async () => {
  const program = spawnChild({ command: process.execPath, args: ['-e', ASKING], env: {}, cwd: temporaryDir() });
  const send = program.send.bind(program);
  let unsent = 0;
  program.send = async (message) => {
    unsent += 1;
    await send(message);
    unsent -= 1;
  };
  const client = newClient('legacy');
  let isRequested = false;
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    isRequested = true;
  });
  await client.connect(program);
  await eventually('all was asked', () => isRequested, 15_000);
  await nextTurn();
  expect(unsent).toBeLessThan(UNSENT_MAX);
  program.cut('exited');
  await program.ended;
});
