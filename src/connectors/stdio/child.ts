import { type ChildProcess, spawn } from 'node:child_process';
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { type Program, type ProgramEnd, toProgram } from './program.ts';
import { createStderrTail } from './stderrTail.ts';

const EOF_GRACE_MS = 500;
const TERM_GRACE_MS = 1_500;

/** A program and its arguments, run without a shell. */
export type CommandLine = { readonly command: string; readonly args: readonly string[] };

/** A process to start: its command line, its whole environment and its working directory. */
type ChildSpec = CommandLine & { readonly env: Readonly<Record<string, string>>; readonly cwd: string };

/**
 * Starts a process on this machine immediately, in a new process group, with exactly the given environment. Its `close`
 * ends every process of the group.
 */
export function spawnChild({ command, args, env, cwd }: ChildSpec): Program {
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'], shell: false });
  const stderr = createStderrTail();
  child.stderr.on('data', stderr.add);
  let reason: ProgramEnd['reason'] = 'exited';
  const ended = whenEnded(child, () => reason);
  // A broken pipe also shows as the process's exit. Without a handler, the event would end the service.
  child.stdin.on('error', () => undefined);
  return toProgram({
    pid: child.pid,
    stdout: child.stdout,
    write: (text) => write(child, text),
    ended,
    cut: (why) => {
      reason = why;
      killGroup(child, 'SIGKILL');
    },
    stop: () => stop(child, ended),
    stderrTail: stderr.text,
  });
}

async function write(child: ChildProcess, text: string): Promise<void> {
  const { stdin } = child;
  if (!stdin?.writable) throw new SdkError(SdkErrorCode.NotConnected, 'the server process has ended');
  if (stdin.write(text)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stdin.once('drain', resolve).once('close', resolve);
  await promise;
}

function whenEnded(child: ChildProcess, reason: () => ProgramEnd['reason']): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  child.on('error', () => {
    if (child.pid === undefined) resolve({ reason: 'not_started', exit: 'not started' });
  });
  child.once('exit', (code, signal) => {
    // Child processes of the server must not outlive it.
    killGroup(child, 'SIGKILL');
    resolve({ reason: reason(), exit: signal ?? `code ${code}` });
  });
  return promise;
}

/** Closes the input first, as the protocol requires (MCP, lifecycle, shutdown over stdio), then sends signals. */
async function stop(child: ChildProcess, ended: Promise<ProgramEnd>): Promise<void> {
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
    // ESRCH: the whole group has exited.
  }
}
