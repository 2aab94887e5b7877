import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOfDocument } from '../../../src/connectors/openapi/files.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { importServer, previewServer } from '../../../src/core/marketplace/importServer.ts';
import { type Installation, runJson, startInstallation } from '../../cli/toolyard.ts';
import { uploadsOf } from '../../graphql/uploadKit.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';

/** A document like DigitalOcean's: operations, parameters, bodies and schemas in separate files, in both forms. */
const FILES: Readonly<Record<string, string>> = {
  'openapi.yml': `
openapi: 3.0.3
info: { title: Cloud, version: '1' }
servers: [{ url: https://cloud.example }]
components: { schemas: { Tag: { type: string, maxLength: 9 } } }
paths:
  /droplets:
    get: { $ref: 'resources/list.yml' }
    post: { $ref: resources/create.yml }
    delete: { $ref: './resources/destroy.json#/operation' }
  /tags: { $ref: resources/tags.yml#/paths/~1tags }
`,
  'resources/list.yml': `
operationId: list
parameters: [{ $ref: '../shared/page.yml#/page' }, { $ref: '../shared/page.yml#/per' }]
`,
  'resources/create.yml': `
operationId: create
requestBody: { required: true, content: { application/json: { schema: { $ref: models/droplet.yml } } } }
`,
  'resources/models/droplet.yml': `
type: object
required: [name]
properties:
  name: { type: string }
  tag: { $ref: '../../openapi.yml#/components/schemas/Tag' }
  region: { $ref: '#/definitions/region' }
definitions: { region: { type: string, enum: [a, b] } }
`,
  'resources/destroy.json': JSON.stringify({
    operation: {
      operationId: 'destroy',
      parameters: [{ in: 'query', name: 'tag_name', required: true, schema: { type: 'string' } }],
    },
  }),
  'resources/tags.yml': `
paths: { /tags: { get: { operationId: tags, parameters: [{ in: query, name: q, schema: { $ref: missing.yml } }] } } }
`,
  'shared/page.yml': `
page: { in: query, name: page, schema: { type: integer } }
per: { in: query, name: per_page, schema: { type: integer, maximum: 200 } }
`,
};

const TOOLS = {
  list: ['page', 'per_page'],
  create: ['name', 'tag', 'region'],
  destroy: ['tag_name'],
  tags: ['q'],
};

const zipped = (folder = ''): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`${folder}${name}`, strToU8(text)])));

const requested: string[] = [];
const server = createServer((request, response) => {
  requested.push(request.url ?? '');
  const name = (request.url ?? '').slice('/v2/'.length);
  const text = name === 'cloud.zip' ? zipped('cloud-main/') : FILES[name];
  response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text);
});
const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
const { ctx } = world.account;
let at: Installation;
beforeAll(async () => {
  at = await startInstallation('127.0.0.1/32');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(at.dir, 'cloud', name)), { recursive: true });
    writeFileSync(join(at.dir, 'cloud', name), text);
  }
  writeFileSync(join(at.dir, 'cloud.zip'), zipped());
});
afterAll(async () => {
  await at?.close();
  await world.close();
  server.close();
});

const shape = (tools: readonly { readonly name: string; readonly inputSchema: unknown }[]) =>
  Object.fromEntries(
    tools.map(({ name, inputSchema }) => [name, Object.keys(JSON.parse(JSON.stringify(inputSchema)).properties)]),
  );

const exported = async (id: string) =>
  shape(
    ((await runJson(['server', 'export', id], at.operator)) as { readonly tools: Parameters<typeof shape>[0] }).tools,
  );

describe('a document in several files is read completely', () => {
  it('from its URL, reading each file once', async () => {
    await importServer(ctx, { source: { openApi: { url: `${origin}/v2/openapi.yml` } }, id: 'cloud' } as object);
    const rows = await ctx.db.tool.findMany({ where: { server: { slug: toServerId('cloud') } } });
    expect(shape(rows.map(({ name, inputSchema }) => ({ name, inputSchema: JSON.parse(inputSchema) })))).toEqual(TOOLS);
    const paths = [...Object.keys(FILES), 'resources/missing.yml'].map((name) => `/v2/${name}`);
    expect(requested.toSorted()).toEqual(paths.toSorted());
  });

  it.each([
    ['from a folder', () => join(at.dir, 'cloud')],
    ['from its main file', () => join(at.dir, 'cloud/openapi.yml')],
    ['from its address', () => `${origin}/v2/openapi.yml`],
    ['from a zip file', () => join(at.dir, 'cloud.zip')],
    ['from the address of a zip file', () => `${origin}/v2/cloud.zip`],
  ])('on the command line %s', async (_name, source) => {
    await runJson(['server', 'import', source(), '--id', 'cloud', '--replace'], at.operator);
    expect(await exported('cloud')).toEqual(TOOLS);
    expect(await runJson(['server', 'refresh', 'cloud'], at.operator)).toMatchObject({ changed: false });
  });

  it('as an uploaded zip file, and from its URL', async () => {
    const upload = await uploadsOf(world.url, world.account.apiKey).send(zipped('cloud/'));
    for (const openApi of [{ upload }, { url: `${origin}/v2/cloud.zip` }]) {
      const preview = await previewServer(ctx, { source: { openApi }, id: 'zipped' });
      expect(shape(preview.document.tools)).toEqual(TOOLS);
    }
  });

  it('without files of another folder: ignores links that leave it', async () => {
    const folder = join(at.dir, 'linked');
    mkdirSync(folder);
    writeFileSync(join(at.dir, 'secret.yml'), 'operationId: secret');
    symlinkSync(join(at.dir, 'secret.yml'), join(folder, 'part.yml'));
    writeFileSync(join(folder, 'own.yml'), 'operationId: own');
    symlinkSync(join(folder, 'own.yml'), join(folder, 'link.yml'));
    const paths = `{ /a: { get: { $ref: part.yml }, put: { $ref: link.yml }, delete: { $ref: ../secret.yml } } }`;
    const text = `openapi: 3.0.3\ninfo: { title: L, version: '1' }\nservers: [{ url: https://l.example }]\npaths: ${paths}`;
    writeFileSync(join(folder, 'openapi.yml'), text);
    for (const source of [folder, join(folder, 'openapi.yml')]) {
      const answer = await runJson(['server', 'import', source, '--id', 'linked', '--replace'], at.operator);
      expect(answer).toMatchObject({ warnings: [{ tool: 'GET /a' }, { tool: 'DELETE /a' }] });
      expect(await exported('linked')).toEqual({ own: [] });
    }
  });
});

it.each([
  ['https://a.example/x/y.yml', 'https://a.example/openapi.yml', true],
  ['https://b.example/y.yml', 'https://a.example/openapi.yml', false],
  ['http://a.example/y.yml', 'https://a.example/openapi.yml', false],
  ['https://a.example:8443/y.yml', 'https://a.example/openapi.yml', false],
  ['https://u:p@a.example/y.yml', 'https://a.example/openapi.yml', false],
  ['file:///etc/passwd', 'https://a.example/openapi.yml', false],
  ['file:///srv/api/models/a.yml', 'file:///srv/api/openapi.yml', true],
  ['file:///srv/api2/a.yml', 'file:///srv/api/openapi.yml', false],
  ['file:///etc/passwd', 'file:///srv/api/openapi.yml', false],
  ['https://a.example/y.yml', 'file:///srv/api/openapi.yml', false],
])('%s belongs to %s: %s', (address, root, isOwn) => {
  expect(isOfDocument(address, root)).toBe(isOwn);
});
