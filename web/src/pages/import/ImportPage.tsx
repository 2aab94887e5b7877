import { Page } from '../../ui/Page.tsx';
import { AtStep } from './AtStep.tsx';
import { EMPTY_DRAFT } from './draft.ts';
import './import.css';
import { PreviewStep } from './PreviewStep.tsx';
import { SavedStep } from './SavedStep.tsx';
import { SourceStep } from './SourceStep.tsx';
import { useWizard } from './useWizard.ts';

const ABOUT = 'Turn an API or an MCP server into tools for your agents. Nothing is saved before you have seen it.';

export function ImportPage() {
  const { kind, draft, shown, preview, save, read, restart, choose, change, keep } = useWizard();
  const step = save.data ? 2 : shown ? 1 : 0;
  return (
    <Page title="Import a server" about={ABOUT}>
      <AtStep step={step}>
        {save.data && <SavedStep {...save.data} onAnother={() => restart(EMPTY_DRAFT)} />}
        {step === 1 && shown && (
          <PreviewStep
            key={`${shown.server.id} ${shown.server.name}`}
            shown={shown}
            isReading={preview.isPending}
            readError={preview.error}
            isSaving={save.isPending}
            saveError={save.error}
            onRename={read}
            onBack={() => restart(draft)}
            onSave={() => keep(shown)}
          />
        )}
        {step === 0 && (
          <SourceStep
            kind={kind}
            draft={draft}
            isReading={preview.isPending}
            error={preview.error}
            onKind={choose}
            onDraft={change}
            onRead={() => read()}
            onCancel={preview.cancel}
          />
        )}
      </AtStep>
    </Page>
  );
}
