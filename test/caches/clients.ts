import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { type Cache, cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { buildSchema, type GraphQLSchema, introspectionFromSchema, isInterfaceType, isObjectType } from 'graphql';
import {
  type ConcreteRequest,
  ConnectionHandler,
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getRequest,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { type CachingClient, OPERATIONS, type OperationName } from './operations.ts';

/** The service's address and API key. */
export type Service = { readonly url: string; readonly apiKey: string; readonly schema: string };

/** Apollo Client, configured for connections as its documentation describes. */
export function createApollo({ url, apiKey }: Service): CachingClient {
  const cache = new InMemoryCache({ typePolicies: { Query: { fields: { stacks: relayStylePagination() } } } });
  const headers = { authorization: `Bearer ${apiKey}` };
  const client = new ApolloClient({ cache, link: new HttpLink({ uri: `${url}/graphql`, headers }) });
  return {
    async ask(name, variables) {
      await client.query({ query: gql(OPERATIONS[name]), variables, fetchPolicy: 'network-only' });
    },
    async change(name, variables) {
      const { data } = await client.mutate({ mutation: gql(OPERATIONS[name]), variables });
      const deleted = /"stackId":"(\w[\w-]*)"/.exec(JSON.stringify(data))?.[1];
      if (deleted !== undefined) cache.evict({ id: cache.identify({ __typename: 'Stack', id: deleted }) ?? '' });
    },
    shown: async (name, variables) => JSON.stringify(client.readQuery({ query: gql(OPERATIONS[name]), variables })),
  };
}

/** Types that the cache embeds in their parent: those that are not a `Node`. */
function embedded(schema: GraphQLSchema): Record<string, () => null> {
  const node = schema.getType('Node');
  const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
  const others = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !nodes.includes(type));
  return Object.fromEntries(others.map(({ name }) => [name, () => null]));
}

/** Refetches every page of a list the next time that it is shown. */
function forgetPages(cache: Cache, list: string): void {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    if (fieldName === list) cache.invalidate('Query', fieldName, args);
  }
}

/** urql with graphcache, which knows the schema. */
export function createUrql({ url, apiKey, schema: text }: Service, warn: (message: string) => void): CachingClient {
  const schema = buildSchema(text);
  const cache = cacheExchange({
    schema: introspectionFromSchema(schema),
    keys: embedded(schema),
    resolvers: { Query: { stacks: relayPagination() } },
    updates: { Mutation: { deleteStack: (_result, _args, store) => forgetPages(store, 'stacks') } },
    logger: (_severity, message) => warn(message),
  });
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    exchanges: [cache, fetchExchange],
    fetchOptions: { headers: { authorization: `Bearer ${apiKey}` } },
  });
  const fail = ({ error }: { readonly error?: unknown }): void => {
    if (error) throw error;
  };
  return {
    ask: async (name, variables) =>
      fail(await client.query(OPERATIONS[name], variables, { requestPolicy: 'network-only' })),
    change: async (name, variables) => fail(await client.mutation(OPERATIONS[name], variables)),
    async shown(name, variables) {
      // A list with a deleted row is refetched; everything else must come from the cache.
      const requestPolicy = name === 'Stacks' ? 'cache-first' : 'cache-only';
      const answer = await client.query(OPERATIONS[name], variables, { requestPolicy });
      return JSON.stringify(answer.data);
    },
  };
}

const isRequest = (value: unknown): value is ConcreteRequest =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Request';

/** Relay's runtime with the relay-compiler output of `relay/queries.ts`. */
export async function createRelay({ url, apiKey }: Service): Promise<CachingClient> {
  const documents = new Map<OperationName, ConcreteRequest>();
  for (const [name, text] of Object.entries(OPERATIONS)) {
    const kind = text.startsWith('mutation') ? 'Mutation' : 'Query';
    const path = pathToFileURL(join(import.meta.dirname, `artifacts/queries${name}${kind}.graphql.ts`)).href;
    const { default: document }: { default: unknown } = await import(/* @vite-ignore */ path);
    const known = Object.keys(OPERATIONS).find((each): each is OperationName => each === name);
    if (!isRequest(document) || known === undefined) throw new Error(`relay-compiler has made no ${name}`);
    documents.set(known, document);
  }
  const of = (name: OperationName): ConcreteRequest => {
    const document = documents.get(name);
    if (!document) throw new Error(`No ${name}`);
    return document;
  };
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const environment = new Environment({
    network: Network.create(({ text: query }, variables) => send({ query, variables })),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 100 }),
  });
  const connections = [ConnectionHandler.getConnectionID('client:root', 'queries_stacks')];
  return {
    async ask(name, variables) {
      environment.retain(createOperationDescriptor(getRequest(of(name)), variables));
      await fetchQuery(environment, of(name), variables).toPromise();
    },
    change: (name, variables) =>
      new Promise((resolve, reject) => {
        const done = { onCompleted: () => resolve(), onError: reject };
        commitMutation(environment, { mutation: of(name), variables: { ...variables, connections }, ...done });
      }),
    shown: async (name, variables) =>
      JSON.stringify(environment.lookup(createOperationDescriptor(getRequest(of(name)), variables).fragment).data),
  };
}
