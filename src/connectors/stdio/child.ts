import { type ChildProcess, spawn } from 'node:child_process';
import {
  deserializeMessage,
  isJSONRPCRequest,
  isJSONRPCResponse,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import { MESSAGE_BYTES_MAX } from '../mcp/result.ts';
import { EndlessLine, linesOf } from './lines.ts';
import { createRequests, isLong, type Requests } from './requests.ts';

/** A server is stopped that sends a line of more bytes, of which `MESSAGE_BYTES_MAX` are kept. */
const ENDLESS_BYTES = 16 * MESSAGE_BYTES_MAX;
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

/**
 * A server process as an SDK transport, for the handshake and what the server asks by itself; `ask` is for all else.
 * `close` leaves no process of its group behind.
 */
export type StdioChild = Transport &
  Pick<Requests, 'ask'> & {
    readonly pid: number | undefined;
    /** Resolves when the process is gone, for whatever reason. */
    readonly ended: Promise<ChildEnd>;
    /** How it ended; null while it runs. */
    end(): ChildEnd | null;
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
  const requests = createRequests((line) => write(child, `${line}\n`));
  const sdk = { isAnswerDue: false };
  const transport: StdioChild = {
    pid: child.pid,
    ended,
    end: () => how,
    cut,
    ask: requests.ask,
    stderrTail: tail,
    async start() {
      void pump(child.stdout, transport, requests, sdk).catch((error) => {
        // Nobody reads what a program says from here on, so it must not be asked again.
        cut(error instanceof EndlessLine ? 'line_too_long' : 'exited');
      });
      void ended.then((end) => {
        how = end;
        transport.onclose?.();
        requests.end();
      });
    },
    send(message) {
      sdk.isAnswerDue ||= isJSONRPCRequest(message);
      return write(child, serializeMessage(message));
    },
    close: () => stop(child, ended),
  };
  // A broken pipe also shows as the end of the process; without a handler, the event would end the service.
  child.stdin.on('error', () => undefined);
  return transport;
}

async function pump(
  stdout: AsyncIterable<Uint8Array>,
  transport: Transport,
  requests: Requests,
  sdk: { isAnswerDue: boolean },
): Promise<void> {
  // Nobody waits for a long line of a program that was not asked for anything.
  const lineMax = () => (requests.count() > 0 ? MESSAGE_BYTES_MAX : LARGE_BYTES);
  for await (const line of linesOf(stdout, { lineMax, endlessMax: ENDLESS_BYTES, hold: requests.hold })) {
    if (await requests.take(line)) continue;
    if (!isLong(line)) deliver(line.bytes.toString(), transport, sdk);
    // The SDK reads on the event loop.
    else if (sdk.isAnswerDue) throw new EndlessLine();
  }
}

function deliver(line: string, transport: Transport, sdk: { isAnswerDue: boolean }): void {
  // Servers print banners to stdout: a line that is no message is ignored.
  if (!line.startsWith('{')) return;
  try {
    const message = deserializeMessage(line);
    if (isJSONRPCResponse(message)) sdk.isAnswerDue = false;
    transport.onmessage?.(message);
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error('unreadable message'));
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
