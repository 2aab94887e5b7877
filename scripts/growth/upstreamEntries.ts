import type { Entry } from './entries.ts';
import type { Scene } from './scene.ts';

const CHARS_MAX = 900_000;
const MANY = 400;

const PREVIEW = `mutation ($input: PreviewServerInput!) { previewServer(input: $input) { __typename ... on UserError { message } } }`;

const preview = ({ client }: Scene, source: object) =>
  client.send('POST', '/graphql', { query: PREVIEW, variables: { input: { id: 'hostile', source } } });

type Wrap = (value: unknown) => unknown;

/** A page of tools: one tool that is hostile in its full length, or many that share the length. */
const page = (field: object, count: number) => ({
  jsonrpc: '2.0',
  id: 1,
  result: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'growth', version: '1' },
    tools: Array.from({ length: count }, (_, at) => ({ name: `t${at}`, inputSchema: { type: 'object' }, ...field })),
  },
});

const FIELDS = ['name', 'title', 'description', 'outputSchema', 'annotations', 'icons', 'execution'];
const TOOL_FIELDS: ReadonlyArray<readonly [string, (value: unknown) => object]> = [
  ...FIELDS.map((field) => [field, (value: unknown) => ({ [field]: value })] as const),
  ['_meta', (value) => ({ _meta: { v: value } })],
  ['_meta.ui', (value) => ({ _meta: { ui: { resourceUri: value }, 'openai/outputTemplate': value } })],
  ['inputSchema', (value) => ({ inputSchema: { type: 'object', v: value } })],
  ...['properties', 'required', 'patternProperties', 'allOf', '$defs', 'enum', 'default', 'examples'].map(
    (word) =>
      [`inputSchema.${word}`, (value: unknown) => ({ inputSchema: { type: 'object', [word]: value } })] as const,
  ),
  ...['pattern', 'description', '$ref', 'format', 'const'].map(
    (word) =>
      [
        `inputSchema.properties.x.${word}`,
        (value: unknown) => ({ inputSchema: { type: 'object', properties: { x: { [word]: value } } } }),
      ] as const,
  ),
];

/** Fields that the service searches for hidden characters, or joins: many tools may cost more than one. */
const OF_MANY = new Set(['name', 'title', 'description', '_meta', 'inputSchema']);

const mcpLists: readonly Entry[] = TOOL_FIELDS.flatMap(([field, of]) =>
  (OF_MANY.has(field) ? [1, MANY] : [1]).map((count) => ({
    name: `MCP list: .${field} of ${count} tools`,
    charsMax: CHARS_MAX,
    copies: count,
    send: (scene: Scene, value: unknown) => {
      scene.answer(page(of(value), count));
      return preview(scene, { mcp: { url: `${scene.upstream}/mcp` } });
    },
  })),
);

const opened = (more: object) => {
  const { result, ...rest } = page({}, 1);
  return { ...rest, result: { ...result, ...more } };
};

const mcpOpenings: readonly Entry[] = (
  [
    ['protocolVersion', (value) => ({ protocolVersion: value })],
    ['capabilities', (value) => ({ capabilities: { tools: {}, experimental: value } })],
    ['serverInfo.name', (value) => ({ serverInfo: { name: value, version: '1' } })],
    ['serverInfo.title', (value) => ({ serverInfo: { name: 'x', version: '1', title: value } })],
    ['instructions', (value) => ({ instructions: value })],
    ['nextCursor', (value) => ({ nextCursor: value })],
    ['_meta', (value) => ({ _meta: value })],
  ] satisfies ReadonlyArray<readonly [string, (value: unknown) => object]>
).map(([name, of]) => ({
  name: `MCP opening and page: .${name}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answer(opened(of(value)));
    return preview(scene, { mcp: { url: `${scene.upstream}/mcp` } });
  },
}));

/** Requests of agents to an MCP server through the stack, and the hostile place in each response. */
const LIVE: ReadonlyArray<readonly [string, object, string, Wrap]> = [
  ...['name', 'title', 'description', 'arguments', '_meta', 'icons'].map(
    (field) =>
      ['prompts/list', {}, `.${field}`, (value: unknown) => ({ prompts: [{ name: 'p', [field]: value }] })] as const,
  ),
  ...['uri', 'name', 'title', 'description', 'mimeType', 'annotations', '_meta'].map(
    (field) =>
      [
        'resources/list',
        {},
        `.${field}`,
        (value: unknown) => ({ resources: [{ uri: 'file:///x', name: 'r', [field]: value }] }),
      ] as const,
  ),
  [
    'resources/templates/list',
    {},
    '.uriTemplate',
    (value) => ({ resourceTemplates: [{ name: 't', uriTemplate: value }] }),
  ],
  ['resources/read', { uri: 'file:///x' }, '.text', (value) => ({ contents: [{ uri: 'file:///x', text: value }] })],
  ['resources/read', { uri: 'file:///x' }, '.blob', (value) => ({ contents: [{ uri: 'file:///x', blob: value }] })],
  ['resources/read', { uri: 'file:///x' }, '.uri', (value) => ({ contents: [{ uri: value, text: 'x' }] })],
  ['prompts/get', { name: 'passed_p' }, '.description', (value) => ({ description: value, messages: [] })],
  [
    'prompts/get',
    { name: 'passed_p' },
    '.messages',
    (value) => ({ messages: [{ role: 'user', content: { type: 'text', text: value } }] }),
  ],
  ['tools/call', { name: 'passed_run' }, '.content', (value) => ({ content: value })],
  ['tools/call', { name: 'passed_run' }, '.content.text', (value) => ({ content: [{ type: 'text', text: value }] })],
  [
    'tools/call',
    { name: 'passed_run' },
    '.content.text as JSON',
    (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] }),
  ],
  [
    'tools/call',
    { name: 'passed_run' },
    '.content.data',
    (value) => ({ content: [{ type: 'image', mimeType: 'image/png', data: value }] }),
  ],
  [
    'tools/call',
    { name: 'passed_run' },
    '.content.uri',
    (value) => ({ content: [{ type: 'resource_link', name: 'r', uri: value }] }),
  ],
  ['tools/call', { name: 'passed_run' }, '.structuredContent', (value) => ({ structuredContent: { v: value } })],
  ['tools/call', { name: 'passed_run' }, '._meta', (value) => ({ content: [], _meta: { v: value } })],
];

const asks = ({ client, mcpPath, token }: Scene, method: string, params: object) =>
  client.send('POST', mcpPath, { jsonrpc: '2.0', id: 1, method, params }, token);

const live: readonly Entry[] = LIVE.map(([method, params, place, of]) => ({
  name: `MCP answer to ${method}: ${place}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answerRpc(method, { result: of(value) });
    return asks(scene, method, params);
  },
}));

const failures: readonly Entry[] = ['message', 'data', 'code'].map((field) => ({
  name: `MCP error: .${field}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answerRpc('tools/call', { error: { code: -32_000, message: 'x', [field]: value } });
    return asks(scene, 'tools/call', { name: 'passed_run' });
  },
}));

const operation = (more: object) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: { '/x': { get: { operationId: 'x', responses: {}, ...more } } },
});

const DOCUMENTS: ReadonlyArray<readonly [string, Wrap]> = [
  ['whole', (value) => value],
  ['title', (value) => ({ ...operation({}), info: { title: value, version: '1' } })],
  ['paths', (value) => ({ ...operation({}), paths: value })],
  ['path', (value) => ({ ...operation({}), paths: { [`/${value}/x`]: { get: { responses: {} } } } })],
  ['version of a path', (value) => ({ ...operation({}), paths: { [`/1${value}/x`]: { get: { responses: {} } } } })],
  ['path item', (value) => ({ ...operation({}), paths: { '/x': value } })],
  ['operation', (value) => ({ ...operation({}), paths: { '/x': { get: value } } })],
  ['operationId', (value) => operation({ operationId: value })],
  ['summary', (value) => operation({ summary: value })],
  ['description', (value) => operation({ description: value })],
  ['parameters', (value) => operation({ parameters: value })],
  ['parameter name', (value) => operation({ parameters: [{ name: value, in: 'query', schema: {} }] })],
  ['parameter schema', (value) => operation({ parameters: [{ name: 'p', in: 'query', schema: value }] })],
  ['pattern', (value) => operation({ parameters: [{ name: 'p', in: 'path', schema: { pattern: value } }] })],
  ['default', (value) => operation({ parameters: [{ name: 'p', in: 'query', schema: { default: value } }] })],
  ['example', (value) => operation({ parameters: [{ name: 'p', in: 'query', example: value, schema: {} }] })],
  ['reference', (value) => operation({ parameters: [{ $ref: `#/components/${value}` }] })],
  ['tags', (value) => operation({ tags: value })],
  ['responses', (value) => operation({ responses: value })],
  ['servers', (value) => ({ ...operation({}), servers: [{ url: value }] })],
  ['server variables', (value) => ({ ...operation({}), servers: [{ url: 'https://{v}', variables: { v: value } }] })],
  ['schemas', (value) => ({ ...operation({}), components: { schemas: value } })],
  [
    'security',
    (value) => ({
      ...operation({}),
      components: { securitySchemes: { [String(value)]: { type: 'apiKey', in: 'query', name: 'k' } } },
      security: [{ [String(value)]: [] }],
    }),
  ],
  ['body', (value) => operation({ requestBody: { content: { 'application/json': { schema: value } } } })],
  ['media type', (value) => operation({ requestBody: { content: { [String(value)]: { schema: {} } } } })],
];

const documents: readonly Entry[] = DOCUMENTS.map(([name, of]) => ({
  name: `OpenAPI document: ${name}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answer(of(value));
    return preview(scene, { openApi: { url: `${scene.upstream}/openapi.json` } });
  },
}));

const nameRef = (kind: string, name: string) => ({ kind, name, ofType: null });
const graphqlField = (more: object) => ({
  ...{ name: 'x', description: null, args: [], type: nameRef('SCALAR', 'String') },
  ...{ isDeprecated: false, deprecationReason: null, ...more },
});
const objectType = (more: object) => ({
  ...{ kind: 'OBJECT', name: 'Query', description: null, fields: [graphqlField({})], inputFields: null },
  ...{ interfaces: [], enumValues: null, possibleTypes: null, ...more },
});
const STRING = objectType({ kind: 'SCALAR', name: 'String', fields: null });
const introspected = (query: object, ...others: readonly object[]) => ({
  data: {
    __schema: {
      ...{ queryType: { name: 'Query' }, mutationType: null, subscriptionType: null, directives: [] },
      types: [objectType(query), STRING, ...others],
    },
  },
});
const ofField = (more: object) => introspected({ fields: [graphqlField(more)] });
const ofArgument = (more: object) =>
  ofField({ args: [{ name: 'a', description: null, type: nameRef('SCALAR', 'String'), defaultValue: null, ...more }] });

const INTROSPECTIONS: ReadonlyArray<readonly [string, Wrap]> = [
  ['whole', (value) => value],
  ['data', (value) => ({ data: value })],
  ['errors', (value) => ({ errors: [{ message: value }] })],
  ['__schema', (value) => ({ data: { __schema: value } })],
  ['types', (value) => ({ data: { __schema: { queryType: { name: 'Query' }, types: value } } })],
  ['type name', (value) => introspected({}, objectType({ name: value }))],
  ['description', (value) => introspected({ description: value })],
  ['fields', (value) => introspected({ fields: value })],
  ['interfaces', (value) => introspected({ interfaces: value })],
  ['possible types', (value) => introspected({}, objectType({ kind: 'UNION', name: 'U', possibleTypes: value }))],
  ['values of an enum', (value) => introspected({}, objectType({ kind: 'ENUM', name: 'E', enumValues: value }))],
  ['input fields', (value) => introspected({}, objectType({ kind: 'INPUT_OBJECT', name: 'I', inputFields: value }))],
  ['field name', (value) => ofField({ name: value })],
  ['field description', (value) => ofField({ description: value })],
  ['field type', (value) => ofField({ type: value })],
  ['deprecation', (value) => ofField({ isDeprecated: true, deprecationReason: value })],
  ['arguments', (value) => ofField({ args: value })],
  ['argument name', (value) => ofArgument({ name: value })],
  ['argument description', (value) => ofArgument({ description: value })],
  ['argument default', (value) => ofArgument({ defaultValue: value })],
];

const SDL: ReadonlyArray<readonly [string, (value: string) => string]> = [
  ['whole', (value) => value],
  ['description', (value) => `"""${value}""" type Query { x: String }`],
  ['comment', (value) => `type Query { x: String } # ${value}`],
  ['before a definition', (value) => `${value} type Query { x: String }`],
  ['after a definition', (value) => `type Query { x: String } ${value}`],
  ['field', (value) => `type Query { ${value}: String }`],
  ['type', (value) => `type Query { x: ${value} }`],
  ['arguments', (value) => `type Query { x(${value}): String }`],
  ['default', (value) => `type Query { x(a: String = ${JSON.stringify(value)}): String }`],
  ['directives', (value) => `type Query { x: String @d(a: ${value}) }`],
];

const graphqlSchemas: readonly Entry[] = [
  ...INTROSPECTIONS.map(([name, of]) => ({
    name: `GraphQL introspection: ${name}`,
    charsMax: CHARS_MAX,
    send: (scene: Scene, value: unknown) => {
      scene.answer(of(value));
      return preview(scene, { graphql: { url: `${scene.upstream}/graphql` } });
    },
  })),
  ...SDL.map(([name, of]) => ({
    name: `GraphQL SDL: ${name}`,
    charsMax: CHARS_MAX,
    send: (scene: Scene, value: unknown) => {
      scene.answer(of(typeof value === 'string' ? value : JSON.stringify(value)), 200, 'application/graphql');
      return preview(scene, { graphql: { url: `${scene.upstream}/schema.graphql`, baseUrl: scene.upstream } });
    },
  })),
];

const BROWSE = '{ registryServers(first: 10) { nodes { name } } }';

const ENTRY_FIELDS = [
  'name',
  'title',
  'description',
  'version',
  'websiteUrl',
  'remotes',
  'packages',
  'repository',
  'icons',
  '_meta',
];
const REGISTRY: ReadonlyArray<readonly [string, Wrap]> = [
  ...ENTRY_FIELDS.map((field) => [field, (value: unknown) => ({ [field]: value })] as const),
  ['remotes.url', (value) => ({ remotes: [{ type: 'streamable-http', url: value }] })],
  [
    'remotes.headers',
    (value) => ({ remotes: [{ type: 'streamable-http', url: 'https://x.example/', headers: [{ name: value }] }] }),
  ],
  ['packages.identifier', (value) => ({ packages: [{ registryType: 'npm', identifier: value, version: '1' }] })],
  [
    'packages.arguments',
    (value) => ({ packages: [{ registryType: 'npm', identifier: 'x', version: '1', packageArguments: value }] }),
  ],
];

const registry: readonly Entry[] = REGISTRY.map(([field, of]) => ({
  name: `registry entry: .${field}`,
  charsMax: CHARS_MAX,
  send: ({ client, answer }: Scene, value: unknown) => {
    const server = { name: 'io.example/x', description: 'x', version: '1', ...Object(of(value)) };
    answer({ servers: [{ server, _meta: {} }], metadata: { count: 1 } });
    return client.send('POST', '/graphql', { query: BROWSE });
  },
}));

const invoke = ({ client, fill }: Scene, tool: string) =>
  client.send('POST', fill(`/v1/stacks/{stack_id}/tools/${tool}/invoke`), { tool_input: {} });

const ANSWERS: ReadonlyArray<readonly [string, Wrap]> = [
  ['whole', (value) => value],
  ['a member', (value) => ({ v: value })],
  ['its error', (value) => ({ error: { message: value } })],
  ['a text within', (value) => ({ v: JSON.stringify(value) })],
];

const answers: readonly Entry[] = ANSWERS.map(([name, of]) => ({
  name: `answer of a tool: ${name}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answer(of(value));
    return invoke(scene, 'growth_run');
  },
}));

const ERRORS: ReadonlyArray<readonly [string, Wrap]> = [
  ['application/json', (value) => ({ errors: value })],
  ['application/problem+json', (value) => ({ detail: value })],
  ['text/plain', String],
  ['text/html', (value) => `<html><body>${value}`],
  ['application/xml', (value) => `<Error><Message>${value}`],
  ['application/x-www-form-urlencoded', (value) => `error=${value}`],
];

const errors: readonly Entry[] = ERRORS.map(([type, of]) => ({
  name: `error of a tool: ${type}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answer(of(value), 502, type);
    return invoke(scene, 'growth_run');
  },
}));

const TOKEN_FIELDS = [
  'access_token',
  'token_type',
  'expires_in',
  'refresh_token',
  'scope',
  'id_token',
  'error',
  'error_description',
];

/** Token responses, and errors of an API that was called with the token. */
const tokens: readonly Entry[] = ['', ...TOKEN_FIELDS].map((field) => ({
  name: `token answer: ${field === '' ? 'whole' : `.${field}`}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answer(field === '' ? value : { access_token: 'x', token_type: 'Bearer', [field]: value });
    return invoke(scene, 'me_me');
  },
}));

/**
 * Everything that an upstream sends: MCP lists, responses and errors, OpenAPI documents, GraphQL schemas, registry
 * entries, tokens, results.
 */
export const upstreamEntries: readonly Entry[] = [
  ...mcpLists,
  ...mcpOpenings,
  ...live,
  ...failures,
  ...documents,
  ...graphqlSchemas,
  ...registry,
  ...answers,
  ...errors,
  ...tokens,
];
