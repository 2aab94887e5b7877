import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { removeDeletedFiles } from '../../../src/core/files/storedFile.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import { toFileId, toServerId } from '../../../src/core/kernel/ids.ts';
import { contentOf, digestOf, startFilesWorld } from './filesKit.ts';

const MIB = 1_048_576;
/** Longer than a result may be, so that it becomes a file. */
const LONG = 5 * MIB + 77;

type World = Awaited<ReturnType<typeof startFilesWorld>>;
let all: World;
let file: Record<string, unknown>;

beforeAll(async () => {
  all = await startFilesWorld();
  const { status, body } = await all.invoke(all.ours, 'drive_export', { name: 'a', bytes: LONG });
  expect([status, body]).toMatchObject([200, { result: { file: {} } }]);
  file = body.result.file;
});
afterAll(() => all.close());

const content = () => Buffer.concat([...contentOf('a', LONG)]);

it('stores a long answer, and describes it in its place', () => {
  expect(file).toEqual({
    $file: expect.stringMatching(/^toolyard:\/\/file\/file_[\da-f-]{36}$/),
    ...{ name: 'a.bin', type: 'application/octet-stream', size: LONG, origin: 'drive_export' },
    digest: `sha256:${digestOf(contentOf('a', LONG))}`,
    expires_at: expect.stringMatching(/Z$/),
  });
});

it('stores a long answer that is encoded, without its encoding', async () => {
  const { body } = await all.invoke(all.ours, 'drive_export', { name: 'p', bytes: LONG, packed: true });
  expect(body.result.file).toMatchObject({ size: LONG, digest: `sha256:${digestOf(contentOf('p', LONG))}` });
});

it('returns an answer of up to 4 MiB whole', async () => {
  const { body } = await all.invoke(all.ours, 'drive_export', { name: 's', bytes: 4 * MIB });
  expect(Buffer.from(body.result.data_base64, 'base64').length).toBe(4 * MIB);
});

it.each([
  { tool: 'raw', input: (body: unknown) => ({ body: body }), sent: () => content() },
  { tool: 'keep', input: (body: unknown) => ({ body: body }), sent: () => content() },
  {
    tool: 'json',
    input: (data: unknown) => ({ name: 'x', data: data }),
    sent: () => Buffer.from(JSON.stringify({ name: 'x', data: content().toString('base64') })),
  },
  {
    tool: 'json',
    input: (reference: object) => ({ any: [{ ...reference, as: 'base64' }] }),
    sent: () => Buffer.from(JSON.stringify({ any: [content().toString('base64')] })),
  },
])('streams a file into the body of $tool', async ({ tool, input, sent }) => {
  expect((await all.invoke(all.ours, `box_${tool}`, input({ $file: file['$file'] }))).body).toEqual({
    result: { got: sent().length },
  });
  const last = all.upstream.last();
  expect([last?.digest, last?.headers['content-length']]).toEqual([digestOf([sent()]), String(sent().length)]);
});

it.each(['form', 'list'])('streams described files into the parts of %s, with their names', async (tool) => {
  const input = tool === 'form' ? { file, title: 'T' } : { files: [file, file] };
  expect((await all.invoke(all.ours, `box_${tool}`, input)).status).toBe(200);
  const { bytes = 0, start = Buffer.alloc(0) } = all.upstream.last() ?? {};
  const count = tool === 'form' ? 1 : 2;
  expect(bytes).toBeGreaterThan(count * LONG);
  expect(bytes).toBeLessThan(count * LONG + 2_000);
  const head = start.toString('latin1');
  expect(head).toContain('filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n');
  expect(start.includes(content().subarray(0, 1_000))).toBe(true);
});

it('refuses a file where the request cannot stream it, and sends nothing', async () => {
  const before = all.upstream.received.length;
  for (const [tool, input] of [
    ['box_template', { id: file }],
    ['box_urlencoded', { data: file }],
    ['box_json', { note: file }],
    ['box_json', { note: { $file: file['$file'], as: 'words' } }],
  ] as const) {
    const { status, body } = await all.invoke(all.ours, tool, input);
    expect([status, body.detail], JSON.stringify(input)).toEqual([400, expect.any(String)]);
  }
  expect(all.upstream.received.length).toBe(before);
});

it('answers another account’s file like a random one, in every place', async () => {
  const answers = await Promise.all(
    [String(file['$file']), `toolyard://file/file_${randomUUID()}`].map(async ($file) => {
      const { status, body, issues } = await all.invoke(all.theirs, 'box_raw', { body: { $file } });
      return { status, body, issues: issues?.replaceAll($file, 'HANDLE') };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 400, issues: expect.stringContaining('File HANDLE not found') });
});

it('shows in a dry run where a file would go, and reads none', async () => {
  const { body } = await all.invoke(all.ours, 'box_json', { data: file }, '?dry_run=true');
  expect(body.result.request.body).toBe(JSON.stringify({ data: `<${file['$file']}>` }));
});

it('passes a part of a stored result', async () => {
  const first = await fetch(`${all.world.url}/v1/stacks/${all.ours.stackId}/tools/box_json/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${all.ours.account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: { any: 'x'.repeat(1_000) }, max_bytes: 256 }),
  });
  expect(await first.json()).toEqual({ result: { got: 1_010 } });
  const long = await fetch(`${all.world.url}/v1/stacks/${all.ours.stackId}/tools/drive_export/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${all.ours.account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: { name: 'r', bytes: 3_000 }, max_bytes: 256 }),
  });
  const { result } = await long.json();
  const input = { any: { $result: result.handle, at: '/data_base64' } };
  expect((await all.invoke(all.ours, 'box_json', input)).status).toBe(200);
  const sent = JSON.parse(String(all.upstream.last()?.start));
  expect(sent).toEqual({ any: Buffer.concat([...contentOf('r', 3_000)]).toString('base64') });
  for (const wrong of [
    { $result: result.handle, at: '/no' },
    { $result: 'result_x' },
    { $result: result.handle, at: 1 },
  ])
    expect((await all.invoke(all.ours, 'box_json', { any: wrong })).status).toBe(400);
  expect((await all.invoke(all.theirs, 'box_json', input)).status).toBe(400);
});

it('refuses more references than a call may have, and more content than becomes part of an input', async () => {
  const many = Array.from({ length: BOUNDS.max_call_files.max + 1 }, () => file);
  for (const [any, bound] of [
    [many, 'max_call_files'],
    [{ $file: file['$file'] }, 'max_call_file_bytes'],
  ] as const) {
    const { status, body } = await all.invoke(all.ours, 'box_json', { any });
    expect([status, body.detail]).toEqual([400, expect.stringContaining(`The limit ${bound} is reached`)]);
  }
});

it.each(['max_files', 'max_files_bytes'])('tells an account at %s that its call ran', async (bound) => {
  const { operator, account } = all.world;
  await setAccountLimits(operator, account.id, { limits: { [bound]: 1 } });
  const { status, body } = await all.invoke(all.ours, 'drive_export', { name: 'b', bytes: LONG });
  await setAccountLimits(operator, account.id, { limits: {} });
  expect([status, body.detail]).toEqual([500, expect.stringContaining(`The limit ${bound} is reached`)]);
  expect(await account.ctx.db.storedFile.count({ where: { name: 'b.bin' } })).toBe(0);
});

it('never stores a long answer that holds a secret of the call', async () => {
  const { ctx } = all.ours.account;
  const key = `key-${randomUUID()}`;
  await setCredentials(ctx, all.ours.stackId, toServerId('drive'), { credentials: { key } });
  const { body } = await all.invoke(all.ours, 'drive_export', { name: 'e', bytes: LONG, echo: true });
  expect(body).toEqual({ result: { text: '[redacted]' } });
  expect(await ctx.db.storedFile.count({ where: { name: 'e.bin' } })).toBe(0);
});

it('lists the account’s files in GraphQL, and deletes them with their content', async () => {
  const ask = async (account: typeof all.world.account, query: string, variables = {}) => {
    const headers = { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables });
    const { data } = await (await fetch(`${all.world.url}/graphql`, { method: 'POST', headers, body })).json();
    return data;
  };
  const LIST = '{ files { nodes { id handle name bytes sha256 origin } } }';
  const [last, ...others] = (await ask(all.world.account, LIST)).files.nodes.toReversed();
  expect(last).toEqual({
    ...{ id: last.handle.split('/').at(-1), handle: file['$file'], name: 'a.bin', bytes: LONG, origin: 'drive_export' },
    sha256: digestOf(contentOf('a', LONG)),
  });
  expect(await ask(all.world.otherAccount, LIST)).toEqual({ files: { nodes: [] } });
  const DELETE =
    'mutation ($id: ID!) { deleteFile(input: { fileId: $id }) { __typename ... on DeleteFilePayload { fileId } } }';
  expect(await ask(all.world.otherAccount, DELETE, { id: last.id })).toMatchObject({
    deleteFile: { __typename: 'NotFoundError' },
  });
  for (const { id } of [last, ...others]) {
    expect(await ask(all.world.account, DELETE, { id })).toMatchObject({ deleteFile: { fileId: id } });
  }
  expect((await all.invoke(all.ours, 'box_raw', { body: file })).status).toBe(400);
  const { operator } = all.world;
  expect(await operator.fileStore.read(toFileId(last.id), 0)).not.toBeNull();
  await removeDeletedFiles(operator);
  expect(await operator.fileStore.read(toFileId(last.id), 0)).toBeNull();
  expect(await operator.db.deletedFile.count()).toBe(0);
});
