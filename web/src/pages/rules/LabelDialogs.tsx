import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { UpdateResultLabelInput } from '../../gql/graphql.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useLabelChoices } from './choices.ts';
import { type ResultLabel, resultsOf } from './labels.ts';
import { RULES_SET_LABEL } from './operations.ts';

const useSetLabel = () =>
  useApiMutation('updateResultLabel', async (input: UpdateResultLabelInput) =>
    payloadOf((await sendOperation(RULES_SET_LABEL, { input })).updateResultLabel),
  );

type DialogProps = { readonly onClose: () => void };

export function SetLabelDialog({ onClose }: DialogProps) {
  const [key, setKey] = useState('');
  const [label, setLabel] = useState('');
  const [text, setText] = useState<string | null>(null);
  const listed = useLabelChoices(text ?? '');
  const set = useSetLabel();
  return (
    <FormDialog
      title="Label results"
      action="Set label"
      sending={set}
      onSubmit={() => set.mutate({ ...resultsOf(key), label }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Combobox
        label="Server or tool"
        hint="A tool’s label replaces its server’s."
        required
        noun="server or tool"
        placeholder="Search servers and tools"
        value={key}
        name={null}
        error={issueAt(set.error, '/toolId') ?? issueAt(set.error, '/serverId')}
        {...{ text, listed }}
        onText={setText}
        onChange={setKey}
      />
      <TextField
        label="Label"
        hint="Such as confidential. Letters, digits, _ and -."
        required
        isMono
        maxLength={64}
        value={label}
        error={issueAt(set.error, '/label')}
        onChange={({ target }) => setLabel(target.value)}
      />
      <p className="soft small">Applies to future results. Stored results keep their labels.</p>
    </FormDialog>
  );
}

type RemoveLabelProps = DialogProps & { readonly results: ResultLabel };

export function RemoveLabelDialog({ results: { serverId, toolId, name }, onClose }: RemoveLabelProps) {
  const remove = useSetLabel();
  return (
    <ConfirmDialog
      title={`Remove the label of ${name}?`}
      action="Remove label"
      sending={remove}
      onConfirm={() => remove.mutate({ serverId, toolId, label: null }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Rules no longer recognize its future results by this label. Stored results keep it.</p>
    </ConfirmDialog>
  );
}
