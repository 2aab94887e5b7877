import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { CreatePolicyRuleInput, PolicyEffect } from '../../gql/graphql.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { listOf } from '../../ui/listOf.ts';
import { Switch } from '../../ui/Switch.tsx';
import { RULES_CREATE } from './operations.ts';
import { RuleTrial } from './RuleTrial.tsx';
import { EFFECTS } from './words.ts';

/** Tool annotations a rule can match. */
const KINDS = {
  any: { label: 'All tools', hints: {} },
  writing: { label: 'Tools that can change data', hints: { readOnly: false } },
  destructive: { label: 'Tools that can destroy data', hints: { destructive: true } },
  reading: { label: 'Read-only tools', hints: { readOnly: true } },
} as const satisfies Readonly<Record<string, { label: string; hints: Partial<CreatePolicyRuleInput> }>>;
const isKind = (text: string): text is keyof typeof KINDS => Object.hasOwn(KINDS, text);
const isEffect = (text: string): text is PolicyEffect => Object.hasOwn(EFFECTS, text);

const EMPTY = {
  name: '',
  effect: 'DENY',
  stackId: '',
  kind: 'writing',
  tools: '',
  callers: '',
  condition: '',
  message: '',
};
type Draft = typeof EMPTY;

const inputOf = ({ name, effect, stackId, kind, ...rest }: Draft, isDefault: boolean): CreatePolicyRuleInput => ({
  name,
  effect: isEffect(effect) ? effect : 'DENY',
  isDefault,
  ...(stackId !== '' && { stackId }),
  ...(isKind(kind) && KINDS[kind].hints),
  tools: listOf(rest.tools),
  callers: listOf(rest.callers),
  ...(rest.condition.trim() !== '' && { condition: rest.condition }),
  ...(rest.message.trim() !== '' && { message: rest.message }),
});

type CreateRuleProps = { readonly onClose: () => void };

export function CreateRuleDialog({ onClose }: CreateRuleProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [isDefault, setIsDefault] = useState(false);
  const create = useApiMutation('createPolicyRule', async (input: CreatePolicyRuleInput) =>
    payloadOf((await sendOperation(RULES_CREATE, { input })).createPolicyRule),
  );
  const submit = () => create.mutate(inputOf(draft, isDefault), { onSuccess: onClose });
  return (
    <FormDialog title="New rule" action="Create rule" sending={create} onSubmit={submit} onClose={onClose}>
      <RuleFields draft={draft} error={create.error} onChange={(change) => setDraft({ ...draft, ...change })} />
      <Switch label="Default: rules of a stack or endpoint override it" isOn={isDefault} onChange={setIsDefault} />
      <RuleTrial rule={inputOf(draft, isDefault)} />
    </FormDialog>
  );
}

type FieldsProps = {
  readonly draft: Draft;
  readonly error: Error | null;
  readonly onChange: (change: Partial<Draft>) => void;
};

function RuleFields({ draft, error, onChange }: FieldsProps) {
  const field = (name: keyof Draft) => ({
    value: draft[name],
    error: issueAt(error, `/${name}`),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField label="Name" hint="Shown to agents when the rule denies their call." required {...field('name')} />
      <SelectField label="Effect" {...field('effect')}>
        {Object.entries(EFFECTS).map(([effect, { title }]) => (
          <option key={effect} value={effect}>
            {title}
          </option>
        ))}
      </SelectField>
      <StackField
        label="Applies in"
        none="All stacks"
        value={draft.stackId}
        error={issueAt(error, '/stackId')}
        onChange={(stackId) => onChange({ stackId })}
      />
      <SelectField label="Tool type" {...field('kind')}>
        {Object.entries(KINDS).map(([kind, { label }]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tools"
        hint="Tool IDs; * is a wildcard. Leave empty for all tools."
        isMono
        {...field('tools')}
      />
      <TextField
        label="Callers"
        hint="IDs of endpoints, stack tokens, API keys or people. Leave empty for all callers."
        isMono
        {...field('callers')}
      />
      <TextAreaField
        label="Condition"
        hint="A CEL expression, such as has(input.amount) && input.amount > 100. Leave empty to match every call."
        rows={2}
        isMono
        {...field('condition')}
      />
      <TextField label="Message" hint="Shown to agents along with the name." {...field('message')} />
    </>
  );
}
