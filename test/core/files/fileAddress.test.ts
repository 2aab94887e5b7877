import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEGMENT_BYTES } from '../../../src/core/files/fileStore.ts';
import { contentOf, digestOf, startFilesWorld } from './filesKit.ts';

type World = Awaited<ReturnType<typeof startFilesWorld>>;
let all: World;
beforeAll(async () => {
  all = await startFilesWorld();
});
afterAll(() => all.close());

const SIZE = 3 * SEGMENT_BYTES + 77;
const content = Buffer.concat([...contentOf('u', SIZE)]);

async function ask(query: string, input: object, account = all.world.account) {
  const headers = { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables: { input } });
  const { data } = await (await fetch(`${all.world.url}/graphql`, { method: 'POST', headers, body })).json();
  return Object.values<Record<string, never>>(data)[0];
}
const UPLOAD = `mutation ($input: CreateFileUploadInput!) {
  createFileUpload(input: $input) { __typename ... on CreateFileUploadPayload { fileId handle upload { url } } }
}`;
const DOWNLOAD = `mutation ($input: CreateFileDownloadInput!) {
  createFileDownload(input: $input) { __typename ... on CreateFileDownloadPayload { download { url } } }
}`;
const begin = (more = {}) =>
  ask(UPLOAD, {
    stackId: all.ours.stackId,
    name: 'ü "x".bin',
    mediaType: 'application/zip',
    bytes: SIZE,
    ...more,
  }) as unknown as Promise<{
    fileId: string;
    handle: string;
    upload: { url: string };
  }>;
const put = (url: string, body: Buffer, headers = {}) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });

async function uploaded() {
  const { fileId, handle, upload } = await begin();
  expect((await put(upload.url, content)).status).toBe(201);
  const { download } = (await ask(DOWNLOAD, { fileId })) as unknown as { download: { url: string } };
  return { fileId, handle, upload, download };
}

it('accepts one upload, which calls can send and people can download once', async () => {
  const { handle, upload, download } = await uploaded();
  expect((await put(upload.url, content)).status).toBe(404);
  expect((await all.invoke(all.ours, 'box_raw', { body: { $file: handle } })).body).toEqual({ result: { got: SIZE } });
  expect(all.upstream.last()?.digest).toBe(digestOf([content]));
  const head = await fetch(download.url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(SIZE),
    'bytes',
  ]);
  const answer = await fetch(download.url);
  expect(content.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': "attachment; filename*=UTF-8''%C3%BC%20%22x%22.bin",
    'cache-control': 'no-store',
  });
  expect((await fetch(download.url)).status).toBe(404);
});

const SEND = `mutation ($input: InvokeToolInput!) {
  invokeTool(input: $input) { __typename ... on InvokeToolPayload { result } ... on InvalidInputError { issues { message } } }
}`;

it('accepts an upload for an end user, whose calls alone can use it', async () => {
  const { fileId, handle, upload } = await begin({ endUser: 'ada' });
  expect((await put(upload.url, content)).status).toBe(201);
  const { stackId } = all.ours;
  const send = (endUser?: string) =>
    ask(SEND, { stackId, toolId: 'box_raw', toolInput: { body: { $file: handle } }, ...(endUser && { endUser }) });
  const notFound = {
    ...{ __typename: 'InvalidInputError', issues: [{ message: `File ${handle} not found: it may have expired` }] },
  };
  expect(await send('ada')).toEqual({ __typename: 'InvokeToolPayload', result: { got: SIZE } });
  expect(await send()).toEqual(notFound);
  expect(await send('bob')).toEqual(notFound);
  const download = (endUser?: string) => ask(DOWNLOAD, { fileId, ...(endUser && { endUser }) });
  expect(await download()).toEqual({ __typename: 'NotFoundError' });
  expect(await download('bob')).toEqual({ __typename: 'NotFoundError' });
  const { download: address } = (await download('ada')) as unknown as { download: { url: string } };
  expect(content.equals(Buffer.from(await (await fetch(address.url)).arrayBuffer()))).toBe(true);
  expect(await begin({ endUser: 'ü' })).toMatchObject({ __typename: 'InvalidInputError' });
  expect(await download('ü')).toEqual({ __typename: 'InvalidInputError' });
});

it('resumes an interrupted upload, and a download in ranges', async () => {
  const { fileId, upload } = await begin();
  // The part ends within the third segment, of which nothing stays.
  expect((await put(upload.url, content.subarray(0, 2 * SEGMENT_BYTES + 9))).status).toBe(202);
  const head = await fetch(upload.url, { method: 'HEAD' });
  const from = Number(head.headers.get('upload-offset'));
  expect([from, head.headers.get('upload-length')]).toEqual([2 * SEGMENT_BYTES, String(SIZE)]);
  expect((await put(upload.url, content.subarray(9), { 'upload-offset': '9' })).status).toBe(400);
  expect((await put(upload.url, content.subarray(from), { 'upload-offset': String(from) })).status).toBe(201);
  const { download } = (await ask(DOWNLOAD, { fileId })) as unknown as { download: { url: string } };
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 10],
    [`bytes=${SEGMENT_BYTES - 5}-${SEGMENT_BYTES + 4}`, SEGMENT_BYTES - 5, SEGMENT_BYTES + 5],
    [`bytes=${from}-`, from, SIZE],
  ] as const) {
    const answer = await fetch(download.url, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/${SIZE}`]);
    expect(content.subarray(start, end).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  }
  expect((await fetch(download.url, { headers: { range: 'bytes=0-9' } })).status).toBe(404);
});

it('refuses what an address does not permit', async () => {
  const { upload, download, fileId } = await uploaded();
  const open = (await begin()).upload.url;
  const statuses = {
    'another type': (await put(open, content, { 'content-type': 'text/html' })).status,
    'more bytes': (await put(open, Buffer.concat([content, content]))).status,
    'a download of an upload': (await fetch(open)).status,
    'an upload to a download': (await put(download.url, content)).status,
    'a range beyond the end': (await fetch(download.url, { headers: { range: `bytes=${SIZE}-` } })).status,
    'a changed address': (await fetch(`${download.url.slice(0, -2)}AA`)).status,
    'an ended upload': (await fetch(upload.url, { method: 'HEAD' })).status,
    'no address': (await fetch(`${all.world.url}/files/x`)).status,
  };
  expect(statuses).toEqual({
    ...{ 'another type': 415, 'more bytes': 413, 'a download of an upload': 405, 'an upload to a download': 405 },
    ...{ 'a range beyond the end': 416, 'a changed address': 404, 'an ended upload': 404, 'no address': 404 },
  });
  expect(await ask(DOWNLOAD, { fileId }, all.world.otherAccount)).toMatchObject({ __typename: 'NotFoundError' });
  for (const wrong of [{ bytes: -1 }, { bytes: 2 ** 32 }, { name: '' }, { mediaType: 'x' }])
    expect(await begin(wrong)).toMatchObject({ __typename: 'InvalidInputError' });
  const { ctx } = all.world.account;
  await ctx.db.storedFile.deleteMany({ where: { accountId: all.world.account.id } });
  expect((await fetch(download.url)).status).toBe(404);
});
