/**
 * Runs the official MCP conformance scenarios against a stack, as a server and as a client of servers: `npm run
 * test:conformance [-- server|client [scenario] [URL]]`. With `URL`, the stack uses that server instead of ours. Exits
 * 1 unless the failing scenarios are exactly those that `docs/mcp.md` lists with a reason.
 */
import { openClientSide } from './conformance/clientSide.ts';
import { openServerSide } from './conformance/serverSide.ts';
import { openService } from './conformance/service.ts';
import { type Result, readKnownFailures, report, runSuite } from './conformance/suite.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
/** The scenarios of the extension for tasks, for servers of the stateless revision. */
const TASKS = [
  ...['lifecycle', 'capability-negotiation', 'wire-fields', 'request-state-removal', 'mrtr-input'],
  ...['request-headers', 'dispatch-and-envelope', 'required-task-error', 'mrtr-composition'],
].map((name) => `tasks-${name}`);
/** The scenarios of the extension for skills that apply to servers without folders of skills. */
const SKILLS = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest'];
const SIDES = { server: openServerSide, client: openClientSide };

async function main(args: readonly string[]): Promise<boolean> {
  const upstream = args.find((each) => each.startsWith('http'));
  const [only, scenario] = args.filter((each) => each !== upstream);
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
      for (const [name, scenarios] of side === 'server' ? Object.entries({ tasks: TASKS, skills: SKILLS }) : [])
        isGood = (await runExtension(`server, ${name}`, scenarios, { subject, scenario, known })) && isGood;
      await close();
    }
  } finally {
    await service.close();
  }
  return isGood;
}

type Extension = {
  readonly subject: readonly string[];
  /** The only scenario to run. */
  readonly scenario: string | undefined;
  readonly known: Awaited<ReturnType<typeof readKnownFailures>>;
};

/** Runs the scenarios of an extension for servers, or the one among them that is named. */
async function runExtension(
  run: string,
  scenarios: readonly string[],
  { subject, scenario, known }: Extension,
): Promise<boolean> {
  const named = scenarios.filter((name) => scenario === undefined || name === scenario);
  if (named.length === 0) return true;
  const results: Result[] = [];
  for (const each of named)
    results.push(
      ...(await runSuite({ side: 'server', revision: '2026-07-28', scenario: each, isExtension: true, subject })),
    );
  return report(run, results, known.get(run) ?? new Set(), scenario === undefined);
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
