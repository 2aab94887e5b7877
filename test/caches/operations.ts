/** The clients' operations, by name. `relay/queries.ts` has the same for relay-compiler. */
export const OPERATIONS = {
  Stack: `query Stack($id: ID!) { stack(id: $id) { id name
    servers { nodes { id toolCount tools { nodes { id toolId } } server { id credentialFields { id fieldId } } } }
    tools { nodes { id toolId exposedName } } } }`,
  Stacks:
    'query Stacks($after: String) { stacks(first: 2, after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } } }',
  Node: 'query Node($id: ID!) { node(id: $id) { __typename id ... on EnabledTool { exposedName } } }',
  Rename: `mutation Rename($input: UpdateStackToolInput!) { updateStackTool(input: $input) {
    __typename ... on UpdateStackToolPayload { tool { id exposedName } } } }`,
  Enable: `mutation Enable($input: UpdateServerToolsInput!) { updateServerTools(input: $input) { __typename
    ... on UpdateServerToolsPayload { stackServer { id toolCount tools { nodes { id toolId } } } } } }`,
  Delete: `mutation Delete($input: DeleteStackInput!) { deleteStack(input: $input) { __typename
    ... on DeleteStackPayload { stackId } } }`,
} as const;

export type OperationName = keyof typeof OPERATIONS;
type Variables = Readonly<Record<string, unknown>>;

/** A GraphQL client with its cache, as in an application. */
export type CachingClient = {
  /** Queries the service and caches the response. */
  ask(name: OperationName, variables: Variables): Promise<void>;
  /** Runs a mutation and caches its response. */
  change(name: OperationName, variables: Variables): Promise<void>;
  /** The cached result of an operation as JSON, without another request to the service. */
  shown(name: OperationName, variables: Variables): Promise<string>;
};
