/**
 * Pauses calls for an approval, then approves and repeats them. Each step uses a random one of three instances, which
 * are killed and restarted meanwhile. `node scripts/pauses.ts [pauses]`, 10,000 by default. Half of the calls use REST,
 * half use MCP with the pause's state; one in ten first uses another input. Exits 1 if a pause is lost, a call runs
 * twice, or an unapproved call runs.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Instance, openSite, type Site } from './chaos/site.ts';
import { createClient } from './neighbours/client.ts';
import { type Attempt, type Caller, createCaller } from './pauses/caller.ts';

const PAUSES = Number(process.argv[2] ?? 10_000);
const WORKERS = 24;
const KILL_EVERY_MS = 3_000;
/** Attempts at one step: a killed instance is back within some seconds. */
const ATTEMPTS_MAX = 60;
const RETRY_MS = 250;
const OTHER_INPUT_SHARE = 0.1;
const REPORT_EVERY = 1_000;

type Run = {
  readonly site: Site;
  readonly caller: Caller;
  /** Instances believed to be running. */
  readonly up: Set<Instance>;
  readonly lost: string[];
  readonly wrong: string[];
  begun: number;
  ended: number;
  /** The number of attempts without a response. */
  unknown: number;
  /** The number of approvals that were used up by a killed instance before it sent the call. */
  repeatedRequests: number;
  kills: number;
};

const RULE = `mutation { createPolicyRule(input: { name: "ask", effect: ASK }) { __typename } }`;

function anyPort({ up }: Run): number {
  const [first, ...others] = [...up].sort(() => Math.random() - 0.5);
  return (first ?? others[0])?.port ?? 0;
}

/** Repeats a step until it gets a response. @throws if it never does */
async function insist<T>(run: Run, step: (port: number) => Promise<T | null>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const done = await step(anyPort(run));
    if (done !== null) return done;
    run.unknown += 1;
    await delay(RETRY_MS);
  }
  throw new Error(`no instance answered ${ATTEMPTS_MAX} times`);
}

/** Repeats one call until it has run. */
async function pauseOnce(run: Run, surface: 'rest' | 'mcp'): Promise<void> {
  const name = randomUUID();
  let state: string | null = null;
  for (let round = 0; round < ATTEMPTS_MAX; round += 1) {
    const made: Attempt = await insist(run, (port) => answeredCall(run, port, surface, name, state));
    // This call ran, but its response was lost. It now waits for a new approval, so skip it.
    if (made.kind === 'ran' || run.site.upstream.runs(name) > 0) break;
    if (round > 0) run.repeatedRequests += 1;
    state = made.kind === 'paused' ? await approved(run, surface, name, made) : null;
  }
  judge(run, name);
}

type Paused = Extract<Attempt, { kind: 'paused' }>;

/** Approves a call and returns the state to continue with. */
async function approved(run: Run, surface: 'rest' | 'mcp', name: string, { approvalId, state }: Paused) {
  await insist(run, async (port) => ((await run.caller.approve(port, approvalId)) ? true : null));
  if (Math.random() < OTHER_INPUT_SHARE) await run.caller.call(anyPort(run), surface, otherOf(name), state);
  return state;
}

const otherOf = (name: string): string => `${name}-other`;

function judge({ site: { upstream }, lost, wrong }: Run, name: string): void {
  const runs = upstream.runs(name);
  if (runs === 0) lost.push(`${name} never ran`);
  if (runs > 1) wrong.push(`${name} ran ${runs} times`);
  if (upstream.runs(otherOf(name)) > 0) wrong.push(`${name} ran with another input`);
}

/** Makes one attempt. Returns null if there was no response. */
async function answeredCall(
  { caller }: Run,
  port: number,
  surface: 'rest' | 'mcp',
  name: string,
  state: string | null,
): Promise<Attempt | null> {
  const attempt = await caller.call(port, surface, name, state);
  if (attempt.kind === 'refused') throw new Error(attempt.text);
  return attempt.kind === 'unknown' ? null : attempt;
}

async function work(run: Run): Promise<void> {
  while (run.begun < PAUSES) {
    run.begun += 1;
    const surface = run.begun % 2 === 0 ? 'rest' : 'mcp';
    await pauseOnce(run, surface).catch((error: unknown) => run.lost.push(String(error)));
    run.ended += 1;
    if (run.ended % REPORT_EVERY === 0)
      console.error(`${run.ended} pauses, ${run.kills} kills, ${run.lost.length} lost`);
  }
}

/** Kills and restarts one instance after the other while there is work. */
async function killInTurn(run: Run): Promise<void> {
  for (let turn = 0; run.ended < PAUSES; turn += 1) {
    await delay(KILL_EVERY_MS);
    const instance = run.site.instances[turn % run.site.instances.length];
    if (!instance || run.ended >= PAUSES) return;
    await instance.kill();
    run.up.delete(instance);
    run.kills += 1;
    await instance.start();
    run.up.add(instance);
  }
}

async function main(): Promise<number> {
  const site = await openSite();
  const { account, instances } = site;
  const client = createClient(`http://127.0.0.1:${instances[0]?.port}`, account.apiKey);
  await client.graphql(RULE);
  await client.close();
  const caller = createCaller(account);
  const counts = { begun: 0, ended: 0, unknown: 0, repeatedRequests: 0, kills: 0 };
  const run: Run = { site, caller, up: new Set(instances), lost: [], wrong: [], ...counts };
  await Promise.all([killInTurn(run), ...Array.from({ length: WORKERS }, () => work(run))]);
  await caller.close();
  await site.close();
  for (const problem of [...run.lost, ...run.wrong]) console.log(`- ${problem}`);
  console.log(
    `${run.ended} pauses over ${instances.length} instances, ${run.kills} kills: ${run.lost.length} lost, ` +
      `${run.wrong.length} run twice or with another input; ${run.unknown} attempts that nobody answered, ` +
      `${run.repeatedRequests} approvals that were asked for again`,
  );
  return run.lost.length === 0 && run.wrong.length === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());
