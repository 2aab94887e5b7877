/**
 * Makes what the upgrade from a release is tried from (`test/upgrade`): an installation of it is used a little, and
 * left as `VERSION.json`, what it answered; `VERSION.sql.gz`, a dump of its database by `pg_dump`; and
 * `VERSION.tar.zst`, its data directory with the same in the embedded PostgreSQL. `npm run release:pack -- --record`
 * does so for the release that it packs. `npm run release:data -- --checkout DIR --into DIR` makes them of another
 * checkout, such as that of a tag after its `npm ci`. With `--compare` it then says how they differ, ids and times
 * aside, from those that are committed. Needs Debian's PostgreSQL.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { differences } from './releaseData/compare.ts';
import { makeReleaseData, RELEASES } from './releaseData/make.ts';

const { values: given } = parseArgs({
  options: {
    checkout: { type: 'string', default: '.' },
    into: { type: 'string', default: RELEASES },
    compare: { type: 'boolean', default: false },
  },
});

const version = await makeReleaseData({ checkout: resolve(given.checkout), into: resolve(given.into) });
console.log(`${given.into}: ${version}.json, ${version}.sql.gz and ${version}.tar.zst`);
const found = given.compare ? differences(version, { made: resolve(given.into), committed: resolve(RELEASES) }) : [];
for (const difference of found) console.log(difference);
process.exit(found.length === 0 ? 0 : 1);
