import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { CreatePolicyRuleInput, PolicyEffect, UpdatePolicyRuleInput } from '../../gql/graphql.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { RULES_CREATE, RULES_UPDATE } from './operations.ts';
import { CallersField, ToolsField } from './pickers.tsx';
import { RuleTrial } from './RuleTrial.tsx';
import { EFFECTS, type Rule } from './words.ts';

/** Tool annotations a rule can match. */
const KINDS = {
  any: { label: 'All tools', hints: {} },
  writing: { label: 'Tools that can change data', hints: { isReadOnly: false } },
  destructive: { label: 'Tools that can destroy data', hints: { isDestructive: true } },
  reading: { label: 'Read-only tools', hints: { isReadOnly: true } },
} as const satisfies Readonly<Record<string, { label: string; hints: Partial<CreatePolicyRuleInput> }>>;
type Hints = { readonly isReadOnly?: boolean; readonly isDestructive?: boolean };
const isKind = (text: string): text is keyof typeof KINDS => Object.hasOwn(KINDS, text);
const isEffect = (text: string): text is PolicyEffect => Object.hasOwn(EFFECTS, text);

/** The type of tools that a rule's hints describe. Hints that describe no type stay unchanged (`kept`). */
const kindOf = ({ isReadOnly, isDestructive, isOpenWorld }: Rule): string =>
  Object.keys(KINDS).find((kind) => {
    const hints: Hints = isKind(kind) ? KINDS[kind].hints : {};
    return (
      (hints.isReadOnly ?? null) === isReadOnly &&
      (hints.isDestructive ?? null) === isDestructive &&
      isOpenWorld === null
    );
  }) ?? 'kept';

type Draft = {
  readonly name: string;
  readonly effect: string;
  readonly stackId: string;
  readonly kind: string;
  readonly tools: readonly string[];
  readonly callers: readonly string[];
  readonly condition: string;
  readonly message: string;
};
type TextName = Exclude<keyof Draft, 'tools' | 'callers'>;

const EMPTY: Draft = {
  name: '',
  effect: 'DENY',
  stackId: '',
  kind: 'writing',
  tools: [],
  callers: [],
  condition: '',
  message: '',
};

/** Rules to start from, by the label of their button. */
const TEMPLATES: Readonly<Record<string, Partial<Draft>>> = {
  'Ask before changes': { name: 'Ask before changes', effect: 'ASK', kind: 'writing' },
  'Read only': { name: 'Read only', effect: 'DENY', kind: 'writing' },
  'Ask above an amount': {
    name: 'Ask above an amount',
    effect: 'ASK',
    kind: 'writing',
    condition: 'has(input.amount) && input.amount > 100',
  },
  'Keep results of one server inside it': {
    name: 'Results of crm stay in crm',
    effect: 'DENY',
    kind: 'any',
    condition: 'result.origin.server == "crm" && tool.server != "crm"',
    message: 'Results of crm can only be passed to tools of crm.',
  },
  'Keep labelled results inside their service': {
    name: 'Confidential results stay in their service',
    effect: 'DENY',
    kind: 'any',
    condition: 'result.label == "confidential" && result.origin.server != tool.server',
    message: 'Confidential results can only be passed to tools of the server that returned them.',
  },
};

const draftOf = (rule: Rule): Draft => ({
  name: rule.name,
  effect: rule.effect,
  stackId: rule.stackId ?? '',
  kind: kindOf(rule),
  tools: rule.tools,
  callers: rule.callers,
  condition: rule.condition ?? '',
  message: rule.message ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** The update of a rule, with all fields that the form shows. */
const changeOf = (rule: Rule, { kind, ...draft }: Draft, isDefault: boolean): UpdatePolicyRuleInput => {
  const hints: Hints = isKind(kind) ? KINDS[kind].hints : {};
  return {
    ruleId: rule.id,
    name: draft.name,
    effect: isEffect(draft.effect) ? draft.effect : rule.effect,
    isDefault,
    ...(isKind(kind) && {
      isReadOnly: hints.isReadOnly ?? null,
      isDestructive: hints.isDestructive ?? null,
      isOpenWorld: null,
    }),
    tools: [...draft.tools],
    callers: [...draft.callers],
    condition: orNull(draft.condition),
    message: orNull(draft.message),
  };
};

const inputOf = ({ name, effect, stackId, kind, ...rest }: Draft, isDefault: boolean): CreatePolicyRuleInput => ({
  name,
  effect: isEffect(effect) ? effect : 'DENY',
  isDefault,
  ...(stackId !== '' && { stackId }),
  ...(isKind(kind) && KINDS[kind].hints),
  tools: [...rest.tools],
  callers: [...rest.callers],
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
      <div className="field">
        <span className="field__label">Start from</span>
        <div className="row">
          {Object.entries(TEMPLATES).map(([label, template]) => (
            <Button
              key={label}
              size="small"
              onClick={() => setDraft({ ...EMPTY, stackId: draft.stackId, ...template })}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <RuleFields draft={draft} error={create.error} onChange={(change) => setDraft({ ...draft, ...change })} />
      <Switch label="Default: a stack’s or endpoint’s rule overrides it" isOn={isDefault} onChange={setIsDefault} />
      <RuleTrial rule={inputOf(draft, isDefault)} />
    </FormDialog>
  );
}

type EditRuleProps = { readonly rule: Rule; readonly onClose: () => void };

export function EditRuleDialog({ rule, onClose }: EditRuleProps) {
  const [draft, setDraft] = useState(() => draftOf(rule));
  const [isDefault, setIsDefault] = useState(rule.isDefault);
  const update = useApiMutation('updatePolicyRule', async (input: UpdatePolicyRuleInput) =>
    payloadOf((await sendOperation(RULES_UPDATE, { input })).updatePolicyRule),
  );
  const submit = () => update.mutate(changeOf(rule, draft, isDefault), { onSuccess: onClose });
  return (
    <FormDialog title={`Edit ${rule.name}`} action="Save rule" sending={update} onSubmit={submit} onClose={onClose}>
      <RuleFields isEdit draft={draft} error={update.error} onChange={(change) => setDraft({ ...draft, ...change })} />
      <Switch label="Default: a stack’s or endpoint’s rule overrides it" isOn={isDefault} onChange={setIsDefault} />
    </FormDialog>
  );
}

type FieldsProps = {
  readonly isEdit?: boolean;
  readonly draft: Draft;
  readonly error: Error | null;
  readonly onChange: (change: Partial<Draft>) => void;
};

function RuleFields({ isEdit = false, draft, error, onChange }: FieldsProps) {
  const field = (name: TextName) => ({
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
      {!isEdit && (
        <StackField
          label="Applies in"
          none="All stacks"
          value={draft.stackId}
          error={issueAt(error, '/stackId')}
          onChange={(stackId) => onChange({ stackId })}
        />
      )}
      <SelectField label="Tool type" {...field('kind')}>
        {draft.kind === 'kept' && <option value="kept">Unchanged</option>}
        {Object.entries(KINDS).map(([kind, { label }]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <ToolsField values={draft.tools} error={issueAt(error, '/tools')} onChange={(tools) => onChange({ tools })} />
      <CallersField
        stackId={draft.stackId}
        values={draft.callers}
        error={issueAt(error, '/callers')}
        onChange={(callers) => onChange({ callers })}
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
