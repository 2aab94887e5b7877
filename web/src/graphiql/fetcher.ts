import { createGraphiQLFetcher, type Fetcher, type FetcherParams } from '@graphiql/toolkit';
import { Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-sse';

const URL = '/graphql';

// The browser adds the session's cookie to requests of its own origin by itself.
const overHttp = createGraphiQLFetcher({ url: URL, enableIncrementalDelivery: false });

/** What will run, by the text itself: what GraphiQL knows of it is a moment old after a change of tabs. */
function operationOf({ query, operationName }: FetcherParams): OperationDefinitionNode | undefined {
  try {
    const operations = parse(query).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    return operations.length === 1 ? operations[0] : operations.find(({ name }) => name?.value === operationName);
  } catch {
    // The server says what is wrong with the text.
    return undefined;
  }
}

/** Subscriptions as server-sent events, everything else as a plain request; both with the editor's headers. */
export const fetcher: Fetcher = ({ query, variables, ...params }, { headers = {} } = {}) => {
  const operation = operationOf({ query, ...params });
  const operationName = operation ? operation.name?.value : params.operationName;
  const asked = { query, variables, ...(operationName && { operationName }) };
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return overHttp(asked, { headers });
  return createClient({ url: URL, headers, retryAttempts: 0 }).iterate(asked);
};
