import 'graphiql/setup-workers/vite';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Explorer } from './Explorer.tsx';
import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import './graphiql.css';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Explorer />
    </StrictMode>,
  );
}
