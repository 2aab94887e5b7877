import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, type ExecutionResult, fetchExchange, subscriptionExchange } from '@urql/core';
import { print } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createStack } from '../../src/core/stacks/stack.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';

/* How GraphQL clients send documents by name and receive subscriptions, with their vendors' own tools. */

const HERE = import.meta.dirname;
const STACKS = gql('query Stacks { stacks(first: 2) { nodes { id name } } }');
const AUDIT = 'subscription Watch { auditEvents { id action } }';

let open: World;
let listed: World;
let relayTexts: Readonly<Record<string, string>>;

/** The text that Apollo sends, including the type names that its cache needs. */
const apolloText = (): string => print(new InMemoryCache().transformDocument(STACKS));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

beforeAll(async () => {
  mkdirSync(join(HERE, 'artifacts/persisted'), { recursive: true });
  // The compiler appends to an existing file.
  writeFileSync(join(HERE, 'artifacts/persisted.json'), '{}');
  const compiler = join(HERE, 'node_modules/relay-compiler/cli.js');
  execFileSync(process.execPath, [compiler, 'relay.persisted.config.json'], { cwd: HERE, stdio: 'pipe' });
  relayTexts = JSON.parse(readFileSync(join(HERE, 'artifacts/persisted.json'), 'utf8'));
  const documentsFile = join(HERE, 'artifacts/documents.json');
  writeFileSync(documentsFile, JSON.stringify({ ...relayTexts, [sha256(apolloText())]: apolloText() }));
  open = await startWorld();
  listed = await startWorld({ config: { graphql: { documentsFile, isTrustedOnly: true } } });
}, 120_000);
afterAll(async () => {
  await open.close();
  await listed.close();
});

/** Apollo Client that sends its documents by name; `sent` lists its requests. */
function createApollo({ url, account }: World) {
  const sent: string[] = [];
  const http = new HttpLink({
    uri: `${url}/graphql`,
    headers: { authorization: `Bearer ${account.apiKey}` },
    fetch: (input, init) => {
      sent.push(String(init?.body));
      return fetch(input, init);
    },
  });
  const link = ApolloLink.from([new PersistedQueryLink({ sha256 }), http]);
  return { sent, client: new ApolloClient({ cache: new InMemoryCache(), link }) };
}

describe('persisted documents', () => {
  it('of Apollo are found by id, without sending the text', async () => {
    const { client, sent } = createApollo(listed);
    const { data } = await client.query({ query: STACKS });
    expect(data).toMatchObject({ stacks: { nodes: [] } });
    expect(sent.map((body) => Object.keys(JSON.parse(body)))).toEqual([['operationName', 'variables', 'extensions']]);
  });

  it('of Apollo are sent as text after the server reports none are stored', async () => {
    const { client, sent } = createApollo(open);
    for (let round = 0; round < 2; round += 1) await client.query({ query: STACKS, fetchPolicy: 'network-only' });
    expect(sent.map((body) => 'query' in JSON.parse(body))).toEqual([false, true, true]);
  });

  it('of relay-compiler are found by the ids that it assigned', async () => {
    const ids = Object.keys(relayTexts);
    for (const documentId of ids) {
      const response = await fetch(`${listed.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${listed.account.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ documentId, variables: { id: 'x', input: { stackId: 'x' } } }),
      });
      expect(await response.text()).not.toMatch(/PERSISTED_QUERY|GRAPHQL_VALIDATION_FAILED/);
    }
    process.stdout.write(`${ids.length} documents of relay-compiler\n`);
    expect(ids.length).toBeGreaterThan(3);
  });
});

/** Boundary: both types describe a GraphQL result according to the specification, with small differences. */
const toResult = (result: object): ExecutionResult => result as ExecutionResult;

type Sink = { next(result: ExecutionResult): void; error(error: unknown): void; complete(): void };

const sinkOf = ({ next, error, complete }: Sink) => ({
  next: (result: object) => next(toResult(result)),
  error,
  complete,
});

/** Makes changes until both subscriptions have received an event. */
async function bothHear(heard: readonly (readonly unknown[])[]): Promise<void> {
  await eventually('both hear of a change', async () => {
    await createStack(open.account.ctx, { name: `heard ${Math.random()}` });
    return heard.every(({ length }) => length > 0);
  });
}

const ACTION = { data: { auditEvents: { action: 'STACK_CREATE' } } };

describe('subscriptions', () => {
  it('of Apollo and urql work over a WebSocket', async () => {
    const socket = createSocketClient({
      url: `${open.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${open.account.apiKey}` },
    });
    const apollo = new ApolloClient({ cache: new InMemoryCache(), link: new GraphQLWsLink(socket) });
    const urql = new Client({
      url: `${open.url}/graphql`,
      preferGetMethod: false,
      exchanges: [
        fetchExchange,
        subscriptionExchange({
          forwardSubscription: ({ query = '', variables }) => ({
            subscribe: (sink) => ({
              unsubscribe: socket.subscribe({ query, variables: { ...variables } }, sinkOf(sink)),
            }),
          }),
        }),
      ],
    });
    const heard: [unknown[], unknown[]] = [[], []];
    const ends = [
      apollo.subscribe({ query: gql(AUDIT) }).subscribe((event) => void heard[0].push(event)),
      urql.subscription(AUDIT, {}).subscribe((event) => void heard[1].push(event)),
    ];
    await bothHear(heard);
    for (const events of heard) expect(events[0]).toMatchObject(ACTION);
    for (const end of ends) end.unsubscribe();
    await socket.dispose();
  });

  it('of urql work over one event stream per subscription, and over a shared one', async () => {
    const heard: [unknown[], unknown[]] = [[], []];
    const clients = [false, true].map((singleConnection, at) => {
      const sse = createSseClient({
        url: `${open.url}/graphql`,
        singleConnection,
        headers: { authorization: `Bearer ${open.account.apiKey}` },
      });
      const forward = subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: sse.subscribe({ query, variables: { ...variables } }, sinkOf(sink)) }),
        }),
      });
      const urql = new Client({ url: `${open.url}/graphql`, preferGetMethod: false, exchanges: [forward] });
      const { unsubscribe } = urql.subscription(AUDIT, {}).subscribe((event) => void heard[at]?.push(event));
      return () => {
        unsubscribe();
        sse.dispose();
      };
    });
    await bothHear(heard);
    for (const events of heard) expect(events[0]).toMatchObject(ACTION);
    for (const end of clients) end();
  });
});
