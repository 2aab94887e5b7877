import { expect, it } from 'vitest';
import { DOCUMENT_MIB_MAX } from '../../src/core/marketplace/importPort.ts';
import {
  type DocumentDraft,
  type Draft,
  EMPTY_DRAFT,
  SIZE_HINT,
  toPreviewInput,
} from '../../web/src/pages/import/draft.ts';

const none = async (): Promise<string> => {
  throw new Error('nothing is to be uploaded');
};
const upload = async (document: Blob): Promise<string> => `upload of ${document.size}`;
const draftWith = (given: Partial<DocumentDraft>): Draft => ({
  ...EMPTY_DRAFT,
  openapi: { ...EMPTY_DRAFT.openapi, ...given },
  document: { ...EMPTY_DRAFT.document, ...given },
});
const paste = (pasted: string) => draftWith({ place: 'paste', pasted });

it('says the limit that the service has', () => {
  expect(SIZE_HINT).toContain(`${DOCUMENT_MIB_MAX} MiB`);
});

it('sends a short document with the request, without white space, and uploads a longer one as it is', async () => {
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

it('says at its field that a short document of ours is no JSON', async () => {
  await expect(toPreviewInput('document', paste('name: x'), none)).rejects.toMatchObject({
    issues: [{ path: '/source/document', message: expect.stringContaining('Invalid JSON') }],
  });
});
