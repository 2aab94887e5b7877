import 'graphiql/setup-workers/vite';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Explorer } from './Explorer.tsx';
import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import './graphiql.css';

// Earlier versions stored request headers here, which may hold a key.
for (const name of Object.keys(localStorage)) if (name.startsWith('graphiql:')) localStorage.removeItem(name);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Explorer />
    </StrictMode>,
  );
}
