import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Model, startProvider, WILLING } from './provider.ts';
import { openEcho } from './server.ts';

// Each test starts a program.
vi.setConfig({ testTimeout: 180_000 });

const DIRECTORY = 'docs/snippets';
/** An interpreter with the packages of the Python snippets. Those that it lacks are printed. */
const PYTHON = process.env['TOOLYARD_TEST_PYTHON'] ?? 'python3';
const PROGRAMS: Readonly<Record<string, string>> = { ts: process.execPath, py: PYTHON };
const extensionOf = (name: string): string => name.split('.').at(-1) ?? '';
const LIBRARY = resolve('clients/python/src');

/** The packages that a Python program imports and its interpreter lacks. Also compiles the program. */
const LACKING = `
import ast, importlib.util, sys
tree = ast.parse(open(sys.argv[1]).read())
names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
names |= {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
print(*sorted({name.split(".")[0] for name in names if importlib.util.find_spec(name.split(".")[0]) is None}))`;

const lackingOf = (name: string): string =>
  extensionOf(name) === 'py'
    ? execFileSync(PYTHON, ['-c', LACKING, join(DIRECTORY, name)], {
        env: { ...process.env, PYTHONPATH: LIBRARY },
        encoding: 'utf8',
      }).trim()
    : '';

const programs: string[] = [];
for (const name of readdirSync(DIRECTORY).filter((each) => extensionOf(each) in PROGRAMS)) {
  const lacking = lackingOf(name);
  if (lacking === '') programs.push(name);
  else process.stdout.write(`${name} isn't run: ${PYTHON} has no ${lacking}\n`);
}
/** In these snippets the provider calls the tools itself. */
const HOSTED = ['anthropic-mcp.ts', 'openai-mcp.ts'];
const loops = programs.filter((name) => !HOSTED.includes(name));
const STEPS_MAX = 11;

const { world, endpoint, close } = await openEcho();
// A program resolves packages from its location, so it is created next to this folder's `node_modules`.
const home = mkdtempSync(join(import.meta.dirname, 'running-'));
for (const name of programs) copyFileSync(join(DIRECTORY, name), join(home, name));
// The client library, from its sources.
const library = join(home, 'node_modules/@toolyard/sdk');
mkdirSync(library, { recursive: true });
writeFileSync(join(library, 'package.json'), '{ "type": "module", "exports": "./index.ts" }');
symlinkSync(resolve('clients/typescript/src/index.ts'), join(library, 'index.ts'));
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await close();
});

/** Runs a program to its end; `problem` is its error output. */
async function run(name: string, model: Model, token = endpoint.token) {
  const provider = await startProvider(model);
  const env = {
    PATH: process.env['PATH'] ?? '',
    TOOLYARD_STACK_URL: endpoint.url.replace(/\/mcp$/, ''),
    TOOLYARD_URL: world.url,
    TOOLYARD_CLIENT_ID: endpoint.clientId,
    TOOLYARD_TOKEN: token,
    PYTHONPATH: LIBRARY,
    PYTHONDONTWRITEBYTECODE: '1',
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${provider.url}/v1`,
    // Traces would go to the real provider.
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: provider.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // The folder for its state.
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: provider.url,
  };
  const run = promisify(execFile)(PROGRAMS[extensionOf(name)] ?? '', [join(home, name)], { env });
  const ended = await run.then(
    ({ stdout }) => ({ stdout: stdout.trim(), problem: null }),
    (error: { stderr: string }) => ({ stdout: '', problem: error.stderr }),
  );
  await provider.close();
  return { ...ended, requestCount: provider.requestCount() };
}

it.each(programs)('%s runs: the model calls the tool and answers', async (name) => {
  const { stdout, problem } = await run(name, WILLING);
  expect({ stdout, problem }).toEqual({ stdout: expect.stringMatching(/^The tool said .*hi/), problem: null });
});

describe.each(loops)('%s', (name) => {
  it('tells the model about a failed call', async () => {
    const { stdout, problem } = await run(name, { ...WILLING, input: {} });
    const reply = expect.stringMatching(
      /^The tool said .*(Invalid input|required property|not match expected schema)/s,
    );
    expect({ stdout, problem }).toEqual({ stdout: reply, problem: null });
  });

  it('stops when the model calls tools endlessly', async () => {
    const { problem, requestCount } = await run(name, { ...WILLING, isStubborn: true });
    expect({ problem, isBound: requestCount <= STEPS_MAX }).toEqual({ problem: expect.any(String), isBound: true });
    expect(requestCount).toBeGreaterThan(5);
  });

  it('does not ask the model without a tool list', async () => {
    const { problem, requestCount } = await run(name, WILLING, 'expired');
    expect({ problem, requestCount }).toEqual({
      problem: expect.stringMatching(/401|[Uu]nauthorized|token/),
      requestCount: 0,
    });
  });
});
