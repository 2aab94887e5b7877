import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import type { Floors } from '../lib/floors.ts';
import { addServer, addStack, type Gateway, type Installation, type Stack, signIn } from '../lib/installation.ts';
import type { Cell, Subject } from '../lib/measure.ts';
import { agentCall, bearer, INPUT, mcpCall, post } from '../lib/targets.ts';

/** The baselines and the installation under test. */
export type Bench = { readonly floors: Floors; readonly installation: Installation; readonly gateway: Gateway };

const KEY = { id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-api-key' } };
const SIGN_IN = {
  id: 'login',
  name: 'Sign-in',
  required: true,
  placement: { in: 'header', name: 'Authorization', template: 'Bearer {login}' },
  oauth2: {
    authorizationUrl: 'https://provider.example/authorize',
    tokenUrl: 'https://provider.example/token',
    clientId: { value: 'bench' },
    tokenAuthMethod: 'none',
  },
};
const TEMPLATE = { kind: 'template', method: 'POST', path: '/call', body: { message: '{message}' } };
const OPERATION = {
  kind: 'operation',
  method: 'POST',
  path: '/call',
  parameters: [],
  body: { contentType: 'application/json', from: { properties: { message: 'message' } }, required: true },
};

/** The group of calls that differ from the plain call in one respect. */
export const RELATIVE_TO_PLAIN = 'Calls, compared with the plain /s call_tool';

const INVOKE = `mutation Call($input: InvokeToolInput!) {
  invokeTool(input: $input) { __typename ... on InvokeToolPayload { result } ... on UserError { message } }
}`;

/** The same call on every surface, and the same tool behind every connector. */
export async function callCells(bench: Bench, concurrencies: readonly number[]): Promise<readonly Cell[]> {
  const { floors, gateway } = bench;
  const stack = await plainStack(bench);
  const plain: Subject = { name: '/s call_tool', target: agentCall(gateway, stack, 'bench_echo'), pid: gateway.pid };
  const surfaces = [floors.direct, floors.proxy, plain, ...otherSurfaces(bench, stack)];
  const connectors = await connectorSubjects(bench);
  const variants = await variantSubjects(bench);
  return concurrencies.flatMap((concurrency) => [
    ...surfaces
      .map(cellAt(floors, 'Calls', concurrency))
      // Also measures the direct connection: a target limits the latency (p99) that 64 concurrent calls add to it.
      .map((cell) => (concurrency === 64 && cell.name === plain.name ? { ...cell, direct: floors.direct } : cell)),
    ...(concurrency === 16
      ? [
          ...[floors.echo, ...(floors.nginx ? [floors.nginx] : []), ...connectors].map(
            cellAt(floors, 'Calls', concurrency),
          ),
          // A credential or a call record adds little, so its pair is the plain call.
          ...variants.map((own): Cell => ({ ...own, group: RELATIVE_TO_PLAIN, concurrency, floor: plain })),
        ]
      : []),
  ]);
}

/** Makes a cell of a subject, with the raw proxy as its floor. */
export const cellAt =
  (floors: Floors, group: string, concurrency: number) =>
  (subject: Subject): Cell => ({
    ...subject,
    group,
    concurrency,
    floor: floors.proxy,
    ...(concurrency === 1 && { direct: floors.direct }),
  });

/** A stack with ten tools of an MCP server. */
async function plainStack({ floors, installation }: Bench): Promise<Stack> {
  await addServer(installation, 'bench', { tools: 10, connector: { kind: 'mcp-http', url: `${floors.origin}/mcp` } });
  return addStack(installation.account, 'plain', { servers: ['bench'] });
}

function otherSurfaces({ gateway, installation }: Bench, { stackId, clientId, token }: Stack): readonly Subject[] {
  const { url, pid } = gateway;
  const account = bearer(installation.apiKey);
  const invoke = `${url}/v1/stacks/${stackId}/tools/bench_echo/invoke`;
  const input = { stackId, toolId: 'bench_echo', toolInput: INPUT };
  return [
    { name: '/v1 invoke', target: post(invoke, { tool_input: INPUT }, account), pid },
    { name: 'MCP tools/call', target: mcpCall(`${url}/s/${clientId}/mcp`, 'bench_echo', bearer(token)), pid },
    {
      name: 'GraphQL invokeTool',
      target: post(`${url}/graphql`, { query: INVOKE, variables: { input } }, account),
      pid,
    },
  ];
}

/** The same tool behind connectors that make one HTTP request. */
async function connectorSubjects({ floors, gateway, installation }: Bench): Promise<readonly Subject[]> {
  const http = { kind: 'http', baseUrl: floors.origin };
  await addServer(installation, 'plainhttp', { tools: 10, connector: http, request: TEMPLATE });
  const openapi = { kind: 'openapi', baseUrl: floors.origin };
  await addServer(installation, 'described', { tools: 10, connector: openapi, request: OPERATION });
  const stackOf = (server: string) => addStack(installation.account, server, { servers: [server] });
  return [
    ours(gateway, 'http connector', await stackOf('plainhttp'), 'plainhttp_echo'),
    ours(gateway, 'openapi connector', await stackOf('described'), 'described_echo'),
  ];
}

/** Calls on `/s` that differ from the plain call in one respect. */
async function variantSubjects({ floors, gateway, installation }: Bench): Promise<readonly Subject[]> {
  const { account } = installation;
  const connector = { kind: 'mcp-http', url: `${floors.origin}/mcp` };
  await addServer(installation, 'keyed', { tools: 10, connector, credentials: [KEY] });
  await addServer(installation, 'signed', { tools: 10, connector, credentials: [SIGN_IN] });
  await addServer(installation, 'many', { tools: 1_000, connector });
  const keyed = await addStack(account, 'keyed', { servers: ['keyed'] });
  await setCredentials(account, keyed.stackId, toServerId('keyed'), { credentials: { key: 'a-key-of-the-bench' } });
  const signed = await addStack(account, 'signed', { servers: ['signed'] });
  await signIn(account, signed, 'signed', SIGN_IN.id);
  const recorded = await addStack(account, 'recorded', { servers: ['bench'], isRecorded: true });
  const ruled = await addStack(account, 'ruled', { servers: ['bench'] });
  const condition = 'input.message.size() < 1000';
  await createPolicyRule(administratorOf(account), {
    name: 'short',
    effect: 'allow',
    stackId: ruled.stackId,
    condition,
  });
  return [
    ours(gateway, 'recorded', recorded, 'bench_echo'),
    ours(gateway, 'one credential', keyed, 'keyed_echo'),
    ours(gateway, 'OAuth credential', signed, 'signed_echo'),
    ours(gateway, 'one rule with a condition', ruled, 'bench_echo'),
    ours(gateway, '1,000 tools in the stack', await addStack(account, 'many', { servers: ['many'] }), 'many_echo'),
  ];
}

const ours = (gateway: Gateway, label: string, stack: Stack, toolId: string): Subject => ({
  name: `/s call_tool, ${label}`,
  target: agentCall(gateway, stack, toolId),
  pid: gateway.pid,
});

/** The account's own context, with the right to create rules. */
const administratorOf = ({ actor, ...account }: Installation['account']): Installation['account'] => ({
  ...account,
  actor: actor.kind === 'apiKey' ? { ...actor, role: 'admin' } : actor,
});
