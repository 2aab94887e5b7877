import { onTestFinished } from 'vitest';
import { CHANGE_CHANNEL, type Change } from '../../src/core/kernel/changes.ts';
import { type ChangesOptions, createChanges, type ListeningChanges } from '../../src/store/changes.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { silentLog } from '../harness/log.ts';

/**
 * Closed after the test, newest first. Each test registers this: files share this module, and a hook would apply only
 * to the first.
 */
export function closeAfterTest(close: () => unknown): void {
  onTestFinished(async () => void (await close()));
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  closeAfterTest(() => database.close());
  return database;
}

export type Instance = {
  readonly changes: ListeningChanges;
  readonly heard: readonly Change[];
  readonly gaps: () => number;
};

/** The changes that an instance receives from all others. */
export async function startInstance(url: string, options: Partial<ChangesOptions> = {}): Promise<Instance> {
  const changes = await createChanges({ url, log: silentLog, ...options });
  closeAfterTest(() => changes.close());
  const heard: Change[] = [];
  let gaps = 0;
  changes.subscribe((change) => heard.push(change));
  changes.onMissedEvents(() => {
    gaps += 1;
  });
  return { changes, heard, gaps: () => gaps };
}

/** Where statements run, such as a connection with an open transaction. */
type Runner = { query(sql: string, values: unknown[]): Promise<unknown> };

/** Another instance's write: a change log row with these values. */
export const logged = (runner: Runner, ...changes: readonly Change[]) =>
  runner.query('INSERT INTO change_log (channel, payloads) VALUES ($1, $2)', [
    CHANGE_CHANNEL,
    changes.map((change) => JSON.stringify({ origin: 'another instance', ...change })),
  ]);
