import { afterAll, beforeAll, expect, it } from 'vitest';
import { RESPONSE_BYTES_MAX } from '../../src/connectors/egress/types.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { BOUNDS } from '../../src/core/kernel/bounds.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { CREDENTIAL } from '../harness/credential.ts';
import { eventually } from '../harness/eventually.ts';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { type DocumentInput, type Endpoint, makeEndpoint } from '../mcp/kit.ts';
import { type HostileServer, HTTP_MISDEEDS, readBytesMax, startHostile, TLS_MISDEEDS } from './misdeeds.ts';

/* One account's misbehaving upstreams, all at once, while another account makes calls. */

/** The other account's calls take far less, even in one process. */
const CALL_MS = 6_000;
const CALLS_EACH = 1;
/** The causes in docs/errors.md. */
const CAUSES =
  /did not answer within 6 seconds|took too long|too many headers|larger than|not HTTP|not encoded as declared|declared length|connection (closed|failed)|redirects|does not parse|did not begin|too many pieces|response headers are too large|handshake did not finish|breaks the protocol|violated the protocol|sent an answer|stopped arriving|cannot be read|in time|HTTP status|not allowed to reach/;

/** Misbehaviors that send a body without end. Only the time of the call, and the bound of a file, end it. */
const LONG: ReadonlySet<string> = new Set([
  ...['never ends its body', 'never ends its chunks', 'names each chunk at length'],
  ...['sends endless parts of nothing', 'sends endless empty members'],
]);

const [http, tls] = [Object.entries(HTTP_MISDEEDS), Object.entries(TLS_MISDEEDS)];
/** All callers share one MCP handshake: 20 seconds with a hanging server. */
const isQuick = ([behavior]: (typeof http)[number]): boolean => !/^(says|drips|never ends the|names)/.test(behavior);
const SURFACES = [
  ...http.map((misdeed) => ['http', 'http', misdeed] as const),
  ...http.filter(isQuick).map((misdeed) => ['mcp-http', 'http', misdeed] as const),
  ...tls.map((misdeed) => ['http', 'https', misdeed] as const),
];
type Answer = { readonly status: number; readonly text: string };

const log: string[] = [];
const answers: Answer[][] = [];
const neighbours: Answer[] = [];
let world: World;
let api: HttpApi;
let servers: readonly HostileServer[] = [];
let theirs: Endpoint | undefined;
type Owner = { readonly account: WorldAccount; readonly endpoint: Endpoint };
const owners: Owner[] = [];

const call = async (apiKey: string, endpoint: Endpoint | undefined, toolId: string): Promise<Answer> => {
  const response = await fetch(`${world.url}/v1/stacks/${endpoint?.stackId}/tools/${toolId}/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: {} }),
  });
  return { status: response.status, text: await response.text() };
};

const credentials = [{ id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } }] as const;
const request = { kind: 'template', method: 'GET', path: '/status/204', bodyEncoding: 'json' } as const;
const tool = { name: 'ask', description: '', inputSchema: { type: 'object' } } as const;
const documentOf = (at: number, kind: string, url: string): never =>
  // Boundary: a client's input, of either kind.
  ({
    ...{ id: `bad${at}`, name: 'Bad', credentials },
    ...(kind === 'http'
      ? { connector: { kind, baseUrl: url }, tools: [{ ...tool, request }] }
      : { connector: { kind, url }, tools: [tool] }),
  }) as never;

async function alone(document: DocumentInput): Promise<Owner> {
  const account = await world.newAccount('alone');
  return { account, endpoint: await makeEndpoint(account.ctx, world.url, 'alone', [document]) };
}

beforeAll(async () => {
  api = await startHttpApi();
  servers = await Promise.all(SURFACES.map(() => startHostile()));
  const write = (line: string) => void log.push(line);
  world = await startWorld({ egressAllow: '127.0.0.0/8', config: { callTimeoutMs: CALL_MS }, log: { write } });
  const { account, otherAccount } = world;
  const documents = SURFACES.map(([kind, scheme], at) =>
    documentOf(at, kind, `${scheme}://127.0.0.1:${servers[at]?.port}`),
  );
  const inClear = documents.filter((_, at) => SURFACES[at]?.[1] === 'http');
  const shared = { account, endpoint: await makeEndpoint(account.ctx, world.url, 'ours', inClear) };
  for (const [at, document] of documents.entries()) {
    // A server over TLS gets a separate account, because an account may make only a few handshakes at a time.
    const owner = inClear.includes(document) ? shared : await alone(document);
    owners.push(owner);
    const { stackId } = owner.endpoint;
    await setCredentials(owner.account.ctx, stackId, toServerId(`bad${at}`), { credentials: { key: CREDENTIAL } });
  }
  const connector = { kind: 'http', baseUrl: api.url } as const;
  theirs = await makeEndpoint(otherAccount.ctx, world.url, 'theirs', [
    { id: 'good', name: 'Good', connector, tools: [{ ...tool, request }] },
  ]);
  for (const [at, [, , [, misdeed]]] of SURFACES.entries()) servers[at]?.choose(misdeed);
  const attack = Promise.all(
    SURFACES.map(async (_, at) => {
      const { account: caller, endpoint } = owners[at] ?? shared;
      const calls = Array.from({ length: CALLS_EACH }, () => call(caller.apiKey, endpoint, `bad${at}_ask`));
      answers[at] = await Promise.all(calls);
    }),
  );
  let isOver = false;
  void attack.finally(() => (isOver = true));
  while (!isOver) neighbours.push(await call(otherAccount.apiKey, theirs, 'good_ask'));
  await attack;
});
afterAll(async () => {
  await world?.close();
  await Promise.all([api?.close(), ...servers.map((server) => server.close())]);
});

it.each([...SURFACES.entries()].map(([at, [kind, scheme, [behavior]]]) => [scheme, kind, behavior, at] as const))(
  `${SURFACES.length} hostile servers: one over %s, called by %s, that %s fails only its own calls, without leftovers`,
  async (_scheme, kind, behavior, at) => {
    // The status says that the call succeeded, so its body goes on as text.
    const isAnswer = kind === 'http' && behavior === 'nests what it says';
    for (const { status, text } of answers[at] ?? []) {
      if (isAnswer) expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('[[[[') });
      else expect({ status, text }).toEqual({ status: 500, text: expect.stringContaining('Tool execution failed: ') });
      if (!isAnswer) expect(text).toMatch(CAUSES);
      expect(text).not.toContain(CREDENTIAL);
    }
    expect(answers[at]).toHaveLength(CALLS_EACH);
    const server = servers[at];
    expect(server?.connectionCount()).toBeGreaterThan(0);
    await eventually('its connections are closed', () => server?.open() === 0);
    // A long answer of an HTTP API becomes a file.
    const bodyBytesMax = kind === 'http' && LONG.has(behavior) ? BOUNDS.max_file_bytes.max : RESPONSE_BYTES_MAX;
    const readMax = CALLS_EACH * readBytesMax(behavior, bodyBytesMax);
    expect(server?.readBytes()).toBeLessThan(readMax);
  },
);

it('meanwhile every call of the other account succeeds', () => {
  expect(neighbours.length).toBeGreaterThan(0);
  expect(new Set(neighbours.map(({ status }) => status))).toEqual(new Set([200]));
});

it('no log line has the credential used for the calls', () => {
  expect(log.filter((line) => line.includes(CREDENTIAL))).toEqual([]);
});
