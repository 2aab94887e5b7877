import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { exportServer } from '../../src/core/marketplace/exportServer.ts';
import { computedMs, longestWait } from '../harness/longestWait.ts';
import { startWorld, type World } from '../harness/world.ts';

/* Documents of megabytes, requested as often as possible. Writing them must delay no other caller. */

const TOOLS = 250;
/** The maximum share of the CPU time that reading and writing the whole response in one step takes. */
const PART_OF_ALL_MAX = 1 / 2;
/** Garbage collection may affect many tries. A try without it shows a turn's real length. */
const TRIES_MAX = 10;
/** Documents per response. With more documents, the longest turn has a smaller share, on any machine. */
const ONE_ANSWER = 8;
const properties = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`field_${at}`, { type: 'string', description: 'é'.repeat(60) }]),
);
const documentOf = (id: string, tools: number) => ({
  ...{ id, name: 'Whole', description: 'All of it', connector: { kind: 'http', baseUrl: 'https://api.example.com' } },
  credentials: [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }],
  tools: Array.from({ length: tools }, (_, at) => ({
    ...{ name: `tool_${at}`, description: `The tool ${at}`, inputSchema: { type: 'object', properties } },
    ...(at % 3 === 0 && { title: 'One of three', annotations: { readOnlyHint: true } }),
    ...(at % 5 === 0 && { outputSchema: { type: 'object' }, forClients: { _meta: { at } } }),
    request: { kind: 'template', method: 'GET', path: `/${at}` },
  })),
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.saveServer(documentOf('whole', TOOLS), world.account);
  await world.saveServer(documentOf('small', 2), world.account);
});
afterAll(() => world?.close());

const ask = (query: string) =>
  fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
/** The size of all retained buffers, after a garbage collection. */
function bufferBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
/** A response's length in bytes. Discards the content. */
async function lengthOf({ body }: Response): Promise<number> {
  let length = 0;
  for await (const chunk of body ?? []) length += chunk.length;
  return length;
}

it('can be imported again as the same server, whatever their size', async () => {
  const { data } = await (
    await ask('{ a: server(id: "whole") { document } b: server(id: "small") { document } }')
  ).json();
  for (const [name, id] of [
    ['a', 'whole'],
    ['b', 'small'],
  ] as const)
    expect(data[name].document).toEqual(
      JSON.parse(JSON.stringify(await exportServer(world.account.ctx, toServerId(id)))),
    );
  expect(data.a.document.tools).toHaveLength(TOOLS);
});

it('block the event loop only for milliseconds, even with several in one operation', async () => {
  const query = `{ ${Array.from({ length: ONE_ANSWER }, (_, at) => `s${at}: server(id: "whole") { document }`).join(' ')} }`;
  const whole = JSON.stringify(await (await ask(query)).json());
  let part = 1;
  for (let tries = 0; part >= PART_OF_ALL_MAX && tries < TRIES_MAX; tries += 1) {
    const atOnceMs = computedMs(() => JSON.stringify(JSON.parse(whole)));
    const { result, busyMs } = await longestWait(async () => lengthOf(await ask(query)));
    expect(result).toBeGreaterThan(ONE_ANSWER * 1_048_576);
    part = Math.min(part, busyMs / atOnceMs);
  }
  expect(part).toBeLessThan(PART_OF_ALL_MAX);
});

it('are read as they are sent: unread ones take no memory', async () => {
  const [requests, documents] = [4, 10];
  const whole = await lengthOf(await ask('{ server(id: "whole") { document } }'));
  const query = `{ ${Array.from({ length: documents }, (_, at) => `s${at}: server(id: "whole") { document }`).join(' ')} }`;
  const before = bufferBytes();
  const answers = await Promise.all(Array.from({ length: requests }, () => ask(query)));
  expect(bufferBytes() - before).toBeLessThan((requests * documents * whole) / 4);
  await Promise.all(answers.map(({ body }) => body?.cancel()));
});

it('are limited per response to the account’s maximum, even if one is selected repeatedly', async () => {
  for (const id of ['second', 'third']) await world.saveServer(documentOf(id, TOOLS), world.account);
  const names = Array.from({ length: 10 }, (_, at) => `d${at}: document`).join(' ');
  const { body } = await ask(`{ servers(first: 10) { nodes { ${names} } } }`);
  // Errors come first, so the rest needn't be read.
  const reader = body?.getReader();
  const start = Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  expect(start).toMatch(/^{"errors":\[{"message":"These documents are more than \d+ bytes together/);
  expect(start).toContain('"code":"QUERY_TOO_COMPLEX"');
});

it('of another account are null', async () => {
  const query = '{ server(id: "whole") { document } }';
  const headers = { authorization: `Bearer ${world.otherAccount.apiKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`${world.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  expect(await answer.json()).toEqual({ data: { server: null }, extensions: { cost: expect.any(Object) } });
});
