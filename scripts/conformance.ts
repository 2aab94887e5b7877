/**
 * Runs the official MCP conformance scenarios against a stack, as a server and as a client of servers:
 * `npm run test:conformance [-- server|client [scenario]]`. Exits 1 unless exactly the scenarios fail that
 * `docs/mcp.md` lists with the reason.
 */
import { openClientSide } from './conformance/clientSide.ts';
import { openServerSide } from './conformance/serverSide.ts';
import { openService } from './conformance/service.ts';
import { readKnownFailures, report, runSuite } from './conformance/suite.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const SIDES = { server: openServerSide, client: openClientSide };

async function main(only: string | undefined, scenario: string | undefined): Promise<boolean> {
  const known = await readKnownFailures();
  const service = await openService();
  let isGood = true;
  try {
    for (const side of ['server', 'client'] as const) {
      if (only !== undefined && side !== only) continue;
      const { subject, close } = await SIDES[side](service);
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

process.exitCode = (await main(process.argv[2], process.argv[3])) ? 0 : 1;
