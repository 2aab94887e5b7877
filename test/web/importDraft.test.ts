import { unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { DOCUMENT_MIB_MAX } from '../../src/core/marketplace/importPort.ts';
import {
  type DocumentDraft,
  type Draft,
  EMPTY_DRAFT,
  SIZE_HINT,
  toPreviewInput,
} from '../../web/src/pages/import/draft.ts';
import { zipOf } from '../../web/src/pages/import/folder.ts';

const none = async (): Promise<string> => {
  throw new Error('nothing is to be uploaded');
};
const upload = async (document: Blob): Promise<string> => `upload of ${document.size}`;
const draftWith = (values: Partial<DocumentDraft>): Draft => ({
  ...EMPTY_DRAFT,
  openapi: { ...EMPTY_DRAFT.openapi, ...values },
  document: { ...EMPTY_DRAFT.document, ...values },
});
const paste = (pasted: string) => draftWith({ place: 'paste', pasted });

it('has the same limit as the service', () => {
  expect(SIZE_HINT).toContain(`${DOCUMENT_MIB_MAX} MiB`);
});

it('sends a short document in the request, without white space, and uploads a longer one unchanged', async () => {
  expect(await toPreviewInput('openapi', paste('{ "a": 1 }'), none)).toEqual({
    source: { openApi: { text: '{"a":1}' } },
  });
  const long = JSON.stringify({ a: 'x'.repeat(250_000) });
  expect(await toPreviewInput('openapi', paste(long), upload)).toEqual({
    source: { openApi: { upload: `upload of ${long.length}` } },
  });
  // Short, but longer than a request once its quotes are escaped.
  const quotes = '"'.repeat(200_000);
  expect(await toPreviewInput('openapi', paste(quotes), upload)).toMatchObject({
    source: { openApi: { upload: 'upload of 200000' } },
  });
  const file = new File([long], 'api.json');
  expect(await toPreviewInput('document', draftWith({ place: 'file', file }), upload)).toEqual({
    source: { upload: `upload of ${long.length}` },
  });
});

it('reports at the field that a short server document isn’t JSON', async () => {
  await expect(toPreviewInput('document', paste('name: x'), none)).rejects.toMatchObject({
    issues: [{ path: '/source/document', message: expect.stringContaining('Invalid JSON') }],
  });
});

it('uploads a zip file and a folder, however small', async () => {
  const entries = { 'api/openapi.json': new TextEncoder().encode('{}') };
  const file = new File([zipSync(entries)], 'api.zip');
  const uploaded = { source: { openApi: { upload: `upload of ${file.size}` } } };
  expect(await toPreviewInput('openapi', draftWith({ place: 'file', file }), upload)).toEqual(uploaded);
  expect(await toPreviewInput('openapi', draftWith({ place: 'folder', folder: file }), upload)).toEqual(uploaded);
});

it('packs the JSON and YAML files of a folder with their paths', async () => {
  const paths = [
    'api/openapi.yaml',
    'api/parts/a.JSON',
    'api/README.md',
    'api/.git/x.json',
    'api/node_modules/b/c.json',
  ];
  const files = paths.map((path) =>
    Object.defineProperty(new File([path], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path }),
  );
  const folder = await zipOf(files);
  const unpacked = unzipSync(new Uint8Array(await folder.arrayBuffer()));
  expect(folder.name).toBe('api.zip');
  expect(Object.keys(unpacked)).toEqual(paths.slice(0, 2));
  expect(new TextDecoder().decode(unpacked['api/openapi.yaml'])).toBe('api/openapi.yaml');
});
