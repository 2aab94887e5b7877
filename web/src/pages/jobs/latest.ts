import type { JobsListQuery } from '../../gql/graphql.ts';

export type Job = NonNullable<JobsListQuery['jobs']>['nodes'][number];

/** The later state of a job. An ended job never changes, so an answer that still shows it open is an earlier one. */
const laterOf = (known: Job | undefined, received: Job): Job =>
  known && known.endedAt !== null && received.endedAt === null ? known : received;

/** The received states with another one, the newest first. */
export function withReceived(before: readonly Job[], received: Job): readonly Job[] {
  const known = before.find(({ id }) => id === received.id);
  return [laterOf(known, received), ...before.filter((job) => job !== known)];
}

/** The fetched jobs and the received ones, each in its latest state. */
export function latestOf(fetched: readonly Job[], received: readonly Job[]): readonly Job[] {
  const rows = new Map(fetched.map((job) => [job.id, job]));
  for (const job of received) rows.set(job.id, laterOf(rows.get(job.id), job));
  return [...rows.values()];
}
