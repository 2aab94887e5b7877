import type { Entry } from './entries.ts';
import type { Scene } from './scene.ts';

const CHARS_MAX = 900_000;
const MANY = 400;

const PREVIEW = `mutation ($input: PreviewServerInput!) { previewServer(input: $input) { __typename ... on Error { message } } }`;

const preview = ({ client }: Scene, source: object) =>
  client.send('POST', '/graphql', { query: PREVIEW, variables: { input: { id: 'hostile', source } } });

/** A page of tools: one that is hostile in all of its length, and many that share it. */
const page = (field: string, value: unknown, count: number) => ({
  jsonrpc: '2.0',
  id: 1,
  result: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'growth', version: '1' },
    tools: Array.from({ length: count }, (_, at) => ({
      name: `t${at}`,
      inputSchema: { type: 'object' },
      [field]: value,
    })),
  },
});

const FIELDS = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  '_meta',
  'icons',
  'execution',
];

const short = (value: unknown, parts: number): unknown => {
  if (typeof value === 'string') return value.slice(0, Math.ceil(value.length / parts));
  return Array.isArray(value) ? value.slice(0, Math.ceil(value.length / parts)) : value;
};

const mcpLists: readonly Entry[] = FIELDS.flatMap((field) =>
  [1, MANY].map((count) => ({
    name: `MCP list: .${field} of ${count} tools`,
    charsMax: CHARS_MAX,
    send: (scene: Scene, value: unknown) => {
      const own = field === '_meta' || field === 'inputSchema' ? { v: short(value, count) } : short(value, count);
      scene.answer(page(field, own, count));
      return preview(scene, { mcp: { url: `${scene.upstream}/mcp` } });
    },
  })),
);

const operation = (more: object) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: { '/x': { get: { operationId: 'x', responses: {}, ...more } } },
});

const DOCUMENTS: ReadonlyArray<readonly [string, (value: unknown) => unknown]> = [
  ['whole', (value) => value],
  ['title', (value) => ({ ...operation({}), info: { title: value, version: '1' } })],
  ['path', (value) => ({ ...operation({}), paths: { [`/${value}/x`]: { get: { responses: {} } } } })],
  ['operationId', (value) => operation({ operationId: value })],
  ['summary', (value) => operation({ summary: value })],
  ['description', (value) => operation({ description: value })],
  ['parameter name', (value) => operation({ parameters: [{ name: value, in: 'query', schema: {} }] })],
  ['parameter schema', (value) => operation({ parameters: [{ name: 'p', in: 'query', schema: value }] })],
  ['pattern', (value) => operation({ parameters: [{ name: 'p', in: 'path', schema: { pattern: value } }] })],
  ['tags', (value) => operation({ tags: value })],
  ['servers', (value) => ({ ...operation({}), servers: [{ url: value }] })],
  [
    'security',
    (value) => ({
      ...operation({}),
      components: { securitySchemes: { [String(value)]: { type: 'apiKey', in: 'query', name: 'k' } } },
      security: [{ [String(value)]: [] }],
    }),
  ],
  ['body', (value) => operation({ requestBody: { content: { 'application/json': { schema: value } } } })],
];

const documents: readonly Entry[] = DOCUMENTS.map(([name, of]) => ({
  name: `OpenAPI document: ${name}`,
  charsMax: CHARS_MAX,
  send: (scene: Scene, value: unknown) => {
    scene.answer(of(value));
    return preview(scene, { openApi: { url: `${scene.upstream}/openapi.json` } });
  },
}));

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
];

const registry: readonly Entry[] = ENTRY_FIELDS.map((field) => ({
  name: `registry entry: .${field}`,
  charsMax: CHARS_MAX,
  send: ({ client, answer }: Scene, value: unknown) => {
    const server = { name: 'io.example/x', description: 'x', version: '1', [field]: value };
    answer({ servers: [{ server, _meta: {} }], metadata: { count: 1 } });
    return client.send('POST', '/graphql', { query: BROWSE });
  },
}));

const call = ({ client, fill }: Scene) =>
  client.send('POST', fill('/v1/stacks/{stack_id}/tools/{tool_id}/invoke'), { tool_input: { text: 'x' } });

const ANSWERS: ReadonlyArray<readonly [string, (value: unknown) => unknown]> = [
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
    return call(scene);
  },
}));

/** Upstream responses: lists of MCP, OpenAPI documents, registry entries, answers of tools. */
export const upstreamEntries: readonly Entry[] = [...mcpLists, ...documents, ...registry, ...answers];
