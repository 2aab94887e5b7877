import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import type { StackId } from '../../../src/core/kernel/ids.ts';
import { applyStack, planStack } from '../../../src/core/stacks/applyStack.ts';
import { differences, findStackDocument, parseStackDocument } from '../../../src/core/stacks/stackDocument.ts';
import { rollBackStack } from '../../../src/core/stacks/stackVersions.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { drawn, SERVERS, TOOLS } from './drawnDocuments.ts';

const upstream = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
);
const port = await listenOnLoopback(upstream);
const world = await startWorld({ egressAllow: `127.0.0.1:${port}`, limits: 'off' });
afterAll(async () => {
  await world.close();
  upstream.closeAllConnections();
  upstream.close();
});
for (const id of SERVERS) await world.saveServer(serverDocument(id, { tools: TOOLS }));
const { ctx } = world.account;

const storedVersions = (stackId: StackId) =>
  ctx.db.stackVersion.findMany({ where: { stackId }, orderBy: { number: 'asc' }, include: { content: true } });

it('fails no call while the stack is rolled back', async () => {
  const request = { kind: 'template', method: 'GET', path: '/' };
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' }, request });
  const connector = { kind: 'http', baseUrl: `http://127.0.0.1:${port}` };
  await world.saveServer({ id: 'live', name: 'Live', connector, tools: [tool('read'), tool('extra')] });
  const document = (servers: object[]) => ({ name: 'live', servers });
  const read = { id: 'live_read', description: 'Reads' };
  const { stack } = await applyStack(ctx, document([{ id: 'live', tools: [read, { id: 'live_extra' }] }]), null);
  await applyStack(
    ctx,
    document([
      { id: 'live', tools: [{ id: 'live_read' }] },
      { id: 'one', tools: [] },
    ]),
    null,
  );
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
  const versions = await storedVersions(stack.id);
  const statuses = new Map<number, number>();
  let isDone = false;
  const callRepeatedly = async () => {
    while (!isDone) {
      const response = await fetch(`${world.url}/s/${endpoint.clientId}/call_tool`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool_name: 'live_read', tool_input: {} }),
      });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  const callers = Array.from({ length: 4 }, callRepeatedly);
  const rollBacks = 20;
  for (let at = 0; at < rollBacks; at += 1) {
    const version = versions[at % 2];
    if (!version) throw new Error('two versions');
    expect((await rollBackStack(ctx, version.id, null)).differences.length).toBeGreaterThan(0);
  }
  isDone = true;
  await Promise.all(callers);
  expect([...statuses.keys()]).toEqual([200]);
  process.stdout.write(`calls during ${rollBacks} roll-backs: ${statuses.get(200)}, none failed\n`);
});

it('never mixes documents that are applied at the same time', async () => {
  const { stack } = await applyStack(ctx, { name: 'mixed', servers: [] }, null);
  const desired = await Promise.all(Array.from({ length: 24 }, () => parseStackDocument(ctx, drawn('mixed'))));
  await Promise.all(desired.map((document) => applyStack(ctx, document, null)));
  const [, ...versions] = await storedVersions(stack.id);
  const stored = await Promise.all(
    versions.map(({ content: { document } }) =>
      parseStackDocument(ctx, { ...(typeof document === 'object' && document), name: 'mixed' }),
    ),
  );
  const others = stored.filter((document) => !desired.some((each) => differences(document, each).length === 0));
  expect(others).toEqual([]);
  process.stdout.write(`documents applied at the same time: ${desired.length}, ${versions.length} versions\n`);
});

it('returns each of 1,000 documents as it was applied', { timeout: 600_000 }, async () => {
  const accounts = [ctx, world.otherAccount.ctx];
  const applied = await Promise.all(
    accounts.map(async (own) => {
      let parts = 0;
      for (let at = 0; at < 500; at += 1) {
        const desired = await parseStackDocument(own, drawn(`drawn ${at % 20}`));
        const { stack } = await applyStack(own, desired, null);
        const stored = await findStackDocument(own, stack.id);
        if (!stored) throw new Error('no stack');
        expect(differences(stored, desired)).toEqual([]);
        expect((await planStack(own, stored)).differences).toEqual([]);
        parts += differences(null, desired).length;
      }
      return parts;
    }),
  );
  process.stdout.write(
    `documents applied and returned: 1,000, with ${applied.reduce((sum, parts) => sum + parts)} parts\n`,
  );
});
