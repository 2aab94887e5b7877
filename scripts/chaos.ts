/**
 * Breaks the three-instance installation of `docs/deploy.md` and counts failed requests. It runs the real service on
 * one PostgreSQL and one Redis, behind nginx and HAProxy with the files of `deploy/`. `npm run chaos` prints a table.
 * `--short` restarts each instance once, for CI. `--natural` uses simple proxy settings, for comparison. `--redis`
 * carries changes over Redis. `--rolls` only restarts instances, after the same load without restarts. Exits 1 if an
 * acknowledged change is lost, a call runs twice, or (unless `--short`) a rolling restart fails a request.
 */
import { parseArgs } from 'node:util';
import { endure } from './chaos/endure.ts';
import { FAULTS, type Fault, POOLED_FAULTS } from './chaos/faults.ts';
import { rollingRestarts, withoutRestarts } from './chaos/rolling.ts';
import { openSite, type Site, type SiteOptions } from './chaos/site.ts';
import { type Line, toTable } from './chaos/table.ts';

const { values: flags } = parseArgs({
  options: {
    short: { type: 'boolean' },
    natural: { type: 'boolean' },
    redis: { type: 'boolean' },
    only: { type: 'string' },
    rolls: { type: 'boolean' },
  },
});
const REQUESTS_MIN = 10_000;

const isSelected = ({ name, isShort }: Fault): boolean =>
  flags.only === undefined ? !flags.short || isShort === true : name.includes(flags.only);

/** Applies every fault to one installation. */
async function at(options: SiteOptions, work: (site: Site) => Promise<readonly Line[]>): Promise<readonly Line[]> {
  const site = await openSite(options);
  try {
    return await work(site);
  } finally {
    await site.close();
  }
}

async function endureAll(site: Site, faults: readonly Fault[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const fault of faults) {
    const line = await endure(site, fault);
    lines.push(line);
    // Prints progress, because a run takes long.
    console.error(`${line.isHeld ? 'ok  ' : 'OVER'} ${line.fault}`);
  }
  return lines;
}

async function roll(site: Site): Promise<readonly Line[]> {
  const isSlow = flags.short === true;
  return flags.only === undefined
    ? [await rollingRestarts(site, { requestsMin: isSlow ? 0 : REQUESTS_MIN, isSlow })]
    : [];
}

async function main(): Promise<number> {
  if (flags.rolls) {
    const lines = await at({ isNatural: flags.natural, isCarriedByRedis: flags.redis }, async (site) => [
      await withoutRestarts(site, REQUESTS_MIN),
      ...(await roll(site)),
    ]);
    return report(lines);
  }
  const pooled = flags.natural ? [] : POOLED_FAULTS.filter(isSelected);
  const lines = [
    ...(await at({ isNatural: flags.natural, isCarriedByRedis: flags.redis }, async (site) => [
      ...(await roll(site)),
      ...(flags.natural ? [] : await endureAll(site, FAULTS.filter(isSelected))),
    ])),
    ...(pooled.length > 0
      ? await at({ isPooled: true, isCarriedByRedis: flags.redis }, (site) => endureAll(site, pooled))
      : []),
  ];
  return report(lines);
}

function report(lines: readonly Line[]): number {
  console.log(toTable(lines));
  return lines.every(({ isHeld }) => isHeld) ? 0 : 1;
}

// An interrupted run leaves nothing behind (`site.ts`).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());
