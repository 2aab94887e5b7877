import { explorerPlugin } from '@graphiql/plugin-explorer';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { useEffect, useMemo, useState } from 'react';
import { sendOperation } from '../api/operation.ts';
import { SHELL_ME } from '../shell/operations.ts';
import { storedTheme } from '../shell/theme.ts';
import { EXAMPLES } from './examples.ts';
import { fetcherWith } from './fetcher.ts';
import { useKey } from './useKey.ts';

const PLUGINS = [HISTORY_PLUGIN, explorerPlugin()];
const TABS = [...EXAMPLES];

export function Explorer() {
  const theme = storedTheme();
  const { text, setText, key } = useKey();
  // GraphiQL reads the schema again when it gets another fetcher.
  const fetcher = useMemo(() => fetcherWith(key), [key]);
  return (
    <div className="explorer">
      <header className="explorer__bar">
        <a href="/" className="explorer__home">
          <img src="/favicon.svg" alt="" width={24} height={24} />
          Toolyard
        </a>
        <h1>GraphQL</h1>
        <SignedInAs hasKey={key !== ''} />
        <label className="explorer__key">
          API key
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="ty_…"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      </header>
      <main className="explorer__main">
        <GraphiQL
          fetcher={fetcher}
          // Headers and variables may hold secrets. The session storage is cleared with the browser tab or sign-out.
          storage={sessionStorage}
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

/** The signed-in person, whose session is used without a key. */
function SignedInAs({ hasKey }: { readonly hasKey: boolean }) {
  const [person, setPerson] = useState<Person>({ state: 'asking' });
  useEffect(() => {
    const leaving = new AbortController();
    fetchPerson(leaving.signal).then((person) => {
      if (!leaving.signal.aborted) setPerson(person);
    });
    return () => leaving.abort();
  }, []);
  if (hasKey) return <p className="explorer__who">Requests use the API key</p>;
  if (person.state === 'asking') return <p className="explorer__who" aria-busy="true" />;
  if (person.state === 'somebody') return <p className="explorer__who">Signed in: {person.email}</p>;
  return (
    <p className="explorer__who">
      <a href="/signin?next=%2Fgraphiql">Sign in</a> or enter an API key
    </p>
  );
}
