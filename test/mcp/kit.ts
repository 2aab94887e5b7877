import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import type { ClientId, StackId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import type { ServerDocument } from '../../src/core/servers/document.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';

/** A server document as a client writes it, or a part of one. */
export type DocumentInput = Partial<Omit<ServerDocument, 'id'>> & { readonly id: string };

/** A stack with servers in it, and a token for it. */
export type Endpoint = {
  readonly stackId: StackId;
  readonly clientId: ClientId;
  readonly token: string;
  readonly url: string;
};

/** Adds private servers with all their tools to a new stack of the caller. */
export async function makeEndpoint(
  ctx: Ctx,
  baseUrl: string,
  name: string,
  documents: readonly DocumentInput[],
): Promise<Endpoint> {
  const stack = await createStack(ctx, { name });
  for (const document of documents) {
    await saveServer(ctx, document);
    await addServerToStack(ctx, stack.id, { serverId: document.id, enableAllTools: true });
  }
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name });
  return { stackId: stack.id, clientId: endpoint.clientId, token, url: `${baseUrl}/s/${endpoint.clientId}/mcp` };
}

/** A connected official client; `legacy` speaks the revisions with a handshake, `auto` the stateless one. */
export async function connect({ url, token }: Endpoint, mode: VersionNegotiationMode): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

export type RawAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** One POST, as any program could send it. */
export async function post(
  { url, token }: Pick<Endpoint, 'url' | 'token'>,
  body: unknown,
  { headers, method = 'POST' }: { headers?: Record<string, string>; method?: string } = {},
): Promise<RawAnswer> {
  const hasBody = method === 'POST';
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  // A stream of one event, or plain JSON.
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, headers: response.headers, body: json === '' ? null : JSON.parse(json) };
}
