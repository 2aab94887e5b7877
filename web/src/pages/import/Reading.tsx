import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SourceKind } from './draft.ts';

type ReadingProps = { readonly kind: SourceKind; readonly onCancel: () => void };

const DOING: Readonly<Record<SourceKind, string>> = {
  openapi: 'Reading the document and making tools of its operations',
  mcp: 'Asking the MCP server for its tools',
  registry: 'Reading the entry and asking its server for tools',
  document: 'Checking the document',
};

const SECOND_MS = 1_000;

/** That something is under way, for how long, and how to give it up. */
export function Reading({ kind, onCancel }: ReadingProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Notice>
      <div className="row row--spread">
        <span role="status">{DOING[kind]}</span>
        <span className="soft small" aria-hidden>
          {seconds} s
        </span>
      </div>
      <progress className="import-progress" aria-label={DOING[kind]} />
      <div>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Notice>
  );
}
