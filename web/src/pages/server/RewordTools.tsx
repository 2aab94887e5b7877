import { isSent, useApiQuery } from '../../api/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { Names } from '../import/PreviewWarnings.tsx';
import { type Preview, useDocumentPreview, useSave } from '../import/useImport.ts';
import { WordingEditor } from '../import/WordingEditor.tsx';
import { worded, wordsIn } from '../import/wording.ts';
import { SERVER_DOCUMENT } from './operations.ts';
import { RefusedTools } from './RefusedTools.tsx';
import '../import/import.css';

type RewordToolsProps = { readonly serverId: string; readonly onClose: () => void };

/** Edits names and descriptions of a private server's tools, if they came from an OpenAPI document. */
export function RewordTools({ serverId, onClose }: RewordToolsProps) {
  const query = useApiQuery(SERVER_DOCUMENT, { id: serverId }, { isCached: false });
  return (
    <Loaded query={query} lines={4}>
      {({ server }) =>
        wordsIn(server?.document).length === 0 ? (
          <Notice>
            <p>
              This server doesn’t come from an OpenAPI document. To rename its tools everywhere, export its document,
              edit it and import it again. You can also rename them in a single stack.
            </p>
          </Notice>
        ) : (
          <Editor id={serverId} document={server?.document} onClose={onClose} />
        )
      }
    </Loaded>
  );
}

type EditorProps = { readonly id: string; readonly document: unknown; readonly onClose: () => void };

function Editor({ id, document, onClose }: EditorProps) {
  const reading = useDocumentPreview();
  return (
    <>
      <WordingEditor
        server={{ id, document }}
        isBusy={reading.isPending}
        error={reading.error}
        // After an edit, an earlier or pending preview is outdated.
        onEdit={reading.cancel}
        onApply={(wording) => reading.mutate(worded(document, wording))}
      />
      {reading.data && <Reworded shown={reading.data} onSaved={onClose} />}
    </>
  );
}

type RewordedProps = { readonly shown: Preview; readonly onSaved: () => void };

/** Preview of the new names and descriptions. */
function Reworded({ shown, onSaved }: RewordedProps) {
  const { server } = shown;
  const save = useSave();
  const done = ({ heldCount }: { readonly heldCount: number }) => {
    const held = heldCount === 0 ? '' : `; ${heldCount} of them need a review`;
    toast(`Saved the tools of ${server.name}${held}`);
    onSaved();
  };
  return (
    <section className="card stack" aria-label="Changes">
      <Notice kind={server.removedTools.length > 0 ? 'warn' : 'plain'}>
        {server.removedTools.length > 0 && (
          <p>
            Stacks and rules treat a renamed tool as a new tool. Stacks lose the old tools until you enable the new
            ones. To avoid this, rename tools in a single stack instead.
          </p>
        )}
        <Names title="Changed descriptions" names={server.changedTools} />
        <Names title="Names to remove, also from stacks" names={server.removedTools} />
        <Names title="New names, disabled in every stack" names={server.addedTools} />
        {!server.isChanged && <p>No changes.</p>}
      </Notice>
      <RefusedTools refused={server.refused} />
      <ErrorNotice error={save.error} />
      <div>
        <Button
          kind="primary"
          isBusy={isSent(save)}
          onClick={() => save.hasBegun() || save.mutate(shown, { onSuccess: done })}
        >
          Save names and descriptions
        </Button>
      </div>
    </section>
  );
}
