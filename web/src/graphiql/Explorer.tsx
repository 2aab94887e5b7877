import { explorerPlugin } from '@graphiql/plugin-explorer';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { storedTheme } from '../shell/theme.ts';
import { EXAMPLES } from './examples.ts';
import { fetcher } from './fetcher.ts';
import { SignedInAs } from './SignedInAs.tsx';

const PLUGINS = [HISTORY_PLUGIN, explorerPlugin()];
const TABS = [...EXAMPLES];

/** GraphiQL over this service's own API; what is in the headers is not kept, since a key may be there. */
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
