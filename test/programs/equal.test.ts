import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Installation, runJson, startInstallation } from '../cli/toolyard.ts';
import { clientOf, importLine } from './kit.ts';
import { fileOf, NO_NETWORK, PROGRAMS, type VendorProgram } from './programs.ts';

// Each test starts a third-party program twice.
vi.setConfig({ testTimeout: 180_000 });

const home = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-equal-')));
// The confined program is another user.
chmodSync(home, 0o755);
writeFileSync(join(home, 'note.txt'), 'seen\n');
let at: Installation;
beforeAll(async () => {
  at = await startInstallation('127.0.0.0/8,::1/128');
});
afterAll(async () => {
  await at?.close();
  rmSync(home, { recursive: true, force: true });
});

type Call = { readonly tool: string; readonly input: object };
type Compared = VendorProgram & { readonly calls: readonly Call[] };

const EVERYTHING: readonly Call[] = [
  { tool: 'echo', input: { message: 'hi' } },
  { tool: 'get-annotated-message', input: { messageType: 'error', includeImage: true } },
  { tool: 'get-structured-content', input: { location: 'New York' } },
  { tool: 'get-tiny-image', input: {} },
  { tool: 'get-resource-links', input: { count: 3 } },
  { tool: 'get-resource-reference', input: { resourceType: 'Text', resourceId: 1 } },
  { tool: 'trigger-long-running-operation', input: { duration: 1, steps: 2 } },
];

const reference = (name: string, args: readonly string[], calls: readonly Call[]): Compared => ({
  ...{ vendor: 'Model Context Protocol', package: `../../../node_modules/@modelcontextprotocol/${name}` },
  ...{ file: 'dist/index.js', args, reads: args, calls },
});
const note = { path: join(home, 'note.txt') };
const COMPARED: readonly Compared[] = [
  ...PROGRAMS.flatMap((program) => {
    const { call } = program;
    const more = program.package.endsWith('server-everything') ? EVERYTHING : [];
    return call ? [{ ...program, calls: [call, ...more] }] : [];
  }),
  reference(
    'server-filesystem',
    [home],
    [
      { tool: 'read_text_file', input: note },
      { tool: 'read_text_file', input: { path: join(home, 'absent.txt') } },
      { tool: 'get_file_info', input: { path: '/' } },
      { tool: 'list_directory', input: { path: home } },
      { tool: 'list_allowed_directories', input: {} },
    ],
  ),
  reference(
    'server-sequential-thinking',
    [],
    [
      {
        tool: 'sequentialthinking',
        input: { thought: 'a', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false },
      },
    ],
  ),
];

const idOf = ({ package: name }: VendorProgram): string =>
  `equal-${name.slice(name.lastIndexOf('@') + 1).replaceAll(/[^a-z0-9]+/g, '-')}`;

async function connectDirectly(program: VendorProgram): Promise<Client> {
  const { args, keys = {} } = program;
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, ...keys };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [fileOf(program), ...args],
      env,
      stderr: 'ignore',
      cwd: home,
    }),
  );
  return client;
}

/** Imports the server with its own names. */
async function importWithOwnNames(program: VendorProgram): Promise<string> {
  const id = idOf(program);
  await runJson(importLine(program, id), at.operator);
  const document = JSON.parse(JSON.stringify(await runJson(['server', 'export', id], at.operator)));
  const file = join(at.dir, `${id}.json`);
  writeFileSync(file, JSON.stringify({ ...document, toolPrefix: false }));
  await runJson(['server', 'import', file, '--id', id], at.operator);
  return id;
}

const settled = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return JSON.parse(JSON.stringify(await work()));
  } catch (error) {
    const { code, message } = Object(error);
    return { code, message };
  }
};

/** The named items of a list; none if the server declares the list and then refuses it. */
async function listed(key: string, work: () => Promise<object>): Promise<readonly Item[]> {
  const result = Object(await settled(work));
  return Array.isArray(result[key]) ? result[key] : [];
}
type Item = { readonly name: string; readonly uri: string; readonly arguments?: readonly { readonly name: string }[] };

/**
 * The server's answers as a client sees them, by name. Toolyard answers an unknown tool itself, and rules out tasks.
 */
async function seenBy(client: Client, calls: readonly Call[]): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  const note: Note = async (name, work) => void seen.set(name, await settled(work));
  const has = client.getServerCapabilities() ?? {};
  const { tools } = await client.listTools();
  for (const { execution: _, ...tool } of tools) seen.set(`tool ${tool.name}`, tool);
  for (const { tool: name, input } of calls)
    await note(`call ${name} ${JSON.stringify(input)}`, () => client.callTool({ name, arguments: { ...input } }));
  if (has.resources) {
    const resources = await listed('resources', () => client.listResources());
    for (const each of resources) seen.set(`resource ${each.uri}`, each);
    for (const { uri } of resources) await note(`read ${uri}`, () => client.readResource({ uri }));
    for (const each of await listed('resourceTemplates', () => client.listResourceTemplates()))
      seen.set(`template ${each.name}`, each);
    await note('unknown resource', () => client.readResource({ uri: 'test://absent' }));
  }
  if (has.prompts) await notePrompts(client, seen, note);
  return seen;
}

type Note = (name: string, work: () => Promise<unknown>) => Promise<void>;

async function notePrompts(client: Client, seen: Map<string, unknown>, note: Note): Promise<void> {
  const hasCompletions = client.getServerCapabilities()?.completions !== undefined;
  for (const each of await listed('prompts', () => client.listPrompts())) {
    seen.set(`prompt ${each.name}`, each);
    const inputs = each.arguments ?? [];
    const args = Object.fromEntries(inputs.map(({ name }) => [name, '1']));
    await note(`get ${each.name}`, () => client.getPrompt({ name: each.name, arguments: args }));
    const ref = { type: 'ref/prompt' as const, name: each.name };
    for (const { name } of hasCompletions ? inputs : [])
      await note(`complete ${each.name} ${name}`, () => client.complete({ ref, argument: { name, value: '' } }));
  }
}

/** A value as text, without the parts that differ between two runs: times, directories and network errors. */
function comparable(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  if (NO_NETWORK.test(text)) return 'no network';
  return text
    .replaceAll(/\/tmp\/toolyard-[\w/-]+/g, 'DIRECTORY')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d-]+Z/g, 'TIME')
    .replaceAll(/\d{1,2}:\d{2}:\d{2} [AP]M/g, 'TIME');
}

let compared = 0;

it.each(COMPARED)('$package', async (program) => {
  const direct = await connectDirectly(program);
  const right = await seenBy(direct, program.calls).finally(() => direct.close());
  const id = await importWithOwnNames(program);
  const client = await clientOf(at, id, program);
  const own = await seenBy(client, program.calls).finally(() => client.close());
  compared += right.size;
  const different = [...right].flatMap(([name, value]) => {
    const [here, there] = [own.get(name), value].map(comparable);
    return here === there ? [] : [`${name}: ${here} instead of ${there}`];
  });
  expect(different).toEqual([]);
});

it('compares definitions, results, resources, prompts, completions and errors', () => {
  process.stdout.write(`${compared} compared with a direct connection\n`);
  expect(compared).toBeGreaterThan(150);
});
