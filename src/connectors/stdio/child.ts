import { type ChildProcess, spawn } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import {
  deserializeMessage,
  isJSONRPCNotification,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { withExactResult } from '../mcp/result.ts';
import { LineTooLong, linesOf } from './lines.ts';

/** Longest JSON-RPC message; a server that sends a longer line is stopped. */
const LINE_BYTES_MAX = 4 * 1_024 * 1_024;
const STDERR_BYTES_MAX = 8 * 1_024;
const EOF_GRACE_MS = 500;
const TERM_GRACE_MS = 1_500;

/** A program and its arguments, run without a shell. */
export type CommandLine = { readonly command: string; readonly args: readonly string[] };

/** A process to start: its command line, its whole environment and its working directory. */
export type ChildSpec = CommandLine & { readonly env: Readonly<Record<string, string>>; readonly cwd: string };

/** How a process ended; `exit` describes its exit code or signal. */
export type ChildEnd = {
  readonly reason: 'exited' | 'line_too_long' | 'not_started' | 'over_memory' | 'over_files';
  readonly exit: string;
};

/** A server process as an SDK transport. `close` leaves no process of its group behind. */
export type StdioChild = Transport & {
  readonly pid: number | undefined;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<ChildEnd>;
  /** How it ended; null while it runs. */
  end(): ChildEnd | null;
  /** Tells `hold` the bytes that it writes, until the returned function is called; where several wait, the first. */
  tellBytes(hold: (bytes: number) => void): () => void;
  /** Ends it at once. */
  cut(reason: ChildEnd['reason']): void;
  /** The end of what it wrote to stderr; may hold secrets. */
  stderrTail(): string;
};

/** Starts the process at once, in a group of its own, with exactly the given environment. */
export function spawnChild({ command, args, env, cwd }: ChildSpec): StdioChild {
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'], shell: false });
  const tail = keepTail(child);
  let reason: ChildEnd['reason'] = 'exited';
  let how: ChildEnd | null = null;
  const cut = (why: ChildEnd['reason']) => {
    reason = why;
    killGroup(child, 'SIGKILL');
  };
  const ended = whenEnded(child, () => reason);
  const holders = new Set<(bytes: number) => void>();
  const transport: StdioChild = {
    pid: child.pid,
    ended,
    end: () => how,
    cut,
    tellBytes(hold) {
      const own = (bytes: number) => hold(bytes);
      holders.add(own);
      return () => holders.delete(own);
    },
    stderrTail: tail,
    async start() {
      void pump(counted(child.stdout, holders), transport).catch((error) => {
        if (error instanceof LineTooLong) cut('line_too_long');
      });
      void ended.then((end) => {
        how = end;
        transport.onclose?.();
      });
    },
    send: (message) => write(child, serializeMessage(message)),
    close: () => stop(child, ended),
  };
  // A broken pipe also shows as the end of the process; without a handler, the event would end the service.
  child.stdin.on('error', () => undefined);
  return transport;
}

// Which request a line answers is known at its end: until then it counts for the one that waits the longest.
async function* counted(stdout: AsyncIterable<Uint8Array>, holders: ReadonlySet<(bytes: number) => void>) {
  for await (const chunk of stdout) {
    const [first] = holders;
    first?.(chunk.length);
    yield chunk;
  }
}

async function pump(stdout: AsyncIterable<Uint8Array>, transport: Transport): Promise<void> {
  for await (const line of linesOf(stdout, LINE_BYTES_MAX)) {
    // Servers print banners to stdout: a line that is no message is ignored.
    if (!line.startsWith('{')) continue;
    const isNotification = deliver(line, transport);
    // The SDK handles notifications a moment later: without this pause a result would overtake the last progress.
    if (isNotification) await setImmediate();
  }
}

function deliver(line: string, transport: Transport): boolean {
  try {
    const message = withExactResult(deserializeMessage(line), line);
    transport.onmessage?.(message);
    return isJSONRPCNotification(message);
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error('unreadable message'));
    return false;
  }
}

async function write(child: ChildProcess, text: string): Promise<void> {
  const { stdin } = child;
  if (!stdin?.writable) throw new SdkError(SdkErrorCode.NotConnected, 'the server process has ended');
  if (stdin.write(text)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stdin.once('drain', resolve).once('close', resolve);
  await promise;
}

function whenEnded(child: ChildProcess, reason: () => ChildEnd['reason']): Promise<ChildEnd> {
  const { promise, resolve } = Promise.withResolvers<ChildEnd>();
  child.on('error', () => {
    if (child.pid === undefined) resolve({ reason: 'not_started', exit: 'not started' });
  });
  child.once('exit', (code, signal) => {
    // Processes that the server started must not outlive it.
    killGroup(child, 'SIGKILL');
    resolve({ reason: reason(), exit: signal ?? `code ${code}` });
  });
  return promise;
}

/** Ends the input first, as the protocol asks (MCP, lifecycle, shutdown over stdio), then sends signals. */
async function stop(child: ChildProcess, ended: Promise<ChildEnd>): Promise<void> {
  child.stdin?.end();
  const term = setTimeout(() => killGroup(child, 'SIGTERM'), EOF_GRACE_MS);
  const kill = setTimeout(() => killGroup(child, 'SIGKILL'), EOF_GRACE_MS + TERM_GRACE_MS);
  await ended;
  clearTimeout(term);
  clearTimeout(kill);
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // ESRCH: the whole group is gone.
  }
}

function keepTail(child: ChildProcess): () => string {
  let tail = Buffer.alloc(0);
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_BYTES_MAX);
  });
  return () => tail.toString('utf8');
}
