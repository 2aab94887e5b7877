import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { STACK_NAME_CHARACTERS_MAX } from '../RenameForm.tsx';
import { STACKS_CREATE, STACKS_TEMPLATES } from './operations.ts';
import { needsCredentials, type Template, TemplateChoice, TemplateSummary } from './TemplateChoice.tsx';

type CreateStackProps = { readonly onClose: () => void };

/** The name follows the template until the person changes it. */
function useNewStack() {
  const [typed, setTyped] = useState<string | null>(null);
  const [template, setTemplate] = useState<Template | null>(null);
  const [isRecorded, setIsRecorded] = useState(true);
  const name = typed ?? template?.name ?? '';
  const create = useApiMutation('createStack', async () => {
    const from = template && { template: template.id };
    const input = { name: name.trim(), configuration: { isRecorded: isRecorded }, ...from };
    return payloadOf((await sendOperation(STACKS_CREATE, { input })).createStack);
  });
  return { name, setName: setTyped, template, setTemplate, isRecorded, setIsRecorded, create };
}

export function CreateStackDialog({ onClose }: CreateStackProps) {
  const navigate = useNavigate();
  const { name, setName, template, setTemplate, isRecorded, setIsRecorded, create } = useNewStack();
  const { data } = useApiQuery(STACKS_TEMPLATES, {});
  const templates = data?.stackTemplates ?? [];
  const isReady = name.trim() !== '';
  const leadsTo = template && needsCredentials(template) ? '/stacks/$stackId/credentials' : '/stacks/$stackId';
  const submit = () =>
    create.mutate(undefined, {
      onSuccess: ({ stack }) => navigate({ to: leadsTo, params: { stackId: stack.id } }),
    });
  return (
    <FormDialog
      title="New stack"
      action="Create stack"
      isWide={templates.length > 0}
      isReady={isReady}
      sending={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField name={name} error={create.error} onChange={setName} />
      {templates.length > 0 && <TemplateChoice templates={templates} chosen={template} onChoose={setTemplate} />}
      {template && <TemplateSummary template={template} />}
      <RecordField isOn={isRecorded} onChange={setIsRecorded} />
    </FormDialog>
  );
}

type NameFieldProps = {
  readonly name: string;
  readonly error: Error | null;
  readonly onChange: (name: string) => void;
};

function NameField({ name, error, onChange }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      hint="For example, “Support agent”. You can change it later."
      maxLength={STACK_NAME_CHARACTERS_MAX}
      error={issueAt(error, '/name')}
      required
      value={name}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type RecordFieldProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

function RecordField({ isOn, onChange }: RecordFieldProps) {
  return (
    <div className="stack stack--small">
      <Switch label="Record calls for the Activity page" isOn={isOn} onChange={onChange} />
      <p className="soft small">
        Records the caller, time, sizes and outcome of each call, but not its input or output.
      </p>
    </div>
  );
}
