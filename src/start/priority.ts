import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Gets a third of the time of a process with the normal priority, 0, so that a start on a busy machine still ends. */
const STARTING = 5;
/** CAP_SYS_NICE of capabilities(7). */
const MAY_CHANGE_PRIORITIES = 1n << 23n;
/** `RLIMIT_NICE` of getrlimit(2): at this value, a process may return to a nice value of 0. */
const NORMAL_ALLOWED = 20;

/**
 * Lets other processes of the machine go first until the returned function is called. Does nothing if the system would
 * not let this process return to its priority: Linux wants a capability or `RLIMIT_NICE` for that.
 */
export function goLast(): () => void {
  const before = getPriority();
  if (before !== 0 || !mayReturn()) return () => undefined;
  trySetPriority(0, STARTING);
  return () => {
    // A priority belongs to a thread, and threads inherit it from the one that starts them.
    for (const thread of readdirSync('/proc/self/task')) trySetPriority(Number(thread), before);
  };
}

function trySetPriority(thread: number, priority: number): void {
  try {
    setPriority(thread, priority);
  } catch {
    // The thread has ended, or a filter of system calls forbids it.
  }
}

function mayReturn(): boolean {
  try {
    const [, capabilities = '0'] = /^CapEff:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    const [, limit = '0'] = /^Max nice priority\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return (BigInt(`0x${capabilities}`) & MAY_CHANGE_PRIORITIES) !== 0n || Number(limit) >= NORMAL_ALLOWED;
  } catch {
    return false;
  }
}
