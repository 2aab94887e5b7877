import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesFor } from '../../../src/connectors/egress/allow.ts';
import { createWebhookSender } from '../../../src/connectors/webhooks.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { exportServer } from '../../../src/core/marketplace/exportServer.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { beginDeliveries, createDelivering } from '../../../src/core/webhooks/deliver.ts';
import { createWebhook, deleteWebhook } from '../../../src/core/webhooks/webhook.ts';
import { run } from '../../cli/toolyard.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { startWorld } from '../../harness/world.ts';
import { countCases, holding, membersOf, NUMBERS } from './exactKit.ts';

/* Numbers in a tool's document outside its schemas: hints, client metadata, and its request. */

const { check, note, report } = countCases('numbers of members');
afterAll(report);

const HINTS = `"annotations":{"readOnlyHint":false,${holding('a')}}`;
const tool = (name: string) =>
  `{"name":"${name}","description":"Finds.","inputSchema":{"type":"object"},${HINTS},"_meta":{${holding('m')}}}`;
const sent: string[] = [];
const reply = { tools: [tool('find')], answer: '{"ok":true}' };
const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  response.setHeader('content-type', 'application/json');
  if (request.url !== '/mcp') {
    sent.push(body);
    return response.end(reply.answer);
  }
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  const results: Readonly<Record<string, string>> = {
    initialize: '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"n","version":"1"}}',
    'tools/list': `{"tools":[${reply.tools.join()}]}`,
    'tools/call': '{"content":[]}',
  };
  const answer = results[method] ? `"result":${results[method]}` : '"error":{"code":-32601,"message":"no"}';
  return response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${answer}}`);
});
const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;

const template = (more: string) => `"request":{"kind":"template","method":"POST","path":"/find",${more}}`;
const JSON_BODY = template(`"body":{"given":"{given}",${holding('b')}}`);
const FORM_BODY = template(`"body":{${membersOf('f').join()}},"bodyEncoding":"form"`);
const ownTool = (name: string, request: string) =>
  `{"name":"${name}","inputSchema":{"type":"object"},${HINTS},"forClients":{"_meta":{${holding('m')}}},${request}}`;
const own = (id: string, kind: string, request = JSON_BODY) =>
  `{"id":"${id}","name":"${id}","connector":{"kind":"${kind}","baseUrl":"${origin}"},"tools":[${ownTool('find', request)},${ownTool('form', FORM_BODY)}]}`;

const SOURCES: Readonly<Record<string, string>> = {
  mcp: `{"mcp":{"url":"${origin}/mcp"}}`,
  http: `{"document":${own('http', 'http')}}`,
  openapi: `{"document":${own('openapi', 'openapi')}}`,
};
const lettersOf = (id: string): readonly string[] => (id === 'mcp' ? ['a', 'm'] : ['a', 'm', 'b']);

const world = await startWorld({ egressAllow: new URL(origin).host });
afterAll(async () => {
  await world.close();
  upstream.close();
});
const { apiKey, ctx } = world.account;
const sender = createWebhookSender({ allow: rulesFor(new URL(origin)) });
afterAll(() => sender.close());
const BOTH = 'application/json, text/event-stream';

async function ask(path: string, body?: string, bearer = apiKey, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', accept: BOTH, ...headers },
    ...(body !== undefined && { body }),
  });
  return (await response.text()).replaceAll('\\"', '"');
}
const graphql = (query: string, variables = '{}') =>
  ask('/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`);
const importOf = (id: string, source: string) =>
  graphql(
    'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename ... on ImportServerPayload { isChanged } ... on UserError { message } } }',
    `{"input":{"id":"${id}","source":${source}}}`,
  );
const META =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}';

describe.each(someOf(Object.entries(SOURCES), 1))('number literals outside the schemas of %s', (id, source) => {
  const ready = { stackId: '', clientId: '', token: '', tool: '', form: '' };
  beforeAll(async () => {
    expect(await importOf(id, source)).toContain('ImportServerPayload');
    const stack = await createStack(ctx, { name: id });
    await addServerToStack(ctx, stack.id, { serverId: id, enableAllTools: true });
    const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: id });
    const rows = await ctx.db.tool.findMany({ where: { server: { slug: toServerId(id) } } });
    const called = (name: string) => rows.find((row) => row.name === name)?.toolId ?? '';
    Object.assign(ready, { stackId: stack.id, clientId: endpoint.clientId, token });
    Object.assign(ready, { tool: called('find'), form: called('form') });
  });
  const invoke = (name: string) => ask(`/v1/stacks/${ready.stackId}/tools/${name}/invoke`, '{"tool_input":{}}');

  it('are shown unchanged in previews and GraphQL', async () => {
    const preview = await graphql(
      'mutation ($input: PreviewServerInput!) { previewServer(input: $input) { ... on PreviewServerPayload { server { document tools { annotations } isChanged } } } }',
      `{"input":{"id":"${id}","source":${source}}}`,
    );
    check(`${id}, preview`, preview, lettersOf(id));
    // A preview of the same document reports no change.
    expect(preview).toContain('"isChanged":false');
    check(
      `${id}, tools of a server`,
      await graphql(`{ server(id: "${id}") { tools(first: 9) { nodes { annotations } } } }`),
      ['a'],
    );
    check(`${id}, tool`, await graphql(`{ tool(by: { toolId: "${ready.tool}" }) { annotations } }`), ['a']);
    const mcp = await graphql(`{ stack(id: "${ready.stackId}") { tools(format: MCP) { definitions } } }`);
    check(`${id}, definitions of a stack`, mcp, ['a']);
  });

  it('survive export and reimport', async () => {
    const document = await graphql(`{ server(id: "${id}") { document } }`);
    check(`${id}, document`, document, lettersOf(id));
    const exported = JSON.stringify(await exportServer(ctx, toServerId(id)));
    check(`${id}, export`, exported, lettersOf(id));
    expect(await importOf(id, `{"document":${exported}}`)).toContain('"isChanged":false');
    const copy = `${id}-copy`;
    const duplicated = await graphql(
      'mutation ($input: DuplicateServerInput!) { duplicateServer(input: $input) { __typename ... on UserError { message } } }',
      `{"input":{"serverId":"${id}","id":"${copy}","name":"Copy"}}`,
    );
    expect(duplicated).toContain('DuplicateServerPayload');
    check(`${id}, copy`, await graphql(`{ server(id: "${copy}") { document } }`), lettersOf(id));
  });

  it('are listed unchanged by REST, MCP and the command line', async () => {
    check(`${id}, REST`, await ask(`/v1/stacks/${ready.stackId}/tools?schema=mcp`), ['a']);
    const env = { TOOLYARD_URL: world.url, TOOLYARD_API_KEY: apiKey };
    const { out } = await run(['stack', 'tools', ready.stackId, '--format', 'mcp'], env);
    check(`${id}, stack tools`, out.replaceAll(/\s/g, ''), ['a']);
    const mcp = (params: string, method: string, headers: Record<string, string>, mode = 'full') =>
      ask(
        `/s/${ready.clientId}/mcp?mode=${mode}`,
        `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${params}}}`,
        ready.token,
        headers,
      );
    const before = { 'mcp-protocol-version': '2025-06-18' };
    check(`${id}, MCP 2025-06-18`, await mcp('', 'tools/list', before), ['a', 'm']);
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    check(`${id}, MCP 2026-07-28`, await mcp(META, 'tools/list', modern), ['a', 'm']);
    const getToolCall = `"name":"get_tool","arguments":{"tool_name":"${ready.tool}"}`;
    check(`${id}, get_tool`, await mcp(getToolCall, 'tools/call', before, 'search'), ['a']);
    const streamed = `${getToolCall},"_meta":{"progressToken":1}`;
    check(`${id}, get_tool over a stream`, await mcp(streamed, 'tools/call', before, 'search'), ['a']);
  });

  it('are shown unchanged to the approver, also by webhook', async () => {
    const { webhook } = await createWebhook(ctx, { name: id, url: `${origin}/hook` });
    const rule = await createPolicyRule(ctx, { name: 'ask', effect: 'ask', tools: [ready.tool] });
    expect(await invoke(ready.tool)).toContain('approv');
    check(`${id}, approvals`, await graphql('{ approvals { nodes { tool { annotations } } } }'), ['a']);
    await deletePolicyRule(ctx, rule.id);
    const delivering = createDelivering();
    await beginDeliveries(world.operator, sender, delivering);
    await Promise.all(delivering.tasks);
    check(`${id}, webhook`, sent.at(-1) ?? '', ['a']);
    await deleteWebhook(ctx, webhook.id);
    await ctx.db.approval.deleteMany();
  });

  it.runIf(id !== 'mcp')('are sent unchanged', async () => {
    sent.length = 0;
    expect(await invoke(ready.tool)).toContain('"ok"');
    check(`${id}, body`, sent.at(-1) ?? '', ['b']);
    await invoke(ready.form);
    const pairs = NUMBERS.map((number, at) => `f${at}=${number}`);
    const wrong = pairs.filter((pair) => !`${sent.at(-1)}&`.includes(`${pair}&`));
    note(
      pairs.length,
      wrong.map((pair) => `${id}, form: ${pair}`),
    );
  });

  it('count as changed when their value changes, and both versions are shown exactly', async () => {
    const next = (text: string) => text.replaceAll('9007199254740993', '9007199254740995').replaceAll('1.10', '1.11');
    reply.tools = [next(tool('find'))];
    expect(await importOf(id, next(source))).toContain('"isChanged":true');
    reply.tools = [tool('find')];
    const changes = await graphql(
      `{ toolChanges(filter: { serverId: "${id}" }) { nodes { before after changes { path } } } }`,
    );
    const [before = '', after = ''] = changes.split('"after":');
    check(`${id}, before a change`, before, lettersOf(id));
    expect(after).toContain('9007199254740995');
    const back = after.replaceAll('9007199254740995', '9007199254740993').replaceAll('1.11', '1.10');
    check(`${id}, after a change`, back, lettersOf(id));
  });
});

/** Numbers that mean failure, responses with them, and responses without. */
const FAILURES = [
  ['9007199254740993', ['9007199254740993', '9007199254740993.0'], ['9007199254740992', '"9007199254740993"']],
  ['1.10', ['1.1', '1.10', '11e-1'], ['1.11', '"1.10"']],
  ['-0', ['0', '-0', '0.0'], ['false', '1']],
  ['1e400', ['1e400', '10e399'], ['1e401', 'null']],
  ['1', ['1', '1.0', '1E0'], ['true', '1.00000000000000000001']],
] as const;

it.each(someOf(FAILURES, 2))('a failure quotes the number literal %s', async (equals, failing, others) => {
  const request = template(`"failure":{"at":"/code","equals":${equals}}`);
  const imported = await importOf('told', `{"document":${own('told', 'http', request)}}`);
  expect.soft(imported).toContain('ImportServerPayload');
  const stack = await createStack(ctx, { name: `told ${equals}` });
  await addServerToStack(ctx, stack.id, { serverId: 'told', enableAllTools: true });
  const wrong: string[] = [];
  for (const code of [...failing, ...others]) {
    reply.answer = `{"code":${code}}`;
    const answer = await ask(`/v1/stacks/${stack.id}/tools/told_find/invoke`, '{"tool_input":{}}');
    const isFailure = answer.includes('the upstream reports a failure');
    if (isFailure !== failing.some((each) => each === code)) wrong.push(`failure ${equals}: ${code}`);
  }
  note(failing.length + others.length, wrong);
});
