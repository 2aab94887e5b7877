import { afterAll, describe, expect, it } from 'vitest';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { handleOf } from '../../src/core/files/storedFile.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { contentOf, digestOf, startFilesWorld } from '../core/files/filesKit.ts';
import { storeFile } from '../core/files/storeFile.ts';
import { connect, type Endpoint, post } from './kit.ts';

const MIB = 1_048_576;
const all = await startFilesWorld();
afterAll(() => all.close());

const at = ({ endpoint: { endpoint, token }, stackId }: typeof all.ours): Endpoint => ({
  ...{ stackId, clientId: endpoint.clientId, token },
  url: `${all.world.url}/s/${endpoint.clientId}/mcp`,
});
const ours = at(all.ours);
const ERAS = ['legacy', 'auto'] as const;

/** Calls a tool, and returns the link in its answer. */
async function linkFrom(tool: string, input: Record<string, unknown>, era: (typeof ERAS)[number], meta = {}) {
  const client = await connect(ours, era);
  const { content } = await client.callTool({ name: tool, arguments: input, _meta: meta });
  await client.close();
  const links: unknown[] = Array.isArray(content) ? content.filter(({ type }) => type === 'resource_link') : [];
  const [link] = links;
  if (!isRecord(link)) throw new Error('There is no link');
  return { ...link, uri: String(link['uri']), size: link['size'] };
}

async function read(uri: string, era: (typeof ERAS)[number] = 'auto') {
  const client = await connect(ours, era);
  expect(client.getServerCapabilities()?.resources).toBeDefined();
  try {
    return await client.readResource({ uri });
  } finally {
    await client.close();
  }
}

/** Stores a file, as a call of the agent does. */
async function stored(content: string | Buffer): Promise<string> {
  const { account, edge } = all.world;
  const actor = await edge.authenticate.stackToken(ours.token, ours.clientId, '127.0.0.1');
  if (!actor) throw new Error('the token is good');
  const place = { accountId: account.id, stackId: ours.stackId };
  return handleOf((await storeFile({ ...account.ctx, actor }, place, content)).id);
}

/** The raw answer to a read, which may be an error. */
async function readRaw(endpoint: Pick<Endpoint, 'url' | 'token'>, uri: string) {
  const { status, body } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
  const id = uri.slice(uri.lastIndexOf('/') + 1);
  return { status, body: JSON.stringify(body).replaceAll(id, 'ID') };
}

describe.each(ERAS)('a %s client', (era) => {
  it('reads files as text, or as bytes if a text would be long in JSON', async () => {
    for (const content of ['é\t"\r\n', '\x01'.repeat(MIB), Buffer.alloc(MIB, 0xff)]) {
      const uri = await stored(content);
      const isText = content.length < MIB;
      const part = isText ? { text: content } : { blob: Buffer.from(content).toString('base64') };
      expect(await read(uri, era)).toMatchObject({ contents: [{ uri, mimeType: 'text/plain', ...part }] });
    }
  });

  it('reads the whole of a result of which it got a part', async () => {
    const meta = { 'toolyard/max_bytes': 256 };
    const link = await linkFrom('drive_export', { name: 'r', bytes: 3_000 }, era, meta);
    expect(link).toMatchObject({
      uri: expect.stringMatching(/^toolyard:\/\/result\/result_/),
      ...{ name: 'result.json', mimeType: 'application/json' },
    });
    const { contents } = await read(link.uri, era);
    const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
    expect([Buffer.byteLength(text), contents[0]?.mimeType]).toEqual([link['size'], 'application/json']);
    expect(JSON.parse(text)).toMatchObject({
      data_base64: Buffer.concat([...contentOf('r', 3_000)]).toString('base64'),
    });
  });
});

it('a part of several hundred kilobytes also has a link', async () => {
  const meta = { 'toolyard/max_bytes': 300_000 };
  const link = await linkFrom('drive_export', { name: 'big', bytes: MIB / 2 }, 'auto', meta);
  expect(link).toMatchObject({ name: 'result.json', size: expect.any(Number) });
  expect((await read(link.uri)).contents).toHaveLength(1);
});

describe('a file over 1 MiB', () => {
  it('is downloaded from an address that the error names, once', async () => {
    const bytes = 5 * MIB + 3;
    const link = await linkFrom('drive_export', { name: 'huge', bytes }, 'auto');
    expect(link).toMatchObject({ name: 'huge.bin', mimeType: 'application/octet-stream', size: bytes });
    const { uri } = link;
    const { body } = await readRaw(ours, uri);
    expect(body).toContain(`The file has ${bytes} bytes, and resources/read returns at most ${MIB}`);
    const [address = ''] = /http:[^"\s]+/.exec(body) ?? [];
    const response = await fetch(address);
    const content = Buffer.from(await response.arrayBuffer());
    expect([response.status, digestOf([content])]).toEqual([200, digestOf(contentOf('huge', bytes))]);
    expect((await fetch(address)).status).toBe(404);
  });

  it('has no address for a restricted token, which would work without the restriction', async () => {
    const { ctx } = all.world.account;
    const { token } = await createStackToken(ctx, {
      endpointId: all.ours.endpoint.endpoint.id,
      ...{ name: 'restricted', tools: ['drive_export'] },
    });
    const client = await connect({ ...ours, token }, 'auto');
    const { content } = await client.callTool({
      ...{ name: 'drive_export', arguments: { name: 'held', bytes: 5 * MIB } },
    });
    await client.close();
    const uri = JSON.stringify(content).match(/toolyard:\/\/file\/file_[\w-]+/)?.[0] ?? '';
    const { body } = await readRaw({ ...ours, token }, uri);
    expect(body).toContain('to a tool');
    expect(body).not.toContain('/files/');
    expect((await readRaw(ours, uri)).body).toContain('not found');
  });
});

it('answers for another account’s and an expired file or result as for a random one', async () => {
  const file = { uri: await stored('x') };
  const result = await linkFrom('drive_export', { name: 'o', bytes: 3_000 }, 'auto', { 'toolyard/max_bytes': 256 });
  for (const { uri } of [file, result]) {
    const random = uri.replace(/.{8}$/, '01234567');
    expect(await readRaw(at(all.theirs), uri)).toEqual(await readRaw(at(all.theirs), random));
    expect((await readRaw(ours, uri)).body).toContain('"contents"');
  }
  const { db } = all.world.operator;
  await db.storedFile.updateMany({ data: { expiresAt: new Date(0) } });
  await db.storedResult.updateMany({ data: { expiresAt: new Date(0) } });
  for (const { uri } of [file, result])
    expect(await readRaw(ours, uri)).toEqual(await readRaw(ours, uri.replace(/.{8}$/, '01234567')));
});
