import type { Log } from '../../core/kernel/context.ts';
import { AppError } from '../../core/lib/errors.ts';
import { unreachable, waitFor } from '../failure.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import type { Program, ProgramEnd } from './program.ts';
import type { LiveServer, OnSpawned } from './start.ts';

/**
 * The owner of a server, and how to start it. Another digest under the same key, for example after new credentials,
 * replaces the process.
 */
export type PoolTarget = {
  readonly key: string;
  /** The account whose limit it counts against. */
  readonly account: string;
  readonly digest: string;
  /** Stopped as soon as its work is done. */
  readonly isOneOff?: boolean;
  /** `signal` cancels the start and leaves nothing behind. */
  start(signal: AbortSignal, onSpawned: OnSpawned): Promise<LiveServer>;
  /** The last lines of its standard error, for the log. */
  lastLines?(child: Program): string | null;
};

/** A running process. `cut` kills it immediately, together with its calls. */
export type RunningProgram = Pick<PoolTarget, 'key' | 'account'> & {
  readonly pid: number;
  isBusy(): boolean;
  cut(reason: ProgramEnd['reason']): void;
};

/** The running server processes. */
export type StdioPool = {
  /** Runs `work` on the target's process, starting it if necessary. `signal` ends the waiting, not the process. */
  run<T>(target: PoolTarget, signal: AbortSignal, work: (server: LiveServer) => Promise<T>): Promise<T>;
  /** Processes that run, start or stop. */
  size(): number;
  /** The processes that run. */
  programs(): readonly RunningProgram[];
  /** Stops all processes; resolves when none is left. */
  close(): Promise<void>;
};

/** Limits of the pool, and how it starts servers. */
type StdioPoolOptions = {
  readonly idleMs: number;
  readonly processesMax: number;
  readonly accountProcessesMax: number;
  /** The error message when the pool is at its limit and all processes are in use. */
  readonly full: string;
  /** The message when an account reaches its limit. */
  readonly accountFull: string;
  readonly log?: Log | undefined;
};

type Slot = {
  readonly target: PoolTarget;
  /** Aborted to cancel the start. */
  readonly starting: AbortController;
  readonly ready: Promise<LiveServer>;
  /** Resolves when the process has exited, or was never started. */
  readonly gone: Promise<void>;
  /** Set once the process has been spawned. */
  child: Program | null;
  inFlight: number;
  lastUsedAt: number;
  /** Takes no new work: it was replaced, idle for too long, or has ended. */
  isRetired: boolean;
  idleTimer: NodeJS.Timeout | undefined;
};

type Pool = StdioPoolOptions & {
  readonly current: Map<string, Slot>;
  readonly all: Set<Slot>;
  readonly backoff: Backoff;
  isClosed: boolean;
};

/**
 * Keeps one process per key and stops it when it is idle. At the global bound, stops the process that has been idle
 * longest; at an account's bound, the account's process that has been idle longest. Restarts of a crashing server back
 * off.
 */
export function createStdioPool(options: StdioPoolOptions): StdioPool {
  const pool: Pool = { ...options, current: new Map(), all: new Set(), backoff: createBackoff(), isClosed: false };
  return {
    async run(target, signal, work) {
      const slot = slotFor(pool, target);
      slot.inFlight += 1;
      clearTimeout(slot.idleTimer);
      try {
        const result = await work(await waitFor(slot.ready, signal));
        pool.backoff.succeeded(slot.target.digest);
        return result;
      } finally {
        release(pool, slot);
      }
    },
    size: () => pool.all.size,
    programs: () =>
      [...pool.all].flatMap((slot) => {
        const { target, child } = slot;
        if (child?.pid === undefined) return [];
        return [{ ...target, pid: child.pid, isBusy: () => slot.inFlight > 0, cut: child.cut }];
      }),
    async close() {
      pool.isClosed = true;
      const slots = [...pool.all];
      for (const slot of slots) {
        retire(pool, slot);
        stop(slot);
      }
      await Promise.all(slots.map((slot) => slot.gone));
    },
  };
}

function slotFor(pool: Pool, target: PoolTarget): Slot {
  if (pool.isClosed) throw unreachable('the router is shutting down');
  const slot = pool.current.get(target.key);
  if (slot?.target.digest === target.digest) return slot;
  if (slot) retire(pool, slot);
  return open(pool, target);
}

function open(pool: Pool, target: PoolTarget): Slot {
  const waitMs = pool.backoff.remainingMs(target.digest);
  if (waitMs > 0) throw unreachable(`the server keeps failing; the next attempt is in ${Math.ceil(waitMs / 1_000)} s`);
  makeRoom(pool, target.account);
  const starting = new AbortController();
  const ready = target.start(starting.signal, (child) => {
    slot.child = child;
  });
  const { promise: gone, resolve: onGone } = Promise.withResolvers<void>();
  const state = { child: null, inFlight: 0, lastUsedAt: 0, isRetired: false, idleTimer: undefined };
  const slot: Slot = { target, starting, ready, gone, ...state };
  pool.current.set(target.key, slot);
  pool.all.add(slot);
  const forget = () => {
    pool.all.delete(slot);
    onGone();
  };
  ready
    .then(async (server) => {
      onEnded(pool, slot, server, await server.child.ended);
    })
    // An account's limit is unrelated to the server.
    .catch((error) => (error instanceof AppError ? withdraw(pool, slot) : onFailed(pool, slot)))
    .finally(forget);
  return slot;
}

function onEnded(pool: Pool, slot: Slot, { child }: LiveServer, end: ProgramEnd): void {
  if (slot.isRetired) return;
  onFailed(pool, slot);
  const { key } = slot.target;
  pool.log?.warn({ server: key, exit: end.exit, reason: end.reason }, 'server process exited');
  const details = {
    server: key,
    // Read only if the lines are logged.
    get stderr() {
      return slot.target.lastLines?.(child) ?? null;
    },
  };
  pool.log?.debug(details, 'last lines of a server process’s standard error');
}

function onFailed(pool: Pool, slot: Slot): void {
  pool.backoff.failed(slot.target.digest);
  withdraw(pool, slot);
}

function withdraw(pool: Pool, slot: Slot): void {
  if (pool.current.get(slot.target.key) === slot) pool.current.delete(slot.target.key);
  slot.isRetired = true;
  clearTimeout(slot.idleTimer);
}

function retire(pool: Pool, slot: Slot): void {
  withdraw(pool, slot);
  if (slot.inFlight === 0) stop(slot);
}

function stop(slot: Slot): void {
  slot.starting.abort();
  slot.ready.then(({ child }) => child.close()).catch(() => undefined);
}

function release(pool: Pool, slot: Slot): void {
  slot.inFlight -= 1;
  slot.lastUsedAt = performance.now();
  if (slot.inFlight > 0) return;
  if (slot.isRetired || slot.target.isOneOff) retire(pool, slot);
  else slot.idleTimer = setTimeout(() => retire(pool, slot), pool.idleMs).unref();
}

function makeRoom(pool: Pool, account: string): void {
  const own = [...pool.all].filter((slot) => slot.target.account === account);
  if (own.length >= pool.accountProcessesMax) {
    if (!stopOldest(pool, own))
      throw new AppError('rate_limited', `${pool.accountFull}, and none is free; try again when a call has ended`, {
        retryAfterSeconds: 5,
      });
  } else if (pool.all.size >= pool.processesMax) {
    if (stopOldest(pool, [...pool.all])) return;
    throw unreachable(`${pool.full}: try again when a call has ended`);
  }
}

/** Stops the process that has been idle the longest; false when all are in use. */
function stopOldest(pool: Pool, slots: readonly Slot[]): boolean {
  const idle = slots.filter((slot) => slot.inFlight === 0 && !slot.isRetired);
  const [oldest] = idle.sort((a, b) => a.lastUsedAt - b.lastUsedAt);
  if (oldest) retire(pool, oldest);
  return oldest !== undefined;
}
