import { type KeyboardEvent, useRef, useState } from 'react';
import { SearchInput } from '../../ui/SearchInput.tsx';
import type { Tool } from './StackTools.tsx';

type ToolListProps = { readonly tools: readonly Tool[]; readonly onChoose: (toolId: string) => void };

/** A list of tools. Arrow keys move between them, Enter chooses one. */
export function ToolList({ tools, onChoose }: ToolListProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const found = tools.filter((tool) => matches(tool, search));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus among the buttons inside
    <div ref={list} className="stack" onKeyDown={(event) => moveFocus(event, list.current)}>
      <SearchInput label="Search tools" value={search} onChange={setSearch} />
      <p className="visually-hidden" role="status">
        {found.length === 1 ? '1 tool' : `${found.length} tools`}
      </p>
      {found.length === 0 && <p className="soft">No tools match.</p>}
      {groupsOf(found).map(([serverId, group]) => (
        <Group key={serverId} tools={group} onChoose={onChoose} />
      ))}
    </div>
  );
}

function Group({ tools, onChoose }: ToolListProps) {
  return (
    <section className="stack stack--small">
      <h3 className="playground__server">{tools[0]?.serverName}</h3>
      <ul className="playground__tools">
        {tools.map(({ id, exposedName, title, description }) => (
          <li key={id}>
            <button type="button" className="playground__tool" onClick={() => onChoose(id)}>
              <strong>{title ?? exposedName}</strong>
              {title && <code>{exposedName}</code>}
              <span className="soft small playground__about">{description}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const groupsOf = (tools: readonly Tool[]): readonly [string, readonly Tool[]][] =>
  Object.entries(Object.groupBy(tools, ({ serverId }) => serverId)).map(([id, group = []]) => [id, group]);

function matches({ exposedName, title, description, serverName }: Tool, search: string): boolean {
  const text = `${exposedName} ${title ?? ''} ${description} ${serverName}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = STEPS[event.key];
  if (step === undefined || !list) return;
  const stops = [...list.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}
