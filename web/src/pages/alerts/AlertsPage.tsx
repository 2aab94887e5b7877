import { useApiQuery } from '../../api/hooks.ts';
import { AlertRows } from '../../records/alerts/AlertRows.tsx';
import { MayInAccount, MayOpen } from '../../shell/May.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { MailCard } from './MailCard.tsx';
import { ALERTS_LIST } from './operations.ts';
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

function Alerts() {
  const query = useApiQuery(ALERTS_LIST, {}, { refetchEveryMs: AGAIN_MS });
  return (
    <Loaded query={query} lines={4}>
      {({ alerts }) => {
        const open = alerts?.filter(({ endedAt }) => endedAt === null) ?? [];
        const over = alerts?.filter(({ endedAt }) => endedAt !== null) ?? [];
        return (
          <>
            {open.length > 0 ? (
              <AlertRows label="Open alerts" alerts={open} />
            ) : (
              <Empty title="Nothing to see to">
                Tools that fail, credentials, tokens and keys that end, and changed tools that wait for a review would
                stand here.
              </Empty>
            )}
            {over.length > 0 && (
              <section className="stack" aria-labelledby="alerts-over">
                <h2 id="alerts-over">Over within the last week</h2>
                <AlertRows label="Alerts that are over" alerts={over} />
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
