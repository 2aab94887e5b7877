import { createServer } from 'node:http';
import { FAILURE_KINDS } from '../../src/core/kernel/rehearsalSettings.ts';
import { listenOnLoopback } from '../../test/harness/listen.ts';
import { createTally, type Report, type Tally } from './report.ts';
import { mutation } from './things.ts';
import { type Answer, openTrustWorld, type TrustWorld } from './world.ts';

/** A service that counts the connections to it. */
async function startCounted() {
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    // Each request is a connection, so that none is missed.
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{"said":"hi"}');
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections, close: () => server.close() };
}

const tool = (name: string, method: string) => ({
  name,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  request: { kind: 'template', method, path: `/${name}`, ...(method === 'GET' ? {} : { body: { text: '{text}' } }) },
});
const TOOLS = ['shop_find', 'shop_keep', 'shop_remove', 'api_find'];
const PASSED = { passThrough: ['resources', 'prompts'] };

/** Servers of several kinds at the counted service; one needs a credential. */
const documents = (origin: string) => [
  {
    ...{ id: 'shop', name: 'Shop', connector: { kind: 'http', baseUrl: origin } },
    credentials: [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }],
    tools: [tool('find', 'GET'), tool('keep', 'POST'), tool('remove', 'DELETE')],
  },
  { id: 'api', name: 'API', connector: { kind: 'openapi', baseUrl: origin }, tools: [tool('find', 'GET')] },
  { id: 'notes', name: 'Notes', connector: { kind: 'mcp-http', url: `${origin}/mcp`, ...PASSED } },
];

type Agent = { readonly clientId: string; readonly token: string };
const found = (data: unknown, pattern: RegExp): string => pattern.exec(JSON.stringify(data))?.[1] ?? '';

/** An ordinary endpoint, and a rehearsal endpoint of the same stack. */
async function makeAgents(world: TrustWorld, origin: string) {
  const run = (name: string, fields: string, input: object) =>
    world.graphql(mutation(name, fields), { input }, world.firstKey);
  const stackId = found(await run('createStack', 'stack { id }', { name: 'rehearsed' }), /"(stack_[\w-]+)"/);
  for (const document of documents(origin)) {
    await run('importServer', 'server { id }', { document });
    await run('addServerToStack', 'enabledCount', { stackId, serverId: document.id, hasAllTools: true });
  }
  await run('setCredentials', 'fieldIds', { stackId, serverId: 'shop', credentials: { key: 'a key' } });
  const agent = async (isRehearsal: boolean): Promise<Agent> => {
    const input = { stackId, name: String(isRehearsal), isRehearsal };
    const made = await run('createClientEndpoint', 'endpoint { id clientId } token', input);
    const endpointId = found(made, /"(endpoint_[\w-]+)"/);
    await run('updateClientEndpoint', '__typename', { endpointId, mayProgramsWrite: true });
    return { clientId: found(made, /"(client_[\w-]+)"/), token: found(made, /"(eyJ[^"]+)"/) };
  };
  return { ordinary: await agent(false), rehearsed: await agent(true) };
}

type Send = (agent: Agent, headers: Readonly<Record<string, string>>) => Promise<Answer>;

const PASS_THROUGH: readonly (readonly [string, object])[] = [
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'toolyard://notes/file:///x' }],
  ['resources/subscribe', { uri: 'toolyard://notes/file:///x' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'notes_x' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'notes_x' }, argument: { name: 'a', value: 'b' } }],
  ['tools/list', {}],
];

/** Every way to make a call of a tool, or to reach a server without one. */
function waysOf(world: TrustWorld): Readonly<Record<string, readonly Send[]>> {
  const post =
    (path: string, body: object, more: Readonly<Record<string, string>> = {}): Send =>
    (agent, headers) =>
      world.ask(`/s/${agent.clientId}${path}`, { bearer: agent.token, body, headers: { ...headers, ...more } });
  const mcp = (method: string, params: object): Send =>
    post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, { accept: 'application/json, text/event-stream' });
  const each = (send: (tool: string, input: object) => Send) => TOOLS.map((name) => send(name, { text: 'hi' }));
  const inner = (tool_name: string, tool_input: object) => ({ tool_name, tool_input });
  return {
    call_tool: each((name, input) => post('/call_tool', inner(name, input))),
    'call_tool in search mode': each((name, input) =>
      post('/call_tool?mode=search', inner('call_tool', inner(name, input))),
    ),
    'call_tool as a job': each((name, input) => post('/call_tool', inner(name, input), { prefer: 'respond-async' })),
    'a program': each((name, input) =>
      post('/call_tool?mode=code', inner('run_code', { code: `return tools.${name}(${JSON.stringify(input)})` })),
    ),
    'MCP tools/call': each((name, input) => mcp('tools/call', { name, arguments: input })),
    'MCP resources and prompts': PASS_THROUGH.map(([method, params]) => mcp(method, params)),
  };
}

const SETTLE_MS = 2_000;

type Counted = Awaited<ReturnType<typeof startCounted>>;
// Jobs run after their response.
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** Makes every request with every failure on demand, and counts those that contact the service. */
async function attack(service: Counted, world: TrustWorld, agent: Agent, tally: Tally): Promise<void> {
  const failures = [{}, ...FAILURE_KINDS.map((kind) => ({ 'toolyard-rehearse': kind }))];
  const attempts = Object.entries(waysOf(world)).flatMap(([way, sends]) =>
    sends.flatMap((send) => failures.map((headers) => ({ way, send, headers }))),
  );
  for (const { way, send, headers } of attempts) {
    const before = service.connections();
    const { status, text } = await send(agent, headers);
    const count = service.connections() - before;
    tally.count(way, count === 0 ? null : `${count} connections: ${status} ${text.slice(0, 200)}`);
  }
  const before = service.connections();
  await settle();
  tally.count('connections after the last response', service.connections() === before ? null : 'a late connection');
}

/** The ways that don't contact the service even through an ordinary endpoint. */
async function waysWithoutConnection(service: Counted, world: TrustWorld, agent: Agent): Promise<readonly string[]> {
  const without: string[] = [];
  for (const [way, sends] of Object.entries(waysOf(world))) {
    const before = service.connections();
    for (const send of sends) await send(agent, {});
    await settle();
    if (service.connections() === before) without.push(way);
  }
  return without;
}

/** Calls and requests of a rehearsal endpoint, with each failure on demand, must not contact a service. */
export async function runRehearsals(): Promise<Report> {
  const service = await startCounted();
  const world = await openTrustWorld({ TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${service.port}` });
  const tally = createTally();
  try {
    const { ordinary, rehearsed } = await makeAgents(world, service.origin);
    await attack(service, world, rehearsed, tally);
    const ofOrdinary = service.connections();
    const unreached = await waysWithoutConnection(service, world, ordinary);
    for (const way of unreached) tally.count('control: an ordinary endpoint reaches the service', way);
    return {
      section: 'rehearsals',
      claim: 'no request of an agent lets a rehearsal endpoint contact a service',
      command: 'npm run trust -- rehearsals',
      rows: tally.rows(),
      wrong: tally.wrong(),
      figures: {
        'ways that reach the service through an ordinary endpoint':
          Object.keys(waysOf(world)).length - unreached.length,
        'connections through the ordinary endpoint': service.connections() - ofOrdinary,
      },
    };
  } finally {
    await world.close();
    service.close();
  }
}
