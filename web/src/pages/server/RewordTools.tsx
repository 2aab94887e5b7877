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

/** Renames and describes the tools of one's own server together, where they came from an OpenAPI document. */
export function RewordTools({ serverId, onClose }: RewordToolsProps) {
  const query = useApiQuery(SERVER_DOCUMENT, { id: serverId }, { isKept: false });
  return (
    <Loaded query={query} lines={4}>
      {({ server }) =>
        wordsIn(server?.document).length === 0 ? (
          <Notice>
            <p>
              The tools of this server were not read from an OpenAPI document. Export its document, change what it says
              of them there, and import it again; or rename them in a stack, for that stack alone.
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
        // What was looked at before, or is on its way, is not what would be saved now.
        onEdit={reading.cancel}
        onApply={(wording) => reading.mutate(worded(document, wording))}
      />
      {reading.data && <Reworded shown={reading.data} onSaved={onClose} />}
    </>
  );
}

type RewordedProps = { readonly shown: Preview; readonly onSaved: () => void };

/** What other names and descriptions come to, before they are saved. */
function Reworded({ shown, onSaved }: RewordedProps) {
  const { server } = shown;
  const save = useSave();
  const done = ({ heldCount }: { readonly heldCount: number }) => {
    const held = heldCount === 0 ? '' : `, and ${heldCount} of them wait for a review`;
    toast(`The tools of ${server.name} are saved${held}`);
    onSaved();
  };
  return (
    <section className="card stack" aria-label="What changes">
      <Notice kind={server.removedTools.length > 0 ? 'warn' : 'plain'}>
        {server.removedTools.length > 0 && (
          <p>
            To stacks and rules a tool of another name is another tool: stacks lose those that they have enabled until
            they enable the new ones. In a stack a tool can be renamed without that, for that stack alone.
          </p>
        )}
        <Names title="Described otherwise" names={server.changedTools} />
        <Names title="Names that go, also from stacks" names={server.removedTools} />
        <Names title="New names, off in every stack" names={server.addedTools} />
        {!server.isChanged && <p>Nothing changes.</p>}
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
