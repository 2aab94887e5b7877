import './combobox.css';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Choice } from './choice.ts';
import { Field } from './Field.tsx';

/** The matches, and the number of further matches if known. */
type FoundChoices = {
  readonly choices: readonly Choice[];
  readonly rest: number | 'unknown';
  readonly isFetching: boolean;
};

type ComboboxProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly required?: boolean;
  /** Singular, such as “stack”. */
  readonly noun: string;
  /** The chosen ID, empty for none, and its name, null while loading. */
  readonly value: string;
  readonly name: string | null;
  readonly placeholder?: string;
  /** The typed text; null while the list is closed. */
  readonly text: string | null;
  readonly listed: FoundChoices;
  readonly onText: (text: string | null) => void;
  readonly onChange: (id: string) => void;
  /** Receives the typed text when the focus leaves the field, instead of closing the list. */
  readonly onLeave?: (text: string) => void;
  /** Why the text that was left in the field is no choice. The list is closed, and the form can't be sent. */
  readonly problem?: string | null;
};

type Keys = Readonly<Record<'down' | 'up' | 'choose' | 'close' | 'open', () => void>>;
const OPEN_KEYS: Readonly<Record<string, keyof Keys>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  Enter: 'choose',
  Escape: 'close',
};

function press(event: KeyboardEvent, isOpen: boolean, keys: Keys): void {
  const name = isOpen ? OPEN_KEYS[event.key] : event.key === 'ArrowDown' && 'open';
  if (!name) return;
  // Keep Escape from closing a surrounding dialog and Enter from submitting its form.
  event.preventDefault();
  event.stopPropagation();
  keys[name]();
}

/** The highlighted option and key handlers; `show` receives the typed text, or null to close the list. */
function useCombobox(
  choices: readonly Choice[],
  onChoose: (choice: Choice) => void,
  text: string | null,
  show: (text: string | null) => void,
) {
  const [at, setAt] = useState(0);
  const open = (text: string) => {
    show(text);
    setAt(0);
  };
  const close = () => show(null);
  const choose = (choice: Choice | undefined) => {
    if (!choice || choice.disabledReason !== null) return;
    onChoose(choice);
    close();
  };
  const move = (by: number) => setAt(Math.max(0, Math.min(at + by, choices.length - 1)));
  const keys = {
    down: () => move(1),
    up: () => move(-1),
    choose: () => choose(choices[at]),
    close,
    open: () => open(text ?? ''),
  };
  return { at, open, close, choose, onKeyDown: (event: KeyboardEvent, isOpen: boolean) => press(event, isOpen, keys) };
}

/** The choice and its name. Until the name loads, uses the name in the picked option, or the ID. */
function usePicked({ value, name, onChange }: ComboboxProps) {
  const [picked, setPicked] = useState<Choice | null>(null);
  const pick = (choice: Choice) => {
    setPicked(choice);
    onChange(choice.id);
  };
  return { chosenName: name ?? (value !== '' && picked?.id === value ? picked.name : value), pick };
}

/** A combobox that follows the ARIA practices: the focus stays in the field, arrow keys choose. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error = null, required = false, noun, value, text, listed, onText, onLeave } = props;
  const { placeholder = `Search ${noun}s`, problem = null } = props;
  const listId = useId();
  const { choices } = listed;
  const { chosenName, pick } = usePicked(props);
  const { at, open, close, choose, onKeyDown } = useCombobox(choices, pick, text, onText);
  const isOpen = text !== null && problem === null;
  return (
    <Field label={label} hint={hint} error={problem ?? error}>
      {(wired) => (
        <div className="combobox">
          <input
            {...wired}
            {...FIELD}
            ref={(input) => input?.setCustomValidity(problem ?? '')}
            role="combobox"
            required={required && value === ''}
            placeholder={placeholder}
            aria-expanded={isOpen}
            aria-controls={listId}
            {...(isOpen && choices[at] && { 'aria-activedescendant': `${listId}-${at}` })}
            value={text ?? chosenName}
            onChange={({ target }) => open(target.value)}
            onFocus={({ target }) => target.select()}
            onClick={() => isOpen || open(text ?? '')}
            onBlur={() => (text && onLeave ? onLeave(text) : close())}
            onKeyDown={(event) => onKeyDown(event, isOpen)}
          />
          {isOpen && (
            <Choices id={listId} label={label} choices={choices} at={at} onChoose={choose}>
              {countText(listed, noun)}
            </Choices>
          )}
        </div>
      )}
    </Field>
  );
}

const FIELD = {
  type: 'text',
  className: 'control',
  autoComplete: 'off',
  spellCheck: false,
  'aria-autocomplete': 'list',
} as const;

function countText({ choices, rest, isFetching }: FoundChoices, noun: string): string {
  if (isFetching && choices.length === 0) return 'Searching';
  if (choices.length === 0) return `No matching ${noun}s.`;
  if (rest === 'unknown') return 'There may be more. Type part of the name.';
  return rest > 0 ? `${rest.toLocaleString('en')} more. Type part of the name.` : '';
}

type ChoicesProps = {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly at: number;
  readonly onChoose: (choice: Choice) => void;
  readonly children: string;
};

function Choices({ id, label, choices, at, onChoose, children }: ChoicesProps) {
  return (
    <div className="combobox__list">
      <div id={id} role="listbox" aria-label={label}>
        {choices.map((choice, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
          <div
            key={choice.id}
            id={`${id}-${place}`}
            ref={(option) => {
              if (place === at) option?.scrollIntoView({ block: 'nearest' });
            }}
            role="option"
            aria-selected={place === at}
            aria-disabled={choice.disabledReason !== null}
            className="combobox__option"
            // Handles mousedown, because a click comes after the field loses focus, which closes the list.
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(choice);
            }}
          >
            {choice.name}
            {choice.disabledReason !== null && <span className="soft small"> ({choice.disabledReason})</span>}
          </div>
        ))}
      </div>
      <p className="soft small combobox__count" role="status">
        {children}
      </p>
    </div>
  );
}
