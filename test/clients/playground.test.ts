import { execFile, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/cli/clients/clients.ts';
import type { SnippetCall } from '../../web/src/pages/playground/snippets/call.ts';
import { isSnippetName, SNIPPET_LABELS, type SnippetName } from '../../web/src/pages/playground/snippets/names.ts';
import { pythonLiteral } from '../../web/src/pages/playground/snippets/python.ts';
import { SNIPPETS } from '../../web/src/pages/playground/snippets/snippets.ts';
import { type Provider, startProvider } from './provider.ts';
import { openEcho } from './server.ts';

const HOSTILE = `it's "$HOME" \`id\` $(id) \\ \n {{x}} ${'${'}1} é 🙂`;
const runFile = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

const { world, endpoint, close } = await openEcho();
let provider: Provider;
let env: Record<string, string>;
let call: SnippetCall;
beforeAll(async () => {
  provider = await startProvider();
  const { url, token, stackId } = endpoint;
  env = {
    PATH: process.env['PATH'] ?? '',
    TOOLYARD_API_KEY: world.account.apiKey,
    TOOLYARD_TOKEN: token,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: provider.url,
  };
  const endpointUrl = url.replace(/\/mcp$/, '');
  call = { ...NOTHING, baseUrl: world.url, stackId, toolId: 'demo_echo', input: { message: 'hi' }, endpointUrl };
});
afterAll(async () => {
  await close();
  await provider?.close();
});

const NOTHING = { select: '', maxBytes: null, endUser: '' };
const codeOf = (name: SnippetName, changes: Partial<SnippetCall> = {}): string =>
  SNIPPETS[name]({ ...call, ...changes }).code;

async function run(program: string, args: readonly string[]): Promise<string> {
  // Created here, because an `--eval` program resolves packages from its working directory.
  const { stdout } = await runFile(program, [...args], { env, cwd: import.meta.dirname });
  return stdout;
}

const runNode = (code: string): Promise<string> => run(process.execPath, ['--input-type=module', '--eval', code]);

const content = (text: string) => ({ result: { content: [{ type: 'text', text }] } });

describe('the call as curl', () => {
  it.each([
    ['plain', 'hi'],
    ['hostile', HOSTILE],
  ])('sends %s text as it is', async (_name, message) => {
    const answer = await run('sh', ['-ec', codeOf('curl', { input: { message } })]);
    expect(JSON.parse(answer)).toEqual(content(message));
  });

  it('prompts for the selected part', async () => {
    const answer = await run('sh', ['-ec', codeOf('curl', { select: 'content[0].text' })]);
    expect(JSON.parse(answer)).toEqual({ result: { data: 'hi' } });
  });

  it('limits the result and names the end user', async () => {
    const input = { message: 'x'.repeat(2_000) };
    const answer = await run('sh', ['-ec', codeOf('curl', { input, maxBytes: 1_000, endUser: 'ann' })]);
    expect(JSON.parse(answer).result).toHaveProperty('handle');
    expect(codeOf('curl', { endUser: "o'ann" })).toContain(String.raw`-H 'X-End-User: o'\''ann'`);
  });
});

const PROGRAMS: readonly SnippetName[] = ['openai', 'anthropic', 'vercel', 'langchain'];

describe('the call as a program', () => {
  it.each(PROGRAMS)('%s runs with any typed input: the model calls the tool and answers', async (name) => {
    const code = codeOf(name, {
      input: { message: HOSTILE },
      select: 'content[0].text',
      maxBytes: 1_000,
      endUser: 'ann',
    });
    expect((await runNode(code)).trim()).toMatch(/^The tool said .*hi/);
  });

  it('TypeScript calls the tool with our client, also for an end user', async () => {
    const client = pathToFileURL('clients/typescript/src/index.ts').href;
    for (const changes of [{ input: { message: HOSTILE } }, { select: 'content[0].text', endUser: 'ann' }]) {
      const answer = await runNode(codeOf('sdk', changes).replace('@toolyard/sdk', client));
      expect({ result: JSON.parse(answer) }).toEqual(
        'input' in changes ? content(HOSTILE) : { result: { data: 'hi' } },
      );
    }
  });

  it.skipIf(!hasPython)('Python calls the tool with our client, also for an end user', async () => {
    env = { ...env, PYTHONPATH: resolve('clients/python/src') };
    for (const changes of [{ input: { message: HOSTILE } }, { select: 'content[0].text', endUser: 'ann' }]) {
      const answer = await run('python3', ['-c', codeOf('sdkPython', changes)]);
      expect({ result: JSON.parse(answer) }).toEqual(
        'input' in changes ? content(HOSTILE) : { result: { data: 'hi' } },
      );
    }
  });

  it.skipIf(!hasPython)('python calls the tool', async () => {
    const answer = await run('python3', ['-c', codeOf('python', { input: { message: HOSTILE } })]);
    expect({ result: JSON.parse(answer) }).toEqual(content(HOSTILE));
  });

  it('python writes JSON as Python literals', () => {
    expect(pythonLiteral({ a: [true, null, 1.5], b: {}, 'c"': 'true' })).toBe(
      '{\n    "a": [\n        True,\n        None,\n        1.5,\n    ],\n    "b": {},\n    "c\\"": "true",\n}',
    );
  });
});

describe('the configuration of an MCP client', () => {
  it('equals what toolyard init writes for Claude Code', () => {
    const connection = { url: `${call.endpointUrl}/mcp`, variable: 'TOOLYARD_TOKEN', token: null };
    expect(JSON.parse(codeOf('mcp'))).toEqual({
      mcpServers: { toolyard: CLIENTS['claude-code'].entry(connection) },
    });
  });

  it('says where the address goes when there is none', () => {
    expect(codeOf('mcp', { endpointUrl: null })).toContain(`${world.url}/s/client_…/mcp`);
  });
});

describe('every snippet', () => {
  it.each(Object.keys(SNIPPET_LABELS).filter(isSnippetName))('%s names a variable and contains no secret', (name) => {
    const { code, secret } = SNIPPETS[name](call);
    expect(code).toContain(secret === 'apiKey' ? 'TOOLYARD_API_KEY' : 'TOOLYARD_TOKEN');
    expect(code).not.toMatch(/ty_\w|eyJ/);
  });
});
