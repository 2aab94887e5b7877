import { useMemo } from 'react';
import { useAsk } from '../../api/hooks.ts';
import { Figures } from '../../records/Figures.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { HOME_LAST_DAY } from './operations.ts';

const DAY_SECONDS = 86_400;
const MINUTE_MS = 60_000;

/** What the agents of the account did in the last 24 hours. */
export function LastDay() {
  // To the minute, so that one view asks one question.
  const since = useMemo(() => {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    return new Date(now - DAY_SECONDS * 1_000).toISOString();
  }, []);
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
