import type { Config } from '../../src/config/config.ts';
import { approveCall, denyCall } from '../../src/core/approvals/approval.ts';
import { toApprovalId } from '../../src/core/kernel/ids.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { clientRequests, EVERY_OPERATION } from '../contract/cases/everyOperation.ts';
import { makeScene } from '../contract/scene.ts';
import { CORNER_DOCUMENT, shopDocument } from '../contract/shop.ts';
import { startHttpApi } from '../harness/petshop.ts';
import { startWorld } from '../harness/world.ts';
import { type Controls, OPERATION_IDS, startProxy } from './proxy.ts';

/** The tools of `memory` in the catalogue, for the first call of the documents; served by a local API. */
const memory = (baseUrl: string) => ({
  id: 'memory',
  name: 'Memory',
  description: 'Keeps notes.',
  connector: { kind: 'http', baseUrl },
  tools: [
    {
      name: 'read_graph',
      description: 'Reads all notes.',
      inputSchema: { type: 'object', properties: {} },
      request: { kind: 'template', method: 'GET', path: '/list' },
    },
  ],
});

/** A tool that changes something, and whose upstream never answers. */
const slow = (baseUrl: string) => ({
  id: 'slow',
  name: 'Slow',
  connector: { kind: 'http', baseUrl },
  tools: [
    {
      name: 'hang',
      inputSchema: { type: 'object' },
      request: { kind: 'template', method: 'POST', path: '/slow/headers' },
    },
  ],
});

const RULES = [
  { name: 'ask Ann', effect: 'ask', tools: ['shop_welcome'] },
  { name: 'no pictures', effect: 'deny', tools: ['shop_binary'] },
];

/** The running service behind a proxy with planned failures, and an account with the shop in a stack. */
export async function openService(config: Partial<Config> = {}) {
  const api = await startHttpApi();
  const world = await startWorld({ egressAllow: `127.0.0.1:${api.port}`, config });
  for (const document of [shopDocument(api), CORNER_DOCUMENT, memory(api.url), slow(api.url)])
    await world.saveServer(document);
  const { owner, names } = await makeScene(world, ['{bare}{token}', EVERY_OPERATION.map(({ request }) => request)]);
  const requests = clientRequests(names);
  for (const rule of RULES) await createPolicyRule(owner.ctx, rule);
  const approvalIn = (body: unknown) => toApprovalId(String(isRecord(body) ? body['id'] : ''));
  const controls: Controls = {
    approve: async (body) => void (await approveCall(owner.ctx, approvalIn(body), {})),
    deny: async (body) => void (await denyCall(owner.ctx, approvalIn(body), { message: 'Not today.' })),
    operations: async () => OPERATION_IDS,
    requests: async () => requests,
    /** The number of requests that reached the tools. */
    reached: async () => api.requests.length,
    /** The number of requests to the tools that the service abandoned. */
    abandoned: async () => api.countAbandoned(),
  };
  const proxy = await startProxy(world.url, controls);
  return {
    api,
    proxy,
    url: proxy.url,
    /** The service itself. */
    directUrl: world.url,
    apiKey: owner.apiKey,
    requests,
    ids: {
      stack: names['stack'] ?? '',
      bare: names['bare'] ?? '',
      client: names['client'] ?? '',
      token: names['token'] ?? '',
      result: names['result'] ?? '',
      ownResult: names['ownResult'] ?? '',
    },
    controls,
    async close() {
      await proxy.close();
      await world.close();
      await api.close();
    },
  };
}
