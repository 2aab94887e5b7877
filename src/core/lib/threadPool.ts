import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Asking, createFairQueue } from './fairQueue.ts';

export type ThreadPoolOptions = {
  /** A module that answers each message with one; an error that it lets through ends its thread. */
  readonly script: URL;
  readonly threadsMax: number;
  readonly heapMibMax: number;
  /** Counted from when a thread begins, not from when it was asked. */
  readonly answerMsMax: number;
};

export type ThreadPool<Question, Answer> = {
  /** @throws ThreadLimit; what the thread throws; AppError as `FairQueue` */
  ask(question: Question, asking: Asking): Promise<Answer>;
  close(): Promise<void>;
};

/** A thread was ended because it took more time or memory than it may. */
export class ThreadLimit extends Error {
  override readonly name = 'ThreadLimit';
}

// Starting a thread takes half a second, and one that idles takes memory.
const IDLE_MS_MAX = 60_000;

/** Threads for work whose length strangers decide, in turn by account. They start when they are needed. */
export function createThreadPool<Question, Answer>(options: ThreadPoolOptions): ThreadPool<Question, Answer> {
  const queue = createFairQueue(options.threadsMax);
  const threads = createThreads(options);
  return {
    ask: (question, asking) =>
      queue.run(asking, async () => {
        const thread = threads.take();
        try {
          const answer: Answer = await answerOf(thread, question, asking.signal, options.answerMsMax);
          threads.keep(thread);
          return answer;
        } catch (error) {
          await thread.terminate();
          throw error;
        }
      }),
    close: () => threads.close(),
  };
}

async function answerOf<Answer>(
  thread: Worker,
  question: unknown,
  signal: AbortSignal,
  msMax: number,
): Promise<Answer> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(msMax)]);
  try {
    const said = once(thread, 'message', { signal: until });
    thread.postMessage(question);
    const [answer]: Answer[] = await said;
    if (answer !== undefined) return answer;
  } catch (error) {
    throw until.aborted || isOutOfMemory(error)
      ? new ThreadLimit('The thread took too much time or memory', { cause: error })
      : error;
  }
  throw new Error('The thread said nothing');
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

type Threads = {
  take(): Worker;
  /** Until somebody takes it again; an idle thread keeps no process alive. */
  keep(thread: Worker): void;
  close(): Promise<void>;
};

function createThreads({ script, heapMibMax }: ThreadPoolOptions): Threads {
  const all = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  const start = (): Worker => {
    const thread = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: heapMibMax } });
    all.add(thread);
    // One that fails while it idles is nobody's error; whoever waits for an answer hears of it too.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      all.delete(thread);
      clearTimeout(idle.get(thread));
      idle.delete(thread);
    });
    return thread;
  };
  return {
    take: () => {
      const [[thread, timer] = [start(), undefined]] = idle;
      clearTimeout(timer);
      idle.delete(thread);
      thread.ref();
      return thread;
    },
    keep: (thread) => {
      thread.unref();
      idle.set(thread, setTimeout(() => void thread.terminate(), IDLE_MS_MAX).unref());
    },
    close: async () => {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}
