import { useState } from 'react';
import { isSent } from '../../api/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { CredentialNeeds } from '../server/CredentialNeeds.tsx';
import { RefusedTools } from '../server/RefusedTools.tsx';
import { ToolList } from '../server/ToolList.tsx';
import '../server/server.css';
import { Identity } from './Identity.tsx';
import { PreviewWarnings } from './PreviewWarnings.tsx';
import { asksForCredential, SchemeForm } from './SchemeForm.tsx';
import { type Preview, usePreview, useSave } from './useImport.ts';
import { WordingEditor } from './WordingEditor.tsx';

type PreviewStepProps = {
  readonly shown: Preview;
  readonly onRead: (read: Preview) => void;
  readonly onBack: () => void;
  readonly onSaved: (serverId: string) => void;
};

export function PreviewStep({ shown, onRead, onBack, onSaved }: PreviewStepProps) {
  const { input, server } = shown;
  const preview = usePreview();
  const scheme = useReread(shown, onRead);
  const save = useSave();
  const [isNamed, setIsNamed] = useState(false);
  const [isWorded, setIsWorded] = useState(false);
  const [isWithout, setIsWithout] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const isUnanswered = asksForCredential(shown) && !isWithout;
  const wording = useReread(shown, (read) => {
    setIsWorded(false);
    onRead(read);
  });
  const isEdited = isNamed || isWorded;
  const trySave = () => {
    setIsTried(true);
    if (isUnanswered || save.hasBegun()) return;
    save.mutate(shown, { onSuccess: (saved) => onSaved(saved.server.id) });
  };
  return (
    <div className="stack stack--large">
      <PreviewWarnings server={server} />
      <div className="server-about">
        <Identity
          server={server}
          isBusy={preview.isPending}
          error={preview.error}
          onEdit={setIsNamed}
          onRename={(named) => preview.mutate({ ...input, ...named }, { onSuccess: onRead })}
        />
        <div className="stack">
          {(server.credentialFields.length > 0 || !input.source.openApi) && (
            <CredentialNeeds fields={server.credentialFields} />
          )}
          <SchemeForm
            shown={shown}
            isMissing={isTried}
            isBusy={scheme.isPending}
            error={scheme.error}
            onChoose={(kind) => setIsWithout(kind === 'NONE')}
            onApply={(credential) => scheme.reread({ credential })}
          />
        </div>
      </div>
      <RefusedTools refused={server.refused} />
      {input.source.openApi && (
        <WordingSection
          shown={shown}
          isBusy={wording.isPending}
          error={wording.error}
          onEdit={setIsWorded}
          onApply={(words) => wording.reread({ wording: words }, { id: server.id, name: server.name })}
        />
      )}
      <PreviewTools server={server} />
      <div className="import-bar">
        <ErrorNotice error={save.error} />
        <div className="row">
          <Button onClick={onBack}>Back</Button>
          <Button
            kind="primary"
            isBusy={isSent(save)}
            disabled={isEdited || preview.isPending || scheme.isPending || wording.isPending}
            onClick={trySave}
          >
            {server.replaces ? 'Replace server' : 'Save server'}
          </Button>
          {isTried && isUnanswered && (
            <span className="small field__error" role="alert">
              Choose how calls authenticate.
            </span>
          )}
          {isNamed && <span className="small soft">Update the preview first.</span>}
          {isWorded && <span className="small soft">Apply or undo your name and description changes first.</span>}
        </div>
      </div>
    </div>
  );
}

type Input = Preview['input'];
type OpenApi = NonNullable<Input['source']['openApi']>;

/** Reads a document again with other options or another server name. */
function useReread({ input }: Preview, onRead: PreviewStepProps['onRead']) {
  const { isPending, error, mutate } = usePreview();
  const reread = (change: Partial<OpenApi>, names: Partial<Pick<Input, 'id' | 'name'>> = {}) => {
    const { openApi } = input.source;
    if (openApi) mutate({ ...input, ...names, source: { openApi: { ...openApi, ...change } } }, { onSuccess: onRead });
  };
  return { isPending, error, reread };
}

type WordingSectionProps = Omit<Parameters<typeof WordingEditor>[0], 'server'> & { readonly shown: Preview };

/** The key resets the editor for each new document. */
function WordingSection({ shown: { server }, ...rest }: WordingSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (server.toolCount === 0) return null;
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setIsOpen(true)}>Rename and describe tools</Button>
      </div>
    );
  }
  return <WordingEditor key={server.digest} server={server} {...rest} />;
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
