import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { startProvider } from './provider.ts';
import { openEcho } from './server.ts';

const DIRECTORY = 'docs/snippets';

const { endpoint, close } = await openEcho();
const provider = await startProvider();
// A program finds its packages from where it lies: beside this folder's `node_modules`.
const home = mkdtempSync(join(import.meta.dirname, 'running-'));
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await close();
  await provider.close();
});

it.each(readdirSync(DIRECTORY).filter((name) => name.endsWith('.ts')))(
  '%s runs: the model calls the tool and answers',
  async (name) => {
    copyFileSync(join(DIRECTORY, name), join(home, name));
    const { stdout } = await promisify(execFile)(process.execPath, [join(home, name)], {
      env: {
        PATH: process.env['PATH'] ?? '',
        TOOLYARD_STACK_URL: endpoint.url.replace(/\/mcp$/, ''),
        TOOLYARD_TOKEN: endpoint.token,
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: `${provider.url}/v1`,
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: provider.url,
      },
    });
    expect(stdout.trim()).toMatch(/^The tool said .*hi/);
  },
);
