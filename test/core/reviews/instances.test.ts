import { afterAll, expect, it } from 'vitest';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { acceptToolChanges } from '../../../src/core/reviews/toolChange.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { startHttpApi } from '../../harness/petshop.ts';
import { startWorld } from '../../harness/world.ts';
import { makeEndpoint, post } from '../../mcp/kit.ts';
import { bank } from '../policies/kit.ts';

const api = await startHttpApi();
const database = await createTestDatabase();
const options = { databaseUrl: database.url, egressAllow: new URL(api.url).host };
const [here, there] = [await startWorld(options), await startWorld(options)];
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.close();
  await api.close();
});

const [document] = bank(api.url);
if (!document) throw new Error('there is a bank');
const { ctx } = here.account;
const endpoint = await makeEndpoint(ctx, there.url, 'agents', [document]);
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'bank_pay', arguments: { amount: 1 } } };
const isMade = async () => !JSON.stringify((await post(endpoint, call)).body).includes('waits for a review');
const CHANGES = 10;

it(`each of ${CHANGES} changes of a tool is held on another instance, and applied there when accepted`, async () => {
  for (let at = 1; at <= CHANGES; at += 1) {
    expect(await isMade()).toBe(true);
    const tools = document.tools?.map((tool) => ({ ...tool, description: `Number ${at} of the bank` }));
    const { server } = await saveServer(ctx, { ...document, tools });
    await eventually('it is held', async () => !(await isMade()));
    const sent = api.requests.length;
    expect(await isMade()).toBe(false);
    expect(api.requests.length).toBe(sent);
    await acceptToolChanges(ctx, toServerId('bank'), { digest: server.digest });
    await eventually('it is taken', isMade);
  }
});
