import { Worker } from 'node:worker_threads';
import { startCpuDeadline } from '../lib/cpuDeadline.ts';
import { threadEnvironment } from '../lib/workerPool.ts';
import {
  type CallAnswer,
  type CodeEnd,
  MEMORY_MIB_MAX,
  PROCESSOR_MS_MAX,
  type ProgramCall,
  type ProgramInput,
  type ProgramMessage,
} from './protocol.ts';

const THREAD = new URL('./programThread.ts', import.meta.url);
/** Memory of the thread outside the interpreter: texts on their way in and out. */
const HEAP_MIB_MAX = 64;
const YOUNG_MIB_MAX = 16;
const STACK_MIB_MAX = 4;

type ProgramHost = {
  /** Ends the program. */
  readonly signal: AbortSignal;
  /** Answers a call; null leaves it open. */
  onCall(call: ProgramCall): Promise<CallAnswer | null>;
  onLog(line: string): void;
};

const stopped = (message: string): CodeEnd => ({ kind: 'failed', error: { name: 'Stopped', message } });

/**
 * Runs a program in a separate thread without environment, and ends it at its bounds. Tested by
 * `test/core/code/hostilePrograms.test.ts`.
 * @throws errors of `onCall`
 */
export async function runProgram(input: ProgramInput, { signal, onCall, onLog }: ProgramHost): Promise<CodeEnd> {
  const { promise: end, resolve, reject } = Promise.withResolvers<CodeEnd>();
  const thread = new Worker(THREAD, {
    workerData: input,
    env: threadEnvironment(),
    execArgv: ['--no-warnings'],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: HEAP_MIB_MAX,
      maxYoungGenerationSizeMb: YOUNG_MIB_MAX,
      stackSizeMb: STACK_MIB_MAX,
    },
  });
  const deadline = startCpuDeadline(() => [thread], PROCESSOR_MS_MAX);
  const seconds = PROCESSOR_MS_MAX / 1_000;
  const late = `It needs more than ${seconds} seconds of processor time, or ${10 * seconds} seconds in all`;
  const left = (): void => resolve(stopped('It was cancelled'));
  deadline.signal.addEventListener('abort', () => resolve(stopped(late)));
  signal.addEventListener('abort', left);
  if (signal.aborted) left();
  thread.on('message', (message: ProgramMessage) => {
    if (message.kind === 'log') onLog(message.line);
    else if (message.kind === 'call') onCall(message).then((answer) => answer && thread.postMessage(answer), reject);
    else resolve(message);
  });
  thread.on('error', () => resolve(stopped(`It needs more than ${MEMORY_MIB_MAX} MiB of memory`)));
  thread.on('exit', () => resolve(stopped('Its thread ended')));
  try {
    return await end;
  } finally {
    deadline.stop();
    signal.removeEventListener('abort', left);
    await thread.terminate();
  }
}
