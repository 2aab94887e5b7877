import { X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Combobox } from './Combobox.tsx';
import { listOf } from './listOf.ts';

type ManyComboboxProps = Pick<ComponentProps<typeof Combobox>, 'label' | 'hint' | 'error' | 'noun' | 'listed'> & {
  readonly values: readonly string[];
  readonly nameOf: (value: string) => string;
  /** Receives the typed text to search for; empty while the list is closed. */
  readonly onText: (text: string) => void;
  readonly onChange: (values: readonly string[]) => void;
};

/** A field for several values. Typed text counts as values when the focus leaves the field. */
export function ManyCombobox({ values, nameOf, onText, onChange, ...field }: ManyComboboxProps) {
  const [text, setText] = useState<string | null>(null);
  const show = (shown: string | null) => {
    setText(shown);
    onText(shown ?? '');
  };
  const add = (added: readonly string[]) => onChange([...new Set([...values, ...added])]);
  return (
    <div className="stack stack--small">
      <Combobox
        {...field}
        value=""
        name=""
        text={text}
        onText={show}
        onChange={(id) => add([id])}
        onLeave={(left) => add(listOf(left))}
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
