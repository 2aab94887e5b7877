import { afterAll, beforeAll, beforeEach } from 'vitest';

type Close = () => Promise<unknown>;

/**
 * Opens what the tests of a file share, and opens it anew for a test that is tried again: that one meets nothing which
 * its first try, wherever it ended, or another test has used up or left behind. `open` sets what the tests use, and
 * gives what closes it.
 */
export function beforeTries(open: () => Promise<Close>): void {
  let close: Close | null = null;
  const end = async (): Promise<void> => {
    const ending = close;
    close = null;
    await ending?.();
  };
  beforeAll(async () => {
    close = await open();
  });
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    await end();
    close = await open();
  });
  afterAll(end);
}
