import { createGraphiQLFetcher, type Fetcher, type FetcherOpts, type FetcherParams } from '@graphiql/toolkit';
import { getOperationAST } from 'graphql';
import { createClient } from 'graphql-sse';

const URL = '/graphql';

// The browser adds the session's cookie to requests of its own origin by itself.
const overHttp = createGraphiQLFetcher({ url: URL, enableIncrementalDelivery: false });

const isSubscription = ({ operationName }: FetcherParams, { documentAST }: FetcherOpts): boolean =>
  documentAST !== undefined && getOperationAST(documentAST, operationName)?.operation === 'subscription';

/** Subscriptions as server-sent events, everything else as a plain request; both with the editor's headers. */
export const fetcher: Fetcher = (params, options = {}) => {
  if (!isSubscription(params, options)) return overHttp(params, options);
  const client = createClient({ url: URL, headers: options.headers ?? {}, retryAttempts: 0 });
  const { query, variables, operationName } = params;
  return client.iterate({ query, variables, ...(operationName && { operationName }) });
};
