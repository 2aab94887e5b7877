/**
 * Creates the data for upgrade tests (`test/upgrade`): uses an installation of a release a little and stores
 * `VERSION.json` (its responses), `VERSION.sql.gz` (a `pg_dump`) and `VERSION.tar.zst` (its data directory). `npm run
 * release -- --record` runs it for this version. `npm run release:data -- --checkout DIR --into DIR` runs it for
 * another checkout after its `npm ci`. `--compare` prints the differences from the committed files, ignoring ids and
 * times. Needs Debian's PostgreSQL.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { differences } from './releaseData/compare.ts';
import { makeReleaseData, RELEASES } from './releaseData/make.ts';

const { values: options } = parseArgs({
  options: {
    checkout: { type: 'string', default: '.' },
    into: { type: 'string', default: RELEASES },
    compare: { type: 'boolean', default: false },
  },
});

const version = await makeReleaseData({ checkout: resolve(options.checkout), into: resolve(options.into) });
console.log(`${options.into}: ${version}.json, ${version}.sql.gz and ${version}.tar.zst`);
const allDifferences = options.compare
  ? differences(version, { made: resolve(options.into), committed: resolve(RELEASES) })
  : [];
for (const difference of allDifferences) console.log(difference);
process.exit(allDifferences.length === 0 ? 0 : 1);
