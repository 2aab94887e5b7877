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
import { Page } from '../../ui/Page.tsx';
import { ALERT_LIST } from './list.ts';
import { MailCard } from './MailCard.tsx';
import { ALERTS_BOUND, ALERTS_LIST } from './operations.ts';
import { RulesCard } from './RulesCard.tsx';

const AGAIN_MS = 30_000;

export function AlertsPage() {
  return (
    <Page title="Alerts" about="What somebody has to see to. It is looked for every five minutes or so.">
      <MayOpen right="READ" what="see alerts" isSomewhere>
        <div className="stack stack--large">
          <Alerts />
          <MayInAccount right="READ">
            <section className="stack" aria-labelledby="alerts-told">
              <h2 id="alerts-told">Who is told</h2>
              <MailCard />
            </section>
            <RulesCard />
          </MayInAccount>
        </div>
      </MayOpen>
    </Page>
  );
}

const NOUN: Noun = ['alert', 'alerts'];

function Alerts() {
  const query = useApiQuery(ALERTS_LIST, {}, { refetchEveryMs: AGAIN_MS });
  const search: ListSearch = useSearch({ from: '/inside/alerts' });
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
              onChange={(next) => navigate({ to: '/alerts', search: next, replace: true, resetScroll: false })}
              looksAt="Search looks at titles and kinds."
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

/**
 * What is found is whole only as long as there is room for all that there is to see to. Whoever sees single stacks
 * alone cannot be told: they see neither the account's limits nor all of its alerts.
 */
function Full({ count }: { readonly count: number }) {
  const { data } = useApiQuery(ALERTS_BOUND, {});
  const bound = data?.viewer?.limits.find(({ name }) => name === 'max_alerts');
  if (!bound || count < bound.max) return null;
  return (
    <Notice kind="warn">
      There are {count.toLocaleString('en')} alerts, and there can be no more: whatever else there is to see to is not
      listed before some of them have gone, a week after they are over.
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
          <h2 id="alerts-over">Over within the last week</h2>
          <AlertRows label="Alerts that are over" alerts={over} />
        </section>
      )}
    </>
  );
}

function NothingOpen() {
  return (
    <Empty title="Nothing to see to">
      Tools that fail, credentials, tokens and keys that end, and changed tools that wait for a review would stand here.
    </Empty>
  );
}
