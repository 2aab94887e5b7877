import { RateLimiterMemory } from 'rate-limiter-flexible';
import { NO_LIMIT } from '../../core/limits/limiter.ts';
import type { SharedCounter } from '../../store/sharedCounter.ts';
import type { Charge, Counted, SupervisorHandlers } from './messages.ts';
import type { Peer } from './peer.ts';

/** The counters of all workers, in the supervisor. The workers compare them with the limits. */
export function createCounters(): SupervisorHandlers['count'] {
  const counters = new RateLimiterMemory({ points: NO_LIMIT, duration: 1 });
  const count = async ([key, points, customDuration]: Charge): Promise<Counted> => {
    const counted = await (points === null ? counters.get(key) : counters.penalty(key, points, { customDuration }));
    return counted && [counted.consumedPoints, counted.msBeforeNext];
  };
  return (charges) => Promise.all(charges.map(count));
}

/** Counts in the supervisor. Requests of one turn of the event loop share a message. */
export function createWorkerCounter(supervisor: () => Peer<SupervisorHandlers>): SharedCounter {
  let charges: Charge[] = [];
  let answer: Promise<readonly Counted[]> | null = null;
  const send = (): Promise<readonly Counted[]> => {
    const sent = charges;
    charges = [];
    answer = null;
    return supervisor().ask('count', sent);
  };
  const charge = async (key: string, points: number | null, seconds: number) => {
    const at = charges.push([key, points, seconds]) - 1;
    answer ??= new Promise<void>((resolve) => setImmediate(resolve)).then(send);
    const { [at]: counted = null } = await answer;
    return counted && { consumedPoints: counted[0], msBeforeNext: counted[1] };
  };
  return {
    penalty: async (key, points, { customDuration }) => (await charge(key, points, customDuration)) ?? {},
    get: (key) => charge(key, null, 0),
    isDegraded: () => false,
    close: async () => undefined,
  };
}
