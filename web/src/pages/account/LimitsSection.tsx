import { useApiQuery } from '../../api/hooks.ts';
import type { AccountLimitsQuery } from '../../gql/graphql.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { Time } from '../../ui/Time.tsx';
import { ACCOUNT_LIMITS } from './operations.ts';

const REFETCH_EVERY_MS = 5_000;

export function LimitsSection() {
  const query = useApiQuery(ACCOUNT_LIMITS, {}, { refetchEveryMs: REFETCH_EVERY_MS });
  return (
    <Section
      title="Limits"
      about="Requests per minute. GraphQL and REST share these limits; tool calls in the dashboard count separately."
    >
      <Loaded query={query} lines={2}>
        {({ rateLimit }) =>
          rateLimit && rateLimit.length > 0 ? (
            <div className="grid">
              {inOrder(rateLimit).map((counter) => (
                <Counter key={counter.class} counter={counter} />
              ))}
            </div>
          ) : (
            <Notice>This installation has no limits.</Notice>
          )
        }
      </Loaded>
    </Section>
  );
}

type Limit = NonNullable<AccountLimitsQuery['rateLimit']>[number];

// The limit that people reach most often comes first.
const NAMES: Readonly<Record<Limit['class'], string>> = {
  INVOKE: 'Tool calls',
  DASHBOARD_CALLS: 'Tool calls in the dashboard',
  STACKS: 'Stack changes',
  DEFAULT: 'Everything else',
};

const PLACES = Object.keys(NAMES);
const inOrder = (limits: readonly Limit[]) =>
  limits.toSorted((a, b) => PLACES.indexOf(a.class) - PLACES.indexOf(b.class));

/** Shows the commands of a text, which are between backticks. */
const withCommands = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>));

function Counter({ counter }: { readonly counter: Limit }) {
  const { remaining, limit, resetAt, name, howToRaise } = counter;
  return (
    <div className="card stack stack--small">
      <h3>{NAMES[counter.class]}</h3>
      <meter className="account-meter" min={0} max={limit} value={remaining} aria-label={NAMES[counter.class]} />
      <p className="small soft">
        {remaining.toLocaleString('en')} of {limit.toLocaleString('en')} left
        {remaining < limit && (
          <>
            , resets <Time at={resetAt} />
          </>
        )}
      </p>
      <p className="small soft">
        <code>{name}</code>: {withCommands(howToRaise)}
      </p>
    </div>
  );
}
