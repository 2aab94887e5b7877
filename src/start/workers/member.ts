import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { McpStdio } from '../../connectors/stdio/mcpStdio.ts';
import { isRecord } from '../../core/lib/json.ts';
import type { Families } from '../../metrics/metrics.ts';
import type { SupervisorHandlers, WorkerHandlers } from './messages.ts';
import type { WorkerMetrics } from './metricsOfAll.ts';
import { createWorkerCalls } from './ownPrograms.ts';
import { createPeer, type Peer } from './peer.ts';

/** A worker, as its supervisor sees it. */
export type Member = WorkerMetrics & {
  readonly id: number;
  readonly startedAt: number;
  readonly peer: Peer<WorkerHandlers>;
  /** Resolves to the banner once the worker serves; null if it ends before. */
  readonly ready: Promise<string | null>;
  /** Resolves to its exit code; null after a signal. */
  readonly gone: Promise<number | null>;
  isReady: boolean;
  /** Set once the supervisor stops it, so that its exit starts no replacement. */
  isStopping: boolean;
};

/** The supervisor's answers that are the same for all workers. */
export type Shared = Pick<SupervisorHandlers, 'count' | 'countPrograms' | 'readMetrics'> & {
  readonly openPrograms: () => Promise<McpStdio>;
};

/**
 * Closes the connections that were on their way to a worker when it ended. `node:cluster` keeps them open without a
 * reader, so their clients would wait forever.
 */
function closeLostConnections({ process: child }: Worker): void {
  const underWay = new Map<unknown, Closable>();
  const send = child.send.bind(child);
  Object.assign(child, {
    send(message: unknown, handle: Closable | undefined, ...more: readonly unknown[]): boolean {
      if (handle && isRecord(message)) underWay.set(message['seq'], handle);
      return Reflect.apply(send, child, [message, handle, ...more]);
    },
  });
  child.on('internalMessage', (message: unknown) => isRecord(message) && underWay.delete(message['ack']));
  child.once('exit', () => {
    for (const handle of underWay.values()) handle.close();
  });
}

type Closable = { close(): void };

/** Connects the supervisor with a worker that starts. */
export function createMember(worker: Worker, { openPrograms, ...shared }: Shared): Member {
  closeLostConnections(worker);
  const { promise: ready, resolve: serves } = Promise.withResolvers<string | null>();
  const calls = createWorkerCalls(openPrograms, () => peer);
  const handlers: SupervisorHandlers = {
    ...shared,
    ready({ banner }) {
      member.isReady = true;
      serves(banner);
    },
    runProgram: calls.run,
    abortProgram: calls.abort,
    keepMetrics: (families: Families) => {
      member.last = families;
    },
  };
  const peer = createPeer<WorkerHandlers>(worker, handlers);
  const gone = once(worker, 'exit').then(([code]: readonly unknown[]) => {
    peer.close();
    calls.abortAll();
    serves(null);
    return typeof code === 'number' ? code : null;
  });
  const member: Member = {
    ...{ id: worker.id, startedAt: performance.now(), peer, ready, gone, last: null },
    ...{ isReady: false, isStopping: false },
    read: () => peer.ask('readFamilies', null),
  };
  return member;
}
