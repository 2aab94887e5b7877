import { ask, dataOf } from '../graphql/ask.ts';
import { at } from './at.ts';

export type Seeded = { readonly stackId: string; readonly emptyStackId: string; readonly endpointId: string };

const CREATE_STACK = `mutation ($input: CreateStackInput!) {
  createStack(input: $input) { ... on CreateStackPayload { stack { id } } }
}`;
const ADD_SERVER = `mutation ($input: AddServerToStackInput!) { addServerToStack(input: $input) { __typename } }`;
const CREATE_ENDPOINT = `mutation ($input: CreateClientEndpointInput!) {
  createClientEndpoint(input: $input) { ... on CreateClientEndpointPayload { endpoint { id } } }
}`;
const CREATE_TOKEN = `mutation ($input: CreateStackTokenInput!) { createStackToken(input: $input) { __typename } }`;
const INVOKE = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }`;

/** The service refuses the last one. */
export const SEEDED_CALLS = [
  { a: 1, b: 2 },
  { a: 2, b: 2 },
  { a: 3, b: 2 },
  { a: 4, b: 'four' },
] as const;

/** Fills an account as after some days of use: a stack with servers, an endpoint and calls, and an empty one. */
export async function seed(url: string, apiKey: string): Promise<Seeded> {
  const change = (query: string, input: object) => dataOf(ask(url, apiKey, query, { input }));
  const newStack = async (name: string) => {
    const made = await change(CREATE_STACK, { name, configuration: { isRecorded: true } });
    return at(made, 'createStack', 'stack', 'id');
  };
  const stackId = await newStack('Research');
  for (const serverId of ['everything', 'github', 'memory']) {
    await change(ADD_SERVER, { stackId, serverId, hasAllTools: serverId !== 'github' });
  }
  const made = await change(CREATE_ENDPOINT, { stackId, name: 'My agent' });
  const limits = { tools: ['everything_*', 'memory_read_graph'], networks: ['10.0.0.0/8'], callsMax: 100 };
  const endpointId = at(made, 'createClientEndpoint', 'endpoint', 'id');
  await change(CREATE_TOKEN, { endpointId, name: 'Nightly job', ...limits });
  for (const toolInput of SEEDED_CALLS) {
    await change(INVOKE, { stackId, toolId: 'everything_get-sum', toolInput });
  }
  return { stackId, endpointId, emptyStackId: await newStack('A stack with nothing in it yet and a rather long name') };
}
