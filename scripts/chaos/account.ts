import { createClient, textIn } from '../neighbours/client.ts';
import { SERVER_ID } from './upstream.ts';

/** The target of the calls: a stack with the counting server, reached with its account's key and with a token. */
export type Account = {
  readonly apiKey: string;
  readonly stackId: string;
  readonly clientId: string;
  readonly token: string;
};

const IMPORT = 'mutation ($input: ImportServerInput!) { importServer(input: $input) { __typename } }';
const CREATE =
  'mutation ($input: CreateStackInput!) { createStack(input: $input) { ... on CreateStackPayload { stack { id } } } }';
const ADD = 'mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }';
const ENDPOINT = `mutation ($input: CreateClientEndpointInput!) { createClientEndpoint(input: $input) {
  ... on CreateClientEndpointPayload { token endpoint { clientId } } } }`;

/**
 * Imports the servers, and creates a stack with an endpoint in the account of an API key.
 * @throws if that fails
 */
export async function makeAccount(url: string, apiKey: string, documents: readonly object[]): Promise<Account> {
  const client = createClient(url, apiKey);
  for (const document of documents) await client.graphql(IMPORT, { input: { document } });
  const stackId = textIn(await client.graphql(CREATE, { input: { name: 'Chaos' } }), 'createStack.stack.id');
  await client.graphql(ADD, { input: { stackId, serverId: SERVER_ID, hasAllTools: true } });
  const made = await client.graphql(ENDPOINT, { input: { stackId, name: 'chaos' } });
  await client.close();
  const clientId = textIn(made, 'createClientEndpoint.endpoint.clientId');
  return { apiKey, stackId, clientId, token: textIn(made, 'createClientEndpoint.token') };
}
