import { afterAll, beforeAll, expect, it } from 'vitest';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const lines: string[] = [];
let world: World;
let endpoint: Endpoint;
beforeAll(async () => {
  world = await startWorld({ log: { write: (line) => lines.push(line) } });
  const connector = { kind: 'http', baseUrl: 'http://localhost:1' } as const;
  const request = { kind: 'template', method: 'GET', path: '/', bodyEncoding: 'json' } as const;
  const tools = [{ name: 'look', description: '', inputSchema: { type: 'object' }, request }];
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [{ id: 'near', name: 'Near', connector, tools }]);
});
afterAll(() => world.close());

it('an egress refusal tells the operator how to allow the address, and the caller no resolved address', async () => {
  const outcome = await invokeTool(world.account.ctx, endpoint.stackId, 'near_look', {});
  const message = 'localhost: tools are not allowed to reach this address';
  expect(outcome).toEqual({ kind: 'address_refused', message });
  const logged = lines.filter((line) => line.includes('TOOLYARD_EGRESS_ALLOW'));
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ stackId: endpoint.stackId, server: 'near', reason: message }),
  ]);
  expect(logged.join()).not.toMatch(/127\.0\.0\.1|::1/);
});
