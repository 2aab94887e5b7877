import { useState } from 'react';
import { isRecord } from '../../api/isRecord.ts';
import { issueAt } from '../../api/issueAt.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import type { Preview } from './useImport.ts';

/** The URL that a server document calls; null for a stdio server. */
function addressOf(document: unknown): string | null {
  const connector = isRecord(document) ? document['connector'] : null;
  if (!isRecord(connector)) return null;
  const address = connector['baseUrl'] ?? connector['url'];
  return typeof address === 'string' ? address : null;
}

type NamedDocument = { readonly id: string; readonly name: string };

type IdentityProps = {
  readonly server: Preview['server'];
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onEdit: (isEdited: boolean) => void;
  readonly onRename: (named: NamedDocument) => void;
};

const ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The server's name and ID. A new ID changes its tool IDs, so the source is read again. */
export function Identity({ server, isBusy, error, onEdit, onRename }: IdentityProps) {
  const address = addressOf(server.document);
  const [named, setNamed] = useState<NamedDocument>({ id: server.id, name: server.name });
  const isEdited = named.id !== server.id || named.name !== server.name;
  const idError = ID.test(named.id) ? issueAt(error, '/id') : 'Use up to 63 lowercase letters, digits and hyphens.';
  const nameError = named.name.trim() === '' ? 'Enter a name.' : issueAt(error, '/name');
  const edit = (next: Partial<NamedDocument>) => {
    const now = { ...named, ...next };
    setNamed(now);
    onEdit(now.id !== server.id || now.name !== server.name);
  };
  const isSound = ID.test(named.id) && named.name.trim() !== '';
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const trimmed = { id: named.id, name: named.name.trim() };
        edit(trimmed);
        if (isEdited && isSound && !isBusy) onRename(trimmed);
      }}
    >
      <h2>About</h2>
      {server.description && <Markdown className="import-about" text={server.description} />}
      {address !== null && (
        <p className="small soft">
          Calls go to <code className="mono">{address}</code>
        </p>
      )}
      <TextField
        label="Name"
        value={named.name}
        error={nameError}
        onChange={({ target }) => edit({ name: target.value })}
      />
      <TextField
        isMono
        label="Server ID"
        hint="Its tool IDs start with it. You can’t change it later."
        value={named.id}
        error={idError}
        onChange={({ target }) => edit({ id: target.value })}
      />
      {isEdited && <ErrorNotice error={error} />}
      <div>
        <Button type="submit" size="small" isBusy={isBusy} disabled={!isEdited || !isSound}>
          {isBusy ? 'Updating preview' : 'Update preview'}
        </Button>
      </div>
    </form>
  );
}
