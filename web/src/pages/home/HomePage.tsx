import './home.css';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks.ts';
import type { HomeQuery } from '../../gql/graphql.ts';
import { Figures } from '../../records/Figures.tsx';
import { useSince } from '../../records/useSince.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { OpenAlerts } from '../inbox/OpenAlerts.tsx';
import { WaitingApprovals } from '../inbox/WaitingApprovals.tsx';
import { CredentialProblems } from './CredentialProblems.tsx';
import { checklist, type Step } from './checklist.ts';
import { HOME, HOME_LAST_DAY } from './operations.ts';
import { DoneSteps, StepList } from './StepList.tsx';

const REFETCH_EVERY_MS = 5_000;

const isDoneStep = ({ isDone }: Step): boolean => isDone;
const stepsOf = ({ firstSteps }: HomeQuery): readonly Step[] => (firstSteps ? checklist(firstSteps) : []);
/** Polls for the agent, whose steps no change of the dashboard completes. */
const untilAgentCalls = ({ firstSteps }: HomeQuery): number | false =>
  !(firstSteps?.hasAgentCall ?? true) && REFETCH_EVERY_MS;

export function HomePage() {
  const query = useApiQuery(HOME, {}, { refetchEveryMs: untilAgentCalls });
  return (
    <Page title="Home" about="One endpoint for all your agents’ tools.">
      <Loaded query={query} lines={5}>
        {(data) => {
          const steps = stepsOf(data);
          const isDone = steps.every(isDoneStep);
          return (
            <div className="stack stack--large">
              <WaitingApprovals />
              <CredentialProblems isNew={!(data.firstSteps?.hasOwnCredential ?? true)} />
              <OpenAlerts without={['CREDENTIAL']} />
              {!isDone && <StepList steps={steps} />}
              {data.firstSteps?.hasAgentCall && <LastDay />}
              {isDone && (
                <>
                  <NextSteps stackId={data.firstSteps?.stackId ?? null} />
                  <DoneSteps steps={steps} />
                </>
              )}
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

const DAY_SECONDS = 86_400;

function LastDay() {
  const since = useSince(DAY_SECONDS);
  const query = useApiQuery(HOME_LAST_DAY, { since, bucketSeconds: DAY_SECONDS });
  return (
    <section className="stack" aria-labelledby="last-day">
      <h2 id="last-day">Last 24 hours</h2>
      <Loaded query={query} lines={1}>
        {({ callStatistics }) =>
          callStatistics && (
            <Figures
              figures={callStatistics.total}
              {...(callStatistics.before?.total && {
                compared: { total: callStatistics.before.total, name: 'the previous day' },
              })}
            />
          )
        }
      </Loaded>
    </section>
  );
}

type NextStepsProps = { readonly stackId: string | null };

function NextSteps({ stackId }: NextStepsProps) {
  return (
    <section className="stack" aria-labelledby="next-title">
      <h2 id="next-title">Next steps</h2>
      <div className="grid">
        <Link className="card stack stack--small" to={stackId === null ? '/stacks' : `/stacks/${stackId}/connect`}>
          <h3>Connect an agent</h3>
          <p className="soft small">Claude, Cursor, VS Code or your own code. All it takes is a URL and a token.</p>
        </Link>
        <Link className="card stack stack--small" to="/import">
          <h3>Import your API</h3>
          <p className="soft small">
            Each operation of an OpenAPI document becomes a tool. Review them before you save.
          </p>
        </Link>
        <Link className="card stack stack--small" to="/activity">
          <h3>Monitor calls</h3>
          <p className="soft small">Watch calls as they happen, with latency and failures.</p>
        </Link>
      </div>
    </section>
  );
}
