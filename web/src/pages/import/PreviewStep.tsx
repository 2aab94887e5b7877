import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { CredentialNeeds } from '../server/CredentialNeeds.tsx';
import { RefusedTools } from '../server/RefusedTools.tsx';
import { ToolList } from '../server/ToolList.tsx';
import '../server/server.css';
import { Identity } from './Identity.tsx';
import { PreviewWarnings } from './PreviewWarnings.tsx';
import type { Preview } from './useImport.ts';

type PreviewStepProps = {
  readonly shown: Preview;
  readonly isReading: boolean;
  readonly readError: Error | null;
  readonly isSaving: boolean;
  readonly saveError: Error | null;
  readonly onRename: (named: { readonly id: string; readonly name: string }) => void;
  readonly onBack: () => void;
  readonly onSave: () => void;
};

/** What would be saved, to be looked at first. */
export function PreviewStep({
  shown,
  isReading,
  readError,
  isSaving,
  saveError,
  onRename,
  onBack,
  onSave,
}: PreviewStepProps) {
  const { server } = shown;
  const [isEdited, setIsEdited] = useState(false);
  return (
    <div className="stack stack--large">
      <PreviewWarnings server={server} />
      <div className="server-about">
        <Identity server={server} isBusy={isReading} error={readError} onEdit={setIsEdited} onRename={onRename} />
        <CredentialNeeds fields={server.credentialFields} />
      </div>
      <RefusedTools refused={server.refused} />
      <PreviewTools server={server} />
      <div className="import-bar">
        <ErrorNotice error={saveError} />
        <div className="row">
          <Button onClick={onBack}>Back</Button>
          <Button kind="primary" isBusy={isSaving} disabled={isEdited || isReading} onClick={onSave}>
            {server.replaces ? 'Replace the server' : 'Save the server'}
          </Button>
          {isEdited && <span className="small soft">Update the preview first.</span>}
        </div>
      </div>
    </div>
  );
}

function PreviewTools({ server }: { readonly server: Preview['server'] }) {
  const [filter, setFilter] = useState('');
  if (server.needsSignIn) return null;
  return (
    <section className="stack" aria-labelledby="import-tools">
      <div className="row row--spread">
        <h2 id="import-tools">Tools ({server.toolCount})</h2>
        <SearchInput label="Filter tools" value={filter} onChange={setFilter} />
      </div>
      <ToolList tools={server.tools} filter={filter} openId={null} onClear={() => setFilter('')} />
    </section>
  );
}
