import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryPage } from '../connectors/registry/page.ts';
import { type StandInRegistry, startRegistry } from '../connectors/registry/standIn.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf, run } from './ask.ts';
import { RegistryServerDocument, RegistryServersDocument } from './operations/registry.ts';
import { type Sources, startSources } from './sources.ts';

let registry: StandInRegistry;
let at: Sources;
let world: World;
let off: World;
beforeAll(async () => {
  at = await startSources();
  registry = await startRegistry(() => registryPage(at.upstream.url, at.signedIn.url, at.locked.url));
  world = await startWorld({
    egressAllow: '127.0.0.1/32',
    config: { registry: { url: registry.url, publicAccount: null } },
  });
  off = await startWorld({ config: { registry: { url: null, publicAccount: null } } });
});
afterAll(async () => {
  await Promise.all([world, off].map((each) => each.close()));
  await registry.close();
  await at.close();
});

type PageRequest = { readonly search?: string; readonly first?: number; readonly after?: string };
const browse = (request: PageRequest = {}, on: World = world) =>
  run(on.url, on.account.apiKey, RegistryServersDocument, request);
const namesOf = (page: { readonly nodes: readonly { readonly name: string }[] } | null) =>
  page?.nodes.map(({ name }) => name);

/** The default values of an entry. */
const entryAt = (name: string, more: object) => ({
  name,
  title: null,
  version: '1.0.0',
  status: 'ACTIVE',
  updatedAt: '2026-02-03T04:05:06.789Z',
  website: null,
  repository: null,
  remotes: [],
  packages: [],
  way: 'NONE',
  reason: null,
  commandLine: null,
  credentialFields: [],
  documentUrl: `${registry.url}/v0.1/servers/${encodeURIComponent(name)}/versions/1.0.0`,
  ...more,
});

describe('browsing the registry', () => {
  it('shows each entry of a page completely, and the resulting server', async () => {
    const NO_WAY = 'supported are streamable-http, sse and stdio packages of npm, pypi, oci';
    const url = at.upstream.url;
    const npm = (identifier: string, version: string) => ({
      packages: [{ registryType: 'npm', identifier, version, transport: 'stdio' }],
    });
    expect(await browse()).toEqual({
      registryUrl: registry.url,
      endCursor: null,
      unreadCount: 0,
      nodes: [
        entryAt('io.example/echo', {
          title: 'Echo',
          description: 'Says what it hears',
          website: 'https://echo.example/about',
          repository: 'https://github.com/example/echo',
          remotes: [{ type: 'streamable-http', url }],
          way: 'IMPORT',
        }),
        entryAt('com.weather/forecast', {
          title: 'Forecast',
          description: 'Weather by place',
          remotes: [{ type: 'streamable-http', url: `${url}/{region}` }],
          way: 'IMPORT',
          credentialFields: [
            { id: 'region', name: 'region', isRequired: true, isSecret: false },
            { id: 'key', name: 'key', isRequired: true, isSecret: true },
          ],
        }),
        entryAt('io.example/files', {
          description: 'Reads files',
          ...npm('@example/files', '2.1.0'),
          way: 'OPERATOR',
          commandLine: String.raw`npx -y @example/files@2.1.0 '--greeting=it'\''s me'`,
          credentialFields: [{ id: 'files_key', name: 'FILES_KEY', isRequired: true, isSecret: true }],
        }),
        entryAt('io.example/python', {
          description: 'Runs by uvx',
          packages: [{ registryType: 'pypi', identifier: 'example-mcp', version: '0.3.1', transport: 'stdio' }],
          way: 'OPERATOR',
          commandLine: 'uvx example-mcp@0.3.1',
        }),
        entryAt('io.example/old-ways', {
          description: 'Speaks a transport of its own',
          remotes: [{ type: 'websocket', url: `${url}/socket` }],
          reason: `The server offers websocket; ${NO_WAY}`,
        }),
        entryAt('io.example/needs-a-folder', {
          description: 'Wants an argument that only a person knows',
          ...npm('needs-a-folder', '1.0.0'),
          reason: 'The argument folder needs a value on import',
        }),
        entryAt('io.example/given-up', {
          description: 'Nobody looks after it',
          status: 'DEPRECATED',
          reason: `The server offers no transport; ${NO_WAY}`,
        }),
        entryAt('io.example/signed-in', {
          description: 'Lists its tools after a sign-in',
          remotes: [{ type: 'streamable-http', url: at.signedIn.url }],
          way: 'IMPORT',
        }),
        entryAt('io.example/locked', {
          description: 'Lists its tools with a key',
          remotes: [{ type: 'streamable-http', url: at.locked.url }],
          way: 'IMPORT',
          credentialFields: [{ id: 'authorization', name: 'Authorization', isRequired: true, isSecret: true }],
        }),
      ],
    });
  });

  it('pages, and finds entries by words', async () => {
    const names: string[] = [];
    let after: string | undefined;
    do {
      const page = await browse({ first: 4, ...(after !== undefined && { after }) });
      names.push(...(namesOf(page) ?? []));
      after = page?.endCursor ?? undefined;
    } while (after !== undefined);
    expect(names).toEqual(namesOf(await browse()));
    expect(namesOf(await browse({ search: ' Weather ' }))).toEqual(['com.weather/forecast']);
    expect(registry.requests).toContain('/v0.1/servers?version=latest&limit=30&search=Weather');
    expect(await browse({ search: 'no such server' })).toMatchObject({ nodes: [], endCursor: null });
  });

  it('shows one entry, and null for an unknown name or version', async () => {
    const one = (name: string, version?: string) =>
      run(world.url, world.account.apiKey, RegistryServerDocument, { name, ...(version !== undefined && { version }) });
    const entry = { name: 'io.example/files', version: '1.0.0', documentUrl: expect.stringMatching(/^http/) };
    expect(await one('io.example/files')).toEqual(entry);
    expect(await one('io.example/files', '1.0.0')).toEqual(entry);
    expect(await one('io.example/files', '9.9.9')).toBe(null);
    expect(await one('io.example/none')).toBe(null);
  });

  it('refuses an invalid request', async () => {
    const refused = [
      'registryServers(first: 0) { endCursor }',
      'registryServers(first: 101) { endCursor }',
      `registryServers(search: "${'x'.repeat(201)}") { endCursor }`,
      'registryServers(after: "") { endCursor }',
      'registryServer(name: "../v0.1/servers") { name }',
      'registryServer(name: "a/b/../c") { name }',
      'registryServer(name: "a/b", version: "") { name }',
    ];
    for (const field of refused) {
      const { errors } = await ask(world.url, world.account.apiKey, `{ ${field} }`);
      expect(errors, field).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    }
    expect(refused).toHaveLength(7);
  });

  it('is null if the operator has turned it off, and an error if it fails', async () => {
    expect(await browse({}, off)).toBe(null);
    const query = '{ registryServer(name: "io.example/echo") { name } }';
    expect(await dataOf(ask(off.url, off.account.apiKey, query))).toEqual({ registryServer: null });
    registry.misbehave((_request, response) => {
      response.writeHead(500).end();
      return true;
    });
    const { errors } = await ask(
      world.url,
      world.account.apiKey,
      '{ registryServers(search: "broken") { endCursor } }',
    );
    registry.misbehave(null);
    expect(errors).toMatchObject([
      {
        message: 'The registry cannot be read: it answers with status 500',
        extensions: { code: 'UNAVAILABLE' },
      },
    ]);
  });
});
