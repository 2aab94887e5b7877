import type { Config } from '../../config/config.ts';
import { connectBucket } from '../../start/fileStore.ts';
import { type Finding, fail, ok, reasonOf } from './check.ts';

const CHECK = 'files';

/** Stores, reads and deletes an object, if files are stored in a bucket. */
export async function checkFiles({ files }: Config): Promise<Finding> {
  if (files === null) return ok(CHECK, 'files are stored in the data directory');
  const { host } = new URL(files.base);
  const bucket = await connectBucket(files);
  try {
    await bucket.check();
    return ok(CHECK, `${host} stores, returns and deletes objects`);
  } catch (error) {
    const todo = `Do the bucket, the region and the key in TOOLYARD_FILES_URL fit, and may the key get, put, delete and list objects? Until then, files can't be stored or read`;
    return fail(CHECK, reasonOf(error), todo, 'unavailable');
  } finally {
    await bucket.close();
  }
}
