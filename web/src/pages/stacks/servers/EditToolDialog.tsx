import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { TextAreaField, TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_UPDATE_TOOL } from './operations.ts';
import type { EnabledTool, OfferedTool } from './ToolSwitchList.tsx';

type EditToolProps = {
  readonly stackId: string;
  readonly tool: OfferedTool;
  readonly shownAs: EnabledTool;
  readonly onClose: () => void;
};

const NAME_CHARACTERS_MAX = 64;

/** The overridden text; empty if it's the server's own. */
const override = (text: string, own: string): string => (text === own ? '' : text);

export function EditToolDialog({ stackId, tool, shownAs, onClose }: EditToolProps) {
  const [name, setName] = useState(override(shownAs.exposedName, tool.id));
  const [description, setDescription] = useState(override(shownAs.description, tool.description));
  const [isPinned, setIsPinned] = useState(shownAs.isPinned);
  const save = useApiMutation('updateStackTool', async () => {
    const words = { name: name.trim() || null, description: description.trim() || null };
    const input = { stackId, toolId: tool.id, ...words, isPinned };
    return payloadOf((await sendOperation(STACKS_UPDATE_TOOL, { input })).updateStackTool);
  });
  const onSaved = () => {
    toast(`Saved ${tool.id}`);
    onClose();
  };
  return (
    <FormDialog
      title={`Edit ${tool.id}`}
      action="Save tool"
      sending={save}
      onSubmit={() => save.mutate(undefined, { onSuccess: onSaved })}
      onClose={onClose}
    >
      <TextField
        label="Name for agents"
        hint="Start with a letter, then use letters, digits, _ or -. Calls to the old name keep working. Leave empty for the server’s name."
        error={issueAt(save.error, '/name')}
        placeholder={tool.id}
        maxLength={NAME_CHARACTERS_MAX}
        isMono
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextAreaField
        label="Description for agents"
        hint="Models choose tools by their description. Leave empty for the server’s text."
        error={issueAt(save.error, '/description')}
        placeholder={tool.description}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className="stack stack--small">
        <Switch label="Pin in search mode" isOn={isPinned} onChange={setIsPinned} />
        <p className="soft small">Pinned tools are always listed, even for agents that search for tools.</p>
      </div>
    </FormDialog>
  );
}
