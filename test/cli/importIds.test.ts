import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerShippedServers } from '../../src/core/marketplace/shipped.ts';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { type Installation, run, runJson, startInstallation, toolyard } from './toolyard.ts';

let at: Installation;
let petshop: HttpApi;
beforeAll(async () => {
  [at, petshop] = await Promise.all([startInstallation(), startHttpApi()]);
});
afterAll(async () => {
  await at?.close();
  await petshop?.close();
});

const importJson = (...line: string[]) => runJson(['server', 'import', ...line], at.operator);

it('replaces no other server through an id from the source', async () => {
  const file = join(at.dir, 'twice.json');
  const write = (baseUrl: string, name: string) =>
    writeFileSync(file, JSON.stringify({ id: 'twice', name, connector: { kind: 'http', baseUrl } }));
  const refused = (why: string) => ({
    code: 2,
    out: '',
    err: expect.stringMatching(`Server twice ${why}.*--id.*--replace`),
  });
  write('https://one.example.com', 'One');
  expect(await importJson(file)).toMatchObject({ changed: true });
  write('https://one.example.com', 'One, again');
  expect(await importJson(file)).toMatchObject({ changed: true });
  const hidden = await run(['server', 'import', file, '--account', at.world.account.id], at.operator);
  expect(hidden).toMatchObject(refused('is in the marketplace'));
  write('https://two.example.com', 'Two');
  expect(await run(['server', 'import', file], at.operator)).toMatchObject(refused('already exists'));
  expect(await importJson(file, '--replace')).toMatchObject({ changed: true });
  write('https://three.example.com', 'Three');
  expect(await importJson(file, '--id', 'twice')).toMatchObject({ changed: true });
});

it('gives a document whose id is taken a stable unique id', async () => {
  const file = join(at.dir, 'taken.json');
  const { document } = petshop;
  writeFileSync(file, JSON.stringify({ ...document, info: { title: 'Taken', version: '1' } }));
  const shipped = { id: 'taken', name: 'Taken', connector: { kind: 'http', baseUrl: 'https://taken.example.com' } };
  await offerShippedServers(at.world.operator, [shipped]);
  const base = ['--base-url', `${petshop.url}/echo`];
  // The second import also finds the first in the marketplace.
  const owners = [
    ['taken-2', []],
    ['taken-3', ['--account', at.world.account.id]],
  ] as const;
  for (const [id, owner] of owners) {
    const words = { tool: '', reason: expect.stringContaining(`has a server taken already: this one is called ${id}`) };
    const imported = await importJson(file, ...base, ...owner);
    expect(imported).toMatchObject({ server_id: id, changed: true, warnings: [words] });
    expect(await importJson(file, ...base, ...owner)).toMatchObject({ server_id: id, changed: false });
  }
  const replaced = await importJson(file, ...base, '--replace');
  expect(replaced).toMatchObject({ server_id: 'taken', changed: true, warnings: [] });
});

it('replaces no shipped server without explicit consent', async () => {
  const file = join(at.dir, 'shipped.json');
  const document = { id: 'shipped', name: 'Shipped', connector: { kind: 'http', baseUrl: 'https://s.example.com' } };
  await offerShippedServers(at.world.operator, [document]);
  writeFileSync(file, JSON.stringify(document));
  expect(await importJson(file)).toMatchObject({ changed: false });
  writeFileSync(file, JSON.stringify({ ...document, name: 'Mine' }));
  const refused = await run(['server', 'import', file], at.operator);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Server shipped comes with Toolyard') });
  expect(await importJson(file, '--replace')).toMatchObject({ changed: true });
  writeFileSync(file, JSON.stringify({ ...document, name: 'Still mine' }));
  expect(await importJson(file)).toMatchObject({ changed: true });
});

it('says which credentials individual tools need when no field is required by all', async () => {
  const file = join(at.dir, 'keys.json');
  const tool = (name: string, credentials: string[][]) => ({
    ...{ name, inputSchema: { type: 'object' } },
    request: { kind: 'template', method: 'GET', path: '/', credentials },
  });
  const credentials = ['bot', 'user', 'proof'].map((id) => ({ id, name: id, required: false }));
  const tools = [tool('read', [['bot'], ['user', 'proof']]), tool('post', [['bot']]), tool('list', [['bot']])];
  const connector = { kind: 'http', baseUrl: 'https://keys.example.com' };
  writeFileSync(file, JSON.stringify({ id: 'keys', name: 'Keys', connector, credentials, tools }));
  const { out } = await run(['server', 'import', file], at.operator);
  expect(out).toMatch(/^Required credentials +by tool$/m);
  expect(out).toMatch(/^Needed by tool +bot for 2 tools, bot or user and proof for 1 tool$/m);
  expect(await importJson(file)).toMatchObject({
    required_credentials: [],
    tool_credentials: [
      { sets: [['bot']], tool_count: 2 },
      { sets: [['bot'], ['user', 'proof']], tool_count: 1 },
    ],
  });
  await runJson(['stack', 'create', '--name', 'none'], at.api);
  const { err } = await toolyard(['stack', 'add-server', 'none', 'keys'], at.api);
  expect(err).toContain('no tools are enabled: pass --all or --tool');
  expect((await run(['stack', 'show', 'none'], at.api)).out).toMatch(/^keys +Keys +0 +optional$/m);
});
