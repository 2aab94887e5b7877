import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { toPointer } from '../../src/core/lib/jsonPointer.ts';
import { bodyText, TEXTS } from './bend.ts';
import { createRandom, type Random } from './random.ts';
import { createTally, type Report, type Tally } from './report.ts';
import { PARAMETERS, restOperations } from './restIds.ts';
import { makeThings, type Owner } from './things.ts';
import { type Answer, askPatiently, openTrustWorld, type TrustWorld } from './world.ts';

const AT_ONCE = 16;

const VALID: Readonly<Record<string, (owner: Owner) => unknown>> = {
  'POST /v1/stacks': () => ({ stack_name: 'fuzz', configuration: { analytics_enabled: true } }),
  'PUT /v1/stacks/{stack_id}': () => ({ stack_name: 'fuzzed', configuration: { analytics_enabled: false } }),
  'POST /v1/stacks/{stack_id}/servers': () => ({
    server_id: 'everything',
    enable_all_tools: false,
    enabled_tools: ['everything_echo'],
  }),
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/tools': ({ things }) => ({ enabled_tools: [things['tool']] }),
  'PUT /v1/stacks/{stack_id}/servers/{server_id}/credentials': () => ({ credentials: { key: 'value' } }),
  'POST /v1/stacks/{stack_id}/tools/{tool_id}/invoke': () => ({
    tool_input: { q: 'x' },
    select: 'asked',
    max_bytes: 300,
  }),
  'POST /v1/stacks/{stack_id}/tools/invoke_batch': ({ things }) => ({
    calls: [{ tool_id: things['tool'], tool_input: {} }],
  }),
  'POST /v1/stacks/{stack_id}/endpoints': () => ({ name: 'fuzz', mode: 'search', end_user: 'u', expires_in_days: 3 }),
  'PUT /v1/endpoints/{endpoint_id}': () => ({ name: 'fuzzed', mode: 'full' }),
  'POST /v1/endpoints/{endpoint_id}/tokens': () => ({
    name: 'fuzz',
    tools: ['a*'],
    networks: ['10.0.0.0/8'],
    calls_max: 3,
  }),
  'POST /v1/api_keys': ({ things }) => ({
    ...{ name: 'fuzz', role: 'auditor', scopes: ['read'], expires_at: '2999-01-01T00:00:00Z' },
    stack_roles: [{ stack_id: things['stack'], role: 'admin' }],
  }),
  'POST /s/{client_id}/call_tool': ({ things }) => ({ tool_name: things['tool'], tool_input: {} }),
};

const QUERIES = [
  '',
  '?schema=openai',
  '?schema=nothing',
  '?result=text&mode=x',
  '?mode=search',
  '?mode=x',
  '?limit=1',
  '?limit=0&cursor=x',
  '?offset=-1',
  '?offset=x',
  '?schema=a&schema=b',
  '?%00=1',
  '?a[b]=1',
];

type Documented = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, Response> }>>>>;
};
type Response = { readonly $ref?: string };

/** Checks a response against the published OpenAPI document; null if it's valid. */
function createJudge(): (operation: string, answer: Answer) => string | null {
  const text = readFileSync('openapi.json', 'utf8');
  const { paths }: Documented = JSON.parse(text);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  // Only the targets of references matter, because the document itself isn't a schema.
  ajv.addSchema({ $id: 'openapi', ...JSON.parse(text) }, 'openapi');
  const schemaAt = (pointer: string) => ajv.compile({ $ref: `openapi#${pointer}` });
  const cache = new Map<string, ReturnType<typeof schemaAt> | null>();
  const pointerOf = (operation: string, status: number): string | null => {
    const [method = '', path = ''] = operation.split(' ');
    const response = paths[path]?.[method.toLowerCase()]?.responses[String(status)];
    if (!response) return null;
    const base = response.$ref?.slice(1) ?? toPointer(['paths', path, method.toLowerCase(), 'responses', status]);
    return `${base}/content/application~1json/schema`;
  };
  return (operation, { status, text: body }) => {
    const pointer = pointerOf(operation, status);
    if (pointer === null) return `status ${status} is not in the document`;
    if (status === 304) return null;
    const key = `${operation} ${status}`;
    if (!cache.has(key)) cache.set(key, schemaAt(encodeURI(pointer)));
    const check = cache.get(key);
    const isFit = check?.(JSON.parse(body)) ?? true;
    return isFit ? null : `the body of a ${status} does not fit the document: ${JSON.stringify(check?.errors?.[0])}`;
  };
}

/** @throws Error for a parameter of the document that no request here has, because it would remain untested */
function requireSamples(): void {
  const text = readFileSync('openapi.json', 'utf8');
  const inPath = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inQuery: string[] = [];
  JSON.parse(text, (_name, value: { in?: unknown; name?: unknown } | null) => {
    if (value?.in === 'query') inQuery.push(String(value.name));
    return value;
  });
  const missing = [
    ...inPath.filter((name) => !Object.hasOwn(PARAMETERS, name)),
    ...inQuery.filter((name) => !QUERIES.some((query) => query.includes(`${name}=`))),
  ];
  if (missing.length > 0) throw new Error(`No sample for the parameters ${[...new Set(missing)].join(', ')}`);
}

type Bent = {
  readonly operation: string;
  readonly path: string;
  readonly asked: { method: string; bearer: string; headers: Record<string, string>; body?: string };
};

// If a request deleted the stack, all later requests would get 404.
const REMOVES_ALL = new Set([
  'DELETE /v1/stacks/{stack_id}',
  'DELETE /v1/stacks/{stack_id}/servers/{server_id}',
  'DELETE /v1/endpoints/{endpoint_id}',
  'DELETE /v1/tokens/{token_id}',
]);
const MEDIA = ['text/plain', 'application/xml', 'application/json;charset=utf-7', 'multipart/form-data'];
const BAD_TOKENS = ['', 'x', 'ty_x', 'eyJx.y.z'];
// A longer request line is refused before its path is read.
const PATH_TEXTS = TEXTS.filter((text) => text !== '' && text !== '../..' && text.length < 2_000);

function bentRequest(owner: Owner, random: Random): Bent {
  const operation = random.pick(restOperations());
  const [method = '', template = ''] = operation.split(' ');
  const filled = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const isOdd = REMOVES_ALL.has(operation) || random.chance(0.2);
    return encodeURIComponent(isOdd ? random.pick(PATH_TEXTS) : (owner.things[PARAMETERS[name] ?? ''] ?? 'x'));
  });
  const path = `${filled}${random.chance(0.3) ? random.pick(QUERIES) : ''}`;
  const own = template.startsWith('/s/') ? owner.token : owner.apiKey;
  const bearer = random.chance(0.9) ? own : random.pick(BAD_TOKENS);
  const headers: Record<string, string> = random.chance(0.1) ? { 'content-type': random.pick(MEDIA) } : {};
  const valid = VALID[operation]?.(owner);
  const body = valid === undefined ? {} : { body: bodyText(random, valid) };
  return { operation, path, asked: { method, bearer, headers, ...body } };
}

type Trial = { readonly world: TrustWorld; readonly owner: Owner; readonly random: Random; readonly tally: Tally };

async function restOne({ world, owner, random, tally }: Trial, judge: ReturnType<typeof createJudge>) {
  const { operation, path, asked } = bentRequest(owner, random);
  const answer = await askPatiently(world, path, asked);
  const sent = `${operation} ${path.slice(0, 120)} ${(asked.body ?? '').slice(0, 200)}`;
  const said = `${sent}: ${answer.status} ${answer.text.slice(0, 200)}`;
  const isFault = answer.status >= 500 && !isToolFailure(answer);
  tally.count('REST: no fault', isFault ? said : null);
  const problem = judge(operation, answer);
  tally.count('REST: answers that fit the document', problem === null ? null : `${problem}; ${said}`);
  return answer.ms;
}

/** A documented 500: the tool failed, and the response contains the cause. */
const isToolFailure = ({ text }: Answer): boolean => text.includes('Tool execution failed');

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'server/discover',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'nothing',
  '',
  'tools/call\u0000',
];
const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '1999-01-01', '', 'x'];

async function mcpOne({ world, owner, random, tally }: Trial) {
  const method = random.pick(METHODS);
  const params = {
    name: owner.things['tool'],
    arguments: {},
    uri: 'toolyard://x/y',
    protocolVersion: random.pick(VERSIONS),
    capabilities: {},
    clientInfo: { name: 'f', version: '1' },
    _meta: {},
  };
  const message = { jsonrpc: '2.0', id: random.pick([1, 'a', null, 1.5, {}]), method, params };
  const version = random.pick(VERSIONS);
  const headers = {
    accept: random.pick(['application/json, text/event-stream', 'application/json', 'text/plain', '*/*']),
    ...(random.chance(0.7) && {
      'mcp-protocol-version': version,
      'mcp-method': random.chance(0.8) ? method.replaceAll('\u0000', '') : 'x',
      'mcp-name': 'x',
    }),
    ...(random.chance(0.2) && { 'mcp-session-id': 'x' }),
  };
  const answer = await askPatiently(world, `/s/${owner.things['client']}/mcp`, {
    body: bodyText(random, message),
    bearer: owner.token,
    headers,
  });
  const isJson = answer.text === '' || isParsed(answer.text) || answer.text.includes('data:');
  const said = `${JSON.stringify(message).slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 200)}`;
  tally.count('MCP: no fault', answer.status >= 500 ? said : null);
  tally.count('MCP: answers are JSON or events', isJson ? null : said);
  return answer.ms;
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Sends at least `count` requests made from our own documents and then altered; a quarter are MCP messages. */
export async function runFuzz(count: number): Promise<Report> {
  requireSamples();
  const world = await openTrustWorld();
  const seed = Date.now() % 2 ** 31;
  const random = createRandom(seed);
  const tally = createTally();
  const judge = createJudge();
  let slowest = 0;
  try {
    const owner = await makeThings(world, 'fuzz', world.firstKey);
    const trial = { world, owner, random, tally };
    for (let sent = 0; sent < count; sent += AT_ONCE) {
      const times = Array.from({ length: AT_ONCE }, () =>
        random.chance(0.25) ? mcpOne(trial) : restOne(trial, judge),
      );
      slowest = Math.max(slowest, ...(await Promise.all(times)));
    }
    return {
      section: 'fuzz',
      claim: 'no malformed request crashes the service, and every response matches the published document',
      command: 'npm run trust -- fuzz',
      rows: tally.rows(),
      wrong: tally.wrong(),
      figures: { seed, 'slowest answer, ms, 16 at once': Math.round(slowest) },
    };
  } finally {
    await world.close();
  }
}
