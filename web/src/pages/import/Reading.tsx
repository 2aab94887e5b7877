import { useEffect, useState } from 'react';
import type { UploadProgress } from '../../api/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SourceKind } from './draft.ts';
import { sizeText } from './sizeText.ts';

type ReadingProps = {
  readonly kind: SourceKind;
  /** Null once the upload is complete. */
  readonly sent: UploadProgress | null;
  readonly onCancel: () => void;
};

const DOING: Readonly<Record<SourceKind, string>> = {
  openapi: 'Reading the document and creating tools',
  graphql: 'Getting the schema of the API',
  mcp: 'Getting tools from the MCP server',
  registry: 'Reading the entry and getting tools from its server',
  document: 'Checking the document',
};

const SECOND_MS = 1_000;

export function Reading({ kind, sent, onCancel }: ReadingProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const doing = sent ? 'Uploading the document' : DOING[kind];
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
        // A progress element can't become indeterminate again, so the key replaces it.
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
