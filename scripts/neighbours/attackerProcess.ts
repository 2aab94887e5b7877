import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order, Report } from './attackerMain.ts';

/** The attacking account with its upstream, in a separate process. */
export type AttackerProcess = {
  /** The origin of its upstream. */
  readonly origin: string;
  /** @throws with the failure that the process reports */
  tell(order: Order): Promise<Report>;
  close(): void;
};

const MAIN = new URL('attackerMain.ts', import.meta.url);

/**
 * Starts the process at the lowest priority, with all its threads. In production, attackers and upstreams are other
 * machines; here they get the remaining CPU.
 */
export async function startAttacker(sharedOrigin: string): Promise<AttackerProcess> {
  const child = fork(MAIN, [sharedOrigin], { execPath: 'nice', execArgv: ['-n', '19', process.execPath] });
  const first = await reportOf(child);
  if (first.kind !== 'listening') throw new Error('The attacking process did not start');
  return {
    origin: first.origin,
    tell: async (order) => {
      const answered = reportOf(child);
      child.send(order);
      const report = await answered;
      if (report.kind === 'failed') throw new Error(report.message);
      return report;
    },
    // The process exits when its parent is gone.
    close: () => child.disconnect(),
  };
}

async function reportOf(child: ChildProcess): Promise<Report> {
  const watching = new AbortController();
  const { signal } = watching;
  const ended = once(child, 'exit', { signal }).then((): [Report] => [
    { kind: 'failed', message: 'The attacking process has ended' },
  ]);
  try {
    const [report]: Report[] = await Promise.race([once(child, 'message', { signal }), ended]);
    return report ?? { kind: 'failed', message: 'The attacking process said nothing' };
  } finally {
    watching.abort();
    ended.catch(() => undefined);
  }
}
