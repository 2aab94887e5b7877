import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { startCpuDeadline } from './cpuDeadline.ts';
import { createFairQueue, type FairQueueOptions, type Tenant } from './fairQueue.ts';
import { lazily } from './lazily.ts';

/** The number of threads, and the memory and time of each task. */
type WorkerPoolOptions = Omit<FairQueueOptions, 'atOnceMax'> & {
  readonly threadsMax: number;
  /** Maximum heap of each thread in MiB; a task that needs more ends only its thread. */
  readonly heapMibMax: number;
  /** Maximum processor time of one task, from when a thread takes it. */
  readonly taskMsMax: number;
};

/**
 * A task for a worker thread: a module, and its exported function `name`, whose values must survive structured cloning.
 * A large input is built when the task's turn comes, so that waiting tasks use no memory. `transferred` lists input
 * buffers to transfer instead of copy, which saves the event loop milliseconds. The event loop must not read them
 * afterwards.
 */
type Task = {
  readonly module: URL;
  readonly name: string;
  readonly input: unknown;
  readonly transferred?: readonly Uint8Array[];
};

/** Threads that run tasks outside the event loop; accounts take turns. */
type WorkerPool = {
  /** Number of tasks that wait for a thread. */
  waiting(): number;
  /**
   * Runs a task when the account's turn comes.
   * @throws WorkerLimit; the function's error, as a plain Error; AppError as `FairQueue`
   */
  run<Output>(task: Task, requester: Tenant): Promise<Output>;
};

/** A task was ended because it exceeded its time or memory, or its caller disconnected. The message says which. */
export class WorkerLimit extends Error {
  override readonly name = 'WorkerLimit';
}

// A compromise: starting a thread takes a third of a second, but an idle thread uses memory.
const IDLE_MS_MAX = 60_000;
/**
 * The size of a heap's young generation, in MiB. V8 promotes all surviving objects at once. If they exceed the heap's
 * limit by more than 16 MiB, V8 ends the process instead of the thread.
 */
const YOUNG_MIB_MAX = 16;
// Gives the threads a lower priority than the event loop and the database.
const NICE = 10;

/**
 * Worker threads for work whose length callers control, which would otherwise block the event loop. Accounts take
 * turns; each task has time and memory limits. Threads start on demand, and idle ones do not keep the process alive.
 * Tested by `test/core/lib/workerPool.test.ts`.
 */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { threadsMax, heapMibMax, taskMsMax } = options;
  const queue = createFairQueue({ ...options, atOnceMax: threadsMax });
  const open = lazily(async () => {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: threadsMax,
      idleTimeout: IDLE_MS_MAX,
      niceIncrement: NICE,
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: heapMibMax, maxYoungGenerationSizeMb: YOUNG_MIB_MAX },
    });
    // A thread may fail when no task waits for it, for example after its caller left. Without a listener, the event
    // would end the process.
    pool.on('error', () => undefined);
    return pool;
  });
  const reasonOf = (error: unknown, deadline: AbortSignal): string => {
    if (isOutOfMemory(error)) return `It needs more than ${heapMibMax} MiB of memory`;
    return deadline.aborted
      ? `It needs more than ${taskMsMax / 1_000} seconds of processor time`
      : 'Its caller did not wait';
  };
  return {
    waiting: () => queue.waiting(),
    run: (task, requester) =>
      queue.run(requester, async () => {
        const pool = await open();
        const deadline = startCpuDeadline(() => pool.threads, taskMsMax);
        const signal = AbortSignal.any([deadline.signal, requester.signal]);
        try {
          const { module, name, transferred = [] } = task;
          const transferList = transferred.filter(isWhole).map(({ buffer }) => buffer);
          return await pool.run(await (typeof task.input === 'function' ? task.input() : task.input), {
            filename: module.href,
            name,
            signal,
            transferList,
          });
        } catch (error) {
          if (!isOutOfMemory(error) && !signal.aborted) throw error;
          throw new WorkerLimit(reasonOf(error, deadline.signal), { cause: error });
        } finally {
          deadline.stop();
        }
      }),
  };
}

/**
 * The environment of a worker thread: only the directory of the compile cache (`start/compileCache.js`), which halves
 * startup time and memory. Settings are omitted because some are secret.
 */
export function threadEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  // Pass the parent directory, since Node adds a folder for its version.
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) };
}

/** Whether the bytes fill their whole buffer, so that transferring them transfers nothing else. */
const isWhole = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength;

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const RETRY_AFTER_SECONDS = 10;

/** For tasks that take seconds: documents, imported schemas, search indexes. */
export const longWork: WorkerPool = createWorkerPool({
  threadsMax: 2,
  // A document of 4 MiB needs 100 MiB as JSON and 200 MiB as YAML. V8 lets a heap grow towards its limit.
  heapMibMax: 256,
  taskMsMax: 30_000,
  waitingPerAccountMax: 8,
  waitingMax: 256,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
  messages: {
    tooMany: 'Too many imports of this account are in progress: try again',
    busy: 'Too many imports are in progress: try again',
  },
});

/** For tasks that usually take milliseconds: checking inputs, reading and writing large results. */
export const shortWork: WorkerPool = createWorkerPool({
  threadsMax: 2,
  heapMibMax: 256,
  taskMsMax: 20_000,
  waitingPerAccountMax: 64,
  waitingMax: 1_024,
  retryAfterSeconds: 1,
  messages: {
    tooMany: 'Too many inputs and results of this account are being processed: send fewer at a time',
    busy: 'Too many inputs and results are being processed: try again',
  },
});
