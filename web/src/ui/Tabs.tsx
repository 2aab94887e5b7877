import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type TabsProps<Name extends string> = {
  readonly label: string;
  /** Labels in tab order. */
  readonly names: Readonly<Record<Name, string>>;
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  /** The current tab's content. */
  readonly children: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Boundary: the names are the record's keys. */
const keysOf = <Name extends string>(names: Readonly<Record<Name, string>>): Name[] => Object.keys(names) as Name[];

/** Views of one object; arrow keys move between tabs. For separate pages, use links. */
export function Tabs<Name extends string>({ label, names, current, onChange, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = keysOf(names);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (keys.indexOf(current) + step + keys.length) % keys.length;
    const next = keys[at];
    if (next !== undefined) onChange(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <div className="stack stack--small">
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {keys.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            className="tab"
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {names[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  );
}
