import './stackField.css';
import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { useDebounced } from '../ui/useDebounced.ts';
import type { StackFieldProps } from './StackField.tsx';
import { useFoundStacks, useStack } from './useStacks.ts';

type Choice = { readonly id: string; readonly name: string; readonly obstacle: string | null };

/** The stacks that a text finds, after the choice of none where there is one. */
function useChoices(text: string, { none, right, obstacleOf }: StackFieldProps) {
  const { stacks, rest, isFetching } = useFoundStacks(useDebounced(text).trim(), right);
  const found = stacks.map((stack): Choice => ({ ...stack, obstacle: obstacleOf?.(stack) ?? null }));
  const noneOf: readonly Choice[] = none === undefined || text !== '' ? [] : [{ id: '', name: none, obstacle: null }];
  return { choices: [...noneOf, ...found], rest, isFetching };
}

type Keys = Readonly<Record<'down' | 'up' | 'take' | 'close' | 'open', () => void>>;
const OPEN_KEYS: Readonly<Record<string, keyof Keys>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  Enter: 'take',
  Escape: 'close',
};

function press(event: KeyboardEvent, isOpen: boolean, keys: Keys): void {
  const name = isOpen ? OPEN_KEYS[event.key] : event.key === 'ArrowDown' && 'open';
  if (!name) return;
  // Handled here, so that Escape does not close a dialog around it and Enter does not submit its form.
  event.preventDefault();
  event.stopPropagation();
  keys[name]();
}

/** What is typed while the list is open, null while it is closed; which choice the arrow keys are at. */
function useCombobox(
  choices: readonly Choice[],
  onChoose: (choice: Choice) => void,
  show: (text: string | null) => void,
) {
  const [at, setAt] = useState(0);
  const open = (text: string) => {
    show(text);
    setAt(0);
  };
  const close = () => show(null);
  const choose = (choice: Choice | undefined) => {
    if (!choice || choice.obstacle !== null) return;
    onChoose(choice);
    close();
  };
  const move = (by: number) => setAt(Math.max(0, Math.min(at + by, choices.length - 1)));
  const keys = {
    down: () => move(1),
    up: () => move(-1),
    take: () => choose(choices[at]),
    close,
    open: () => open(''),
  };
  return { at, open, close, choose, onKeyDown: (event: KeyboardEvent, isOpen: boolean) => press(event, isOpen, keys) };
}

/** A combobox with a list, as the ARIA practices have it: the focus stays in the field, the arrow keys choose. */
export function StackCombobox(props: StackFieldProps) {
  const { label, hint, error = null, value, none = '', required = false, onChange } = props;
  const listId = useId();
  const [text, setText] = useState<string | null>(null);
  const { choices, rest, isFetching } = useChoices(text ?? '', props);
  const { at, open, close, choose, onKeyDown } = useCombobox(choices, ({ id }) => onChange(id), setText);
  const name = useStack(value)?.name ?? value;
  const isOpen = text !== null;
  return (
    <Field label={label} hint={hint} error={error}>
      {(wired) => (
        <div className="stack-field">
          <input
            {...wired}
            {...FIELD}
            role="combobox"
            required={required && value === ''}
            placeholder={none || 'Search stacks'}
            aria-expanded={isOpen}
            aria-controls={listId}
            {...(isOpen && choices[at] && { 'aria-activedescendant': `${listId}-${at}` })}
            value={text ?? name}
            onChange={({ target }) => open(target.value)}
            onFocus={({ target }) => target.select()}
            onClick={() => isOpen || open('')}
            onBlur={close}
            onKeyDown={(event) => onKeyDown(event, isOpen)}
          />
          {isOpen && (
            <Choices id={listId} label={label} choices={choices} at={at} onChoose={choose}>
              {countText(choices.length, rest, isFetching)}
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

function countText(shown: number, rest: number, isFetching: boolean): string {
  if (isFetching && shown === 0) return 'Searching';
  if (shown === 0) return 'No stack has this in its name.';
  return rest > 0 ? `${rest.toLocaleString('en')} more: type a part of the name.` : '';
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
    <div className="stack-field__list">
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
            aria-disabled={choice.obstacle !== null}
            className="stack-field__option"
            // On mouse-down, because a click comes after the field has lost the focus, which closes the list.
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(choice);
            }}
          >
            {choice.name}
            {choice.obstacle !== null && <span className="soft small"> ({choice.obstacle})</span>}
          </div>
        ))}
      </div>
      <p className="soft small stack-field__count" role="status">
        {children}
      </p>
    </div>
  );
}
