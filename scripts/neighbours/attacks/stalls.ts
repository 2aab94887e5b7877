import { attenuateToken } from '../../../src/core/kernel/attenuation.ts';
import { type Attack, type Attacker, attack, flood } from '../attack.ts';
import type { Answer } from '../client.ts';
import { type Agent, invoke, mcpSource, must, mutate, newAgent, newToolStack, stackOf } from '../objects.ts';
import { type McpList, openQuotes, QUOTES } from '../upstream.ts';

const ONE_TOOL: McpList = { toolsPerPage: 1, pages: 1, descriptionChars: 10, schemaChars: 10 };

const agentCall = ({ client }: Attacker, { clientId, token }: Agent, tool: string, input: unknown) =>
  client.send('POST', `/s/${clientId}/call_tool`, { tool_name: tool, tool_input: input }, token);

/** Sends the same input through each surface in turn. */
function bySurface(attacker: Attacker, agent: Agent, at: number, input: unknown): Promise<Answer> {
  const { client } = attacker;
  const { stackId, clientId, token } = agent;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'plain_run', arguments: input } };
  const query = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';
  const surfaces = [
    () => invoke(attacker, stackId, 'plain_run', { tool_input: input }),
    () => agentCall(attacker, agent, 'plain_run', input),
    () => client.send('POST', `/s/${clientId}/mcp`, call, token),
    () =>
      client.send('POST', '/graphql', {
        query,
        variables: { input: { stackId, toolId: 'plain_run', toolInput: input } },
      }),
  ] as const;
  return (surfaces[at % surfaces.length] ?? surfaces[0])();
}

type Request = Readonly<Record<string, unknown>>;

/** A server whose tool repeats its input in a request of this kind. */
async function repeatingStack(attacker: Attacker, id: string, request: Request): Promise<string> {
  const properties = { v: { type: 'string' } };
  const tools = [
    { name: 'run', inputSchema: { type: 'object', properties }, request: { kind: 'template', ...request } },
  ];
  const document = { id, name: id, connector: { kind: 'http', baseUrl: attacker.upstream.origin }, tools };
  await must(mutate(attacker, 'importServer', { document }));
  return stackOf(attacker, [id]);
}

const times = <T>(count: number, value: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => value(at));

const repeating = (name: string, description: string, width: number, request: Request, chars: number): Attack =>
  attack({
    name,
    description,
    prepare: (attacker) => repeatingStack(attacker, 'repeating', request),
    run: (attacker, stackId, until) =>
      flood(attacker, { width, until }, () =>
        invoke(attacker, stackId, 'repeating_run', { tool_input: { v: 'x'.repeat(chars) } }),
      ),
  });

const preview = (attacker: Attacker, source: object) => mutate(attacker, 'previewServer', { id: 'hostile', source });

const previewing = (name: string, description: string, sourceOf: (attacker: Attacker) => object): Attack =>
  attack({
    name,
    description,
    run: (attacker, _none, until) => flood(attacker, { width: 2, until }, () => preview(attacker, sourceOf(attacker))),
  });

const condition = (name: string, description: string, expression: string, input: object): Attack =>
  attack({
    name,
    description,
    prepare: async (attacker) => newAgent(attacker, await newToolStack(attacker, 'plain', { path: '/echo' })),
    run: (attacker, agent, until) => {
      const token = attenuateToken(agent.token, { when: expression });
      return flood(attacker, { width: 2, until }, () => agentCall(attacker, { ...agent, token }, 'plain_run', input));
    },
  });

/** Single requests whose cost once grew faster than their size. Each of them stopped the service for seconds. */
export const STALL_ATTACKS: readonly Attack[] = [
  attack({
    name: 'escaped-quotes',
    description: 'inputs given as a text of 60,000 escaped quotes that never ends, over REST, agents, MCP and GraphQL',
    prepare: async (attacker) => newAgent(attacker, await newToolStack(attacker, 'plain', { path: '/echo' })),
    run: (attacker, agent, until) =>
      flood(attacker, { width: 4, until }, (at) => bySurface(attacker, agent, at, openQuotes(QUOTES))),
  }),
  attack({
    name: 'escaped-quotes-answers',
    description: 'answers of the same text, as JSON and as a text of MCP',
    prepare: async (attacker) => {
      const http = await newToolStack(attacker, 'quotes', { path: `/quotes/${QUOTES}` });
      const source = mcpSource(attacker, { ...ONE_TOOL, hostile: 'results' });
      await must(mutate(attacker, 'importServer', { id: 'texts', source }));
      return { http, mcp: await stackOf(attacker, ['texts']) };
    },
    run: (attacker, { http, mcp }, until) =>
      flood(attacker, { width: 4, until }, (at) =>
        at % 2 === 0 ? invoke(attacker, http, 'quotes_run') : invoke(attacker, mcp, 'texts_tool_0_0'),
      ),
  }),
  condition(
    'condition-of-lists',
    'a token attenuated to inputs of which each of 6,000 numbers is in the list of them',
    'input.l.all(x, x in input.l)',
    { l: times(6_000, (at) => at) },
  ),
  condition(
    'condition-of-numbers',
    'a token attenuated to inputs of which a text of 100,000 digits is read as a number 3,000 times',
    'input.l.all(x, double(input.s) > 0.0)',
    { l: times(3_000, (at) => at), s: '1'.repeat(100_000) },
  ),
  previewing('long-names', 'previews of a tool whose name has 40,000 underscores in it', (attacker) =>
    mcpSource(attacker, { ...ONE_TOOL, hostile: 'name' }),
  ),
  previewing(
    'long-paths',
    'previews of a document whose path has 40,000 underscores behind a digit',
    ({ upstream }) => ({
      openApi: { url: `${upstream.origin}/versions/40000` },
    }),
  ),
  previewing('joined-texts', 'previews of 400 tools whose titles and metadata are full of joiners', (attacker) =>
    mcpSource(attacker, { ...ONE_TOOL, toolsPerPage: 400, hostile: 'joiners' }),
  ),
  repeating(
    'repeated-in-bodies',
    'six calls at once whose input of 0.9 MB stands 300 times in the body',
    6,
    { method: 'POST', path: '/echo', body: { v: times(300, () => '{v}') } },
    900_000,
  ),
  repeating(
    'repeated-in-queries',
    'calls that copy a 60 KB input into 100 query parameters',
    6,
    { method: 'GET', path: '/echo', query: Object.fromEntries(times(100, (at) => [`q${at}`, '{v}'])) },
    60_000,
  ),
  repeating(
    'repeated-in-paths',
    'calls that copy a 60 KB input into the path 60 times',
    6,
    { method: 'GET', path: `/echo/${times(60, () => '{v}').join('/')}` },
    60_000,
  ),
  repeating(
    'repeated-in-headers',
    'calls that copy a 60 KB input into 100 headers',
    6,
    { method: 'GET', path: '/echo', headers: Object.fromEntries(times(100, (at) => [`x-h${at}`, '{v}'])) },
    60_000,
  ),
  attack({
    name: 'repeated-defaults',
    description: '24 concurrent calls with 1,500 items, each filled with a 60 KB default',
    prepare: async (attacker) => {
      const item = {
        type: 'object',
        required: ['d'],
        properties: { d: { type: 'string', default: 'x'.repeat(60_000) } },
      };
      const schema = { type: 'object', properties: { items: { type: 'array', items: item } } };
      return newToolStack(attacker, 'defaults', { path: '/echo', schema });
    },
    run: (attacker, stackId, until) =>
      flood(attacker, { width: 24, until }, () =>
        invoke(attacker, stackId, 'defaults_run', { tool_input: { items: times(1_500, () => ({})) } }),
      ),
  }),
];
