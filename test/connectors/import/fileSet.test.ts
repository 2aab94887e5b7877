import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { readDocument } from '../../../src/connectors/import/readDocument.ts';

const OPENAPI = { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: 'https://x.example' }] };
const json = (value: unknown): Uint8Array => strToU8(JSON.stringify(value));
const zip = (files: Readonly<Record<string, unknown>>, level: 0 | 6 = 6): Uint8Array => {
  const entries = Object.entries(files).map(
    ([path, content]) => [path, content instanceof Uint8Array ? content : json(content)] as const,
  );
  return zipSync(Object.fromEntries(entries), { level });
};

function read(bytes: Uint8Array) {
  const detected = readDocument({ text: bytes, openApi: { id: 'x' } });
  if (detected.kind !== 'openapi') return { kind: detected.kind, tools: {}, warnings: [] };
  const { document, warnings } = detected.imported;
  const tools = document.tools.map(
    ({ name, inputSchema }) => [name, Object.keys(JSON.parse(JSON.stringify(inputSchema)).properties)] as const,
  );
  return { kind: detected.kind, tools: Object.fromEntries(tools), warnings };
}

const get = (operationId: string, more: object = {}) => ({ get: { operationId, ...more } });
/** A document in a folder, with parts next to it and above it, and with characters that URLs escape. */
const FILES: Readonly<Record<string, unknown>> = {
  'spec/api/openapi.json': {
    ...OPENAPI,
    paths: {
      '/here': get('here'),
      '/item': { $ref: './paths/the item #1.json' },
      '/above': { get: { $ref: '../shared/above.yml#/operations/list' } },
      '/parameter': get('parameter', { parameters: [{ $ref: '../shared/100%25.json#/page' }] }),
      '/body': { post: { operationId: 'body', requestBody: { $ref: 'bodies/body.json' } } },
    },
  },
  'spec/api/paths/the item #1.json': get('item', { parameters: [{ $ref: '../../shared/100%25.json#/page' }] }),
  'spec/shared/above.yml': strToU8('operations: { list: { operationId: above } }'),
  'spec/shared/100%.json': { page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
  'spec/api/bodies/body.json': {
    required: true,
    content: { 'application/json': { schema: { type: 'object', properties: { name: { $ref: 'name.json' } } } } },
  },
  'spec/api/bodies/name.json': { type: 'string' },
  'spec/README.md': strToU8('# Not a part'),
  'node_modules/other/openapi.json': { ...OPENAPI, paths: { '/other': get('other') } },
};
const TOOLS = { here: [], above: [], parameter: ['page'], body: ['name'], item: ['page'] };
// A reference to `the item #1.json` must escape the number sign.
const main = JSON.parse(JSON.stringify(FILES['spec/api/openapi.json']).replace('item #1', 'item %231'));
const WHOLE = { ...FILES, 'spec/api/openapi.json': main };

describe('a zip file of a document in several files', () => {
  it('is read completely', () => {
    expect(read(zip(WHOLE))).toEqual({ kind: 'openapi', tools: TOOLS, warnings: [] });
  });

  it('reports each missing file, or omits its operations', () => {
    const parts = Object.keys(WHOLE).filter((path) => /^spec\/(api\/.+\/|shared)/.test(path));
    for (const path of parts) {
      const { [path]: _missing, ...rest } = WHOLE as Record<string, unknown>;
      const { tools, warnings } = read(zip(rest));
      const gone = Object.keys(TOOLS).filter((name) => !Object.hasOwn(tools, name));
      expect(warnings.length, path).toBeGreaterThanOrEqual(Math.max(gone.length, 1));
      for (const name of gone) expect(warnings.map(({ tool }) => tool).join(), path).toContain(`/${name}`);
    }
    process.stdout.write(`${parts.length} files deleted one at a time\n`);
  });

  const chainOf = (files: number) => {
    const chain = Array.from({ length: files }, (_, at) => {
      const next = at + 1 < files ? `{ $ref: '${at + 1}.yml' }` : '{ type: string }';
      return [`${at}.yml`, strToU8(`type: object\nproperties: { next: ${next} }\n`)] as const;
    });
    const schema = { $ref: '0.yml' };
    const paths = { '/a': get('a', { parameters: [{ name: 'next', in: 'query', schema }] }) };
    return zip({ 'openapi.json': { ...OPENAPI, paths }, ...Object.fromEntries(chain) });
  };

  it('is read once per file, even if each file refers only to the next one', () => {
    const files = 100;
    const bytes = chainOf(files);
    const decoded = vi.spyOn(TextDecoder.prototype, 'decode');
    expect(read(bytes)).toMatchObject({ tools: { a: ['next'] }, warnings: [] });
    // Each file is decoded at most twice: to search for documents, and to parse it.
    expect(decoded.mock.calls.length).toBeLessThanOrEqual(2 * files + 10);
    decoded.mockRestore();
  });

  it.each([101, 200, 240])('is cut with a warning if %i files refer to each other in a chain', (files) => {
    expect(read(chainOf(files))).toMatchObject({
      tools: { a: ['next'] },
      warnings: [{ tool: 'GET /a', reason: expect.stringMatching(/cut after \d+ levels/) }],
    });
  });

  it('names the OpenAPI documents that were not read, and prefers the one nearest to the root', () => {
    const two = { 'b/openapi.json': { ...OPENAPI, paths: { '/b': get('b') } }, ...WHOLE };
    const both = { 'zeta.json': { ...OPENAPI, paths: { '/z': get('z') } }, ...two };
    expect(read(zip(both))).toMatchObject({
      tools: { z: [] },
      warnings: [{ tool: '', reason: expect.stringContaining('b/openapi.json, spec/api/openapi.json') }],
    });
    expect(read(zip(two)).tools).toEqual({ b: [] });
  });

  it('reports if all paths are in missing files', () => {
    expect(() => read(zip({ 'openapi.json': { ...OPENAPI, paths: { '/a': { $ref: 'a.json' } } } }))).toThrow(
      /All operations .* in other files/,
    );
  });

  it('may contain one document of another kind', () => {
    const entry = { name: 'io.example/echo', version: '1', remotes: [] };
    expect(read(zip({ 'server.json': entry, 'notes.txt': strToU8('x') })).kind).toBe('registry');
  });
});

/** A copy of a zip file whose directory states another unpacked size. */
function withClaimedSize(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  copy.writeUInt32LE(size, at + 24);
  return copy;
}

describe('a hostile zip file is refused, with the limit in the message', () => {
  const small = json({ ...OPENAPI, paths: { '/a': get('a') } });
  const many = (count: number, path: (at: number) => string, content = strToU8('{}')) =>
    zip(
      { 'openapi.json': small, ...Object.fromEntries(Array.from({ length: count }, (_, at) => [path(at), content])) },
      // Compressing each of many small files takes seconds.
      0,
    );
  const bomb = new Uint8Array(2 * 1_048_576).fill(32);
  const noisy = Uint8Array.from({ length: 1_048_576 }, (_, at) => 97 + ((at * 7919) % 26));

  it.each<[string, () => Uint8Array, RegExp]>([
    ['entries', () => many(20_000, (at) => `${at}.txt`), /more than 20000 entries/],
    ['files', () => many(2_000, (at) => `${at}.json`), /more than 2000 JSON and YAML files/],
    ['bytes', () => many(33, (at) => `${at}.json`, noisy), /larger than 32 MiB/],
    ['ratio', () => zip({ 'openapi.json': small, 'bomb.json': bomb }), /more than 200 times: bomb.json/],
    ['claimed size', () => withClaimedSize(zip({ 'openapi.json': small }), 0xffff_fff0), /larger than 32 MiB/],
    ['a path up', () => zip({ '../openapi.json': small }), /leads out of it/],
    ['a path up within', () => zip({ 'a/../../openapi.json': small }), /leads out of it/],
    ['an absolute path', () => zip({ '/etc/openapi.json': small }), /leads out of it/],
    ['a path of Windows', () => zip({ 'C:\\openapi.json': small }), /leads out of it/],
    ['a back slash', () => zip({ '..\\openapi.json': small }), /leads out of it/],
    ['nothing', () => zip({}), /No OpenAPI document found among the files: no JSON/],
    ['no document', () => zip({ 'a.json': {}, 'b.json': {} }), /No OpenAPI document found among the files: a.json, b/],
    ['half of it', () => zip({ 'openapi.json': small }).slice(0, 60), /damaged/],
    ['its end alone', () => zip({}).slice(0, 10), /damaged/],
  ])('%s', (_name, make, message) => {
    const made = make();
    expect(() => read(made)).toThrow(message);
  });

  it('a stated size that is too small truncates the file, so it is no document', () => {
    expect(read(withClaimedSize(zip({ 'openapi.json': small }), 20)).kind).toBe('problem');
  });

  it('bytes that start like a zip file and continue randomly are refused', () => {
    const start = zip({ 'openapi.json': small });
    for (let at = 4; at < start.length; at += 3) {
      const changed = Uint8Array.from(start);
      changed[at] = (changed[at] ?? 0) ^ 0x5a;
      try {
        read(changed);
      } catch (error) {
        expect(error, `byte ${at}`).toMatchObject({ code: 'invalid_input' });
      }
    }
    expect(deflateRawSync(bomb).length * 200).toBeLessThan(bomb.length);
  });
});
