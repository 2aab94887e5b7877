/**
 * Runs the official MCP conformance scenarios against a stack, as a server and as a client of servers: `npm run
 * test:conformance [-- server|client [scenario] [URL]]`. With `URL`, the stack uses that server instead of ours. Exits
 * 1 unless the failing scenarios are exactly those that `docs/mcp.md` lists with a reason.
 */
import { openClientSide } from './conformance/clientSide.ts';
import { openServerSide } from './conformance/serverSide.ts';
import { openService } from './conformance/service.ts';
import { readKnownFailures, report, runSuite } from './conformance/suite.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const SIDES = { server: openServerSide, client: openClientSide };

async function main(given: readonly string[]): Promise<boolean> {
  const upstream = given.find((each) => each.startsWith('http'));
  const [only, scenario] = given.filter((each) => each !== upstream);
  const known = await readKnownFailures();
  const service = await openService();
  let isGood = true;
  try {
    for (const side of ['server', 'client'] as const) {
      if (only !== undefined && side !== only) continue;
      const { subject, close } = await SIDES[side](service, upstream);
      for (const revision of REVISIONS) {
        const run = `${side}, ${revision}`;
        const results = await runSuite({ side, revision, scenario, subject });
        isGood = report(run, results, known.get(run) ?? new Set(), scenario === undefined) && isGood;
      }
      await close();
    }
  } finally {
    await service.close();
  }
  return isGood;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
