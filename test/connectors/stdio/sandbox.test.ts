import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { createMcpStdio } from '../../../src/connectors/stdio/mcpStdio.ts';
import { detectSandbox } from '../../../src/connectors/stdio/sandbox.ts';
import { ownServer, processesNaming, temporaryDir, textOf, toolCall } from './stdioKit.ts';

const searchPath = process.env['PATH'] ?? '';
const { kind } = await detectSandbox({ hiddenDirs: [], searchPath });
const host = fileURLToPath(new URL('fixtures/stdioHost.ts', import.meta.url));

describe(`server processes (confined by ${kind})`, () => {
  it.runIf(kind !== 'none')('do not outlive a router that is killed', async () => {
    const scratchDir = temporaryDir();
    const router = spawn(process.execPath, [host, scratchDir, searchPath], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await Promise.race([once(router.stdout, 'data'), once(router, 'exit')]);
    expect(String(line)).toBe('ok ok ok ok\n');
    expect(processesNaming(join(scratchDir, 'acct_a')).length).toBeGreaterThanOrEqual(4);
    router.kill('SIGKILL');
    await vi.waitFor(() => expect(processesNaming(join(scratchDir, 'acct_a'))).toEqual([]), { timeout: 5_000 });
  });

  it.runIf(kind === 'bwrap')('see their own directory and the network, and nothing that is hidden', async () => {
    const root = temporaryDir();
    const secret = join(root, 'data', 'master.key');
    mkdirSync(join(root, 'data'));
    writeFileSync(secret, 'key');
    const web = createServer((_request, response) => response.end('reached'));
    await once(web.listen(0, '127.0.0.1'), 'listening');
    const address = web.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const scratchDir = join(root, 'data', 'scratch');
    const hiddenFiles = [join(root, 'elsewhere.key')];
    for (const file of hiddenFiles) writeFileSync(file, 'what nobody may read');
    const stdio = createMcpStdio({ scratchDir, searchPath, hiddenDirs: [join(root, 'data')], hiddenFiles });
    const connector = ownServer('faultyServer', [], {
      LOOK_FOR: secret,
      READ: hiddenFiles.join(),
      URL: `http://127.0.0.1:${port}/`,
    });
    const run = async (tool: string) => textOf(await stdio.call(toolCall(connector, tool)));
    expect(await run('see')).toBe('false');
    expect(JSON.stringify(await run('read'))).not.toContain('what nobody may read');
    expect(await run('fetch')).toBe('reached');
    expect(await run('write')).toBe('written');
    expect(readFileSync(join(scratchDir, 'acct_a', 'stack_a', 'server_a', 'file'), 'utf8')).toBe('x');
    await stdio.close();
    web.close();
    expect(processesNaming(scratchDir)).toEqual([]);
  });
});
