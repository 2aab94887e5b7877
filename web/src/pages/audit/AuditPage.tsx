import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { LiveState } from '../../api/live.ts';
import { LiveSwitch } from '../../records/LiveSwitch.tsx';
import { Page } from '../../ui/Page.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { EventList } from './EventList.tsx';
import type { AuditSearch } from './search.ts';
import { VerifyNote } from './VerifyNote.tsx';
import './audit.css';

export function AuditPage() {
  const search: AuditSearch = useSearch({ from: '/inside/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const [isLive, setIsLive] = useState(true);
  const [state, setState] = useState<LiveState>('connecting');
  return (
    <Page
      title="Audit log"
      about="Every change in the account: who made it, when, and to what. Nothing here can be edited or removed."
      actions={<LiveSwitch isOn={isLive} state={state} onChange={setIsLive} />}
    >
      <AuditFilters
        search={search}
        onChange={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      />
      <VerifyNote />
      <EventList key={JSON.stringify(search)} search={search} isLive={isLive} onState={setState} />
    </Page>
  );
}
