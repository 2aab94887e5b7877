import { Page } from '../../ui/Page.tsx';
import { AtStep } from './AtStep.tsx';
import './import.css';
import { PreviewStep } from './PreviewStep.tsx';
import { SavedStep } from './SavedStep.tsx';
import { SourceStep } from './SourceStep.tsx';
import { useWizard } from './useWizard.ts';

const ABOUT = 'Turn an API or an MCP server into tools for your agents. Nothing is saved before you have seen it.';

export function ImportPage() {
  const { kind, draft, saved, shown, change, choose, mark, show, back, finish, restart } = useWizard();
  const step = saved !== null ? 2 : shown ? 1 : 0;
  return (
    <Page title="Import a server" about={ABOUT}>
      <AtStep step={step}>
        {saved !== null && <SavedStep key={saved} serverId={saved} onAnother={restart} />}
        {step === 1 && shown && (
          <PreviewStep
            key={`${shown.server.id} ${shown.server.name}`}
            shown={shown}
            onRead={show}
            onBack={back}
            onSaved={finish}
          />
        )}
        {step === 0 && (
          <SourceStep kind={kind} draft={draft} onKind={choose} onDraft={change} onReading={mark} onRead={show} />
        )}
      </AtStep>
    </Page>
  );
}
