/**
 * Drills with the real service and PostgreSQL, by the commands of `docs/operate.md`. `npm run drills` prints a table;
 * `--only TEXT` selects drills. Needs Debian's PostgreSQL, and root for the full disk. Exits 1 if anything acknowledged
 * is lost, a call runs twice, or a drill fails; an asynchronous standby may lose transactions.
 */
import { parseArgs } from 'node:util';
import { createClosers } from '../src/start/closers.ts';
import { diskFull } from './drills/diskFull.ts';
import { failover, failoverBehind } from './drills/failover.ts';
import { lostKey } from './drills/lostKey.ts';
import { majorUpgrade } from './drills/majorUpgrade.ts';
import { restore } from './drills/restore.ts';
import { type Result, toTable } from './drills/result.ts';

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const DRILLS = { failover, failoverBehind, lostKey, restore, majorUpgrade, diskFull };

const results: Result[] = [];
let failures = 0;
for (const [name, drill] of Object.entries(DRILLS)) {
  if (!name.includes(flags.only)) continue;
  const closers = createClosers();
  try {
    const result = await drill(closers);
    results.push(result);
    if (!result.mayLose) failures += result.lost + result.doubled;
  } catch (error) {
    console.error(`${name}:`, error);
    failures += 1;
  } finally {
    await closers.close();
  }
}
console.log(toTable(results));
process.exit(failures === 0 ? 0 : 1);
