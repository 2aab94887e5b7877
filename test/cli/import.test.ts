import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { splitCommand } from '../../src/cli/serverImport.ts';
import { KEY, LIBRARY, startLibrary } from '../connectors/graphqlApi/library.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { type Installation, run, runJson, startInstallation, toolyard } from './toolyard.ts';

const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

let at: Installation;
let petshop: HttpApi;
let upstream: McpUpstream;
beforeAll(async () => {
  [at, petshop, upstream] = await Promise.all([
    startInstallation('127.0.0.1/32'),
    startHttpApi(),
    startUpstream('sessions'),
  ]);
});
afterAll(async () => {
  await at?.close();
  await petshop?.close();
  await upstream?.close();
});

type Imported = { server_id: string; tool_count: number; changed: boolean; warnings: unknown[] };
const importJson = async (...line: string[]): Promise<Imported> =>
  (await runJson(['server', 'import', ...line], at.operator)) as Imported;

it('reads tool names and descriptions from a table or list, and keeps them', async () => {
  const [file, table, json] = ['worded.yaml', 'words.csv', 'words.json'].map((name) => join(at.dir, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, stringify(petshop.document));
  writeFileSync(
    table,
    'operation,name,description\r\nGET /pets,all_pets,"Lists ""pets"", all of them"\r\nPOST /pets,,Adds one\r\n',
  );
  const base = ['--id', 'worded', '--base-url', `${petshop.url}/echo`];
  const wordsNow = async () => {
    const { tools } = (await runJson(['server', 'export', 'worded'], at.operator)) as {
      tools: { name: string; description: string }[];
    };
    return tools.map(({ name, description }) => `${name}: ${description}`);
  };
  await importJson(file, ...base, '--wording', table);
  expect(await wordsNow()).toEqual(
    expect.arrayContaining(['all_pets: Lists "pets", all of them', expect.stringMatching(/: Adds one$/)]),
  );
  expect(await runJson(['server', 'refresh', 'worded'], at.operator)).toMatchObject({ changed: false });
  writeFileSync(json, JSON.stringify([{ operation: 'GET /pets', name: 'pets_of_all' }]));
  await importJson(file, ...base, '--wording', json);
  expect(await wordsNow()).toEqual(expect.arrayContaining([expect.stringMatching(/^pets_of_all: /)]));
  writeFileSync(table, 'path,name\n/pets,x\n');
  expect(await run(['server', 'import', file, ...base, '--wording', table], at.operator)).toMatchObject({
    code: 2,
    err: expect.stringContaining('the first line must have the columns operation,name,description'),
  });
  writeFileSync(json, '[{"operation": ');
  const broken = await run(['server', 'import', file, ...base, '--wording', json, '--json'], at.operator);
  expect(broken.code).toBe(2);
  expect(JSON.parse(broken.err)).toEqual({
    error: { code: 'invalid_input', message: 'The file of --wording is not valid JSON' },
  });
});

it('imports an OpenAPI file with its own base address, and reimports it from any directory', async () => {
  const file = join(at.dir, 'petshop.yaml');
  writeFileSync(file, stringify(petshop.document));
  const imported = await importJson(file, '--id', 'petshop', '--base-url', `${petshop.url}/echo`);
  expect(imported).toMatchObject({ server_id: 'petshop', changed: true });
  expect(imported.tool_count).toBeGreaterThan(5);
  expect(await importJson(file, '--id', 'petshop', '--base-url', `${petshop.url}/echo`)).toMatchObject({
    changed: false,
  });
  const { paths } = petshop.document as { paths: Record<string, unknown> };
  writeFileSync(file, JSON.stringify({ ...petshop.document, paths: { '/pets': paths['/pets'] } }));
  expect(await runJson(['server', 'refresh', 'petshop'], at.operator)).toMatchObject({ changed: true, tool_count: 2 });
  const exported = await runJson(['server', 'export', 'petshop'], at.operator);
  expect(exported).toMatchObject({ connector: { kind: 'openapi', baseUrl: `${petshop.url}/echo`, source: file } });
});

it('imports selected operations, keeps the selection, and undoes it', async () => {
  const file = join(at.dir, 'chosen.json');
  writeFileSync(file, JSON.stringify(petshop.document));
  const base = ['--id', 'chosen', '--base-url', `${petshop.url}/echo`];
  const chosen = await importJson(file, ...base, '--include', '/pets/**', '--exclude', 'id:createPet');
  const { tools, connector } = (await runJson(['server', 'export', 'chosen'], at.operator)) as {
    tools: { name: string }[];
    connector: object;
  };
  expect(connector).toMatchObject({
    operations: { include: { paths: ['/pets/**'] }, exclude: { ids: ['createPet'] } },
  });
  const names = tools.map(({ name }) => name);
  expect(names).toContain('listPets');
  expect(names).not.toContain('createPet');
  expect(await runJson(['server', 'refresh', 'chosen'], at.operator)).toMatchObject({ changed: false });
  const before = await runJson(['server', 'export', 'chosen'], at.operator);
  expect(await importJson(file, ...base, '--include', 'all', '--exclude', 'id:listPets', '--dry-run')).toMatchObject({
    replaces: 'chosen',
    changed: true,
    added_tools: expect.arrayContaining(['chosen_createPet']),
    changed_tools: [],
    removed_tools: ['chosen_listPets'],
  });
  const moved = ['--id', 'chosen', '--base-url', `${petshop.url}/moved`, '--dry-run'];
  expect(await importJson(file, ...moved)).toMatchObject({
    added_tools: [],
    changed_tools: names.map((name) => `chosen_${name}`),
    removed_tools: [],
  });
  expect(await runJson(['server', 'export', 'chosen'], at.operator)).toEqual(before);
  const all = await importJson(file, ...base, '--include', 'all');
  expect(all.tool_count).toBeGreaterThan(chosen.tool_count);
  expect(await run(['server', 'import', file, ...base, '--include', 'tag:none'], at.operator)).toMatchObject({
    code: 2,
    err: expect.stringContaining('No operations of the OpenAPI document are selected'),
  });
});

it('imports this service’s own document with the credential field and tool that the README names', async () => {
  const readme = readFileSync('README.md', 'utf8');
  const walk = /stack set-credentials research toolyard (\w+)=/.exec(readme)?.[1];
  const tool = /stack add-server research toolyard --tool (\w+)/.exec(readme)?.[1];
  await importJson('openapi.json', '--id', 'toolyard', '--base-url', petshop.url);
  expect(await runJson(['server', 'export', 'toolyard'], at.operator)).toMatchObject({
    credentials: expect.arrayContaining([expect.objectContaining({ id: walk })]),
    tools: expect.arrayContaining([expect.objectContaining({ name: tool?.replace(/^toolyard_/, '') })]),
  });
});

it('imports an MCP server by address, and refreshes it', async () => {
  const imported = await importJson(upstream.url, '--id', 'far', '--name', 'Far away');
  expect(imported).toMatchObject({ server_id: 'far', name: 'Far away', changed: true });
  expect(imported.tool_count).toBeGreaterThan(0);
  expect(await runJson(['server', 'refresh', 'far'], at.operator)).toMatchObject({
    changed: false,
    tool_count: imported.tool_count,
  });
  const notOwn = await run(['server', 'refresh', 'far', '--account', at.world.account.id], at.operator);
  expect(notOwn).toMatchObject({ code: 3, err: 'Server far not found' });
});

it('omits the same tools of a shipped program when it is refreshed', async () => {
  const document = JSON.parse(readFileSync('catalogue/everything.json', 'utf8'));
  const [tool] = document.tools;
  for (const id of ['everything', 'everything-copy']) {
    await at.world.saveServer({ ...document, id, tools: [{ ...tool, description: 'as it was' }] });
    const refreshed = await runJson(['server', 'refresh', id], at.operator);
    expect(refreshed).toMatchObject({ changed: true, tool_count: document.tools.length });
    expect(refreshed).toMatchObject({
      warnings: expect.arrayContaining([{ tool: 'get-env', reason: expect.stringContaining('does not offer') }]),
    });
    expect(await runJson(['server', 'export', id], at.operator)).toMatchObject({ tools: document.tools });
  }
});

it('says at a terminal that a program starts, or that npx installs it', async () => {
  const importAt = (line: string, ask: (() => Promise<string>) | null = async () => '') =>
    run(['server', 'import', '--dry-run', '--command', line, '--id', 'said'], at.operator, '', ask);
  const near = `"${process.execPath}" "${EVERYTHING}" stdio`;
  expect((await importAt(near)).err).toContain('Starting the program to read its tools');
  expect((await importAt(near, null)).err).toBe('');
  // Without a network, npx fails at once.
  expect((await importAt('npx -y @example/none')).err).toContain('Installing the package and starting it');
});

it('imports an MCP server run by a command, and a stack can call it', async () => {
  const imported = await importJson('--command', `"${process.execPath}" "${EVERYTHING}" stdio`, '--id', 'near');
  expect(imported.tool_count).toBeGreaterThan(5);
  await runJson(['stack', 'create', '--name', 's'], at.api);
  await runJson(['stack', 'add-server', 's', 'near', '--tool', 'near_echo'], at.api);
  const { code, out } = await run(['call', 's', 'near_echo', '--input', '{"message":"hi"}'], at.api);
  expect({ code, out }).toEqual({ code: 0, out: 'Echo: hi' });
});

const FAULTY = join(import.meta.dirname, '../connectors/stdio/fixtures/faultyServer.ts');
const inEnv = { id: 'api_key', required: true, secret: true, placement: { in: 'env', name: 'API_KEY' } };
const command = `"${process.execPath}" "${FAULTY}"`;

it('declares environment variables of a program as credentials, and needs them for discovery', async () => {
  const line = ['--command', command, '--id', 'keyed-program', '--env', 'API_KEY'];
  const refused = await run(['server', 'import', ...line], at.operator);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('/credentials/api_key: needed: API_KEY') });
  const imported = await importJson(...line, '--credential', 'api_key=sk-canary');
  expect(imported).toMatchObject({ required_credentials: ['api_key'], tool_count: 2 });
  const exported = await runJson(['server', 'export', 'keyed-program'], at.operator);
  expect(exported).toMatchObject({ credentials: [inEnv] });
  const elsewhere = await run(['server', 'import', 'openapi.json', '--env', 'API_KEY'], at.operator);
  expect(elsewhere).toMatchObject({ code: 2, err: expect.stringContaining('--env requires --command') });
});

it('imports a server from a client’s configuration file, and stores none of its secrets', async () => {
  const file = join(at.dir, 'mcp.json');
  const program = { command: process.execPath, args: [FAULTY], env: { API_KEY: 'sk-canary-4711' } };
  writeFileSync(file, JSON.stringify({ mcpServers: { Notes: program, far: { url: upstream.url } } }));
  const refused = await run(['server', 'import', file], at.operator);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('choose one with --server: Notes, far') });
  expect(await importJson(file, '--server', 'Notes')).toMatchObject({ server_id: 'notes', tool_count: 2 });
  const { code, out } = await run(['server', 'export', 'notes'], at.operator);
  expect({ code, isStored: out.includes('sk-canary') }).toEqual({ code: 0, isStored: false });
  expect(JSON.parse(out)).toMatchObject({ name: 'Notes', credentials: [inEnv] });
  expect(await importJson(file, '--server', 'far', '--id', 'far-too')).toMatchObject({ server_id: 'far-too' });
});

it('needs credentials for a registry server that lists tools only after authentication', async () => {
  const file = join(at.dir, 'server.json');
  const header = { name: 'X-Key', isRequired: true, isSecret: true };
  const remote = { type: 'streamable-http', url: upstream.url, headers: [header] };
  writeFileSync(file, JSON.stringify({ name: 'io.example/keyed', description: 'd', version: '1', remotes: [remote] }));
  const refused = await run(['server', 'import', file], at.operator);
  expect(refused).toMatchObject({ code: 2, out: '' });
  const [, field = ''] = /\/credentials\/(\w+): needed/.exec(refused.err) ?? [];
  writeFileSync(join(at.dir, 'key.txt'), 'hunter2\n');
  const imported = await importJson(file, '--credential', `${field}=@${join(at.dir, 'key.txt')}`);
  expect(imported).toMatchObject({ required_credentials: [field] });
  expect(upstream.requests.some(({ headers }) => headers.get('x-key') === 'hunter2')).toBe(true);
});

it.each([
  ['npx -y pkg', 'npx', ['-y', 'pkg']],
  [`node "a b.js" 'c d' e`, 'node', ['a b.js', 'c d', 'e']],
  ['', '', []],
])('splits %j into a program and its arguments', (line, command, args) => {
  expect(splitCommand(line)).toEqual({ command, args });
});

const MIB = 1_048_576;
const longDocument = (bytes: number): string => {
  const document = { ...petshop.document, 'x-padding': '' };
  return JSON.stringify({ ...document, 'x-padding': 'x'.repeat(bytes - JSON.stringify(document).length) });
};

it('reads a file of 32 MiB, refuses one byte more, and reads standard input for -', async () => {
  const file = join(at.dir, 'long.json');
  const only = ['--base-url', petshop.url, '--include', 'id:listPets'];
  writeFileSync(file, longDocument(32 * MIB));
  expect(await importJson(file, '--id', 'long', ...only)).toMatchObject({ server_id: 'long', tool_count: 1 });
  writeFileSync(file, longDocument(32 * MIB + 1));
  const refused = await run(['server', 'import', file, '--id', 'longer'], at.operator);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('The document is larger than 32 MiB') });
  const piped = await toolyard(['server', 'import', '-', '--id', 'piped', ...only], at.operator, longDocument(2 * MIB));
  expect(piped).toMatchObject({ code: 0, out: expect.stringContaining('piped') });
  expect(await runJson(['server', 'export', 'piped'], at.operator)).not.toHaveProperty('connector.source');
});

it('imports a GraphQL API from its address or its schema, and refreshes it', async () => {
  const library = await startLibrary();
  try {
    const credential = ['--credential', `token=${KEY}`];
    const base = ['--id', 'library', '--credential-in', 'bearer'];
    const imported = await importJson(library.url, ...base, ...credential);
    expect(imported).toMatchObject({ server_id: 'library', tool_count: 10, changed: true });
    const file = join(at.dir, 'schema.graphql');
    writeFileSync(file, LIBRARY);
    expect(await importJson(file, ...base, '--base-url', library.url)).toMatchObject({ changed: false });
    expect(await runJson(['server', 'refresh', 'library', ...credential], at.operator)).toMatchObject({
      changed: false,
    });
    const refused = await run(['server', 'import', file, '--id', 'nowhere'], at.operator);
    expect(refused.err).toContain('give it as base URL');
  } finally {
    library.close();
  }
});
