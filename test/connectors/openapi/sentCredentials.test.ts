import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';

const opened = await startApiWorld();
const { api, world } = opened;
afterAll(() => opened.close());

const key = { key: [] };
const token = { token: [] };
const basic = { basic: [] };
/** Each operation's security, and the credentials that arrive. */
const OPERATIONS: ReadonlyArray<
  readonly [label: string, security: readonly object[] | undefined, arrives: readonly string[]]
> = [
  ['one scheme', [key], ['key']],
  ['another', [token], ['token']],
  ['either of two', [key, token], ['key', 'token']],
  ['two together', [{ ...key, ...token }], ['key', 'token']],
  ['a user name and password', [basic], ['basic']],
  ['what the document says for all', undefined, ['key']],
  ['that it needs none', [], []],
  ['that it needs none, or one', [{}, token], ['token']],
];

const documentOf = (global: object) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: api.url }],
  ...global,
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'k' },
      token: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
  paths: Object.fromEntries(
    OPERATIONS.map(([, security], at) => [
      `/o${at}`,
      { get: { operationId: `o${at}`, ...(security === undefined ? {} : { security }) } },
    ]),
  ),
});

let stackId = '';
const USES = { named: { security: [key] }, silent: {} };

beforeAll(async () => {
  const stack = await createStack(world.account.ctx, { name: 'sent' });
  stackId = stack.id;
  for (const [id, global] of Object.entries(USES)) {
    const { document } = importOpenApi(documentOf(global), { id });
    await world.saveServer(document);
    await addServerToStack(world.account.ctx, stack.id, { serverId: id, enableAllTools: true });
    // Basic and the token share one header; the token comes last and wins.
    const values = {
      [`${id}_key`]: 'k1',
      [`${id}_token`]: 't1',
      [`${id}_basic_username`]: 'ann',
      [`${id}_basic_password`]: 'pw',
    };
    await setCredentials(world.account.ctx, stack.id, toServerId(id), { credentials: values });
  }
});

async function arriving(tool: string): Promise<string[]> {
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/${tool}/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: {} }),
  });
  expect(response.status, await response.text()).toBe(200);
  const { target, headers } = api.last();
  return [
    ...(target.includes('k=k1') ? ['key'] : []),
    ...(headers.authorization === 'Bearer t1' ? ['token'] : []),
    ...(headers.authorization?.startsWith('Basic ') === true ? ['basic'] : []),
  ];
}

it.each(OPERATIONS.map((each, at) => [...each, at] as const))(
  'an operation that says: %s',
  async (_name, _security, arrives, at) => {
    expect(await arriving(`named_o${at}`)).toEqual(arrives);
  },
);

it('sends all stored credentials if the document defines no security for an operation', async () => {
  const at = OPERATIONS.findIndex(([, security]) => security === undefined);
  expect(await arriving(`silent_o${at}`)).toContain('key');
  expect(await arriving(`silent_o${at}`)).toHaveLength(2);
});
