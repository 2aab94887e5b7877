import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../src/core/lib/json.ts';
import { openService } from './service.ts';

const SOURCES = 'clients/python/src';
const FOLDER = 'test/sdks/python';

const { url, directUrl, apiKey, ids, close } = await openService();
afterAll(close);

/**
 * Runs a program to its end.
 * @returns its exit code, and its whole output
 */
async function run(program: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    PYTHONPATH: SOURCES,
    PYTHONDONTWRITEBYTECODE: '1',
    TOOLYARD_URL: url,
    TOOLYARD_DIRECT: directUrl,
    TOOLYARD_API_KEY: apiKey,
    TOOLYARD_IDS: JSON.stringify(ids),
  };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => chunks.push(part));
  child.stderr.on('data', (part: Buffer) => chunks.push(part));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  const code = await promise;
  return { code, output: Buffer.concat(chunks).toString() };
}

describe('the Python client', () => {
  it('calls, retries, pauses and fails as documented', { timeout: 180_000 }, async () => {
    const { code, output } = await run('python3', ['-W', 'error', '-m', 'unittest', 'discover', '-s', FOLDER, '-v']);
    const counts = output.match(/Python: .*|Ran \d+ tests/g) ?? [];
    process.stdout.write(`${counts.join('\n')}\n`);
    expect(code, output).toBe(0);
    expect(counts.length).toBe(5);
  });

  it('passes strict type checking', { timeout: 180_000 }, async () => {
    const { output } = await run(process.execPath, [
      'test/sdks/node_modules/pyright/index.js',
      '-p',
      'test/sdks',
      '--outputjson',
    ]);
    const report: unknown = JSON.parse(output);
    const summary = isRecord(report) && isRecord(report['summary']) ? report['summary'] : {};
    process.stdout.write(`pyright: ${summary['filesAnalyzed']} files\n`);
    expect(summary['errorCount'], output).toBe(0);
    expect(summary['filesAnalyzed']).toBeGreaterThan(15);
  });

  it('supports its oldest declared Python', () => {
    const manifest = readFileSync('clients/python/pyproject.toml', 'utf8');
    const config = readFileSync('test/sdks/pyrightconfig.json', 'utf8');
    const [, oldest] = /requires-python = ">=([\d.]+)"/.exec(manifest) ?? [];
    expect(config).toContain(`"pythonVersion": "${oldest}"`);
  });
});
