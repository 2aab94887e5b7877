import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../src/core/accounts/account.ts';
import { toUploadId } from '../../src/core/kernel/ids.ts';
import { slotsInUse } from '../../src/core/limits/slots.ts';
import { createUpload, findUpload } from '../../src/core/marketplace/upload.ts';
import type { ServerSourceInput } from '../../src/generated/gql/graphql.ts';
import { createTestDatabase } from '../harness/database.ts';
import { patiently } from '../harness/eventually.ts';
import { leastShare } from '../harness/longestWait.ts';
import { startWorld } from '../harness/world.ts';
import { payloadOf, run } from './ask.ts';
import { serverDocument } from './documents.ts';
import { PreviewOperationsDocument, PreviewServerDocument } from './operations/preview.ts';
import { OPENAPI, registryEntry } from './sources.ts';
import { uploadsOf } from './uploadKit.ts';

const database = await createTestDatabase();
const world = await startWorld({ databaseUrl: database.url });
afterAll(async () => {
  await world.close();
  await database.close();
});

const MIB = 1_048_576;
const LONGEST = 32 * MIB;
const ours = uploadsOf(world.url, world.account.apiKey);
const theirs = uploadsOf(world.url, world.otherAccount.apiKey);
const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const preview = (source: ServerSourceInput, { url, account } = world, id?: string) =>
  run(url, account.apiKey, PreviewServerDocument, { input: { source, ...(id !== undefined && { id }) } });
const partsInUse = (): number | undefined => slotsInUse().get('max_upload_parts');
const rowsOf = async (id: string) => {
  const where = { id: toUploadId(id) };
  return {
    uploads: await database.db.upload.count({ where }),
    parts: await database.db.uploadPart.count({ where: { uploadId: where.id } }),
  };
};
const refusalOf = ({ status, body }: { readonly status: number; readonly body: string }) => {
  const [{ message, extensions }] = JSON.parse(body).errors;
  return [status, extensions.code, message];
};

/** A document of exactly the maximum length: operations with long responses, and a shared schema. */
function longestDocument(operations: number): Buffer {
  const answer = (at: number) => ({ 200: { description: `Answer ${at} ${'x'.repeat(4_000)}`, content: CONTENT } });
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [
      `/things${at}`,
      { get: { operationId: `get${at}`, tags: [`tag${at % 20}`], parameters: [LIMIT], responses: answer(at) } },
    ]),
  );
  const components = { schemas: { Thing: { type: 'object', properties: { id: { type: 'string' } } } } };
  const document = { ...OPENAPI, components, paths, 'x-padding': '' };
  const missing = LONGEST - bytesOf(document).length;
  return bytesOf({ ...document, 'x-padding': 'x'.repeat(missing) });
}
const CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer' } };

describe('an uploaded document', () => {
  it('may have 32 MiB, far more operations than a server, and is imported by selection without delaying anyone', async () => {
    const document = longestDocument(2_100);
    expect(document.length).toBe(LONGEST);
    const { result, share } = await leastShare(async () => {
      const openApi = { upload: await ours.send(document) };
      const listed = await run(world.url, world.account.apiKey, PreviewOperationsDocument, { input: { openApi } });
      const operations = { include: { ids: ['get7', 'get2099'] } };
      return { listed, read: await preview({ openApi: { ...openApi, operations } }, world, 'long') };
    }, 1 / 10);
    expect(payloadOf(result.listed, 'PreviewOperationsPayload')).toMatchObject({ totalCount: 2_100 });
    expect(payloadOf(result.read, 'PreviewServerPayload').server.tools.map(({ name }) => name)).toEqual([
      'get7',
      'get2099',
    ]);
    expect(share).toBeLessThan(1 / 10);
  });

  it('may be of every kind that is read from text', async () => {
    const own = await preview({ upload: await ours.send(bytesOf(serverDocument('own'))) });
    expect(payloadOf(own, 'PreviewServerPayload').server).toMatchObject({ id: 'own', toolCount: 1 });
    const yaml = await preview({ openApi: { upload: await ours.send(bytesOf('openapi: 3.1.0\npaths: {}')) } });
    expect(yaml).toMatchObject({ __typename: 'InvalidInputError', issues: [{ path: '/source/openApi/upload' }] });
    const entry = bytesOf(registryEntry('http://10.0.0.1/mcp'));
    const registry = await preview({ registry: { upload: await ours.send(entry) } });
    expect(registry).toMatchObject({ issues: [{ path: '/source/registry/upload' }] });
    const another = await preview({ upload: await ours.send(bytesOf(OPENAPI)) });
    expect(another).toMatchObject({ message: expect.stringContaining('is OpenAPI, not a server document') });
  });

  it('is available on another instance, too', async () => {
    const id = await ours.send(bytesOf(OPENAPI));
    const second = await startWorld({ databaseUrl: database.url });
    try {
      const read = await preview({ openApi: { upload: id } }, { ...world, url: second.url });
      expect(payloadOf(read, 'PreviewServerPayload').server).toMatchObject({ toolCount: 2 });
    } finally {
      await second.close();
    }
  });

  it('max_document_bytes: is refused from the first byte over the limit, before anything is sent', async () => {
    const message = 'The document is larger than 32 MiB';
    expect(refusalOf(await ours.ask('POST', `?bytes=${LONGEST + 1}`))).toEqual([400, 'INVALID_INPUT', message]);
    for (const bytes of ['', '0', '-1', '1.5', '1e3', '99999999999', 'x']) {
      expect((await ours.ask('POST', `?bytes=${bytes}`)).status, bytes).toBe(400);
    }
  });

  it('accepts only the next part, a repeated one without harm, and none beyond the announced end', async () => {
    const document = bytesOf(OPENAPI);
    const id = await ours.begin(document.length);
    const put = (at: number, end: number) => ours.ask('PUT', `/${id}/${at}`, document.subarray(at, end));
    expect(refusalOf(await put(5, 10))).toEqual([400, 'INVALID_INPUT', 'The next part must begin at byte 0']);
    for (const _ of ['sent', 'its answer was lost']) {
      expect(JSON.parse((await put(0, 10)).body)).toEqual({ id, received: 10 });
    }
    const together = await Promise.all([put(10, 20), put(10, 20), put(10, 20)]);
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
    const short = await preview({ openApi: { upload: id } });
    expect(short).toMatchObject({ message: `The upload has 20 of ${document.length} bytes: send the rest first` });
    expect((await ours.ask('PUT', `/${id}/20`, Buffer.alloc(document.length))).status).toBe(400);
    expect((await put(20, 20)).status).toBe(400);
    expect((await ours.ask('PUT', `/${id}/nowhere`, bytesOf('x'))).status).toBe(400);
    expect(JSON.parse((await put(20, document.length)).body)).toEqual({ id, received: document.length });
    expect(payloadOf(await preview({ openApi: { upload: id } }), 'PreviewServerPayload').server.toolCount).toBe(2);
  });

  it('leaves nothing if it is cancelled midway', async () => {
    const id = await ours.begin(2 * MIB);
    await ours.ask('PUT', `/${id}/0`, Buffer.alloc(MIB));
    expect(await rowsOf(id)).toEqual({ uploads: 1, parts: 1 });
    expect(await ours.ask('DELETE', `/${id}`)).toMatchObject({ status: 204, body: '' });
    expect(await rowsOf(id)).toEqual({ uploads: 0, parts: 0 });
    expect((await ours.ask('PUT', `/${id}/${MIB}`, Buffer.alloc(MIB))).status).toBe(404);
  });

  it('expires after half an hour', async () => {
    const { ctx } = world.account;
    const before = new Date(Date.now() - 30 * 60_000 - 1);
    const { id } = await createUpload({ ...ctx, now: () => before }, 1);
    await expect(findUpload(ctx, id)).rejects.toMatchObject({ message: expect.stringContaining('Upload not found') });
    await expect(findUpload({ ...ctx, now: () => before }, id)).rejects.toThrow('has 0 of 1 byte');
  });
});

describe('all other callers', () => {
  it('can’t see, extend, read or remove an upload: each request is treated like one with a random id', async () => {
    const theirId = await theirs.send(bytesOf(OPENAPI));
    const random = 'upload_01890000-0000-7000-8000-000000000000';
    const requestsFor = (id: string) => [
      () => ours.ask('PUT', `/${id}/0`, bytesOf('x')),
      () => ours.ask('DELETE', `/${id}`),
      () => preview({ openApi: { upload: id } }),
      () => preview({ registry: { upload: id } }),
      () => preview({ upload: id }),
    ];
    const answers = async (id: string) => {
      const all = [];
      for (const ask of requestsFor(id)) all.push({ ...(await ask()), headers: null });
      return JSON.stringify(all);
    };
    expect(await answers(theirId)).toBe(await answers(random));
    expect(await rowsOf(theirId)).toEqual({ uploads: 1, parts: 1 });
  });

  it('can’t upload without a key, from another origin, as a form, or without the right to import', async () => {
    const bare = (init: RequestInit) => fetch(`${world.url}/graphql/uploads?bytes=1`, { method: 'POST', ...init });
    expect((await bare({})).status).toBe(401);
    expect((await bare({ headers: { cookie: '__Host-toolyard=x', origin: 'https://evil.example' } })).status).toBe(403);
    expect((await bare({ headers: { 'content-type': 'application/json' }, body: '{}' })).status).toBe(401);
    const json = { 'content-type': 'application/json' };
    expect((await ours.ask('POST', '?bytes=1', undefined, json)).status).toBe(201);
    const id = await ours.begin(1);
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const { status, body } = await ours.ask('PUT', `/${id}/0`, bytesOf('x'), { 'content-type': type });
      expect([status, body]).toEqual([415, expect.stringContaining('application/octet-stream')]);
    }
    const actor = { ...world.account.ctx.actor, role: 'auditor' } as const;
    await expect(createUpload({ ...world.account.ctx, actor }, 1)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('many uploads', () => {
  it('max_uploads: removes the account’s oldest uploads first; 100 started together leave 4', async () => {
    const remaining = await theirs.begin(1);
    const first = await ours.begin(1);
    const begun = await Promise.all(Array.from({ length: 100 }, () => ours.begin(LONGEST)));
    const left = await database.db.upload.findMany({ where: { accountId: world.account.id } });
    expect(left).toHaveLength(4);
    expect(begun).toEqual(expect.arrayContaining(left.map(({ id }) => id)));
    expect([await rowsOf(first), await rowsOf(remaining)]).toMatchObject([{ uploads: 0 }, { uploads: 1 }]);
    await setAccountLimits(world.operator, world.account.id, { limits: { max_uploads: 0 } });
    expect(refusalOf(await ours.ask('POST', '?bytes=1'))[2]).toMatch('The limit max_uploads is reached: 0');
    await setAccountLimits(world.operator, world.account.id, { limits: {} });
  });

  it('max_upload_parts: four parts of a stalling account stay open, a fifth waits unread, others continue', async () => {
    const id = await ours.begin(LONGEST);
    const stalled = await Promise.all([1, 2, 3, 4].map(() => stall(id)));
    // The headers of these requests may arrive after those of the next request.
    await expect.poll(partsInUse).toBe(4);
    let answered = false;
    const fifth = ours.ask('PUT', `/${id}/0`, bytesOf('x')).finally(() => {
      answered = true;
    });
    await theirs.send(bytesOf(OPENAPI));
    expect([partsInUse(), answered]).toEqual([4, false]);
    for (const socket of stalled) socket.destroy();
    expect((await fifth).status).toBe(200);
  });

  it('of senders that leave during authentication keep no slot', async () => {
    const { apiKey } = await world.newAccount('Leaves');
    await patiently(database.db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE`;
      const leaving = await Promise.all([1, 2, 3, 4, 5].map(() => stall('none', apiKey)));
      // The first response shows that the service received every part; the second, that it noticed the disconnects.
      await fetch(`${world.url}/livez`);
      for (const socket of leaving) socket.destroy();
      await fetch(`${world.url}/livez`);
    });
    const staying = uploadsOf(world.url, apiKey);
    const id = await staying.begin(1);
    expect((await staying.ask('PUT', `/${id}/0`, bytesOf('x'))).status).toBe(200);
    await expect.poll(partsInUse).toBe(0);
  });

  /** Sends a part except for its end. */
  async function stall(id: string, apiKey = world.account.apiKey): Promise<Socket> {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    const head = [
      `PUT /graphql/uploads/${id}/0 HTTP/1.1`,
      ...[`host: ${hostname}`, `authorization: Bearer ${apiKey}`],
      ...['content-type: application/octet-stream', 'content-length: 100'],
    ];
    const sent = `${head.join('\r\n')}\r\n\r\nhalf`;
    await new Promise((resolve) => socket.write(sent, resolve));
    return socket;
  }

  it('a part over one mebibyte is refused', async () => {
    const id = await ours.begin(LONGEST);
    expect((await ours.ask('PUT', `/${id}/0`, Buffer.alloc(MIB + 1))).status).toBe(413);
  });
});
