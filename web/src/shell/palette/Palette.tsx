import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMenu } from '../useMenu.ts';
import { type Entry, type Group, stackOf } from './entries.ts';
import { useGroups } from './useGroups.ts';
import './palette.css';

/** Pages that aren't in the menu. */
const WITHIN = [
  { to: '/inbox/approvals', label: 'Approvals' },
  { to: '/inbox/reviews', label: 'Reviews' },
  { to: '/inbox/alerts', label: 'Alerts' },
  { to: '/inbox/notifications', label: 'Notifications' },
  { to: '/import', label: 'Import a server' },
] as const;

/** Command palette: arrow keys choose, Enter opens, Escape closes. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const listId = useId();
  const { pathname, search: query } = useLocation();
  const menu = useMenu().flatMap(({ pages }) => [...pages]);
  const pages = [...menu, ...WITHIN].map(({ to, label }) => ({
    id: `page ${to}`,
    label,
    hint: '',
    href: to,
    isOurs: true,
  }));
  const { groups, isAsking } = useGroups(search, pages, stackOf(pathname, query));
  const entries = groups.flatMap((group) => group.entries);
  // Remember the choice by ID, so that late results don't move it.
  const at = Math.max(
    entries.findIndex(({ id }) => id === chosenId),
    0,
  );
  const choose = (place: number) => setChosenId(entries[place]?.id ?? null);
  const go = useGo(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextOf(event.key, at, entries.length);
    const entry = entries[at];
    if (next !== null) choose(next);
    else if (event.key === 'Enter' && entry) go(entry);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" isWide onClose={onClose}>
      <input
        type="text"
        role="combobox"
        className="control palette__input"
        aria-label="Search pages, stacks, servers, tools and documentation"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(entries[at] && { 'aria-activedescendant': `${listId}-${at}` })}
        placeholder="Stack, server, tool, page or document"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setChosenId(null);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="visually-hidden" role="status">
        {countText(entries.length, isAsking)}
      </p>
      {entries.length === 0 && !isAsking && <p className="soft">No results.</p>}
      <Found id={listId} groups={groups} at={at} onChoose={choose} onGo={go} />
    </Dialog>
  );
}

function countText(count: number, isAsking: boolean): string {
  if (isAsking) return '';
  return count === 1 ? '1 result' : `${count} results`;
}

function nextOf(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return null;
}

/** Documents are separate pages; the router handles everything else. */
function useGo(onClose: () => void) {
  const navigate = useNavigate();
  return ({ href, isOurs }: Entry) => {
    onClose();
    if (isOurs) void navigate({ href });
    else window.location.assign(href);
  };
}

type FoundProps = {
  readonly id: string;
  readonly groups: readonly Group[];
  readonly at: number;
  readonly onChoose: (at: number) => void;
  readonly onGo: (entry: Entry) => void;
};

function Found({ id, groups, at, onChoose, onGo }: FoundProps) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <div id={id} role="listbox" aria-label="Results" className="palette__list">
      {groups.map(({ name, entries }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={name} role="group" aria-labelledby={`${id}-group-${index}`}>
          <div id={`${id}-group-${index}`} className="palette__group" role="presentation">
            {name}
          </div>
          {entries.map((entry, within) => {
            const place = (starts[index] ?? 0) + within;
            return (
              <Option
                key={entry.id}
                id={`${id}-${place}`}
                entry={entry}
                isChosen={place === at}
                onChoose={() => onChoose(place)}
                onGo={() => onGo(entry)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onGo: () => void;
};

/** The focus stays in the field, as in every combobox. */
function Option({ id, entry: { label, hint }, isChosen, onChoose, onGo }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isChosen}
      className="palette__option"
      onPointerMove={onChoose}
      onClick={onGo}
    >
      <span className="palette__label">{label}</span>
      {hint && <span className="soft small palette__hint">{hint}</span>}
    </div>
  );
}
