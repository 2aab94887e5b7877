import type { Attempt } from './tenancy.ts';
import type { Owner } from './things.ts';
import type { TrustWorld } from './world.ts';

type Send = (tool: string, input: object) => ReturnType<Attempt['send']>;

const PROTOCOL = '2026-07-28';
const TASKS = 'io.modelcontextprotocol/tasks';
const META = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL,
  'io.modelcontextprotocol/clientInfo': { name: 'trust', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { extensions: { [TASKS]: {} } },
};

/** The ways to make a call whose input names a file or result, as an API key and as an agent. */
function waysToCall(world: TrustWorld, { apiKey, token, things }: Owner): Readonly<Record<string, Send>> {
  const stack = `/v1/stacks/${things['stack']}/tools`;
  const agent = `/s/${things['client']}`;
  const mcp = { bearer: token, headers: { accept: 'application/json, text/event-stream' } };
  const program = (tool: string, input: object) => ({
    code: `return await tools[${JSON.stringify(tool)}](${JSON.stringify(input)})`,
  });
  const query =
    'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename ... on UserError { message } ... on InvokeToolPayload { result } } }';
  return {
    invoke: (tool, input) => world.ask(`${stack}/${tool}/invoke`, { bearer: apiKey, body: { tool_input: input } }),
    'invoke, dry run': (tool, input) =>
      world.ask(`${stack}/${tool}/invoke?dry_run=true`, { bearer: apiKey, body: { tool_input: input } }),
    invoke_batch: (tool, input) =>
      world.ask(`${stack}/invoke_batch`, { bearer: apiKey, body: { calls: [{ tool_id: tool, tool_input: input }] } }),
    'invoke, as a job': (tool, input) =>
      world.ask(`${stack}/${tool}/invoke`, {
        ...{ bearer: apiKey, body: { tool_input: input }, headers: { prefer: 'respond-async' } },
      }),
    'invoke, search mode': (tool, input) =>
      world.ask(`${stack}/call_tool/invoke?mode=search`, {
        ...{ bearer: apiKey, body: { tool_input: { tool_name: tool, tool_input: input } } },
      }),
    'invoke, code mode': (tool, input) =>
      world.ask(`${stack}/run_code/invoke?mode=code`, { bearer: apiKey, body: { tool_input: program(tool, input) } }),
    'GraphQL invokeTool': (tool, input) =>
      world.ask('/graphql', {
        bearer: apiKey,
        body: { query, variables: { input: { stackId: things['stack'], toolId: tool, toolInput: input } } },
      }),
    call_tool: (tool, input) =>
      world.ask(`${agent}/call_tool`, { bearer: token, body: { tool_name: tool, tool_input: input } }),
    'MCP tools/call': (tool, input) =>
      world.ask(`${agent}/mcp`, {
        ...{ ...mcp, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } } },
      }),
  };
}

/** Where an input names a file or result. */
const PLACES: Readonly<Record<string, (reference: object) => object>> = {
  'a member': (reference) => ({ any: reference }),
  'deep in a list': (reference) => ({ any: [{ deep: [reference] }] }),
};

const REFERENCES: readonly (readonly [string, (id: string) => object])[] = [
  ['file', (id) => ({ $file: `toolyard://file/${id}` })],
  ['file', (id) => ({ $file: `toolyard://file/${id}`, as: 'base64' })],
  ['handle', (id) => ({ $result: id })],
  ['handle', (id) => ({ $result: id, at: '/asked' })],
];

/** Ids of files and results in the inputs of calls, and ids of tasks in MCP messages. */
export function handleIdArguments(world: TrustWorld, ours: Owner): Attempt[] {
  const tool = ours.things['tool'] ?? '';
  const inInputs = Object.entries(waysToCall(world, ours)).flatMap(([way, send]) =>
    Object.entries(PLACES).flatMap(([place, put]) =>
      REFERENCES.map(
        ([kind, reference]): Attempt => ({
          label: `${way}, ${kind} in the input, ${place}`,
          kind,
          send: (id) => send(tool, put(reference(id.toWellFormed()))),
        }),
      ),
    ),
  );
  const tasks = ['tasks/get', 'tasks/update', 'tasks/cancel'].map(
    (method): Attempt => ({
      label: `MCP ${method}`,
      kind: 'job',
      send: (id) =>
        world.ask(`/s/${ours.things['client']}/mcp`, {
          bearer: ours.token,
          headers: {
            accept: 'application/json, text/event-stream',
            ...{ 'mcp-protocol-version': PROTOCOL, 'mcp-method': method },
            // Header values are visible ASCII.
            'mcp-name': /^[\x21-\x7e]*$/.test(id) ? id : 'x',
          },
          body: {
            jsonrpc: '2.0',
            id: 1,
            method,
            params: { taskId: id.toWellFormed(), _meta: META, inputResponses: {} },
          },
        }),
    }),
  );
  return [...inInputs, ...tasks];
}
