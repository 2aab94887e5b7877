import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { MayChange } from '../../shell/May.tsx';
import { StackField } from '../../stackField/StackField.tsx';
import { useStacks } from '../../stackField/useStacks.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { SERVER_REFRESH } from './operations.ts';

type SelectionFormProps = {
  readonly serverId: string;
  /** The tool’s name at the API. */
  readonly tool: string;
  readonly selection: string;
};

/** The fields that a GraphQL API’s tool selects. Saving reads the API’s schema again, to check them. */
export function SelectionForm({ serverId, tool, selection }: SelectionFormProps) {
  const { stacks } = useStacks({ serverId });
  const [chosenId, setChosenId] = useState('');
  const [draft, setDraft] = useState(selection);
  const stackId = chosenId || stacks[0]?.id || '';
  const save = useApiMutation('refreshServerTools', async (fields: string | null) => {
    const input = { stackId, serverId, selections: [{ tool, selection: fields }] };
    const { heldCount } = payloadOf((await sendOperation(SERVER_REFRESH, { input })).refreshServerTools);
    toast(heldCount > 0 ? 'Fields saved. The change waits for a review' : 'Fields saved');
  });
  return (
    <MayChange right="WRITE" isOfAccount>
      <fieldset className="stack stack--small">
        <legend className="field__label">Result fields</legend>
        <TextAreaField
          label="Fields"
          isMono
          rows={4}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        {stackId === '' ? (
          <p className="small soft">Add the server to a stack to change them: the API checks them.</p>
        ) : (
          <>
            <StackField label="Use credentials of" serverId={serverId} value={stackId} onChange={setChosenId} />
            <div className="row">
              <Button size="small" isBusy={save.isPending} onClick={() => save.mutate(draft)}>
                Save fields
              </Button>
              <Button size="small" isBusy={save.isPending} onClick={() => save.mutate(null)}>
                Use the default fields
              </Button>
            </div>
          </>
        )}
        <ErrorNotice error={save.error} />
      </fieldset>
    </MayChange>
  );
}
