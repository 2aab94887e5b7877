import { X } from 'lucide-react';
import { type ComponentProps, useLayoutEffect, useState } from 'react';
import { Combobox } from './Combobox.tsx';
import { listOf } from './listOf.ts';

type OneProps = ComponentProps<typeof Combobox>;
type ManyComboboxProps = Pick<OneProps, 'label' | 'hint' | 'error' | 'noun'> & {
  readonly values: readonly string[];
  readonly nameOf: (value: string) => string;
  /** The choices for the typed text, and whether it is the ID of one. */
  readonly listed: OneProps['listed'] & { readonly isNamed: boolean };
  /** Whether a typed value needs no choice. */
  readonly isComplete: (value: string) => boolean;
  /** The advice for a typed text that is no choice. */
  readonly unnamed: string;
  /** Receives the typed text to search for; empty while the list is closed. */
  readonly onText: (text: string) => void;
  readonly onChange: (values: readonly string[]) => void;
};

/**
 * A field for several values. Text that is left in it counts only if it is complete or names a choice, because half a
 * name would be another value.
 */
export function ManyCombobox(props: ManyComboboxProps) {
  const { values, nameOf, isComplete, unnamed, onText, onChange, ...field } = props;
  const { isNamed, isFetching } = field.listed;
  const [text, setText] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const show = (shown: string | null) => {
    setText(shown);
    setIsLeft(false);
    onText(shown ?? '');
  };
  const add = (added: string) => onChange([...new Set([...values, ...listOf(added)])]);
  const isTaken = isLeft && text !== null && (listOf(text).every(isComplete) || (isNamed && !isFetching));
  // Before the next paint, so that the closed list doesn't flash.
  useLayoutEffect(() => {
    if (!isTaken) return;
    add(text);
    show(null);
  });
  const found = isFetching ? 'Still searching for' : `No ${field.noun} is named`;
  const problem = isLeft && !isTaken ? `${found} “${text}”. ${isFetching ? '' : unnamed}`.trim() : null;
  return (
    <div className="stack stack--small">
      <Combobox
        {...field}
        {...{ text, problem }}
        value=""
        name=""
        onText={show}
        onChange={add}
        onLeave={() => setIsLeft(true)}
      />
      {values.length > 0 && (
        <ul className="combobox__values">
          {values.map((value) => (
            <li key={value} className="badge">
              {nameOf(value)}
              <button
                type="button"
                aria-label={`Remove ${nameOf(value)}`}
                onClick={() => onChange(values.filter((each) => each !== value))}
              >
                <X aria-hidden size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
