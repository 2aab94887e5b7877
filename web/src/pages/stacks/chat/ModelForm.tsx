import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { issueAt } from '../../../api/issueAt.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { ModelApi, StacksChatModelQuery } from '../../../gql/graphql.ts';
import { SelectField, TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { STACKS_SET_MODEL } from './operations.ts';

export type Model = NonNullable<StacksChatModelQuery['chatModel']>;

const APIS: Readonly<Record<ModelApi, { readonly name: string; readonly url: string }>> = {
  OPENAI: { name: 'OpenAI, Chat Completions; also Ollama, vLLM and others', url: 'https://api.openai.com/v1' },
  ANTHROPIC: { name: 'Anthropic, Messages', url: 'https://api.anthropic.com' },
};
const isApi = (text: string): text is ModelApi => Object.hasOwn(APIS, text);

type ModelFormProps = { readonly model: Model | null; readonly onClose: () => void };

/** Sets the account's model. An empty key keeps the stored key, if any. */
export function ModelForm({ model, onClose }: ModelFormProps) {
  const [draft, setDraft] = useState<Draft>(model ? { ...model, key: '' } : NEW);
  const save = useApiMutation('updateChatModel', async () => {
    const { api, url, key } = draft;
    const input = { api, url, model: draft.model.trim(), ...(key !== '' && { key }) };
    return payloadOf((await sendOperation(STACKS_SET_MODEL, { input })).updateChatModel);
  });
  return (
    <FormDialog
      title="Your model"
      action="Save model"
      isReady={draft.url.trim() !== '' && draft.model.trim() !== ''}
      sending={save}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ApiField draft={draft} onChange={setDraft} />
      <TextField
        label="URL"
        hint="The operator must allow models on this machine or in your network."
        type="url"
        required
        value={draft.url}
        error={issueAt(save.error, '/url')}
        onChange={({ target }) => setDraft({ ...draft, url: target.value })}
      />
      <NameAndKey draft={draft} error={save.error} hint={KEY_HINTS[model?.keyState ?? 'NONE']} onChange={setDraft} />
    </FormDialog>
  );
}

type Draft = Pick<Model, 'api' | 'url' | 'model'> & { readonly key: string };
type DraftProps = { readonly draft: Draft; readonly onChange: (draft: Draft) => void };

const NEW: Draft = { api: 'OPENAI', url: APIS.OPENAI.url, model: '', key: '' };

function ApiField({ draft, onChange }: DraftProps) {
  const choose = (api: string) => {
    if (!isApi(api)) return;
    const url = draft.url === APIS[draft.api].url ? APIS[api].url : draft.url;
    onChange({ ...draft, api, url });
  };
  return (
    <SelectField label="API" value={draft.api} onChange={({ target }) => choose(target.value)}>
      {Object.entries(APIS).map(([value, { name: label }]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

type NameAndKeyProps = DraftProps & { readonly error: Error | null; readonly hint: string };

function NameAndKey({ draft, error, hint, onChange }: NameAndKeyProps) {
  return (
    <>
      <TextField
        label="Model"
        hint="The provider’s name for the model."
        required
        value={draft.model}
        error={issueAt(error, '/model')}
        onChange={({ target }) => onChange({ ...draft, model: target.value })}
      />
      <PasswordField
        label="Key"
        hint={hint}
        autoComplete="off"
        value={draft.key}
        error={issueAt(error, '/key')}
        onChange={({ target }) => onChange({ ...draft, key: target.value })}
      />
    </>
  );
}

const KEY_HINTS = {
  NONE: 'Leave empty if the model needs no key. You can’t view the key later.',
  STORED: 'Leave empty to keep the stored key. A new URL requires the key again.',
  MISSING: 'The URL has changed, so enter the key again.',
} as const;
