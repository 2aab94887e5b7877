import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { BATCH_CALLS_MAX, invokeBatch } from '../../../src/core/answers/batch.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { makeEndpoint } from '../../mcp/kit.ts';

/** Holds responses until this many requests have arrived. */
async function startGate(expected: number): Promise<string> {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    waiting.push(response);
    if (waiting.length < expected) return;
    for (const each of waiting) each.setHeader('content-type', 'application/json').end('{"open":true}');
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

it('all fifty calls of a batch run concurrently', async () => {
  const url = await startGate(BATCH_CALLS_MAX);
  const world = await startWorld({ egressAllow: '127.0.0.0/8' });
  onTestFinished(() => world.close());
  const request = { kind: 'template' as const, method: 'GET' as const, path: '/', bodyEncoding: 'json' as const };
  const tools = [{ name: 'wait', description: '', inputSchema: { type: 'object' }, request }];
  // Two upstreams, because one gets at most 32 calls at a time and the others wait.
  const servers = ['east', 'west'].map((id) => ({
    id,
    name: id,
    connector: { kind: 'http' as const, baseUrl: url },
    tools,
  }));
  const { stackId } = await makeEndpoint(world.account.ctx, world.url, 'ours', servers);
  const calls = Array.from({ length: BATCH_CALLS_MAX }, (_, index) => ({
    toolId: index % 2 === 0 ? 'east_wait' : 'west_wait',
    toolInput: {},
  }));
  const { answers } = await invokeBatch(world.account.ctx, stackId, { calls });
  const opened = { kind: 'ok', output: { type: 'json', value: { open: true } } };
  expect(answers).toEqual(calls.map(() => ({ outcome: expect.objectContaining(opened), record: null })));
});
