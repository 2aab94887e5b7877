import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import type { AlertRowFragment } from '../../gql/graphql.ts';
import type { ListSearch } from '../../lists/address.ts';
import type { Noun } from '../../lists/total.ts';
import { WholeList } from '../../lists/WholeList.tsx';
import { AlertRows } from '../../records/alerts/AlertRows.tsx';
import { MayInAccount, MayOpen } from '../../shell/May.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ALERT_LIST } from './list.ts';
import { ALERTS_BOUND, ALERTS_LIST } from './operations.ts';

export function AlertsTab() {
  return (
    <MayOpen right="READ" action="see alerts" isSomewhere>
      <Alerts />
    </MayOpen>
  );
}

const NOUN: Noun = ['alert', 'alerts'];

function Alerts() {
  const query = useApiQuery(ALERTS_LIST, {});
  const search: ListSearch = useSearch({ from: '/inside/inbox/alerts' });
  const navigate = useNavigate();
  return (
    <Loaded query={query} lines={4}>
      {({ alerts }) => {
        const rows = alerts ?? [];
        const open = rows.filter(({ endedAt }) => endedAt === null).length;
        return (
          <>
            {open === 0 && <NothingOpen />}
            <MayInAccount right="READ">
              <Full count={rows.length} />
            </MayInAccount>
            <WholeList
              rows={rows}
              kind={ALERT_LIST}
              noun={NOUN}
              search={search}
              onChange={(next) => navigate({ to: '/inbox/alerts', search: next, replace: true, resetScroll: false })}
              searchedFields="Search covers titles and types."
              note={`, ${open} open`}
            >
              {(shown) => <Shown alerts={shown} />}
            </WholeList>
          </>
        );
      }}
    </Loaded>
  );
}

/** Warns that the list is full and omits new problems. Only roles in the whole account see limits and all alerts. */
function Full({ count }: { readonly count: number }) {
  const { data } = useApiQuery(ALERTS_BOUND, {});
  const bound = data?.viewer?.limits.find(({ name }) => name === 'max_alerts');
  if (!bound || count < bound.max) return null;
  return (
    <Notice kind="warn">
      You’ve reached the limit of {count.toLocaleString('en')} alerts. New problems aren’t listed until a resolved alert
      is deleted, 7 days after it ends.
    </Notice>
  );
}

function Shown({ alerts }: { readonly alerts: readonly AlertRowFragment[] }) {
  const open = alerts.filter(({ endedAt }) => endedAt === null);
  const over = alerts.filter(({ endedAt }) => endedAt !== null);
  return (
    <>
      {open.length > 0 && <AlertRows label="Open alerts" alerts={open} />}
      {over.length > 0 && (
        <section className="stack" aria-labelledby="alerts-over">
          <h2 id="alerts-over">Resolved in the last 7 days</h2>
          <AlertRows label="Resolved alerts" alerts={over} />
        </section>
      )}
    </>
  );
}

function NothingOpen() {
  return (
    <Empty title="No open alerts">
      You’ll see an alert here when a tool keeps failing, a credential, token or key is about to expire, or a changed
      tool needs a review.
    </Empty>
  );
}
