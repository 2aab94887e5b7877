import type { Meter } from '../core/callRecords/meter.ts';
import { credentialsBytes, credentialsKeyOf } from '../core/calls/storedCredentials.ts';
import type { Changes } from '../core/kernel/changes.ts';
import type { Deps } from '../core/kernel/context.ts';
import { snapshotKeyOf } from '../core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { snapshotBytes } from '../core/snapshots/snapshotBytes.ts';
import { createReadThroughCache } from './readThroughCache.ts';

/** Dependencies of the caches; `snapshotBytesMax` bounds the snapshots in memory. */
type CacheOptions = {
  readonly changes: Changes;
  readonly meter: Meter | null;
  readonly snapshotBytesMax: number;
};

/** Room for about 100,000 owners with one short credential each. After an eviction, the next call needs a query. */
const CREDENTIAL_BYTES_MAX = 64 * 1_048_576;

/** In-memory caches of the database records that calls need. */
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
