import { credentialsBytes, credentialsKeyOf } from '../core/calls/storedCredentials.ts';
import type { Changes } from '../core/changes.ts';
import type { Deps } from '../core/context.ts';
import type { Meter } from '../core/lib/meter.ts';
import { snapshotKeyOf } from '../core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { snapshotBytes } from '../core/snapshots/snapshotBytes.ts';
import { createReadThroughCache } from './readThroughCache.ts';

export type CacheOptions = { readonly changes: Changes; readonly meter: Meter; readonly snapshotBytesMax: number };

/** About 100,000 owners of one short credential each; who is put out costs one query at the next call. */
const CREDENTIAL_BYTES_MAX = 64 * 1_048_576;

/** What calls need of the database, in the memory of this process. */
export const createCaches = ({
  changes,
  meter,
  snapshotBytesMax,
}: CacheOptions): Pick<Deps, 'snapshots' | 'credentials'> => ({
  snapshots: createReadThroughCache<StackSnapshot>({
    name: 'snapshots',
    changes,
    meter,
    bytesMax: snapshotBytesMax,
    bytesOf: snapshotBytes,
    keyOf: snapshotKeyOf,
  }),
  credentials: createReadThroughCache({
    name: 'credentials',
    changes,
    meter,
    bytesMax: CREDENTIAL_BYTES_MAX,
    bytesOf: credentialsBytes,
    keyOf: credentialsKeyOf,
  }),
});
