import { randomUUID } from 'node:crypto';
import type { CliToolProgressSubscription } from '../generated/gql/graphql.ts';
import { apiAddressOf } from './api.ts';
import type { Run } from './command.ts';
import { follow } from './follow.ts';
import type { ApiArgs } from './input.ts';
import { ToolProgressDocument } from './operations/stacks.ts';
import { harmless } from './output.ts';

/** Makes a call and prints its progress at a terminal, one line per event. Printing doesn't affect the call. */
export async function showingProgress<T>(
  args: ApiArgs,
  run: Run,
  call: (progressId: string | null) => Promise<T>,
): Promise<T> {
  if (run.ask === null || run.isJson) return call(null);
  const progressId = randomUUID();
  const over = new AbortController();
  const following = follow(
    ToolProgressDocument,
    { progressId },
    {
      server: apiAddressOf(args, run),
      signal: AbortSignal.any([run.signal, over.signal]),
      onEvent: ({ toolProgress }) => run.notice(progressText(toolProgress)),
      onBegin: async () => undefined,
      onInterruption: () => undefined,
    },
  );
  following.catch(() => undefined);
  try {
    return await call(progressId);
  } finally {
    over.abort();
  }
}

const HUNDRED = 100;

export function progressText({ progress, total, message }: CliToolProgressSubscription['toolProgress']): string {
  const isPart = total !== null && total > 0;
  const done = isPart ? `${Math.floor((progress / total) * HUNDRED)}%` : String(progress);
  return harmless(message === null ? done : `${done} ${message}`).replace(/\s+/g, ' ');
}
