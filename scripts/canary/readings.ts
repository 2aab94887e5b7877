import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { TOOL_FORMATS } from '../../src/formats/formats.ts';
import type { Client } from './client.ts';
import type { HostileServer } from './documents.ts';
import type { Stack } from './drive.ts';

const LEVELS_MAX = 7;

/** Every field below a type that needs no argument. Never repeats a type on a path. */
function selectAll(type: GraphQLObjectType, above: readonly string[] = []): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (!isObjectType(named)) return [field.name];
    // A connection's edges contain the same data as its nodes.
    if (above.includes(named.name) || above.length > LEVELS_MAX || field.name === 'edges') return [];
    return [`${field.name}${pageOf(field.args)} ${selectAll(named, [...above, type.name])}`];
  });
  return `{ ${parts.join(' ')} }`;
}

const pageOf = (args: readonly { name: string }[]): string =>
  args.some(({ name }) => name === 'first') ? '(first: 2)' : '';

function everyQuery(stackId: string, serverId: string): readonly string[] {
  // Parses the committed text, because the schema's own objects belong to another module instance of `graphql`.
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields.map(({ name, type, args }) => {
    const named = getNamedType(type);
    const id = name === 'stack' ? stackId : serverId;
    const argument = args.some((arg) => arg.name === 'id') ? `(id: "${id}")` : pageOf(args);
    return `{ ${name}${argument} ${isObjectType(named) ? selectAll(named) : ''} }`;
  });
}

const ALL_CREDENTIALS = `query ($id: ID!) { stack(id: $id) { servers(first: 20) { nodes {
  credentialMode server { id credentialFields { id: fieldId name description isRequired isSecret } }
  credentialStatus { hasAll hasRequired required { fieldId state canConnect expiresAt oauthState } optional { fieldId state } }
} } } }`;

const TYPES =
  '{ __schema { types { name description fields { name args { name defaultValue } } enumValues { name } } } }';

/** Requests every list, status and page of the service, on every surface. */
export async function readEverything(client: Client, stack: Stack, servers: readonly HostileServer[]): Promise<void> {
  await readPages(client);
  await readTools(client, stack);
  for (const query of [TYPES, ...everyQuery(stack.stackId, servers[0]?.id ?? '')]) await client.graphql(query);
  await client.graphql(ALL_CREDENTIALS, { id: stack.stackId });
  await readByCommand(client, stack, servers);
  for (const { id } of servers) await client.request(`/v1/stacks/${stack.stackId}/servers/${id}/credentials`);
  await readContents(client, stack);
}

const RECORDED_CALLS = `query ($stackId: ID!, $toolId: ID) {
  calls(filter: { stackId: $stackId, toolId: $toolId }, first: 2) { nodes { id contents } }
}`;
const CONTENTS = `mutation ($input: ReadCallContentsInput!) {
  readCallContents(input: $input) {
    ... on ReadCallContentsPayload { contents { input output } }
    ... on UserError { message }
  }
}`;
const CALLED = `query ($stackId: ID!) { stack(id: $stackId) { tools { nodes { id: toolId } } } }`;

/** The stored parts of two calls per tool. */
async function readContents(client: Client, { stackId }: Stack): Promise<void> {
  const tools = [...new Set((await client.graphql(CALLED, { stackId })).match(/(?<="id":")[^"]+/g) ?? [])];
  for (const toolId of tools) {
    const calls = await client.graphql(RECORDED_CALLS, { stackId, toolId });
    const ids = calls.match(/(?<="id":")[^"]+(?=","contents":"KEPT")/g) ?? [];
    for (const callId of ids) await client.graphql(CONTENTS, { input: { callId } });
  }
}

async function readPages(client: Client): Promise<void> {
  for (const path of ['/graphql', '/graphiql', '/']) await client.request(path, { headers: { accept: 'text/html' } });
  const paths = [
    '/openapi.json',
    '/.well-known/jwks.json',
    '/livez',
    '/readyz',
    '/v1/stacks',
    '/v1/servers',
    '/absent',
  ];
  for (const path of paths) await client.request(path);
}

async function readTools(client: Client, { stackId, clientId, token }: Stack): Promise<void> {
  const agent = { bearer: token };
  for (const format of [...TOOL_FORMATS, 'wrong']) {
    await client.request(`/v1/stacks/${stackId}/tools?schema=${format}`);
    await client.request(`/s/${clientId}/list_tools?schema=${format}`, agent);
  }
  const headers = { accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'canary', version: '1' } };
  for (const method of ['initialize', 'ping', 'tools/list', 'server/discover', 'resources/list']) {
    await client.request(`/s/${clientId}/mcp`, { ...agent, headers, body: { jsonrpc: '2.0', id: 1, method, params } });
  }
}

async function readByCommand(client: Client, { stackId }: Stack, servers: readonly HostileServer[]): Promise<void> {
  const lines = [
    ['stack', 'list'],
    ['stack', 'show', stackId],
    ['stack', 'tools', stackId],
    ['key', 'list'],
    ['token', 'list', '--stack', stackId],
    ...servers.map(({ id }) => ['stack', 'credentials', stackId, id]),
  ];
  for (const line of lines) {
    await client.toolyard(line);
    await client.toolyard([...line, '--json']);
  }
}

/** Invalid requests that contain secrets in every part. */
export async function askWrongly(client: Client, stack: Stack, server: HostileServer): Promise<void> {
  const { stackId, clientId, token } = stack;
  const [tool = ''] = server.tools;
  const path = `/v1/stacks/${stackId}/servers/${server.id}/credentials`;
  const put = (body: unknown, headers = {}) => client.request(path, { method: 'PUT', body, headers });
  for (const [field, { value }] of Object.entries(server.credentials)) {
    const encoded = encodeURIComponent(value);
    await put({ credentials: { [field]: [value] } });
    await put({ credentials: { unknown_field: value } });
    await put({ credentials: [value] });
    await put({ credentials: value });
    await put(`{"credentials": {"${field}": "${value}`);
    await put(`${field}=${value}`, { 'content-type': 'text/plain' });
    await put({ credentials: { [field]: value.repeat(Math.ceil(20_000 / value.length)) } });
    await client.request(`${path}?key=${encoded}`);
    await client.request('/v1/stacks', { headers: { 'x-api-key': encoded }, bearer: encoded });
    await client.request(`/v1/stacks/${stackId}/tools/${tool}/invoke`, { body: { tool_input: value } });
    await client.request(`/s/${clientId}/call_tool`, { bearer: token, body: { tool_name: tool, tool_input: [value] } });
    await askGraphqlWrongly(client, stackId, server.id, field, value);
    for (const json of [[], ['--json']]) {
      const set = ['stack', 'set-credentials', stackId, server.id];
      await client.toolyard([...set, `unknown_field=${value}`, ...json]);
      await client.toolyard([...set, value, ...json]);
      await client.toolyard([...set, '--from-stdin', ...json], `{"${field}": ["${value}"`);
      await client.toolyard([...set, '--from-stdin', ...json], value);
      await client.toolyard(['call', stackId, tool, '--input', `{"a": "${value}`, ...json]);
    }
  }
}

async function askGraphqlWrongly(client: Client, stackId: string, serverId: string, field: string, value: string) {
  const set = 'mutation ($input: SetCredentialsInput!) { setCredentials(input: $input) { __typename } }';
  const credentials = { [field]: value };
  const literal = `{ ${field}: ${JSON.stringify(value)} }`;
  const inline = (input: string) => `mutation { setCredentials(input: ${input}) { __typename } }`;
  await client.graphql(set, { input: { serverId, credentials } });
  await client.graphql(set, { input: { stackId, serverId, credentials, [field]: value } });
  await client.graphql(set, { input: value });
  await client.graphql(set, { input: { stackId: [credentials], serverId, credentials } });
  await client.graphql(inline(`{ serverId: 1, credentials: ${literal} }`));
  await client.graphql(inline(`{ stackId: "${stackId}", serverId: ${literal}, credentials: ${literal} }`));
  await client.graphql(inline(JSON.stringify(value)));
  await client.graphql(`mutation { setCredentials(input: { credentials: ${literal} `);
  await client.graphql(`{ stack(id: ${literal}) { id } servers(first: ${JSON.stringify(value)}) { totalCount } }`);
}
