import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { formatTools, TOOL_FORMATS } from '../../src/formats/formats.ts';
import { ask, dataOf } from '../graphql/ask.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../mcp/kit.ts';
import { snapshotTool } from './tool.ts';

// A name that Gemini accepts only after a letter, and a property that Anthropic refuses but the tool needs.
const SCHEMAS = {
  '7zip_pack': { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
  list: { type: 'object', properties: { $top: { type: 'integer' } }, required: ['$top'] },
};
const tools = Object.entries(SCHEMAS).map(([name, inputSchema]) => ({
  name,
  description: `Does ${name}`,
  inputSchema,
}));
const server = { id: 'demo', name: 'Demo', connector: { kind: 'mcp-http', url: 'http://127.0.0.1:9' } as const };

let world: World;
let endpoint: Endpoint;
beforeAll(async () => {
  world = await startWorld();
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [{ ...server, toolPrefix: false, tools }]);
});
afterAll(() => world?.close());

const plain = snapshotTool({}).server;
const expected = tools.map(({ name, description, inputSchema }) =>
  snapshotTool(inputSchema, { toolId: name, name, description, server: { ...plain, slug: toServerId('demo') } }),
);

const get = async (path: string, token: string): Promise<unknown> =>
  (await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();

const DEFINITIONS = `query ($id: ID!, $format: ToolFormat!) {
  stack(id: $id) { tools(format: $format) { definitions warnings { toolId reason } } }
}`;

describe.each(TOOL_FORMATS)('a list for %s', (format) => {
  const { tools: listed, warnings } = formatTools(expected, format);
  const body = { tools: listed, ...(warnings.length > 0 && { warnings }) };

  it('is the same over both REST interfaces', async () => {
    expect(await get(`/v1/stacks/${endpoint.stackId}/tools?schema=${format}`, world.account.apiKey)).toEqual(body);
    // On the REST interface, the format `default` has the documented shape.
    const own = format === 'default' ? { tools: formatTools(expected, 'stack').tools } : body;
    expect(await get(`/s/${endpoint.clientId}/list_tools?schema=${format}`, endpoint.token)).toEqual(own);
  });

  it('is the same over GraphQL, with the omitted tools and reasons', async () => {
    const variables = { id: endpoint.stackId, format: format.toUpperCase() };
    const reasons = warnings.map(({ tool, reason }) => ({ toolId: tool, reason }));
    expect(await dataOf(ask(world.url, world.account.apiKey, DEFINITIONS, variables))).toEqual({
      stack: { tools: { definitions: listed, warnings: reasons } },
    });
  });
});

it('omits a tool only for the provider that would refuse it', () => {
  const warned = TOOL_FORMATS.filter((format) => formatTools(expected, format).tools.length < expected.length);
  expect(warned).toEqual(['anthropic']);
});
