import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findConfinement } from '../../../src/connectors/stdio/confinement.ts';
import { createMcpStdio } from '../../../src/connectors/stdio/mcpStdio.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { ownServer, packageServer, temporaryDir, textOf, toolCall } from './stdioKit.ts';

const scratchDir = temporaryDir();
// The search path is an empty folder, so no confinement tool is found.
const confinement = findConfinement({ scratchDir, searchPath: temporaryDir() });
const stdio = createMcpStdio({ scratchDir, confinement });
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port = 0;

beforeAll(async () => {
  port = await listenOnLoopback(listener);
});
afterAll(async () => {
  await stdio.close();
  listener.close();
});

const call = async (tool: string, input: Record<string, string>) =>
  textOf(await stdio.call(toolCall(packageServer('everything'), tool, { serverId: 'everything', input })));

describe('if nothing confines programs', () => {
  it('programs of the product run under Node’s permission model', async () => {
    expect((await confinement()).kind).toBe('node-permissions');
    expect(await call('echo', { message: 'hi' })).toBe('Echo: hi');
  });

  it('and have no network', async () => {
    const answer = await call('gzip-file-as-resource', { name: 'x', data: `http://127.0.0.1:${port}/` });
    expect(JSON.stringify(answer)).toMatch(/fetch failed|no network/);
    expect(connections).toBe(0);
  });

  it('programs from elsewhere are refused, with advice', async () => {
    expect(await stdio.call(toolCall(ownServer('faultyServer'), 'pid'))).toEqual({
      kind: 'unreachable',
      message:
        'nothing on this machine confines programs: the operator can install bubblewrap, allow util-linux to create namespaces, or accept the risk with TOOLYARD_STDIO_UNCONFINED',
    });
  });
});
