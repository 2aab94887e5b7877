import { useState } from 'react';
import { Combobox } from '../../ui/Combobox.tsx';
import { ManyCombobox } from '../../ui/ManyCombobox.tsx';
import { useCallerChoices, useCallerNames, useToolChoices } from './choices.ts';
import { isCallerId, isPattern } from './listed.ts';

type OneProps = {
  readonly label: string;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (id: string) => void;
};

/** Takes the text that was left in a field, and closes its list. */
const leaving =
  ({ onChange }: Pick<OneProps, 'onChange'>, setText: (text: null) => void) =>
  (left: string): void => {
    onChange(left.trim());
    setText(null);
  };

/** Picks one tool by name. */
export function ToolField(props: OneProps) {
  const [text, setText] = useState<string | null>(null);
  const listed = useToolChoices(text ?? '', 'a tool ID');
  const leave = leaving(props, setText);
  return <Combobox {...props} noun="tool" name={props.value} {...{ text, listed }} onText={setText} onLeave={leave} />;
}

type CallerProps = OneProps & { readonly stackId: string };

/** Picks one caller by name. */
export function CallerField({ stackId, ...props }: CallerProps) {
  const [text, setText] = useState<string | null>(null);
  const { value } = props;
  const listed = useCallerChoices(text ?? '', stackId);
  const nameOf = useCallerNames(value === '' ? [] : [value]);
  return (
    <Combobox
      {...props}
      hint="An endpoint, API key, person, or the ID of a stack token. Defaults to you."
      noun="caller"
      name={value === '' ? '' : nameOf(value)}
      {...{ text, listed }}
      onText={setText}
      onLeave={leaving(props, setText)}
    />
  );
}

type ManyProps = {
  readonly values: readonly string[];
  readonly error: string | null;
  readonly onChange: (values: readonly string[]) => void;
};

/** Picks tools by name, or by a pattern. */
export function ToolsField(props: ManyProps) {
  const [text, setText] = useState('');
  return (
    <ManyCombobox
      {...props}
      label="Tools"
      hint="Names or tool IDs; * is a wildcard. Leave empty for all tools."
      noun="tool"
      nameOf={(toolId) => toolId}
      isComplete={isPattern}
      unnamed="Choose one from the list, or use this text as a pattern there."
      listed={useToolChoices(text, 'a pattern')}
      onText={setText}
    />
  );
}

/** Picks callers by name. */
export function CallersField({ stackId, ...props }: ManyProps & { readonly stackId: string }) {
  const [text, setText] = useState('');
  return (
    <ManyCombobox
      {...props}
      label="Callers"
      hint="Endpoints, API keys, people, or IDs of stack tokens. Leave empty for all callers."
      noun="caller"
      nameOf={useCallerNames(props.values)}
      isComplete={isCallerId}
      unnamed="Choose one from the list."
      listed={useCallerChoices(text, stackId)}
      onText={setText}
    />
  );
}
