import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { DOCUMENTED } from '../contract/document.ts';
import { isWhole, someOf } from '../harness/wholeTables.ts';
import { type Agent, type ApiRequest, agent, openAccounts, type Things } from './kit.ts';

type Row = (named: Things, own: Things) => readonly ApiRequest[];

const SERVERS = (stack: string, server: string) => `/v1/stacks/${stack}/servers/${server}`;

/** Every REST operation, with each parameter and body. A new operation without a row fails. */
const REST: Readonly<Record<string, Row>> = {
  'GET /v1/stacks': ({ stack }) => [{ path: '/v1/stacks' }, { path: `/v1/stacks?cursor=${stack}` }],
  'POST /v1/stacks': () => [],
  'GET /v1/servers': () => [{ path: '/v1/servers' }, { path: '/v1/servers?limit=100' }],
  'PUT /v1/stacks/{stack_id}': ({ stack }) => [{ path: `/v1/stacks/${stack}`, body: { stack_name: 'mine now' } }],
  'POST /v1/stacks/{stack_id}/servers': ({ stack, server }, own) => [
    { path: `/v1/stacks/${stack}/servers`, body: { server_id: own.server } },
    { path: `/v1/stacks/${own.stack}/servers`, body: { server_id: server } },
  ],
  'DELETE /v1/stacks/{stack_id}/servers/{server_id}': ({ stack, server }, own) => [
    { path: SERVERS(stack, server) },
    { path: SERVERS(own.stack, server) },
  ],
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/tools': ({ stack, server, tool }, own) => [
    { path: `${SERVERS(stack, server)}/tools`, body: { enabled_tools: [] } },
    { path: `${SERVERS(own.stack, server)}/tools`, body: { enabled_tools: [] } },
    { path: `${SERVERS(own.stack, own.server)}/tools`, body: { enabled_tools: [tool] } },
  ],
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/credentials': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials`, body: { credentials: { key: 'x' } } },
    { path: `${SERVERS(own.stack, server)}/credentials`, body: { credentials: { key: 'x' } } },
  ],
  'GET /v1/stacks/{stack_id}/servers/{server_id}/credentials': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials` },
    { path: `${SERVERS(own.stack, server)}/credentials` },
  ],
  'DELETE /v1/stacks/{stack_id}/servers/{server_id}/credentials/{field_id}': ({ stack, server }, own) => [
    { path: `${SERVERS(stack, server)}/credentials/key` },
    { path: `${SERVERS(own.stack, server)}/credentials/key` },
  ],
  'GET /v1/stacks/{stack_id}/tools': ({ stack }) => [{ path: `/v1/stacks/${stack}/tools` }],
  'POST /v1/stacks/{stack_id}/tools/{tool_id}/invoke': ({ stack, tool }, own) => [
    { path: `/v1/stacks/${stack}/tools/${tool}/invoke`, body: { tool_input: {} } },
    { path: `/v1/stacks/${own.stack}/tools/${tool}/invoke`, body: { tool_input: {} } },
  ],
  'POST /v1/stacks/{stack_id}/tools/invoke_batch': ({ stack, tool }, own) => [
    { path: `/v1/stacks/${stack}/tools/invoke_batch`, body: { calls: [{ tool_id: tool, tool_input: {} }] } },
    { path: `/v1/stacks/${own.stack}/tools/invoke_batch`, body: { calls: [{ tool_id: tool, tool_input: {} }] } },
  ],
  'GET /v1/stacks/{stack_id}/results/{handle}': ({ stack, handle }, own) => [
    { path: `/v1/stacks/${stack}/results/${handle}` },
    { path: `/v1/stacks/${own.stack}/results/${handle}` },
  ],
  'GET /v1/stacks/{stack_id}/jobs': ({ stack, job }, own) => [
    { path: `/v1/stacks/${stack}/jobs` },
    { path: `/v1/stacks/${own.stack}/jobs?cursor=${job}` },
  ],
  'GET /v1/stacks/{stack_id}/jobs/{job_id}': ({ stack, job }, own) => [
    { path: `/v1/stacks/${stack}/jobs/${job}` },
    { path: `/v1/stacks/${own.stack}/jobs/${job}` },
  ],
  'POST /v1/stacks/{stack_id}/jobs/{job_id}/cancel': ({ stack, job }, own) => [
    { path: `/v1/stacks/${stack}/jobs/${job}/cancel` },
    { path: `/v1/stacks/${own.stack}/jobs/${job}/cancel` },
  ],
  'GET /s/{client_id}/jobs/{job_id}': ({ client, job }, own) => [
    agent(`/s/${client}/jobs/${job}`),
    agent(`/s/${own.client}/jobs/${job}`),
  ],
  'POST /s/{client_id}/jobs/{job_id}/cancel': ({ client, job }, own) => [
    agent(`/s/${client}/jobs/${job}/cancel`),
    agent(`/s/${own.client}/jobs/${job}/cancel`),
  ],
  'GET /v1/stacks/{stack_id}': ({ stack }) => [{ path: `/v1/stacks/${stack}` }],
  'GET /v1/stacks/{stack_id}/endpoints': ({ stack }) => [
    { path: `/v1/stacks/${stack}/endpoints` },
    { path: `/v1/stacks/${stack}/endpoints?limit=1` },
  ],
  'POST /v1/stacks/{stack_id}/endpoints': ({ stack }) => [
    { path: `/v1/stacks/${stack}/endpoints`, body: { name: 'mine' } },
  ],
  'GET /v1/endpoints/{endpoint_id}': ({ endpoint }) => [{ path: `/v1/endpoints/${endpoint}` }],
  'PUT /v1/endpoints/{endpoint_id}': ({ endpoint }) => [
    { path: `/v1/endpoints/${endpoint}`, body: { name: 'mine now', mode: 'search' } },
  ],
  'DELETE /v1/endpoints/{endpoint_id}': ({ endpoint }) => [{ path: `/v1/endpoints/${endpoint}` }],
  'GET /v1/endpoints/{endpoint_id}/tokens': ({ endpoint, token }, own) => [
    { path: `/v1/endpoints/${endpoint}/tokens` },
    { path: `/v1/endpoints/${own.endpoint}/tokens?cursor=${token}` },
  ],
  'POST /v1/endpoints/{endpoint_id}/tokens': ({ endpoint }) => [
    { path: `/v1/endpoints/${endpoint}/tokens`, body: { name: 'mine' } },
  ],
  'GET /v1/tokens/{token_id}': ({ token }) => [{ path: `/v1/tokens/${token}` }],
  'DELETE /v1/tokens/{token_id}': ({ token }) => [{ path: `/v1/tokens/${token}` }],
  'GET /v1/api_keys': ({ apiKey }) => [{ path: '/v1/api_keys' }, { path: `/v1/api_keys?cursor=${apiKey}` }],
  'POST /v1/api_keys': ({ stack }) => [
    { path: '/v1/api_keys', body: { name: 'mine', stack_roles: [{ stack_id: stack, role: 'admin' }] } },
  ],
  'GET /v1/api_keys/{api_key_id}': ({ apiKey }) => [{ path: `/v1/api_keys/${apiKey}` }],
  'DELETE /v1/api_keys/{api_key_id}': ({ apiKey }) => [{ path: `/v1/api_keys/${apiKey}` }],
  'GET /v1/rules': ({ rule }) => [{ path: '/v1/rules' }, { path: `/v1/rules?cursor=${rule}` }],
  'GET /v1/rules/{rule_id}': ({ rule }) => [{ path: `/v1/rules/${rule}` }],
  'GET /s/{client_id}/results/{handle}': ({ client, handle }, own) => [
    agent(`/s/${client}/results/${handle}`),
    agent(`/s/${own.client}/results/${handle}`),
  ],
  'GET /s/{client_id}/skills': ({ client }) => [agent(`/s/${client}/skills`)],
  'GET /s/{client_id}/skills/{skill_name}': ({ client, skill }, own) => [
    agent(`/s/${client}/skills/${skill}`),
    agent(`/s/${own.client}/skills/${skill}`),
  ],
  'GET /s/{client_id}/list_tools': ({ client }, own) => [
    agent(`/s/${client}/list_tools`),
    agent(`/s/${own.client}/list_tools`),
  ],
  'POST /s/{client_id}/call_tool': ({ client, tool }, own) => [
    agent(`/s/${client}/call_tool`, { tool_name: tool, tool_input: {} }),
    agent(`/s/${own.client}/call_tool`, { tool_name: tool, tool_input: {} }),
  ],
  // Last: if it succeeded, nothing would be left to request.
  'DELETE /v1/stacks/{stack_id}': ({ stack }) => [{ path: `/v1/stacks/${stack}` }],
};

const uri = ({ server }: Things) => ({ uri: `toolyard://${server}/notes` });
const NOTHING = () => ({});

/** Every MCP method of a stack, with the parameters that name something. */
const MCP: Readonly<Record<string, (named: Things) => object>> = {
  'tools/list': ({ cursor }) => ({ cursor }),
  'tools/call': ({ tool }) => ({ name: tool, arguments: {} }),
  'resources/list': NOTHING,
  'resources/templates/list': NOTHING,
  'resources/read': uri,
  'resources/subscribe': uri,
  'resources/unsubscribe': uri,
  'prompts/list': NOTHING,
  'prompts/get': ({ server }) => ({ name: `${server}_greet` }),
  'logging/setLevel': () => ({ level: 'info' }),
  'skills/list': NOTHING,
  'skills/get': ({ server }) => ({ uri: `skill://${server}/SKILL.md` }),
  'completion/complete': (named) => ({
    ref: { type: 'ref/resource', ...uri(named) },
    argument: { name: 'a', value: 'b' },
  }),
};

const { world, ours, theirs, expectNothingShown, close } = await openAccounts();
afterAll(close);

describe('the REST interface', () => {
  it('covers every operation', () => {
    const documented = DOCUMENTED.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(REST).sort()).toEqual([...new Set(documented)].sort());
  });

  const cases = Object.entries(REST).flatMap(([operation, row]) => {
    const blank = {
      stack: '',
      server: '',
      tool: '',
      client: '',
      handle: '',
      file: '',
      job: '',
      cursor: '',
      endpoint: '',
      token: '',
      apiKey: '',
      rule: '',
      skill: '',
    };
    return row(blank, blank).map((_, index) => ({ operation, index, row }));
  });
  it.each(someOf(cases, 25))(
    '$operation ($index) answers for another account’s object as for a nonexistent one',
    ({ operation, index, row }) =>
      expectNothingShown(operation.split(' ', 1)[0] ?? '', (named) => row(named, ours.things)[index] ?? { path: '' }),
  );
});

describe('a stack as an MCP server', () => {
  it('covers every method', () => {
    const files = readdirSync('src/mcp').map((name) => readFileSync(`src/mcp/${name}`, 'utf8'));
    const handled = files.flatMap((text) =>
      [...text.matchAll(/setRequestHandler\('([^']+)'/g)].map(([, name]) => name),
    );
    expect(Object.keys(MCP).sort()).toEqual(handled.toSorted());
  });

  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const NAMED = [
    ...Object.entries(MCP),
    ['resources/read', ({ file }: Things) => ({ uri: `toolyard://file/${file}` })],
    ['resources/read', ({ handle }: Things) => ({ uri: `toolyard://result/${handle}` })],
  ] as const;
  it.each(NAMED)('%s of our own stack finds nothing of the other account', (method, params) =>
    expectNothingShown('POST', (named) => agent(`/s/${ours.things.client}/mcp`, message(method, params(named)))),
  );
  it.each(NAMED)('%s at the other account’s address is refused like any unknown one', (method, params) =>
    expectNothingShown('POST', (named) => agent(`/s/${named.client}/mcp`, message(method, params(named)))),
  );
});

// `npm run test:isolation` runs a thousand.
const CALLS_PER_CLIENT = Number(process.env['CALLS'] ?? (isWhole ? 300 : 40));
const CALLS_AT_ONCE = 20;

/** Calls a tool with the client's own text. Returns the response's problem, if any. */
async function callAs({ things, token }: Agent, id: number): Promise<readonly string[]> {
  const text = `${things.server}-${id}`;
  // Every fourth call uses the SDK's stream, the others the fast path.
  const meta = id % 4 === 0 ? { _meta: { progressToken: id } } : {};
  const params = { name: things.tool, arguments: { text }, ...meta };
  const response = await fetch(`${world.url}/s/${things.client}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  });
  const answer = await response.text();
  const own = [`"id":${id}\\b`, `/find/${things.server}\\.`, `q=${text}\\b`];
  return own.every((pattern) => new RegExp(pattern).test(answer)) ? [] : [`${text}: ${answer}`];
}

it('two clients with the same ids get their own answers concurrently', { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  for (let first = 1; first <= CALLS_PER_CLIENT; first += CALLS_AT_ONCE) {
    const ids = Array.from({ length: CALLS_AT_ONCE }, (_, index) => first + index);
    const answers = await Promise.all(ids.flatMap((id) => [ours, theirs].map((client) => callAs(client, id))));
    wrong.push(...answers.flat());
  }
  expect(wrong).toEqual([]);
});
