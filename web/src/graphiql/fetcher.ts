import { createGraphiQLFetcher, type Fetcher, type FetcherParams } from '@graphiql/toolkit';
import { Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-sse';

const URL = '/graphql';

// The browser adds the session cookie to same-origin requests.
const overHttp = createGraphiQLFetcher({ url: URL, enableIncrementalDelivery: false });

/** The operation to run, parsed from the text because GraphiQL's state lags after a tab change. */
function operationOf({ query, operationName }: FetcherParams): OperationDefinitionNode | undefined {
  try {
    const operations = parse(query).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    return operations.length === 1 ? operations[0] : operations.find(({ name }) => name?.value === operationName);
  } catch {
    // The text doesn't parse; the server reports the error.
    return undefined;
  }
}

/**
 * Sends operations with an API key, or without one with the person's session. Subscriptions use server-sent events,
 * other operations plain requests. Headers of the editor replace the key.
 */
export const fetcherWith =
  (key: string): Fetcher =>
  ({ query, variables, ...params }, { headers: added = {} } = {}) => {
    const operation = operationOf({ query, ...params });
    const operationName = operation ? operation.name?.value : params.operationName;
    const operationRequest = { query, variables, ...(operationName && { operationName }) };
    const hasOwn = Object.keys(added).some((name) => name.toLowerCase() === 'authorization');
    const headers = { ...(key !== '' && !hasOwn && { authorization: `Bearer ${key}` }), ...added };
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return overHttp(operationRequest, { headers });
    return createClient({ url: URL, headers, retryAttempts: 0 }).iterate(operationRequest);
  };
