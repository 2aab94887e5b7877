import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { isWhole, someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from './kit.ts';

const OURS = 'https://app.example.com';
const BOTH = 'application/json, text/event-stream';
let world: World;
let endpoint: Endpoint;
let closeUpstream: () => Promise<void>;

beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8', config: { corsOrigins: [OURS] } });
  const upstream = await startUpstream('both');
  closeUpstream = () => upstream.close();
  const inputSchema = { type: 'object', properties: { message: { type: 'string' } } };
  const tools = ['echo', 'sum', 'steps'].map((name) => ({ name, description: '', inputSchema }));
  const odd = [
    { name: 'odd_hints', annotations: { readOnlyHint: 'yes' }, inputSchema },
    { name: 'odd_output', outputSchema: { type: 'object', required: 'x' }, inputSchema },
    { name: 'odd_input', inputSchema: { ...inputSchema, type: ['object', 'null'] } },
  ];
  const passThrough: ('resources' | 'prompts')[] = ['resources', 'prompts'];
  const connector = { kind: 'mcp-http' as const, url: upstream.url, passThrough };
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'lenient', [
    { id: 'demo', name: 'Demo', connector, tools: [...tools, ...odd.map((tool) => ({ description: '', ...tool }))] },
  ]);
});
afterAll(async () => {
  await world.close();
  await closeUpstream();
});

type Params = Record<string, unknown>;
const INFO = { name: 'test', version: '1' };
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = (method: string, name: unknown) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(typeof name === 'string' && { 'mcp-name': name }),
});

/** Each method with the params that it needs. */
const METHODS: readonly (readonly [string, Params])[] = [
  ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: INFO }],
  ['ping', {}],
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['prompts/list', {}],
  ['tools/call', { name: 'demo_sum', arguments: {} }],
  ['tools/call', { name: 'demo_steps', arguments: {}, _meta: { progressToken: 7 } }],
  ['resources/read', { uri: 'toolyard://demo/test://note' }],
  ['prompts/get', { name: 'demo_ask', arguments: {} }],
  ['server/discover', {}],
];
const OF_ERA = {
  legacy: (method: string) => method !== 'server/discover',
  modern: (method: string) => method !== 'initialize' && method !== 'ping',
};
const METADATA_FREE = (method: string) => method !== 'initialize';

type Era = keyof typeof OF_ERA;
type Sent = { readonly body: Params; readonly headers: Record<string, string>; readonly suffix: string };

function strict(era: Era, method: string, base: Params, id: unknown = 1): Sent {
  const params = era === 'modern' ? { ...base, _meta: { ...(base['_meta'] as object), ...MODERN } } : base;
  const headers = era === 'modern' ? modernHeaders(method, base['name'] ?? base['uri']) : {};
  return { body: { jsonrpc: '2.0', id, method, params }, headers, suffix: '' };
}

const withParams = ({ body, ...rest }: Sent, more: Params): Sent => ({
  ...rest,
  body: { ...body, params: { ...(body['params'] as Params), ...more } },
});
const withMeta = (sent: Sent, more: Params): Sent =>
  withParams(sent, { _meta: { ...((sent.body['params'] as Params)['_meta'] as Params), ...more } });
const withHeaders = (sent: Sent, headers: Record<string, string>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});

/** Deviations of clients, and the messages they apply to. The response must equal the one to the strict message. */
type Habit = readonly [name: string, (sent: Sent, era: Era, method: string) => Sent | null];
const isEmpty = (value: unknown) => JSON.stringify(value ?? {}) === '{}';
const HABITS: readonly Habit[] = [
  ...[null, []].map(
    (value): Habit => [
      `params: ${JSON.stringify(value)}`,
      (sent) => (isEmpty(sent.body['params']) ? { ...sent, body: { ...sent.body, params: value } } : null),
    ],
  ),
  [
    'no params',
    (sent) => (isEmpty(sent.body['params']) ? { ...sent, body: { ...sent.body, params: undefined } } : null),
  ],
  ...[null, [], '', undefined].map(
    (value): Habit => [
      `arguments: ${JSON.stringify(value)}`,
      (sent, _era, method) => (/call|get/.test(method) ? withParams(sent, { arguments: value }) : null),
    ],
  ),
  ['cursor: null', (sent, _era, method) => (method.endsWith('/list') ? withParams(sent, { cursor: null }) : null)],
  ...[null, []].map(
    (value): Habit => [
      `_meta: ${JSON.stringify(value)}`,
      (sent, era) =>
        era === 'legacy' && !('_meta' in (sent.body['params'] as Params)) ? withParams(sent, { _meta: value }) : null,
    ],
  ),
  [
    '_meta.progressToken: null',
    (sent, _era, method) =>
      METADATA_FREE(method) && !JSON.stringify(sent.body).includes('progressToken')
        ? withMeta(sent, { progressToken: null })
        : null,
  ],
  ...[null, [], undefined, { sampling: null, elicitation: null, roots: { listChanged: null } }].map(
    (value): Habit => [
      `capabilities: ${JSON.stringify(value)}`,
      (sent, era, method) => {
        if (method === 'initialize') return withParams(sent, { capabilities: value });
        return era === 'modern' && value !== undefined && !Array.isArray(value) && value !== null
          ? withMeta(sent, { 'io.modelcontextprotocol/clientCapabilities': value })
          : null;
      },
    ],
  ),
  ...[null, undefined, { ...INFO, title: null, icons: null, websiteUrl: null }, { name: 'only' }].map(
    (value): Habit => [
      `clientInfo: ${JSON.stringify(value)}`,
      (sent, era, method) => {
        if (method === 'initialize') return withParams(sent, { clientInfo: value });
        return era === 'modern' && value && 'title' in value
          ? withMeta(sent, { 'io.modelcontextprotocol/clientInfo': value })
          : null;
      },
    ],
  ),
  ['error: null, result: null', (sent) => ({ ...sent, body: { ...sent.body, error: null } })],
  ['a trailing slash', (sent) => ({ ...sent, suffix: '/' })],
  ['a trailing slash and a query', (sent) => ({ ...sent, suffix: '/?mode=full' })],
  ['an origin that is listed', (sent) => withHeaders(sent, { origin: OURS })],
  ...[
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"; x=1',
  ].map((type): Habit => [`content-type: ${type}`, (sent) => withHeaders(sent, { 'content-type': type })]),
  ...[
    'application/json',
    'application/json;q=0.9',
    'Application/JSON',
    'text/event-stream',
    'text/event-stream, application/json',
    'application/json,text/event-stream;q=0.5',
    'application/*',
    'text/*',
    '*/*',
    '*',
    '',
    'text/html',
    'text/event-stream;q=0, application/json',
    'application/json;q=0, text/event-stream',
  ].map((accept): Habit => [`accept: ${accept}`, (sent) => withHeaders(sent, { accept })]),
];

/** The status and the response; for a stream, its last event. */
async function send({ body, headers, suffix }: Sent, text = JSON.stringify(body)) {
  const { token } = endpoint;
  const requestHeaders = {
    authorization: `Bearer ${token}`,
    accept: BOTH,
    'content-type': 'application/json',
    ...headers,
  };
  const response = await fetch(endpoint.url + suffix, { method: 'POST', headers: requestHeaders, body: text });
  const answerText = await response.text();
  const json = [...answerText.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? answerText;
  return { status: response.status, answer: json === '' ? null : (JSON.parse(json) as unknown) };
}

describe('a deviating message gets the same response as the strict one', () => {
  const rows = (['legacy', 'modern'] as const).flatMap((era) =>
    METHODS.filter(([method]) => OF_ERA[era](method)).flatMap(([method, params]) =>
      HABITS.flatMap(([name, change]) => {
        const of = (sent: Sent) => change(sent, era, method);
        return of(strict(era, method, params)) ? [{ era, method, params, name, of }] : [];
      }),
    ),
  );
  it(`in ${rows.length} combinations of era, method and deviation`, { timeout: 60_000 }, async () => {
    let tried = 0;
    const wrong: string[] = [];
    const right = new Map<string, Awaited<ReturnType<typeof send>>>();
    for (const { era, method, params, name, of } of someOf(rows, 60)) {
      const sent = strict(era, method, params);
      const habitual = of(sent);
      if (!habitual) continue;
      tried += 1;
      const key = `${era} ${method} ${JSON.stringify(params)}`;
      const expected = right.get(key) ?? (await send(sent));
      right.set(key, expected);
      expect(expected.status).toBe(200);
      const got = await send(habitual);
      if (!isDeepStrictEqual(expected, got))
        wrong.push(`${era} ${method} ${name}: ${got.status} ${JSON.stringify(got.answer).slice(0, 150)}`);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(isWhole ? 400 : 40);
  });

  it.each(someOf(['"text"', '7', '0', '-3', '"7"', '1e3', '12345678901234567890', '1.5'], 3))(
    'and its id %s is returned as sent',
    async (id) => {
      for (const [method, params] of METHODS.filter(([each]) => OF_ERA.legacy(each))) {
        const { body, headers } = strict('legacy', method, params);
        const text = JSON.stringify(body).replace('"id":1', `"id":${id}`);
        const response = await fetch(endpoint.url, {
          method: 'POST',
          headers: {
            ...headers,
            authorization: `Bearer ${endpoint.token}`,
            'content-type': 'application/json',
            accept: 'application/json',
          },
          body: text,
        });
        expect(await response.text()).toContain(`"id":${id}`);
      }
    },
  );

  it('with a byte order mark, or a null id in a notification', async () => {
    const { body } = strict('legacy', 'tools/list', {});
    expect(await send({ body, headers: {}, suffix: '' }, `\ufeff${JSON.stringify(body)}`)).toMatchObject({
      status: 200,
    });
    for (const params of [null, [], {}, undefined]) {
      const notice = { jsonrpc: '2.0', id: null, method: 'notifications/initialized', params };
      expect(await send({ body: notice, headers: {}, suffix: '' })).toEqual({ status: 202, answer: null });
    }
  });

  it('in the format that the client accepts', async () => {
    for (const [accept, type] of [
      ['application/json', /^application\/json/],
      ['text/event-stream', /^text\/event-stream/],
      ['text/html', /^application\/json/],
    ] as const) {
      for (const [method, params] of METHODS) {
        if (!OF_ERA.modern(method)) continue;
        const { body, headers } = strict('modern', method, params);
        const answer = await post(endpoint, body, { headers: { ...headers, accept } });
        expect([method, accept, answer.headers.get('content-type')]).toEqual([
          method,
          accept,
          expect.stringMatching(type),
        ]);
      }
    }
    const { body, headers } = strict('modern', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    const refused = await post(endpoint, body, { headers: { ...headers, accept: 'application/json' } });
    expect(refused).toMatchObject({ status: 406, body: { error: expect.stringContaining('text/event-stream') } });
  });
});

const LISTED = [null, 5, 'text', true, [1], {}] as const;
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const COMPLETION: readonly [string, Params] = [
  'completion/complete',
  {
    ref: { type: 'ref/prompt', name: 'demo_ask' },
    argument: { name: 'topic', value: 'x' },
    context: { arguments: { a: 'b' } },
  },
];
/** Each way to break one member: absent, or of each other type. `mustFail` if the protocol doesn't allow it. */
function broken(params: Params, prefix = ''): { path: string; params: Params; mustFail: boolean }[] {
  return Object.entries(params).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    const { [key]: _absent, ...rest } = params;
    const wrong = LISTED.filter((each) => typeOf(each) !== typeOf(value)).map((each) => ({
      path: `${path}: ${JSON.stringify(each)}`,
      params: { ...params, [key]: each },
      // A progress token can be a number.
      mustFail: each !== null && !(key === 'progressToken' && each === 5),
    }));
    const inner = typeOf(value) === 'object' ? broken(value as Params, `${path}.`) : [];
    const within = inner.map((each) => ({ ...each, params: { ...params, [key]: each.params } }));
    return [{ path: `no ${path}`, params: rest, mustFail: false }, ...wrong, ...within];
  });
}

describe('malformed params', () => {
  const rows = (['legacy', 'modern'] as const).flatMap((era) =>
    [...METHODS, COMPLETION]
      .filter(([method]) => OF_ERA[era](method))
      .flatMap(([method, params]) => {
        const all = { ...params, _meta: { progressToken: 'p' } };
        const members = broken(all).map((each) => {
          const { _meta: meta, ...others } = each.params;
          // The stateless revision needs these members in `_meta`; without them, a message has an older revision.
          const whole = typeOf(meta) === 'object' || meta === undefined;
          const own = era === 'modern' && whole ? { ...others, _meta: { ...Object(meta), ...MODERN } } : each.params;
          return { ...each, params: own as unknown };
        });
        const instead = [5, 'text', true, [1]].map((value) => ({
          ...{ path: `params: ${JSON.stringify(value)}`, params: value as unknown, mustFail: true },
        }));
        const cursors = broken({ cursor: 'x' }).filter(({ mustFail }) => mustFail && method.endsWith('/list'));
        return [...members, ...instead, ...cursors].map((each) => ({ era, method, sent: all as Params, ...each }));
      }),
  );

  it(`get -32602 with their id: ${rows.length} combinations of era, method and member`, {
    timeout: 60_000,
  }, async () => {
    const wrong: string[] = [];
    for (const { era, method, path, params, mustFail } of someOf(rows, 90)) {
      const name = Object(params)['name'] ?? Object(params)['uri'];
      const headers = era === 'modern' ? modernHeaders(method, name) : {};
      const body = { jsonrpc: '2.0', id: 'own', method, params };
      const { status, answer } = await send({ body, headers, suffix: '' });
      const { id, error } = Object(answer) as { id?: unknown; error?: { code: number } };
      const isRefused = id === 'own' && error?.code === -32_602;
      const isMended = error === undefined && !mustFail;
      if (!isRefused && !isMended) wrong.push(`${era} ${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    }
    expect(wrong).toEqual([]);
  });
});

it('a message with too many members is refused, but a tool may have as many arguments', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`k${at}`, 0]));
  const places: readonly ((params: Params) => Params)[] = [
    (params) => ({ ...many, ...params }),
    (params) => ({ ...params, other: [Object.keys(many)] }),
    ({ _meta: meta, ...params }) => ({ ...params, _meta: { ...many, ...Object(meta) } }),
  ];
  let tried = 0;
  for (const era of ['legacy', 'modern'] as const) {
    for (const [method, base] of METHODS.filter(([each]) => OF_ERA[era](each))) {
      for (const place of [...places, ...(method === 'prompts/get' ? [() => ({ ...base, arguments: many })] : [])]) {
        const { answer } = await send(strict(era, method, place(base), 'own'));
        expect(answer, method).toMatchObject({ id: 'own', error: { code: -32_602 } });
        expect(JSON.stringify(answer), method).toContain('more than 2000 members');
        tried += 1;
      }
    }
    for (const more of [{}, { _meta: { progressToken: 7 } }]) {
      const { answer } = await send(strict(era, 'tools/call', { name: 'demo_echo', arguments: many, ...more }));
      expect(JSON.stringify(answer)).not.toContain('"error"');
    }
  }
  process.stdout.write(`many members: ${tried} messages\n`);
});

it('tools are listed without the parts that clients refuse', async () => {
  for (const era of ['legacy', 'modern'] as const) {
    const { answer } = await send(strict(era, 'tools/list', {}));
    const { tools } = Object(answer).result as { tools: { name: string; inputSchema: object }[] };
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['demo_odd_hints', 'demo_odd_output']));
    // Newer clients accept any output schema.
    expect(JSON.stringify(tools)).not.toMatch(era === 'legacy' ? /"yes"|"required":"x"/ : /"yes"/);
    expect(tools.find(({ name }) => name === 'demo_odd_input')?.inputSchema).toMatchObject({ type: 'object' });
  }
});

it('invalid messages stay refused', async () => {
  const call = (params: unknown, more = {}) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params, ...more });
  for (const body of [
    call(['demo_sum']),
    call({ name: null }),
    call({ name: 'demo_sum', arguments: ['x'] }),
    call({ name: 'demo_sum', arguments: 'x' }),
    call({ name: 'demo_sum', arguments: 7 }),
    call({ name: 'demo_sum' }, { id: null }),
    call({ name: 'demo_sum' }, { jsonrpc: '1.0' }),
    call({}, { id: null, method: { toString: null } }),
  ]) {
    const { answer } = await send({ body, headers: {}, suffix: '' });
    expect(JSON.stringify(answer)).toMatch(/"error"|"isError":true/);
  }
  for (const origin of ['https://evil.example', `${OURS}.evil.example`, 'null']) {
    const refused = await send({ ...strict('legacy', 'tools/list', {}), headers: { origin } });
    expect(refused.status).toBe(403);
  }
});
