import { useState } from 'react';
import { type LiveState, useLive } from '../../api/live.ts';
import { type List, useList } from '../../api/useList.ts';
import { type Job, latestOf, withReceived } from './latest.ts';
import { JOBS_LIST, JOBS_LIVE } from './operations.ts';
import { type JobSearch, statesOf } from './search.ts';

const PAGE_ROWS = 50;
/** Maximum jobs whose latest state is kept between two fetches. */
const RECEIVED_MAX = 500;

type Jobs = {
  readonly list: List<Job>;
  readonly rows: readonly Job[];
  readonly state: LiveState;
  /** Shows a newer state of a job. */
  readonly update: (job: Job) => void;
};

/** The jobs of the filter, newest first, each in its latest state. */
export function useJobs(search: JobSearch): Jobs {
  const stackId = search.stack ?? null;
  const states = statesOf(search);
  const list = useList(JOBS_LIST, { stackId, states: states && [...states], first: PAGE_ROWS }, ({ jobs }) => jobs);
  const [received, setReceived] = useState<readonly Job[]>([]);
  const update = (job: Job) => setReceived((before) => withReceived(before, job).slice(0, RECEIVED_MAX));
  const state = useLive(
    JOBS_LIVE,
    { stackId },
    {
      enabled: true,
      onData: ({ jobs }) => update(jobs),
      onMissed: async () => {
        await list.refetch();
        setReceived([]);
      },
    },
  );
  return { list, rows: rowsOf(list, received, states), state, update };
}

/** The fetched rows in their latest state, with the jobs that started since. */
function rowsOf({ data = [], hasMore }: List<Job>, received: readonly Job[], states: ReturnType<typeof statesOf>) {
  const last = data.at(-1);
  // An older job that changed is on a page that isn't loaded yet.
  const isShown = ({ createdAt }: Job) => !hasMore || last === undefined || createdAt >= last.createdAt;
  return latestOf(data, received.filter(isShown))
    .filter((job) => states === null || states.includes(job.state))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
