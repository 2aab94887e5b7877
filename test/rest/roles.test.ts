import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { type Right, rightsOf, roleNames } from '../../src/core/roles.ts';
import { OPERATIONS, type OperationId, operationIds } from '../../src/rest/operations.ts';
import { newPerson } from '../core/people/kit.ts';
import { startWorld, type World } from '../harness/world.ts';

/** The right that each operation requires; null if no API key may use it. */
const NEEDS: Readonly<Record<OperationId, Right | null>> = {
  list_stacks: 'read',
  list_servers: 'read',
  create_stack: 'write',
  update_stack: 'write',
  delete_stack: 'write',
  add_server: 'write',
  remove_server: 'write',
  update_server_tools: 'write',
  update_credentials: 'write',
  get_credential_status: 'read',
  remove_credential: 'write',
  list_stack_tools: 'read',
  invoke_tool: 'invoke',
  invoke_batch: 'invoke',
  read_result: 'read',
  get_stack: 'read',
  list_endpoints: 'read',
  create_endpoint: 'write',
  get_endpoint: 'read',
  update_endpoint: 'write',
  delete_endpoint: 'write',
  list_stack_tokens: 'read',
  create_stack_token: 'write',
  get_stack_token: 'read',
  revoke_stack_token: 'write',
  list_api_keys: 'read',
  create_api_key: 'admin',
  get_api_key: 'read',
  revoke_api_key: 'admin',
  read_own_result: null,
  list_tools: null,
  call_tool: null,
};

/** Bodies that pass the schema and refer to nothing that exists. */
const BODIES: Partial<Record<OperationId, object>> = {
  update_stack: { stack_name: 'Named' },
  add_server: { server_id: 'none', enable_all_tools: true },
  update_server_tools: { enabled_tools: ['none'] },
  update_credentials: { credentials: { none: 'x' } },
  invoke_tool: { tool_input: {} },
  invoke_batch: { calls: [{ tool_id: 'none', tool_input: {} }] },
  call_tool: { tool_name: 'none', tool_input: {} },
  create_endpoint: { name: 'Named' },
  create_api_key: { name: 'Named', role: 'auditor' },
};

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function ask(id: OperationId, credential: Record<string, string>): Promise<string> {
  const { method, path } = OPERATIONS[id];
  const body = id === 'create_stack' ? { stack_name: crypto.randomUUID() } : BODIES[id];
  const headers = { ...credential, ...(body && { 'content-type': 'application/json' }) };
  const address = `${world.url}${path.replaceAll(/\{\w+\}/g, 'none')}`;
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return `${response.status} ${await response.text()}`;
}

const REFUSAL = /^403 .*This takes the right “(\w+)”, which the role “(\w+)” does not have/;

it.each(roleNames)('a key of the role %s is allowed or refused each operation as the table says', async (role) => {
  const { key } = await createApiKey(world.account.ctx, { name: role, role });
  for (const id of operationIds) {
    const [need, answer] = [NEEDS[id], await ask(id, { authorization: `Bearer ${key}` })];
    const isRefused = need !== null && !rightsOf(role).includes(need);
    // A member without a role in the stack doesn't see it, and some operations look it up before they check the right.
    const isUnseen = role === 'member' && answer.startsWith('404');
    expect(REFUSAL.exec(answer)?.slice(1) ?? null, `${role}, ${id}: ${answer}`).toEqual(
      isRefused && !isUnseen ? [need, role] : null,
    );
    expect(answer.startsWith('401'), `${role}, ${id}: ${answer}`).toBe(need === null);
    // Allowed requests reached the verb: no schema refused them first.
    expect(answer, `${role}, ${id}`).not.toMatch(/^400/);
  }
});

it('no operation accepts a person’s session, and MCP accepts no API key', async () => {
  const { cookie } = await newPerson(world, 'ann@example.com');
  for (const id of operationIds) expect(await ask(id, { cookie }), id).toMatch(/^401/);
  const headers = { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect((await fetch(`${world.url}/s/none/mcp`, { method: 'POST', headers, body: message })).status).toBe(401);
});
