import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { rulesFor } from '../connectors/egress/allow.ts';
import type { FileStore } from '../core/files/fileStore.ts';
import type { Log } from '../core/kernel/context.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { BucketError, BucketSettings } from '../store/fileBucket.ts';
import { createFileDirectory } from '../store/fileDirectory.ts';
import type { Closers } from './closers.ts';

type Parts = {
  readonly dataDir: string;
  readonly log: Log;
  readonly metrics: Metrics | null;
  readonly closers: Closers;
};

/** A sealed segment of 1 MiB, with room. */
const ANSWER_BYTES_MAX = 2 * 1_048_576;
const RECHECK_MS = 15_000;

/** Opens the file store: the bucket that the operator configured, otherwise a folder of the data directory. */
export async function openFileStore({ files }: Config, { dataDir, log, metrics, closers }: Parts): Promise<FileStore> {
  if (files === null) return createFileDirectory(join(dataDir, 'files'));
  let failure: BucketError | null = null;
  const noted = (now: BucketError | null): void => {
    if (now && !failure) log.error({ reason: now.message }, 'the file store fails');
    if (!now && failure) log.info({}, 'the file store answers again');
    failure = now;
  };
  const bucket = await connectBucket(files, noted);
  closers.add(bucket.close);
  const check = (): void => void bucket.check().catch(() => undefined);
  // Not awaited: calls don't need the file store.
  check();
  const timer = setInterval(() => failure && check(), RECHECK_MS).unref();
  closers.add(async () => clearInterval(timer));
  const isUp = (): boolean => failure === null;
  metrics?.watchFileStore(isUp);
  return { ...bucket, isUp };
}

/** Connects to a bucket. `check` throws an error that may be shown. */
export async function connectBucket(settings: BucketSettings, noted?: (failure: BucketError | null) => void) {
  const { createEgress } = await import('../connectors/egress/egress.ts');
  const { createFileBucket } = await import('../store/fileBucket.ts');
  // Allow only the address that the operator chose, even if accounts may not reach it.
  const egress = createEgress({ allow: rulesFor(new URL(settings.base)) });
  const bucket = createFileBucket({
    ...settings,
    ...(noted && { noted }),
    send: (request) => egress.request({ ...request, maxBytes: ANSWER_BYTES_MAX, refusesRedirects: true }),
  });
  return { ...bucket, close: () => egress.close() };
}
