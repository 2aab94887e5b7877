import { execFileSync } from 'node:child_process';
import { inject } from 'vitest';
import { clusterIn } from '../../src/store/embedded/location.ts';

/** A copy with the same owners, because Node's own copy doesn't keep them. */
export function copyDirectory(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/**
 * Gives an empty data directory a migrated PostgreSQL, for tests that need one but don't test its creation. A copy
 * takes a tenth of the time.
 */
export const fillDataDir = (dataDir: string): void => copyDirectory(inject('cluster'), clusterIn(dataDir));
