import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveCall } from '../../../src/core/approvals/approval.ts';
import { updateContentSettings } from '../../../src/core/callContents/settings.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { toApprovalId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { run } from '../../cli/toolyard.ts';
import { eventually } from '../../harness/eventually.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { startWorld } from '../../harness/world.ts';
import { ARRIVES, NUMBERS, port, reply, SERVERS, seen, upstream } from './numbersUpstream.ts';

const opened = await startWorld({ egressAllow: `127.0.0.1:${port}` });
const stack = await createStack(opened.account.ctx, { name: 'numbers' });

beforeAll(async () => {
  for (const { connector, tools } of SERVERS) {
    const { kind: serverId } = connector;
    await opened.saveServer({ id: serverId, name: serverId, toolPrefix: false, connector, tools });
    await addServerToStack(opened.account.ctx, stack.id, { serverId, enableAllTools: true });
  }
});
afterAll(async () => {
  await opened.close();
  upstream.close();
});

const { endpoint, token } = await createClientEndpoint(opened.account.ctx, { stackId: stack.id, name: 'numbers' });

async function post(path: string, bearer: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${opened.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', accept: BOTH, ...headers },
    body,
  });
  return response.text();
}

const BOTH = 'application/json, text/event-stream';
const META = [
  '"io.modelcontextprotocol/protocolVersion":"2026-07-28"',
  '"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}',
  '"io.modelcontextprotocol/clientCapabilities":{}',
].join();
const { apiKey } = opened.account;
const TOOL = `/v1/stacks/${stack.id}/tools`;
const MUTATION = (input: string, more = '') =>
  `mutation ${more} { invokeTool(input: ${input}) { ... on InvokeToolPayload { result } ... on UserError { message } } }`;

/** Every way to call a tool; `input` is JSON text. */
const SURFACES: Readonly<Record<string, (tool: string, input: string) => Promise<string>>> = {
  'POST /v1/…/invoke': (tool, input) => post(`${TOOL}/${tool}/invoke`, apiKey, `{"tool_input":${input}}`),
  'the same, with the input as text': (tool, input) =>
    post(`${TOOL}/${tool}/invoke`, apiKey, `{"tool_input":${JSON.stringify(input)}}`),
  'POST /v1/…/invoke_batch': (tool, input) =>
    post(`${TOOL}/invoke_batch`, apiKey, `{"calls":[{"tool_id":"${tool}","tool_input":${input}}]}`),
  'POST /s/…/call_tool': (tool, input) =>
    post(`/s/${endpoint.clientId}/call_tool`, token, `{"tool_name":"${tool}","tool_input":${input}}`),
  'MCP tools/call': (tool, input) =>
    post(
      `/s/${endpoint.clientId}/mcp`,
      token,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${input}}}`,
      { 'mcp-protocol-version': '2025-06-18' },
    ),
  'GraphQL with variables': (tool, input) =>
    post(
      '/graphql',
      apiKey,
      `{"query":${JSON.stringify(MUTATION('$input', '($input: InvokeToolInput!)'))},"variables":{"input":{"stackId":"${stack.id}","toolId":"${tool}","toolInput":${input}}}}`,
    ),
  // Yoga parses and answers a request with `extensions`.
  'GraphQL with variables and more': (tool, input) =>
    post(
      '/graphql',
      apiKey,
      `{"query":${JSON.stringify(MUTATION('$input', '($input: InvokeToolInput!)'))},"extensions":{},"variables":{"input":{"stackId":"${stack.id}","toolId":"${tool}","toolInput":${input}}}}`,
    ),
  'GraphQL with a literal': (tool, input) => {
    const literal = input.replace(/"(\w+)":/g, '$1:');
    return post(
      '/graphql',
      apiKey,
      JSON.stringify({ query: MUTATION(`{stackId: "${stack.id}", toolId: "${tool}", toolInput: ${literal}}`) }),
    );
  },
  'MCP with progress, over a stream': (tool, input) =>
    post(
      `/s/${endpoint.clientId}/mcp`,
      token,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${input},"_meta":{"progressToken":1}}}`,
      { 'mcp-protocol-version': '2025-06-18' },
    ),
  'MCP of the stateless revision': (tool, input) =>
    post(
      `/s/${endpoint.clientId}/mcp`,
      token,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${input},"_meta":{${META}}}}`,
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool },
    ),
  'MCP of the stateless revision, with progress': (tool, input) =>
    post(
      `/s/${endpoint.clientId}/mcp`,
      token,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${input},"_meta":{${META},"progressToken":1}}}`,
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool },
    ),
  'MCP in search mode, by a tool that calls': (tool, input) =>
    post(
      `/s/${endpoint.clientId}/mcp?mode=search`,
      token,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_tool","arguments":{"tool_name":"${tool}","tool_input":${input}}}}`,
      { 'mcp-protocol-version': '2025-06-18' },
    ),
  'MCP in search mode, with the input as text': (tool, input) =>
    post(
      `/s/${endpoint.clientId}/mcp?mode=search`,
      token,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_tool","arguments":{"tool_name":"${tool}","tool_input":${JSON.stringify(input)}}}}`,
      { 'mcp-protocol-version': '2025-06-18' },
    ),
  'GraphQL over an event stream': (tool, input) =>
    post(
      '/graphql',
      apiKey,
      `{"query":${JSON.stringify(MUTATION('$input', '($input: InvokeToolInput!)'))},"variables":{"input":{"stackId":"${stack.id}","toolId":"${tool}","toolInput":${input}}}}`,
      { accept: 'text/event-stream' },
    ),
  'a result in the shape of a provider': (tool, input) =>
    post(`${TOOL}/${tool}/invoke?result=openai`, apiKey, `{"tool_input":${input}}`),
  'toolyard call': async (tool, input) => {
    const env = { TOOLYARD_URL: opened.url, TOOLYARD_API_KEY: apiKey };
    const { out } = await run(['call', stack.id, tool, '--input', input, '--json'], env);
    return out.replaceAll(/\s/g, '');
  },
  'a selection': (tool, input) =>
    post(
      `${TOOL}/${tool}/invoke`,
      apiKey,
      `{"tool_input":${input},"select":"{n: n, deep: deep[*].{n: n}, plain: plain}"}`,
    ),
  'an answer that is kept for a repetition': async (tool, input) => {
    const call = () =>
      post(`${TOOL}/${tool}/invoke`, apiKey, `{"tool_input":${input}}`, { 'idempotency-key': `${tool}${input}` });
    await call();
    return call();
  },
};

describe.each(Object.entries(SURFACES))('%s', (_surface, call) => {
  describe.each(someOf(Object.entries(ARRIVES), 2))('of a tool called by %s', (tool, arrives) => {
    it.each(someOf(NUMBERS, 2))('passes %s unchanged in both directions', async (number) => {
      reply.number = number;
      const text = await call(tool, `{"n":${number},"deep":[{"n":${number}},"x"]}`);
      const last = seen.at(-1) ?? '';
      for (const part of arrives) expect(last).toContain(part.replaceAll('$', number));
      expect(text.replaceAll('\\"', '"')).toContain(`"n":${number},"deep":[{"n":${number}}],"plain":5`);
    });
  });
});

// These surfaces rename properties, because their selection names them.
const RENAMING = ['a selection'];
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('properties named like built-in object members', () => {
  it.each(Object.entries(SURFACES).filter(([surface]) => !RENAMING.includes(surface)))(
    'pass both ways like any other: %s',
    async (_surface, call) => {
      const members = INHERITED.map((name) => `"${name}":{"${name}":1}`).join();
      [reply.number, reply.more] = ['1', `,${members}`];
      const text = await call('mcp', `{"n":1,${members},"unit":"m"}`);
      reply.more = '';
      expect(seen.at(-1)).toContain(`"arguments":{"n":1,${members},"unit":"m"}`);
      expect(text.replaceAll('\\"', '"')).toContain(`"plain":5,${members}}`);
    },
  );
});

describe('number literals in storage and display', () => {
  const textOf = async (query: string, variables: object) =>
    (await post('/graphql', apiKey, JSON.stringify({ query, variables }))).replaceAll('\\"', '"');

  it.each(someOf(NUMBERS, 2))('keep %s in call contents', async (number) => {
    const { ctx } = opened.account;
    await updateContentSettings(ctx, stack.id, { days: 1, redact: [] });
    const contentIds = async () => (await ctx.db.callContent.findMany()).map(({ id }) => id);
    const before = new Set(await contentIds());
    reply.number = number;
    await post(`${TOOL}/body/invoke`, apiKey, `{"tool_input":{"n":${number}}}`);
    const newOne = async () => (await contentIds()).find((id) => !before.has(id));
    await eventually('the contents are kept', async () => (await newOne()) !== undefined);
    const callId = await newOne();
    const text = await textOf(
      'mutation ($id: ID!) { readCallContents(input: { callId: $id }) { ... on ReadCallContentsPayload { contents { input output } } } }',
      { id: callId },
    );
    expect(text).toContain(`"input":{"n":${number}},"output":{"n":${number},"deep":[{"n":${number}}],"plain":5}`);
  });

  it.each(someOf(NUMBERS, 2))('show %s to the approver, and send it unchanged', async (number) => {
    const rule = await createPolicyRule(opened.account.ctx, { name: 'ask', effect: 'ask', tools: ['body'] });
    const call = () => post(`${TOOL}/body/invoke`, apiKey, `{"tool_input":{"n":${number},"deep":[${number}]}}`);
    await call();
    const list = await textOf('{ approvals(first: 1) { nodes { id input } } }', {});
    expect(list).toContain(`"input":{"n":${number},"deep":[${number}],"unit":"m"}`);
    const [, id] = /"id":"(\w+-[\w-]+)"/.exec(list) ?? [];
    await approveCall(opened.account.ctx, toApprovalId(id ?? ''), {});
    await call();
    expect(seen.at(-1)).toContain(`{"n":${number},"deep":[${number}],"unit":"m"}`);
    await deletePolicyRule(opened.account.ctx, rule.id);
  });
});

it('number literals survive in a result read in parts', async () => {
  reply.number = '1.50';
  const input = `{"n":1,"deep":[${'"x",'.repeat(10)}"x"]}`;
  const text = await post(`${TOOL}/body/invoke`, apiKey, `{"tool_input":${input},"max_bytes":256}`);
  expect(text).toContain('"n":1.50');
});

it('numbers fail validation with a wrong type or an excessive value', async () => {
  const response = await post(`${TOOL}/body/invoke`, apiKey, '{"tool_input":{"n":"1.50"}}');
  expect(response).toContain('Invalid input parameters');
});
