import { useEffect, useState } from 'react';
import type { UploadProgress } from '../../api/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SourceKind } from './draft.ts';
import { sizeText } from './sizeText.ts';

type ReadingProps = {
  readonly kind: SourceKind;
  /** Null once the service has the document. */
  readonly sent: UploadProgress | null;
  readonly onCancel: () => void;
};

const DOING: Readonly<Record<SourceKind, string>> = {
  openapi: 'Reading the document and making tools of its operations',
  mcp: 'Asking the MCP server for its tools',
  registry: 'Reading the entry and asking its server for tools',
  document: 'Checking the document',
};

const SECOND_MS = 1_000;

/** That something is under way, for how long, and how to give it up. */
export function Reading({ kind, sent, onCancel }: ReadingProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const doing = sent ? 'Sending the document' : DOING[kind];
  return (
    <Notice>
      <div className="row row--spread">
        <span role="status">{doing}</span>
        <span className="soft small" aria-hidden>
          {sent && `${sizeText(sent.bytes)} of ${sizeText(sent.ofBytes)}, `}
          {seconds} s
        </span>
      </div>
      <progress
        // A progress element that has had a value cannot go back to having none, so another one takes its place.
        key={sent ? 'sending' : 'reading'}
        className="import-progress"
        aria-label={doing}
        {...(sent && { value: sent.bytes, max: sent.ofBytes })}
      />
      <div>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Notice>
  );
}
