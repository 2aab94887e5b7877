import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksSkillFragment } from '../../../gql/graphql.ts';
import { TextAreaField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_SET_SKILL } from './operations.ts';

type SkillDialogProps = {
  readonly stackId: string;
  /** Null for a new skill. */
  readonly skill: StacksSkillFragment | null;
  readonly onClose: () => void;
};

const EMPTY = '---\nname: \ndescription: \n---\n\n';

export function SkillDialog({ stackId, skill, onClose }: SkillDialogProps) {
  const [content, setContent] = useState(skill?.content ?? EMPTY);
  const save = useApiMutation('setSkill', async () =>
    payloadOf((await sendOperation(STACKS_SET_SKILL, { input: { stackId, content } })).setSkill),
  );
  const submit = () =>
    save.mutate(undefined, {
      onSuccess: (saved) => {
        toast(`Saved ${saved.skill.name}`);
        onClose();
      },
    });
  return (
    <FormDialog
      title={skill ? `Edit ${skill.name}` : 'Add skill'}
      action="Save skill"
      isWide
      isReady={content.trim() !== ''}
      sending={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label="Markdown"
        hint="Begin with name and description between two lines of ---. A skill of the same name is replaced."
        error={issueAt(save.error, '/content')}
        rows={16}
        isMono
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
    </FormDialog>
  );
}
