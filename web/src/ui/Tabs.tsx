import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type TabsProps<Name extends string> = {
  readonly label: string;
  /** The tabs in their order, each with what it is called. */
  readonly names: Readonly<Record<Name, string>>;
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  /** What the current tab shows. */
  readonly children: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Boundary: the names of a record of ours are its keys. */
const keysOf = <Name extends string>(names: Readonly<Record<Name, string>>): Name[] => Object.keys(names) as Name[];

/** Views of one thing, of which one shows: the arrow keys go from tab to tab. For pages of their own use links. */
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
