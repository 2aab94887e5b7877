import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { rightsOf, roleNames } from '../../src/core/kernel/roles.ts';
import type { Operation } from '../../src/rest/operation.ts';
import { OPERATIONS } from '../../src/rest/operations.ts';
import { newPerson } from '../core/people/kit.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Sends an operation's documented example. Nothing that it names exists, and each new name is unique. */
async function ask({ method, path, request }: Operation, credential: Record<string, string>): Promise<string> {
  const body = request && JSON.stringify(request.example).replace('Support agent', crypto.randomUUID());
  const headers = { ...credential, ...(body && { 'content-type': 'application/json' }) };
  const address = `${world.url}${path.replaceAll(/\{\w+\}/g, 'none')}`;
  const response = await fetch(address, { method, headers, ...(body && { body }) });
  return `${response.status} ${await response.text()}`;
}

const REFUSAL = /^403 .*This needs the right “(\w+)”, which the role “(\w+)” does not grant/;

it.each(roleNames)('a key of the role %s is allowed or refused each operation as its record says', async (role) => {
  const { key } = await createApiKey(world.account.ctx, { name: role, role });
  for (const operation of OPERATIONS) {
    const { id, right: need } = operation;
    const answer = await ask(operation, { authorization: `Bearer ${key}` });
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
  for (const operation of OPERATIONS) expect(await ask(operation, { cookie }), operation.id).toMatch(/^401/);
  const headers = { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect((await fetch(`${world.url}/s/none/mcp`, { method: 'POST', headers, body: message })).status).toBe(401);
});
