import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { withoutMarks } from '../../ui/withoutMarks.ts';
import { textBelow } from '../server/textBelow.ts';
import type { Tool } from './StackTools.tsx';

type ToolListProps = {
  readonly tools: readonly Tool[];
  readonly current: string | undefined;
  readonly onChoose: (toolId: string) => void;
};

/** A server's name, or one of its tools. */
type Row = { readonly heading: string } | { readonly tool: Tool };

const ROW_PX = 58;

/** The tools by server; only rows in view are in the page. Arrow keys move between them, Enter chooses one. */
export function ToolList({ tools, current, onChoose }: ToolListProps) {
  const [search, setSearch] = useState('');
  const pane = useRef<HTMLDivElement>(null);
  const matching = useMemo(() => tools.filter((tool) => matches(tool, search)), [tools, search]);
  const rows = useMemo(() => rowsOf(matching), [matching]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_PX,
    initialOffset: () => Math.max(0, rows.findIndex((row) => 'tool' in row && row.tool.id === current) - 2) * ROW_PX,
    overscan: 5,
  });
  const onKeyDown = useArrows(rows, pane, list.scrollToIndex);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus among the buttons inside
    <div className="playground__list" onKeyDown={onKeyDown}>
      <SearchInput label="Search tools" value={search} onChange={setSearch} />
      <p className="visually-hidden" role="status">
        {matching.length === 1 ? '1 tool' : `${matching.length} tools`}
      </p>
      {matching.length === 0 && <p className="soft">No tools match.</p>}
      <div ref={pane} className="playground__tools">
        <ul style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              <li key={index} ref={list.measureElement} data-index={index} style={{ top: start }}>
                {row && 'heading' in row && <h2 className="playground__server">{row.heading}</h2>}
                {row && 'tool' in row && (
                  <ToolButton tool={row.tool} isCurrent={row.tool.id === current} onChoose={onChoose} />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

type ToolButtonProps = Pick<ToolListProps, 'onChoose'> & { readonly tool: Tool; readonly isCurrent: boolean };

const ToolButton = ({ tool: { id, title, exposedName, description }, isCurrent, onChoose }: ToolButtonProps) => (
  <button
    type="button"
    className="playground__tool"
    aria-current={isCurrent || undefined}
    title={exposedName}
    onClick={() => onChoose(id)}
  >
    <strong>{title ?? exposedName}</strong>
    <span className="soft small">{withoutMarks(textBelow(title ?? exposedName, description))}</span>
  </button>
);

function rowsOf(tools: readonly Tool[]): readonly Row[] {
  const groups = Object.values(Object.groupBy(tools, ({ serverId }) => serverId));
  return groups.flatMap((group = []) => [{ heading: group[0]?.serverName ?? '' }, ...group.map((tool) => ({ tool }))]);
}

function matches({ exposedName, title, description, serverName }: Tool, search: string): boolean {
  const text = `${exposedName} ${title ?? ''} ${description} ${serverName}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus to the next tool, which first has to be scrolled into the page. */
function useArrows(rows: readonly Row[], pane: RefObject<HTMLElement | null>, scrollTo: (index: number) => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = Number(pane.current?.querySelector('li:focus-within')?.getAttribute('data-index') ?? -1);
    let to = from + step;
    while (rows[to] && 'heading' in (rows[to] ?? {})) to += step;
    if (to < 0) event.currentTarget.querySelector('input')?.focus();
    if (!rows[to]) return;
    scrollTo(to);
    requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)?.focus());
  };
}
