import './audit.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { LiveState } from '../../api/live.ts';
import { LiveSwitch } from '../../records/LiveSwitch.tsx';
import { OrderField } from '../../records/OrderField.tsx';
import { Code } from '../../ui/Code.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Page } from '../../ui/Page.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import { EventList } from './EventList.tsx';
import { type AuditSearch, auditSearch } from './search.ts';

export function AuditPage() {
  const search: AuditSearch = useSearch({ from: '/inside/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const [isFollowing, setIsFollowing] = useState(true);
  const [state, setState] = useState<LiveState>('connecting');
  // In oldest-first order, new events don't appear on the first page.
  const mayGrow = search.order === undefined;
  return (
    <Page
      title="Audit log"
      about="Every change in the account, with its author, time and target. Events can’t be edited or removed."
      actions={mayGrow && <LiveSwitch isOn={isFollowing} state={state} onChange={setIsFollowing} />}
    >
      <AuditFilters
        search={search}
        onChange={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      />
      <VerifyNote />
      <EventList key={JSON.stringify(search)} search={search} isLive={isFollowing && mayGrow} onState={setState} />
    </Page>
  );
}

type AuditFiltersProps = { readonly search: AuditSearch; readonly onChange: (search: AuditSearch) => void };

function AuditFilters({ search, onChange }: AuditFiltersProps) {
  // Parsed like the URL, which drops empty values.
  const set = (change: Record<string, string>) => onChange(auditSearch({ ...search, ...change }));
  const [text, setText] = useDraft(search.q ?? '', (q) => set({ q }));
  return (
    <search className="audit__filters">
      <TextField
        label="Search"
        type="search"
        maxLength={200}
        placeholder="Action, target or actor"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <TextField
        label="From"
        type="date"
        max={search.to}
        value={search.from ?? ''}
        onChange={({ target }) => set({ from: target.value })}
      />
      <TextField
        label="To"
        type="date"
        min={search.from}
        value={search.to ?? ''}
        onChange={({ target }) => set({ to: target.value })}
      />
      <OrderField order={search.order} onChange={(order) => set({ order })} />
    </search>
  );
}

function VerifyNote() {
  return (
    <details className="card">
      <summary>Verify the log</summary>
      <p className="soft">
        Each event holds a SHA-256 hash of itself and the previous event. The operator can verify the whole chain, which
        reveals any event that was edited, removed, added or moved:
      </p>
      <Code text="npm run -s toolyard -- audit verify" label="Verification command" isWrapped />
    </details>
  );
}
