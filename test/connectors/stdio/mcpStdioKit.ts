import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findConfinement } from '../../../src/connectors/stdio/confinement.ts';
import { createMcpStdio, type McpStdioOptions } from '../../../src/connectors/stdio/mcpStdio.ts';
import type { ToolCall } from '../../../src/core/calls/connector.ts';
import { processesNaming, temporaryDir, textOf } from './stdioKit.ts';

/** A connector for child processes. Programs get directories in its scratch folder, for example as `HOME`. */
export function openMcpStdio() {
  const scratchDir = temporaryDir();
  const searchPath = pathWithoutSandbox();
  const confinement = findConfinement({ scratchDir, searchPath, isUnconfinedAllowed: true });
  const newStdio = (options: Partial<McpStdioOptions> = {}) =>
    createMcpStdio({ searchPath, scratchDir, confinement, ...options });
  const stdio = newStdio();
  return {
    scratchDir,
    stdio,
    /** Creates another connector instance. The test must close it. */
    newStdio,
    text: async (call: ToolCall) => textOf(await stdio.call(call)),
    /** @throws if a process outlives its connector */
    async close() {
      await stdio.close();
      expect(processesNaming(scratchDir)).toEqual([]);
    },
  };
}

/** A search path without any confinement tool, because process ids inside a namespace mean nothing outside. */
function pathWithoutSandbox(): string {
  const dir = temporaryDir();
  for (const program of ['setpriv', 'true']) {
    const path = (process.env['PATH'] ?? '')
      .split(':')
      .map((each) => join(each, program))
      .find(existsSync);
    if (path) symlinkSync(path, join(dir, program));
  }
  return dir;
}
