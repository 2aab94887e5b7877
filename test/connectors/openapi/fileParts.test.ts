import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { operationParts } from '../../../src/connectors/openapi/operationRequest.ts';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';

const BINARY = { type: 'string', format: 'binary' };
/** Schemas that accept a file, and whether they accept several. */
const FILES: Readonly<Record<string, readonly [schema: object, isList: boolean]>> = {
  plain: [BINARY, false],
  described: [{ ...BINARY, description: 'The file' }, false],
  'by reference': [{ $ref: '#/components/schemas/File' }, false],
  nullable: [{ ...BINARY, nullable: true }, false],
  'in words': [{ type: 'string', description: 'A file to upload. Make sure that it follows RFC 2388.' }, false],
  'of a media type': [{ type: 'string', contentMediaType: 'image/png' }, false],
  'of a media type, without a type': [{ contentMediaType: 'application/octet-stream' }, false],
  'all of': [{ allOf: [BINARY] }, false],
  'one of': [{ oneOf: [BINARY, { type: 'string', format: 'uri' }] }, false],
  'any of one or several': [{ anyOf: [BINARY, { type: 'array', items: BINARY }] }, true],
  list: [{ type: 'array', items: BINARY }, true],
  'list by reference': [{ type: 'array', items: { $ref: '#/components/schemas/File' } }, true],
};
const MEDIA = ['multipart/form-data', 'multipart/mixed', 'multipart/related'] as const;

/** A file as input, and its name in the request. */
const VALUES: ReadonlyArray<readonly [value: unknown, filename: string, type: string]> = [
  ['AQID', 'file', 'application/octet-stream'],
  [{ content: 'AQID' }, 'file', 'application/octet-stream'],
  [{ content: 'AQID', filename: 'train.jsonl' }, 'train.jsonl', 'application/octet-stream'],
  [{ content: 'AQID', content_type: 'application/jsonl' }, 'file', 'application/jsonl'],
  [
    { content: 'AQID', filename: 'a "b"\r\n.csv', content_type: 'text/csv; header=present' },
    'a %22b%22%0D%0A.csv',
    'text/csv; header=present',
  ],
  [{ content: 'AQID', filename: 'größe.png', content_type: 'image/png' }, 'größe.png', 'image/png'],
];

const toolOf = (media: string, properties: object, more: object = {}) => {
  const operation = {
    operationId: 'send',
    requestBody: { required: true, content: { [media]: { schema: { type: 'object', properties }, ...more } } },
    responses: {},
  };
  const { document } = importOpenApi(
    {
      openapi: '3.1.0',
      info: { title: 'Files', version: '1' },
      servers: [{ url: 'https://files.example' }],
      paths: { '/files': { post: operation } },
      components: { schemas: { File: BINARY } },
    },
    { id: 'files' },
  );
  const [tool] = document.tools;
  if (tool?.request?.kind !== 'operation') throw new Error('the operation is a tool');
  return { inputSchema: tool.inputSchema, request: tool.request };
};

const send = ({ request }: ReturnType<typeof toolOf>, input: JsonObject) => {
  const { headers, body } = operationParts(request, input, NOTHING);
  return { type: String(headers['content-type']), text: Buffer.from(body ?? '').toString('utf8') };
};

/** The parts of a body, each as its headers and content. */
function partsOf({ type, text }: { readonly type: string; readonly text: string }) {
  const boundary = /boundary=([^;]+)/.exec(type)?.[1] ?? '';
  const pieces = text.split(`--${boundary}`);
  expect(pieces.at(-1)).toBe('--\r\n');
  return pieces.slice(1, -1).map((piece) => {
    const [head = '', ...content] = piece.replace(/^\r\n/, '').split('\r\n\r\n');
    const headers = Object.fromEntries(head.split('\r\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    return { headers, content: content.join('\r\n\r\n').replace(/\r\n$/, '') };
  });
}

const NOTHING = { headers: {}, query: [], path: {}, body: {} };
let tried = 0;

/** Sends each file by one schema in one kind of body. */
function tryFiles(media: (typeof MEDIA)[number], kind: string): void {
  const [schema = {}, isList = false] = FILES[kind] ?? [];
  const tool = toolOf(media, { meta: { type: 'object' }, file: schema });
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(tool.inputSchema);
  for (const [value, filename, contentType] of VALUES) {
    const input = { meta: { k: 1 }, file: isList ? [value, value] : value };
    expect(isValid(input), `${media} ${kind} ${JSON.stringify(value)}`).toBe(true);
    const sent = send(tool, input as JsonObject);
    expect(sent.type.startsWith(`${media}; boundary=`)).toBe(true);
    const [meta, ...files] = partsOf(sent);
    expect(meta).toMatchObject({ headers: { 'Content-Type': 'application/json' }, content: '{"k":1}' });
    expect(files).toHaveLength(isList ? 2 : 1);
    for (const { headers, content } of files) {
      expect(headers['Content-Type']).toBe(contentType);
      expect(headers['Content-Disposition']).toContain(`; filename="${filename}"`);
      expect(headers['Content-ID']).toBe(media === 'multipart/related' ? '<file>' : undefined);
      expect(content).toBe('\u0001\u0002\u0003');
    }
    tried += 1;
  }
}

it('a file keeps its name and media type, in each kind of multipart body', () => {
  for (const media of MEDIA) for (const kind of Object.keys(FILES)) tryFiles(media, kind);
  process.stdout.write(`${tried} files in parts\n`);
});

it('a file can’t break out of its header, and invalid ones are refused', () => {
  const tool = toolOf('multipart/form-data', { file: BINARY });
  const refused = [
    { content: 'no base64!' },
    { content: 'AQID', content_type: 'text/csv\r\nX-Evil: 1' },
    { content: 'AQID', content_type: 'csv' },
    { content: 1 },
  ];
  for (const file of refused)
    expect(() => send(tool, { file }), JSON.stringify(file)).toThrow(/^(?:Input|The content_type)/);
});

it('related bodies give the type of their first part', () => {
  const tool = toolOf('multipart/related', { metadata: { type: 'object' }, media: BINARY });
  expect(send(tool, { metadata: { name: 'x' }, media: 'AQID' }).type).toMatch(/; type="application\/json"$/);
});

it('uses the document’s type of a part if the input has none', () => {
  const encoding = { file: { contentType: 'image/png, image/jpeg' } };
  const tool = toolOf('multipart/form-data', { file: BINARY }, { encoding });
  const typeOf = (file: unknown) => partsOf(send(tool, { file } as JsonObject))[0]?.headers['Content-Type'];
  expect([typeOf('AQID'), typeOf({ content: 'AQID', content_type: 'image/jpeg' })]).toEqual([
    'image/png',
    'image/jpeg',
  ]);
});

it.each(MEDIA)('%s without named parts accepts a list of files', (media) => {
  const { document } = importOpenApi(
    {
      openapi: '3.0.0',
      info: { title: 'Files', version: '1' },
      servers: [{ url: 'https://files.example' }],
      paths: { '/batch': { post: { requestBody: { content: { [media]: {} } }, responses: {} } } },
    },
    { id: 'files' },
  );
  const [tool] = document.tools;
  if (tool?.request?.kind !== 'operation') throw new Error('the operation is a tool');
  const input = { body: [{ content: 'AQID', content_type: 'application/http' }, 'BAUG'] };
  expect(new Ajv2020({ strict: false }).compile(tool.inputSchema)(input)).toBe(true);
  const parts = partsOf(send({ inputSchema: tool.inputSchema, request: tool.request }, input));
  expect(parts.map(({ headers, content }) => [headers['Content-Type'], content])).toEqual([
    ['application/http', '\u0001\u0002\u0003'],
    ['application/octet-stream', '\u0004\u0005\u0006'],
  ]);
});
