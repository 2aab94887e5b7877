import type { Changes } from '../core/kernel/changes.ts';

/** How often an instance sends itself a notification. */
export const BEAT_MS = 200;
/**
 * Milliseconds until the next beat, after the response to the beat sent at `sentAt` (by `performance.now()`). Counts
 * from the send time, so that one slow beat does not delay the next.
 */
export const untilNextBeat = (sentAt: number): number => Math.max(0, sentAt + BEAT_MS - performance.now());

/** How long a returned notification proves that all changes arrive, counted from its send time. */
const PROVEN_MS = 550;

/**
 * `live`: it is proven that changes of other instances arrive. `lost`: it is not, for example while the database does
 * not respond.
 */
type ListeningState = 'live' | 'lost';

/**
 * The source of changes. `listen`: PostgreSQL notifications. `redis`: Redis, with the change log in PostgreSQL to
 * detect missing ones. `log`: only the change log.
 */
export type Carrier = 'listen' | 'redis' | 'log';

/** How far an instance can trust its in-memory data. */
export type Heartbeat = Pick<Changes, 'isLive' | 'isAnswering' | 'canServeStale'> & {
  readonly hearing: ListeningState;
  readonly carrier: Carrier;
  /** Time since all changes were last proven to arrive, in ms; null before the first proof. */
  lagMs(): number | null;
};

/**
 * The interface for the listening session, which updates the heartbeat. Times are those of `performance.now()` when a
 * beat was sent.
 */
export type HeartbeatOwner = Heartbeat & {
  /** Sets whether a session receives changes. */
  setListening(isListening: boolean): void;
  heard(sentAt: number): void;
  answered(sentAt: number): void;
};

/**
 * Creates a heartbeat. `staleMs`: how long cached data may be used after the last proof has expired, while the database
 * does not respond. `carrierNow` returns the current carrier.
 */
export function createHeartbeat(staleMs: number, carrierNow: () => Carrier): HeartbeatOwner {
  let isListening = false;
  let provenAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  // Compare times instead of using a timer, which fires late in a busy process.
  const isWithin = (since: number, ms: number): boolean => performance.now() - since < ms;
  return {
    get isLive() {
      return isListening && performance.now() - provenAt < PROVEN_MS;
    },
    get isAnswering() {
      return isListening && isWithin(answeredAt, PROVEN_MS);
    },
    get canServeStale() {
      return isWithin(provenAt, PROVEN_MS + staleMs);
    },
    get hearing() {
      return this.isLive ? 'live' : 'lost';
    },
    get carrier() {
      return carrierNow();
    },
    lagMs: () => (Number.isFinite(provenAt) ? Math.round(performance.now() - provenAt) : null),
    setListening: (value) => {
      isListening = value;
    },
    heard: (sentAt) => {
      provenAt = Math.max(provenAt, sentAt);
    },
    answered: (sentAt) => {
      answeredAt = Math.max(answeredAt, sentAt);
    },
  };
}
