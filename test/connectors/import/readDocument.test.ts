import { describe, expect, it } from 'vitest';
import { readInWorker } from '../../../src/connectors/import/readInWorker.ts';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { leastShare } from '../../harness/longestWait.ts';
import { hostileDocument } from './hostileDocument.ts';

const { signal } = new AbortController();
const read = (text: string, accountId = 'ours') =>
  readInWorker({ text, openApi: {} }, { accountId: toAccountId(accountId), signal });

const small = (title: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://small.test' }],
    paths: { '/a': { get: {} } },
  });

describe('a short document that describes millions of schemas', () => {
  const beyond = 'The operations exceed 200000 schemas, references followed: choose fewer';

  it('is refused, and delays nobody', async () => {
    const reading = () => read(hostileDocument()).catch((error: unknown) => error);
    const { result, share } = await leastShare(reading, 1 / 2);
    expect(result).toMatchObject({ code: 'invalid_input', message: beyond });
    expect(share).toBeLessThan(1 / 2);
  });

  it('is read with few operations', () => {
    expect(importOpenApi(hostileDocument(5_000)).document.tools.length).toBeGreaterThan(2);
  });
});

it('does not create large tools from one large schema that many operations share', () => {
  const note = { type: 'string', description: 'x'.repeat(900) };
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, note]));
  const requestBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } };
  const paths = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`/${at}`, { post: { requestBody } }]));
  const document = { ...JSON.parse(small('Notes')), paths, components: { schemas: { Note: { properties } } } };
  expect(() => importOpenApi(document)).toThrow('exceed 8388608 characters of tools');
});

it('reads documents of several accounts in turn and in parallel', async () => {
  const documents = await Promise.all(['one', 'two', 'three'].map((title) => read(small(title), title)));
  expect(documents).toMatchObject(['one', 'two', 'three'].map((id) => ({ imported: { document: { id } } })));
  expect(await read(small('four'))).toMatchObject({ kind: 'openapi' });
});

it('continues reading after a caller left', async () => {
  const asking = { accountId: toAccountId('ours'), signal: AbortSignal.timeout(200) };
  await expect(readInWorker({ text: hostileDocument(), openApi: {} }, asking)).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await read(small('next'))).toMatchObject({ kind: 'openapi' });
});
