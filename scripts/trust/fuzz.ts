import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, isRecord, type JsonObject, type JsonValue } from '../../src/core/lib/json.ts';
import { toPointer } from '../../src/core/lib/jsonPointer.ts';
import type { Operation } from '../../src/rest/operation.ts';
import { OPERATIONS } from '../../src/rest/operations.ts';
import { bodyText, TEXTS } from './bend.ts';
import { createRandom, type Random } from './random.ts';
import { createTally, type Report, type Tally } from './report.ts';
import { kindOf, ownBody, REST_OPERATIONS } from './restIds.ts';
import { makeThings, type Owner } from './things.ts';
import { type Answer, askPatiently, openTrustWorld, type TrustWorld } from './world.ts';

const AT_ONCE = 16;

/** A value that fits a schema of the document. */
function sampleOf(schema: JsonObject, random: Random): JsonValue {
  const { type, items, minimum = 1, minLength = 1 } = schema;
  const choices = [schema['enum'], schema['anyOf']].find(Array.isArray);
  if (choices) {
    const choice = random.pick(choices);
    return isJsonObject(choice) ? sampleOf(choice, random) : choice;
  }
  if (type === 'array') return isJsonObject(items) ? [sampleOf(items, random)] : [];
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer') return minimum;
  return type === 'object' ? {} : 'a'.repeat(Number(minLength));
}

/** A documented body about our own objects, with some of the optional members that its example leaves out. */
function validBody(operation: Operation, { things }: Owner, random: Random): unknown {
  const body = ownBody(operation, things);
  const members = operation.request?.schema['properties'];
  if (!isJsonObject(members)) return body;
  const added = Object.entries(members).filter(([, schema]) => isJsonObject(schema) && random.chance(0.3));
  const samples = added.map(([name, schema]) => [name, isJsonObject(schema) ? sampleOf(schema, random) : null]);
  return { ...Object.fromEntries(samples), ...(isRecord(body) && body) };
}

/** Queries that are wrong for every operation. */
const WRONG_QUERIES = [
  '?schema=nothing',
  '?result=text&mode=x',
  '?limit=0&cursor=x',
  '?offset=-1',
  '?offset=x',
  '?schema=a&schema=b',
  '?%00=1',
  '?a[b]=1',
];

type Parameter = { readonly in?: string; readonly name?: string; readonly schema?: JsonObject };
type Documented = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Record<string, Response>; parameters: readonly Parameter[] }>>>
  >;
};
type Response = { readonly $ref?: string };
const DOCUMENT = readFileSync('openapi.json', 'utf8');
const { paths }: Documented = JSON.parse(DOCUMENT);

/** A query with some of the operation's parameters, or a wrong one. */
function queryFor({ path, method }: Operation, random: Random): string {
  if (random.chance(0.3)) return random.pick(WRONG_QUERIES);
  const parameters = paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  const inQuery = parameters.filter((each) => each.in === 'query' && random.chance(0.5));
  const values = inQuery.map(({ name = '', schema = {} }) => [name, String(sampleOf(schema, random))]);
  return `?${new URLSearchParams(values)}`;
}

/** Checks a response against the published OpenAPI document; null if it's valid. */
function createJudge(): (operation: string, answer: Answer) => string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  // Only the targets of references matter, because the document itself isn't a schema.
  ajv.addSchema({ $id: 'openapi', ...JSON.parse(DOCUMENT) }, 'openapi');
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

/** @throws Error for a path parameter whose object the test doesn't make, because it would stay untested */
function requireSamples({ things }: Owner): void {
  const names = new Set(OPERATIONS.flatMap(({ parameters }) => Object.keys(parameters)));
  const missing = [...names].filter((name) => !things[kindOf(name)]);
  if (missing.length > 0) throw new Error(`No sample for the parameters ${missing.join(', ')}`);
}

type Bent = {
  readonly operation: string;
  readonly path: string;
  readonly request: { method: string; bearer: string; headers: Record<string, string>; body?: string };
};

// If a request deleted the stack, all later requests would get 404.
const REMOVES_ALL = new Set(['delete_stack', 'remove_server', 'delete_endpoint', 'revoke_stack_token']);
const MEDIA = ['text/plain', 'application/xml', 'application/json;charset=utf-7', 'multipart/form-data'];
const BAD_TOKENS = ['', 'x', 'ty_x', 'eyJx.y.z'];
// A longer request line is refused before its path is read.
const PATH_TEXTS = TEXTS.filter((text) => text !== '' && text !== '../..' && text.length < 2_000);

function bentRequest(owner: Owner, random: Random): Bent {
  const operation = random.pick(REST_OPERATIONS);
  const { id, method, surface } = operation;
  const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const isOdd = REMOVES_ALL.has(id) || random.chance(0.2);
    return encodeURIComponent(isOdd ? random.pick(PATH_TEXTS) : (owner.things[kindOf(name)] ?? 'x'));
  });
  const path = `${filled}${random.chance(0.3) ? queryFor(operation, random) : ''}`;
  const own = surface === 'stack' ? owner.token : owner.apiKey;
  const bearer = random.chance(0.9) ? own : random.pick(BAD_TOKENS);
  const headers: Record<string, string> = random.chance(0.1) ? { 'content-type': random.pick(MEDIA) } : {};
  const valid = validBody(operation, owner, random);
  const body = valid === undefined ? {} : { body: bodyText(random, valid) };
  return { operation: `${method} ${operation.path}`, path, request: { method, bearer, headers, ...body } };
}

type Trial = { readonly world: TrustWorld; readonly owner: Owner; readonly random: Random; readonly tally: Tally };

async function restOne({ world, owner, random, tally }: Trial, judge: ReturnType<typeof createJudge>) {
  const { operation, path, request } = bentRequest(owner, random);
  const answer = await askPatiently(world, path, request);
  const sent = `${operation} ${path.slice(0, 120)} ${(request.body ?? '').slice(0, 200)}`;
  const exchange = `${sent}: ${answer.status} ${answer.text.slice(0, 200)}`;
  const isFault = answer.status >= 500 && !isToolFailure(answer);
  tally.count('REST: no server error', isFault ? exchange : null);
  const problem = judge(operation, answer);
  tally.count('REST: response matches the document', problem === null ? null : `${problem}; ${exchange}`);
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
  const exchange = `${JSON.stringify(message).slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 200)}`;
  tally.count('MCP: no server error', answer.status >= 500 ? exchange : null);
  tally.count('MCP: response is JSON or events', isJson ? null : exchange);
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
  const world = await openTrustWorld();
  const seed = Date.now() % 2 ** 31;
  const random = createRandom(seed);
  const tally = createTally();
  const judge = createJudge();
  let slowest = 0;
  try {
    const owner = await makeThings(world, 'fuzz', world.firstKey);
    requireSamples(owner);
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
      figures: { seed, 'slowest response, ms, 16 concurrent requests': Math.round(slowest) },
    };
  } finally {
    await world.close();
  }
}
