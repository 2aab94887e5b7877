import { useAsk } from '../../api/hooks.ts';
import { Figures } from '../../records/Figures.tsx';
import { useSince } from '../../records/useSince.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { HOME_LAST_DAY } from './operations.ts';

const DAY_SECONDS = 86_400;

/** What the agents of the account did in the last 24 hours. */
export function LastDay() {
  const since = useSince(DAY_SECONDS);
  const asked = useAsk(HOME_LAST_DAY, { since, bucketSeconds: DAY_SECONDS });
  return (
    <section className="stack" aria-labelledby="last-day">
      <h2 id="last-day">The last 24 hours</h2>
      <Loaded asked={asked} lines={1}>
        {({ callStatistics }) => callStatistics && <Figures figures={callStatistics.total} />}
      </Loaded>
    </section>
  );
}
