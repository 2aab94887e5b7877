import { expect } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { startJob } from '../../src/core/jobs/job.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { setSkill } from '../../src/core/skills/skill.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { storeFile } from '../core/files/storeFile.ts';
import { checksums } from '../graphql/checksums.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { CREDENTIAL } from '../harness/credential.ts';
import type { HttpApi } from '../harness/petshop.ts';
import type { World, WorldAccount } from '../harness/world.ts';

/** Every object of one account that a request can name. */
export type Things = Readonly<
  Record<
    | ('stack' | 'server' | 'tool' | 'client' | 'handle' | 'file' | 'job' | 'cursor' | 'endpoint' | 'token' | 'apiKey')
    | ('rule' | 'skill'),
    string
  >
>;
export type ApiRequest = { readonly path: string; readonly body?: object; readonly isAgent?: true };
/** An account's agent: its objects and its token. */
export type Agent = { readonly things: Things; readonly token: string };

/** A request of our agent, with its stack token; any other request uses our API key. */
export const agent = (path: string, body?: object): ApiRequest => ({ path, isAgent: true, ...(body && { body }) });

/** Two accounts with every object that a request can name; one of them is ours. */
export async function openAccounts() {
  const { api, world, close } = await startApiWorld();
  const ours = await makeThings({ world, api }, world.account, 'ours');
  const theirs = await makeThings({ world, api }, world.otherAccount, 'theirs');
  expect(Object.values(theirs.things)).not.toContain('');
  const answer = (method: string, request: ApiRequest, named: Things) =>
    answerTo({ world, token: ours.token, method, named }, request);
  return {
    world,
    ours,
    theirs,
    /** Asserts that foreign and unknown ids get the same response byte for byte, and that nothing changes. */
    async expectNothingShown(method: string, requestFor: (named: Things) => ApiRequest): Promise<void> {
      const before = await checksums(world);
      const foreign = await answer(method, requestFor(theirs.things), theirs.things);
      const unknown = nobodysLike(theirs.things);
      expect(foreign).toBe(await answer(method, requestFor(unknown), unknown));
      expect(foreign).not.toContain('theirs');
      expect(await checksums(world)).toEqual(before);
    },
    close,
  };
}

type Running = { readonly world: World; readonly api: HttpApi };

/** A private server, a stack with it and its credential, an endpoint, a stored result and a file. */
async function makeThings(
  { world, api }: Running,
  { id: accountId, ctx, apiKey }: WorldAccount,
  server: string,
): Promise<Agent> {
  const tools = ['find', 'keep'].map((name) => ({
    name,
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: `/${name}/${server}${'.'.repeat(300)}`, query: { q: '{text}' } },
  }));
  const credentials = [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }];
  const connector = { kind: 'http', baseUrl: api.url };
  await saveServer(ctx, { id: server, name: server, credentials, connector, tools });
  // The address is unreachable, because the test checks only the address.
  const passing = { kind: 'mcp-http', url: `${api.url}/absent`, passThrough: ['resources', 'prompts'] };
  await saveServer(ctx, { id: `${server}-notes`, name: 'Notes', connector: passing });
  const { id: stack } = await createStack(ctx, { name: server });
  await addServerToStack(ctx, stack, { serverId: server, enableAllTools: true });
  await addServerToStack(ctx, stack, { serverId: `${server}-notes` });
  await setCredentials(ctx, stack, toServerId(server), { credentials: { key: CREDENTIAL } });
  const { apiKey: key } = await createApiKey(ctx, { name: server });
  const { endpoint, token, tokenRecord } = await createClientEndpoint(ctx, { stackId: stack, name: 'agent' });
  const { id: rule } = await createPolicyRule(ctx, { name: server, effect: 'deny', tools: ['none'] });
  const tool = `${server}_find`;
  const made = await fetch(`${world.url}/v1/stacks/${stack}/tools/${tool}/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: {}, max_bytes: 256 }),
  });
  const handle = /result_[\w-]+/.exec(await made.text())?.[0] ?? '';
  const file = (await storeFile(ctx, { accountId, stackId: stack })).id;
  const job = (await startJob(ctx, stack, tool, {})).id;
  const cursor = Buffer.from(`${stack}:1:0`).toString('base64url');
  const skill = `${server}-skill`;
  await setSkill(ctx, stack, { content: `---\nname: ${skill}\ndescription: How to find.\n---\nFind it.` });
  const access = { endpoint: endpoint.id, token: tokenRecord.id, apiKey: key.id, rule, skill };
  return { things: { stack, server, tool, client: endpoint.clientId, handle, file, job, cursor, ...access }, token };
}

/** Unknown ids of the same form, with other random parts. */
function nobodysLike(theirs: Things): Things {
  const other = (id: string) => id.replace(/[0-9a-f]{12}(?=\W|$)/, '0123456789ab');
  const { stack, client, handle, file, job, cursor, endpoint, token, apiKey, rule } = theirs;
  return {
    stack: other(stack),
    server: 'nobodys',
    tool: 'nobodys_find',
    skill: 'nobodys-skill',
    client: other(client),
    endpoint: other(endpoint),
    token: other(token),
    apiKey: other(apiKey),
    job: other(job),
    file: other(file),
    rule: other(rule),
    handle: handle.replace(/.{8}$/, '01234567'),
    cursor: cursor.split('').toReversed().join(''),
  };
}

type Asking = { readonly world: World; readonly token: string; readonly method: string; readonly named: Things };

const VARYING = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'content-length', 'connection'];

/** A response without its variable parts, with ids replaced by kinds. */
async function answerTo({ world, token, method, named }: Asking, { path, body, isAgent }: ApiRequest): Promise<string> {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${isAgent ? token : world.account.apiKey}`,
      accept: 'application/json, text/event-stream',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const headers = [...response.headers].filter(([name]) => !VARYING.includes(name)).map((pair) => pair.join(': '));
  const text = [response.status, ...headers, await response.text()].join('\n');
  const longestFirst = Object.entries(named).sort(([, one], [, other]) => other.length - one.length);
  return longestFirst.reduce((all, [kind, name]) => all.replaceAll(name, `<${kind}>`), text);
}
