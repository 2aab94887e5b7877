import { AppError } from './errors.ts';
import type { RoundRobinQueue } from './roundRobinQueue.ts';

/** A queue that lasts this long is an overload; a shorter one is a burst. */
const BURST_MS_MAX = 300;
/** How long the first request of such a queue has waited. */
const STANDING_MS_MAX = 200;
/** Owners with fewer waiting requests are not refused: no documented limit allows fewer at a time. */
const STANDING_MIN = 64;
/** While this many requests of all owners wait, an owner with fewer is refused, too. */
const CROWD_MIN = 128;
const STANDING_IN_CROWD_MIN = 8;
/** For this long after an overload, queues are kept short enough that no admitted request waits much longer. */
const RECOVERY_MS = 2_000;
const RECOVERY_WAIT_MS_MAX = 100;
/** The rate of starts is an average over about this long. Longer than a turn that the clock counts. */
const RATE_MS = 200;
/** A new request that waited longer is refused at its turn, if its owner or all owners together sent too many. */
const ADMISSION_MS_MAX = 500;
const RECOVERY_ADMISSION_MS_MAX = 250;
const WAITING_MAX = 1_024;
const RETRY_AFTER_SECONDS = 1;

/** The refusal of a new request, because its owner sends more than the process can handle. */
export class Overloaded extends AppError {
  constructor() {
    super('unavailable', 'Toolyard is overloaded: try again', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/**
 * Decides which new requests are refused, from how long earlier ones of their owner have waited. `clock` counts the
 * milliseconds that the queue was served. Tested by `test/core/lib/eventLoopScheduler.test.ts`.
 */
export function createAdmission(
  queues: Pick<RoundRobinQueue, 'count' | 'countOf' | 'waitOf' | 'owners'>,
  clock: () => number,
) {
  let recoversAt = 0;
  let refused = 0;
  let startsPerMs = 0;
  const sendsTooMany = (waiting: number): boolean =>
    waiting >= (queues.count() >= CROWD_MIN ? STANDING_IN_CROWD_MIN : STANDING_MIN);
  return {
    /** Number of requests refused so far. */
    refused: () => refused,
    noteRefusal() {
      refused += 1;
    },
    /** Counts the waiting requests that a turn of the event loop has started. */
    noteTurn(started: number, ms: number) {
      startsPerMs += (started - startsPerMs * ms) / RATE_MS;
    },
    /**
     * Whether an owner's next request is refused. During an overload, the wait is estimated from the queue's length:
     * hundreds of requests may join in one turn, before the first of them has waited.
     */
    isOverloaded(owner: string): boolean {
      const wait = queues.waitOf(owner);
      if (!wait || !sendsTooMany(wait.count)) return false;
      const now = clock();
      const isStanding = now - wait.joinedAt > STANDING_MS_MAX && now - wait.openedAt > BURST_MS_MAX;
      if (isStanding) recoversAt = now + RECOVERY_MS;
      return now < recoversAt && wait.count * queues.owners() > startsPerMs * RECOVERY_WAIT_MS_MAX;
    },
    /** Whether an owner's request, which joined at this time and whose turn has come, is refused. */
    isLate(owner: string, joinedAt: number): boolean {
      const now = clock();
      const waitMsMax = now < recoversAt ? RECOVERY_ADMISSION_MS_MAX : ADMISSION_MS_MAX;
      return now - joinedAt > waitMsMax && (sendsTooMany(queues.countOf(owner)) || queues.count() >= WAITING_MAX);
    },
  };
}
