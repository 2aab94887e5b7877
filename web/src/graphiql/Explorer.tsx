import { explorerPlugin } from '@graphiql/plugin-explorer';
import { createGraphiQLFetcher, type Fetcher, type FetcherParams } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-sse';
import { useEffect, useState } from 'react';
import { sendOperation } from '../api/operation.ts';
import { SHELL_ME } from '../shell/operations.ts';
import { storedTheme } from '../shell/theme.ts';
import { EXAMPLES } from './examples.ts';

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

/** Subscriptions use server-sent events, other operations plain requests; both send the editor's headers. */
const fetcher: Fetcher = ({ query, variables, ...params }, { headers = {} } = {}) => {
  const operation = operationOf({ query, ...params });
  const operationName = operation ? operation.name?.value : params.operationName;
  const operationRequest = { query, variables, ...(operationName && { operationName }) };
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return overHttp(operationRequest, { headers });
  return createClient({ url: URL, headers, retryAttempts: 0 }).iterate(operationRequest);
};

const PLUGINS = [HISTORY_PLUGIN, explorerPlugin()];
const TABS = [...EXAMPLES];

/** Headers aren't stored, because they may hold a key. */
export function Explorer() {
  const theme = storedTheme();
  return (
    <div className="explorer">
      <header className="explorer__bar">
        <a href="/" className="explorer__home">
          <img src="/favicon.svg" alt="" width={24} height={24} />
          Toolyard
        </a>
        <h1>GraphQL</h1>
        <SignedInAs />
      </header>
      <main className="explorer__main">
        <GraphiQL
          fetcher={fetcher}
          plugins={PLUGINS}
          defaultTabs={TABS}
          defaultTheme={theme === 'system' ? null : theme}
          defaultEditorToolsVisibility="variables"
          shouldPersistHeaders={false}
          showPersistHeadersSettings={false}
        />
      </main>
    </div>
  );
}

type Person = { readonly state: 'asking' | 'nobody' } | { readonly state: 'somebody'; readonly email: string };

async function fetchPerson(signal: AbortSignal): Promise<Person> {
  try {
    const { me } = await sendOperation(SHELL_ME, {}, signal);
    return me ? { state: 'somebody', email: me.email } : { state: 'nobody' };
  } catch {
    return { state: signal.aborted ? 'asking' : 'nobody' };
  }
}

/** The signed-in person; a header can override it. */
function SignedInAs() {
  const [person, setPerson] = useState<Person>({ state: 'asking' });
  useEffect(() => {
    const given = new AbortController();
    fetchPerson(given.signal).then((found) => {
      if (!given.signal.aborted) setPerson(found);
    });
    return () => given.abort();
  }, []);
  if (person.state === 'asking') return <p className="explorer__who" aria-busy="true" />;
  if (person.state === 'somebody') return <p className="explorer__who">Signed in: {person.email}</p>;
  return (
    <p className="explorer__who">
      <a href="/signin?next=%2Fgraphiql">Sign in</a> or add an API key in the Headers tab
    </p>
  );
}
