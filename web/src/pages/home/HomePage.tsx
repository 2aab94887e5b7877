import './home.css';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import type { HomeQuery } from '../../gql/graphql.ts';
import { Figures } from '../../records/Figures.tsx';
import { useSince } from '../../records/useSince.ts';
import { useMayInAccount, useRole } from '../../shell/useMay.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { CredentialProblems } from './CredentialProblems.tsx';
import { checklist, type Step } from './checklist.ts';
import { HomeAlerts } from './HomeAlerts.tsx';
import { HOME, HOME_LAST_DAY } from './operations.ts';
import { DoneSteps, StepList } from './StepList.tsx';

/** How often to look whether a step was done elsewhere: by a program, or in another tab. */
const REFETCH_EVERY_MS = 5_000;

const isDoneStep = ({ isDone }: Step): boolean => isDone;
/** Once all steps are done, nothing but a look at the page asks again. */
const untilDone = (data: HomeQuery): number | false => !checklist(data).every(isDoneStep) && REFETCH_EVERY_MS;

export function HomePage() {
  const isKnown = useRole() !== null;
  const ofAccount = useMayInAccount('READ');
  const query = useApiQuery(HOME, { ofAccount }, { enabled: isKnown, refetchEveryMs: untilDone });
  return (
    <Page title="Home" about="One address for all the tools of your agents.">
      <Loaded query={query} lines={5}>
        {(data) => {
          const steps = checklist(data);
          const isDone = steps.every(isDoneStep);
          return (
            <div className="stack stack--large">
              <CredentialProblems isNew={!isDone} />
              <HomeAlerts />
              {isDone ? <LastDay /> : <StepList steps={steps} />}
              <NextSteps stack={data.ready?.nodes[0] ?? data.stacks?.nodes[0] ?? null} />
              {isDone && <DoneSteps steps={steps} />}
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

const DAY_SECONDS = 86_400;

/** What the agents of the account did in the last 24 hours. */
function LastDay() {
  const since = useSince(DAY_SECONDS);
  const query = useApiQuery(HOME_LAST_DAY, { since, bucketSeconds: DAY_SECONDS });
  return (
    <section className="stack" aria-labelledby="last-day">
      <h2 id="last-day">The last 24 hours</h2>
      <Loaded query={query} lines={1}>
        {({ callStatistics }) =>
          callStatistics && (
            <Figures
              figures={callStatistics.total}
              {...(callStatistics.before?.total && {
                compared: { total: callStatistics.before.total, name: 'the day before' },
              })}
            />
          )
        }
      </Loaded>
    </section>
  );
}

type NextStepsProps = { readonly stack: { readonly id: string } | null };

/** Where to go once the checklist is known. */
function NextSteps({ stack }: NextStepsProps) {
  return (
    <section className="stack" aria-labelledby="next-title">
      <h2 id="next-title">What you can do next</h2>
      <div className="grid">
        <Link className="card stack stack--small" to={stack ? `/stacks/${stack.id}/connect` : '/stacks'}>
          <h3>Connect an agent</h3>
          <p className="soft small">
            Claude, Cursor, VS Code or your own code: one address and a token, in the form that it wants.
          </p>
        </Link>
        <Link className="card stack stack--small" to="/import">
          <h3>Bring your own API</h3>
          <p className="soft small">
            Every operation of an OpenAPI document becomes a tool. Look at them before you save.
          </p>
        </Link>
        <Link className="card stack stack--small" to="/activity">
          <h3>See what happened</h3>
          <p className="soft small">Calls as they are made, how long they take, and which fail.</p>
        </Link>
      </div>
    </section>
  );
}
