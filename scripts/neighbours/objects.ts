import type { Attacker } from './attack.ts';
import { type Answer, textIn } from './client.ts';
import { type McpList, mcpPath } from './upstream.ts';

/** Requests that several attacks use. */
export const mutate = (
  { client }: Attacker,
  name: string,
  input: Readonly<Record<string, unknown>>,
  selection = '__typename',
): Promise<Answer> => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename ... on UserError { message } ... on ${name.charAt(0).toUpperCase()}${name.slice(1)}Payload { ${selection} } } }`;
  return client.send('POST', '/graphql', { query, variables: { input } });
};

/** @throws with the response unless it succeeded */
export async function must(answer: Promise<Answer>): Promise<unknown> {
  const { status, text } = await answer;
  const body: unknown = status === 0 ? null : JSON.parse(text);
  if (status < 200 || status > 299 || /Error"/.test(text.slice(0, 120))) {
    throw new Error(`An attack could not be prepared: ${status} ${text.slice(0, 400)}`);
  }
  return body;
}

export async function newStack(attacker: Attacker, name: string): Promise<string> {
  const body = await must(attacker.client.send('POST', '/v1/stacks', { stack_name: name }));
  return textIn(body, 'stack_id');
}

/** An HTTP server with one tool, `{id}_run`, in a separate stack. The tool requests `path` of the upstream. */
export async function newToolStack(
  attacker: Attacker,
  id: string,
  { path, origin, schema }: { readonly path: string; readonly origin?: string; readonly schema?: object },
): Promise<string> {
  const document = {
    id,
    name: id,
    connector: { kind: 'http', baseUrl: origin ?? attacker.upstream.origin },
    tools: [
      {
        name: 'run',
        inputSchema: schema ?? { type: 'object' },
        request: { kind: 'template', method: 'POST', path },
      },
    ],
  };
  await must(mutate(attacker, 'importServer', { document }));
  return stackOf(attacker, [id]);
}

export async function stackOf(attacker: Attacker, serverIds: readonly string[]): Promise<string> {
  const stackId = await newStack(attacker, serverIds.join('-').slice(0, 60));
  for (const serverId of serverIds) {
    await must(mutate(attacker, 'addServerToStack', { stackId, serverId, hasAllTools: true }));
  }
  return stackId;
}

/** An endpoint of a stack, with its token. */
export type Agent = { readonly stackId: string; readonly clientId: string; readonly token: string };

export async function newAgent(attacker: Attacker, stackId: string): Promise<Agent> {
  const selection = 'token endpoint { clientId }';
  const made = await must(mutate(attacker, 'createClientEndpoint', { stackId, name: 'agent' }, selection));
  const at = (path: string): string => textIn(made, `data.createClientEndpoint.${path}`);
  return { stackId, clientId: at('endpoint.clientId'), token: at('token') };
}

export const mcpSource = ({ upstream }: Attacker, list: McpList) => ({
  mcp: { url: `${upstream.origin}${mcpPath(list)}` },
});

export const invoke = ({ client }: Attacker, stackId: string, tool: string, body: object = { tool_input: {} }) =>
  client.send('POST', `/v1/stacks/${stackId}/tools/${tool}/invoke`, body);
