import { afterAll, describe, expect, it } from 'vitest';
import type { ServerSourceInput } from '../../src/generated/gql/graphql.ts';
import { someOf } from '../harness/wholeTables.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';
import { PreviewServerDocument } from './operations/preview.ts';
import { openPreview } from './preview.ts';
import { OPENAPI } from './sources.ts';

const { at, world, previewOf, importOf, close } = await openPreview();
afterAll(close);

type Refusal = {
  readonly label: string;
  readonly source: () => ServerSourceInput;
  readonly path: string;
  readonly message: RegExp;
};
const PACKAGED = {
  name: 'io.example/run',
  description: 'd',
  version: '1',
  packages: [{ registryType: 'npm', identifier: '@example/run', version: '1.0.0', transport: { type: 'stdio' } }],
};

const REFUSALS: readonly Refusal[] = [
  {
    label: 'an address where nobody listens',
    source: () => ({ openApi: { url: 'http://127.0.0.1:1/' } }),
    path: '/source/openApi/url',
    message: /cannot be read: .*connection refused/,
  },
  {
    label: 'an address that the rules forbid',
    source: () => ({ openApi: { url: 'http://10.0.0.1/' } }),
    path: '/source/openApi/url',
    message: /TOOLYARD_EGRESS_ALLOW/,
  },
  {
    label: 'an MCP server that the rules forbid',
    source: () => ({ mcp: { url: 'http://10.0.0.1/mcp' } }),
    path: '/source/mcp/url',
    message: /TOOLYARD_EGRESS_ALLOW/,
  },
  {
    label: 'an MCP server that refuses to be asked',
    source: () => ({ mcp: { url: at.locked.url } }),
    path: '/source/mcp/url',
    message: /cannot be listed: .*401/,
  },
  {
    label: 'an address without a document',
    source: () => ({ registry: { url: `${at.origin}/none` } }),
    path: '/source/registry/url',
    message: /answered 404/,
  },
  {
    label: 'a page',
    source: () => ({ openApi: { url: `${at.origin}/page.html` } }),
    path: '/source/openApi/url',
    message: /^This is a web page, not/,
  },
  {
    label: 'a document over 32 MiB',
    source: () => ({ openApi: { url: `${at.origin}/large.json` } }),
    path: '/source/openApi/url',
    message: /^The document is larger than 32 MiB$/,
  },
  {
    label: 'a large page',
    source: () => ({ openApi: { url: `${at.origin}/big.html` } }),
    path: '/source/openApi/url',
    message: /not an object/,
  },
  {
    label: 'text that is no OpenAPI',
    source: () => ({ openApi: { text: '{"a":1}' } }),
    path: '/source/openApi/text',
    message: /neither a server document, nor OpenAPI/,
  },
  {
    label: 'broken YAML',
    source: () => ({ openApi: { text: 'a: [1' } }),
    path: '/source/openApi/text',
    message: /not valid YAML/,
  },
  {
    label: 'another kind of document',
    source: () => ({ registry: { text: JSON.stringify(OPENAPI) } }),
    path: '/source/registry/text',
    message: /is OpenAPI, not a server\.json/,
  },
  {
    label: 'a document that is no object',
    source: () => ({ document: 7 }),
    path: '/source/document',
    message: /not an object/,
  },
  {
    label: 'neither text nor address',
    source: () => ({ openApi: {} }),
    path: '/source/openApi',
    message: /Invalid import/,
  },
  {
    label: 'a file',
    source: () => ({ openApi: { url: 'file:///etc/passwd' } }),
    path: '/source/openApi/url',
    message: /Invalid import/,
  },
  {
    label: 'an address with a password',
    source: () => ({ mcp: { url: 'https://a:b@example.com/' } }),
    path: '/source/mcp/url',
    message: /Invalid import/,
  },
];

describe('a preview and an import', () => {
  it.each(someOf(REFUSALS, 8))('refuse $label', async ({ source, path, message }) => {
    const refusal = { code: 'INVALID_INPUT', message: expect.stringMatching(message), issues: [{ path }] };
    expect(await previewOf({ source: source() })).toMatchObject(refusal);
    expect(await importOf({ source: source() })).toMatchObject(refusal);
  });

  it('never run a command for an account', async () => {
    const refusal = { __typename: 'ForbiddenError', code: 'FORBIDDEN' };
    const document = { id: 'shell', name: 'Shell', connector: { kind: 'mcp-stdio', command: '/bin/false' } };
    for (const source of [{ document }, { registry: { text: JSON.stringify(PACKAGED) } }]) {
      expect(await previewOf({ source })).toMatchObject(refusal);
      expect(await importOf({ source })).toMatchObject(refusal);
    }
  });

  it('take exactly one source', async () => {
    const two = { document: {}, mcp: { url: at.upstream.url } };
    const { errors } = await ask(world.url, world.account.apiKey, PreviewServerDocument.toString(), {
      input: { source: two },
    });
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    const document = serverDocument('own');
    const refusal = { code: 'INVALID_INPUT', message: expect.stringContaining('either a document or a source') };
    expect(await importOf({})).toMatchObject(refusal);
    expect(await importOf({ document, source: { document } })).toMatchObject(refusal);
  });
});
