import { expect } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import type { WorldAccount } from '../harness/world.ts';

/** A private server with one tool that is never called. */
export const serverDocument = (id: string, name: string) => ({
  id,
  name,
  connector: { kind: 'http', baseUrl: 'https://api.example.com' },
  tools: [
    { name: 'find', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/find' } },
  ],
});

/** A stack with these servers, by id and name, and one of its endpoints. */
export async function makeStack(
  { ctx }: WorldAccount,
  name: string,
  servers: Readonly<Record<string, string>>,
  endpointName = name,
) {
  const { id: stackId } = await createStack(ctx, { name });
  for (const [id, serverName] of Object.entries(servers)) {
    await saveServer(ctx, serverDocument(id, serverName));
    await addServerToStack(ctx, stackId, { serverId: id, enableAllTools: true });
  }
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId, name: endpointName });
  return { stackId, endpoint, token };
}

/** The result of `makeStack`. */
export type Made = Awaited<ReturnType<typeof makeStack>>;

/** The name of an endpoint's entry in a local service. */
export const nameOf = ({ endpoint }: Made) => `127.0.0.1/${endpoint.clientId}`;
/** The path of a server's versions. */
export const pathOf = (name: string) => `/v0.1/servers/${encodeURIComponent(name)}/versions`;

/** Any time in a response's format. */
export const anyTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** The complete expected entry of an endpoint. */
export const entryOf = (url: string, { endpoint }: Made, title: string, description: string) => ({
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `127.0.0.1/${endpoint.clientId}`,
    title,
    description,
    version: '1.0.0',
    remotes: [
      { type: 'streamable-http', url: `${url}/s/${endpoint.clientId}/mcp` },
      {
        type: 'streamable-http',
        url: `${url}/s/${endpoint.clientId}/mcp`,
        headers: [
          {
            name: 'Authorization',
            description: 'Not required when signing in',
            isRequired: true,
            isSecret: true,
            value: 'Bearer {stack_token}',
            variables: {
              stack_token: {
                description: 'A token of this endpoint, created in Toolyard',
                isRequired: true,
                isSecret: true,
              },
            },
          },
        ],
      },
    ],
  },
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: 'active',
      statusChangedAt: endpoint.createdAt.toISOString(),
      publishedAt: endpoint.createdAt.toISOString(),
      updatedAt: anyTime,
      isLatest: true,
    },
  },
});

/** A request to the registry, and the complete response. */
export async function ask(url: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${url}${path}`, init);
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

/** The header with an API key. */
export const withKey = (key: string): RequestInit => ({ headers: { authorization: `Bearer ${key}` } });
