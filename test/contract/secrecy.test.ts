import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiWorld } from '../harness/apiWorld.ts';
import { someOf } from '../harness/wholeTables.ts';
import { EVERY_OPERATION } from './cases/everyOperation.ts';
import { type Received, send } from './client.ts';
import { toSent } from './run.ts';
import { makeScene } from './scene.ts';
import { CORNER_DOCUMENT, SHOP_KEY, shopDocument } from './shop.ts';

const lines: string[] = [];
const { api, world, close } = await startApiWorld({ log: { write: (line) => lines.push(line) } });
afterAll(close);

beforeAll(async () => {
  for (const document of [shopDocument(api), CORNER_DOCUMENT]) await world.saveServer(document);
});

const OF_STACKS = EVERY_OPERATION.filter(({ request }) => request.path.includes('{stack}'));
const VARYING = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'content-length',
  'etag',
]);

/** A response without its variable parts, and with one id replaced by the other. */
const comparable = ({ status, headers, text }: Received, id: string) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !VARYING.has(name))),
  text: text.replaceAll(id, '<id>'),
});

test.for(someOf(OF_STACKS, 6).map(({ request }) => [`${request.method} ${request.path}`, request] as const))(
  '%s answers for another account’s stack as for a nonexistent one',
  async ([, operation]) => {
    const scene = await makeScene(world, '{theirs}{random}{deleted}');
    const answerFor = async (id: string) => {
      const path = operation.path.replace('{stack}', id);
      return comparable(await send(world.url, toSent({ ...operation, path }, scene)), id);
    };
    const { theirs = '', random = '', deleted = '' } = scene.names;
    const answers = [await answerFor(random), await answerFor(theirs), await answerFor(deleted)];
    expect(answers[0]).toMatchObject({ status: 404, text: '{"detail":"Stack not found"}' });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  },
);

test('the log has every request by id, and no key, token, credential or body', async () => {
  const scene = await makeScene(world, '{stack}{client}{apiKey}');
  lines.length = 0;
  for (const [index, { request: operation }] of EVERY_OPERATION.entries()) {
    const path = `${operation.path}?api_key=${scene.owner.apiKey}`;
    const headers = { 'x-request-id': `request-${index}` };
    await send(world.url, toSent({ ...operation, path, headers }, scene));
  }
  const log = lines.join('');
  for (const index of EVERY_OPERATION.keys()) expect(log).toContain(`"reqId":"request-${index}"`);
  for (const secret of [scene.owner.apiKey, scene.names['token'] ?? '?', SHOP_KEY, 'tool_input', '"k"']) {
    expect(log).not.toContain(secret);
  }
});

test('an internal error is logged with its cause, which the response omits', async () => {
  const scene = await makeScene(world, '{damaged}');
  const headers = { 'x-request-id': 'fault-1' };
  const operation = { method: 'GET', path: '/v1/stacks/{damaged}/tools', headers };
  expect((await send(world.url, toSent(operation, scene))).text).toBe('{"detail":"Failed to get tools"}');
  const fault = lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .find((line) => line['err'] !== undefined);
  expect(fault).toMatchObject({ reqId: 'fault-1', err: { type: 'ZodError' }, msg: 'Failed to get tools' });
});

test('a malformed request id is replaced', async () => {
  const scene = await makeScene(world, '');
  for (const id of ['a b', 'a"b', 'x'.repeat(129), '']) {
    const sent = toSent({ method: 'GET', path: '/v1/stacks', headers: { 'x-request-id': id } }, scene);
    expect((await send(world.url, sent)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});
