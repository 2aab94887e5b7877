/**
 * Breaks an installation of three instances, as `docs/deploy.md` has it, and counts what its callers notice: the real
 * service on one PostgreSQL and one Redis, behind nginx and HAProxy with the files of `deploy/`. `npm run chaos`
 * prints a table. `--short`: each instance restarted once, on a machine that may be slow, as CI does it. `--natural`:
 * with proxies as one configures them first, for comparison. Exits 1 when a rolling restart fails a request, when what
 * was acknowledged is lost, or when a call runs twice.
 */
import { parseArgs } from 'node:util';
import { rollingRestarts } from './chaos/rolling.ts';
import { openSite } from './chaos/site.ts';
import { type Line, toTable } from './chaos/table.ts';

const { values: given } = parseArgs({ options: { short: { type: 'boolean' }, natural: { type: 'boolean' } } });
const REQUESTS_MIN = 10_000;

async function main(): Promise<number> {
  const site = await openSite({ isNatural: given.natural });
  const lines: Line[] = [];
  try {
    lines.push(
      await rollingRestarts(site, { requestsMin: given.short ? 0 : REQUESTS_MIN, mayRefuse: given.short === true }),
    );
  } finally {
    await site.close();
  }
  console.log(toTable(lines));
  return lines.every(({ isHeld }) => isHeld) ? 0 : 1;
}

// An interrupted run leaves nothing behind (`site.ts`).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());
