import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../core/kernel/context.ts';
import { toStackId } from '../core/kernel/ids.ts';
import { isRecord } from '../core/lib/json.ts';

const HOUR_MS = 3_600_000;

/** Sweeps now and every hour in the background, and logs failures. Returns a function that stops it. */
export function sweepScratchHourly(operator: Ctx, scratchDir: string): () => Promise<void> {
  const sweep = () =>
    sweepScratch(operator, scratchDir).catch((error: unknown) =>
      operator.log.warn({ err: error }, 'files of deleted stacks could not be removed'),
    );
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, HOUR_MS).unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}

/** Removes the directories that stdio servers of deleted stacks left in `<account>/<stack>`. */
export async function sweepScratch({ db, log }: Ctx, scratchDir: string): Promise<void> {
  // List directories before reading the stacks, so that the list contains no directory of a new stack.
  const dirs = await stackDirs(scratchDir);
  const ids = dirs.map(({ stackId }) => stackId);
  const stacks = await db.stack.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const alive = new Set(stacks.map(({ id }) => id));
  for (const { path, stackId } of dirs.filter((dir) => !alive.has(dir.stackId))) {
    await rm(path, { recursive: true, force: true });
    log.info({ stackId }, 'removed the files of a deleted stack');
  }
}

async function stackDirs(scratchDir: string) {
  const accounts = (await namesIn(scratchDir)).filter((name) => name.startsWith('acct_'));
  const each = accounts.map(async (account) => {
    const stackIds = (await namesIn(join(scratchDir, account))).filter((name) => name.startsWith('stack_'));
    return stackIds.map((stackId) => ({ stackId: toStackId(stackId), path: join(scratchDir, account, stackId) }));
  });
  return (await Promise.all(each)).flat();
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isRecord(error) && error['code'] === 'ENOENT') return [];
    throw error;
  }
}
