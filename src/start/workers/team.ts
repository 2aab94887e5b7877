import type { Connector } from '../../core/calls/connector.ts';
import type { ToolNotices } from '../../core/marketplace/toolNotices.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Restarts } from '../../store/embedded/supervisor.ts';
import type { SharedCounter } from '../../store/sharedCounter.ts';
import { createWorkerCounter } from './counter.ts';
import { type SupervisorHandlers, toRestarts, type WorkerHandlers, type WorkersState } from './messages.ts';
import { createPeer, type Peer } from './peer.ts';
import { createRemotePrograms } from './remotePrograms.ts';

/** Parts of a worker that its supervisor reads. */
type Watched = { readonly metrics: Metrics | null; readonly toolNotices: ToolNotices };

/** Parts that workers share through their supervisor. */
export type Team = {
  /** Counts requests for all workers. */
  readonly counter: SharedCounter;
  /** Programs that all workers share. */
  readonly programs: Required<Connector>;
  countPrograms(): Promise<number>;
  readMetrics(): Promise<string>;
  state(): WorkersState;
  databaseRestarts(): Restarts;
  /** Whether this worker stops because another one serves in its place. */
  isReplaced(): boolean;
  watch(parts: Watched): void;
  /** Gives the last metrics to the supervisor, before this worker ends. */
  leave(): Promise<void>;
};

/** A worker's own view of its supervisor. */
type Membership = {
  readonly team: Team;
  readonly supervisor: Peer<SupervisorHandlers>;
  /** Resolves when the supervisor stops this worker. */
  readonly stopped: Promise<void>;
  /** Aborted when running calls may no longer finish. */
  readonly hurry: AbortSignal;
};

/** Connects this worker with its supervisor. */
export function joinTeam(): Membership {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const hurry = new AbortController();
  const state = { workers: { running: 0, wanted: 0 }, database: { count: 0, runsSinceMs: null }, isReplaced: false };
  let watched: Watched | null = null;
  const readFamilies = async () => (await watched?.metrics?.families()) ?? null;
  const programs = createRemotePrograms(() => supervisor);
  const handlers: WorkerHandlers = {
    ...programs.handlers,
    noteState: (next) => void Object.assign(state, next),
    stop({ isReplaced }) {
      state.isReplaced = isReplaced;
      stop();
    },
    hurry: () => hurry.abort(),
    readFamilies,
    noteToolsChanged: (place) => watched?.toolNotices.heard(place),
  };
  const supervisor: Peer<SupervisorHandlers> = createPeer<SupervisorHandlers>(process, handlers);
  return {
    supervisor,
    stopped,
    hurry: hurry.signal,
    team: {
      counter: createWorkerCounter(() => supervisor),
      programs: programs.connector,
      countPrograms: () => supervisor.ask('countPrograms', null),
      readMetrics: () => supervisor.ask('readMetrics', null),
      state: () => state.workers,
      databaseRestarts: () => toRestarts(state.database),
      isReplaced: () => state.isReplaced,
      watch: (parts) => {
        watched = parts;
      },
      async leave() {
        const families = await readFamilies();
        if (families) await supervisor.ask('keepMetrics', families);
      },
    },
  };
}
