/**
 * Measures the effect of one account on others:
 * `node scripts/neighbours.ts [--short] [--shared] [--only name,name] [--profile]`. Starts the service, and lets one
 * account at a time attack it at the documented limits while a bystander works. Prints each attack's cost. Writes
 * `reports/neighbours.json`. Exits 1 beyond the targets. `--shared` is for a busy machine: it judges the CPU time of
 * the longest turn, errors, memory and restarts. With `--short`, it also shows times beyond the target and fails beyond
 * five times the target. `--profile` also prints the functions of the longest turns, and slows the service.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Attack, PEAK_MIB_TARGET } from './neighbours/attack.ts';
import { type AttackerProcess, startAttacker } from './neighbours/attackerProcess.ts';
import { ATTACKS } from './neighbours/attacks/attacks.ts';
import { type Bystander, createBystander, type Watched } from './neighbours/bystander.ts';
import { type Installation, install } from './neighbours/installation.ts';
import type { Loop } from './neighbours/loopProbe.ts';
import { startUpstream } from './neighbours/upstream.ts';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean' },
    shared: { type: 'boolean' },
    only: { type: 'string' },
    profile: { type: 'boolean' },
  },
});
const ATTACK_MS_MAX = options.short ? 3_000 : 12_000;
const QUIET_MS = options.short ? 1_000 : 6_000;
const WARM_UP_MS = options.short ? 1_000 : 6_000;
/** A pause after an attack, so that closing connections and garbage collection don't count for the next one. */
const SETTLE_MS = 500;
const P99_MS_TARGET = 50;
const P99_RATIO_TARGET = 2;
const BUSY_MS_TARGET = 50;
/**
 * Other work on the machine can't explain a figure beyond this. A short run on a shared machine fails only for such
 * figures.
 */
const BUSY_MS_FAULT = 250;
const MIB = 1_048_576;

type Result = Watched & {
  /** The duration of the same work right before the attack. */
  readonly quiet: Watched;
  readonly attack: string;
  readonly description: string;
  readonly statuses: Readonly<Record<string, number>>;
  /** The service's event loop during the attack. */
  readonly loop: Loop | null;
  readonly peakMib: number;
  readonly afterMib: number;
  /** Tables that grew by a megabyte or more, MiB. */
  readonly grownMib: Readonly<Record<string, number>>;
  readonly restarts: number;
  readonly problem: string | null;
};

const selectedAttacks = (): readonly Attack[] => {
  const names = options.only?.split(',');
  return ATTACKS.filter(({ name, isShort }) => (names ? names.includes(name) : !options.short || isShort === true));
};

type Scene = {
  readonly installation: Installation;
  readonly bystander: Bystander;
  readonly attacker: AttackerProcess;
};

async function endure({ name, description }: Attack, scene: Scene): Promise<Result> {
  const { installation, bystander, attacker } = scene;
  await bystander.watch(AbortSignal.timeout(SETTLE_MS));
  const quiet = await bystander.watch(AbortSignal.timeout(QUIET_MS));
  const before = await installation.tableBytes();
  await installation.resetPeak();
  await attacker.tell({ kind: 'prepare', name, url: installation.url, ...(await installation.newAccount(name)) });
  await installation.loop();
  const watching = new AbortController();
  const watched = bystander.watch(watching.signal);
  const ran = await attacker.tell({ kind: 'run', msMax: ATTACK_MS_MAX });
  watching.abort();
  const seen = await watched;
  const loop = await installation.loop();
  const { peakMib, nowMib } = await installation.memory();
  const grown = installation.exitCode() === null ? await grownSince(installation, before) : {};
  await attacker.tell({ kind: 'end' });
  return {
    ...{ attack: name, description, quiet, ...seen, loop, peakMib, afterMib: nowMib, grownMib: grown, problem: null },
    statuses: ran.kind === 'ran' ? ran.statuses : {},
    restarts: installation.exitCode() === null ? 0 : 1,
  };
}

async function grownSince(installation: Installation, before: ReadonlyMap<string, number>) {
  const after = await installation.tableBytes();
  const grown = [...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / MIB] as const);
  return Object.fromEntries(grown.filter(([, mib]) => mib >= 1).map(([name, mib]) => [name, Math.round(mib)]));
}

const isSwift = ({ p99Ms, quiet, loop }: Result): boolean =>
  options.shared
    ? (loop?.busyMs ?? 0) <= BUSY_MS_TARGET
    : p99Ms <= Math.max(P99_MS_TARGET, P99_RATIO_TARGET * quiet.p99Ms);

const isSound = ({ problem, errors, restarts, peakMib }: Result): boolean =>
  problem === null && errors === 0 && restarts === 0 && peakMib <= PEAK_MIB_TARGET;

const isWithin = (result: Result): boolean => isSound(result) && isSwift(result);

const isHeld = (result: Result): boolean =>
  options.short && options.shared ? isSound(result) && (result.loop?.busyMs ?? 0) <= BUSY_MS_FAULT : isWithin(result);

function line(result: Result): string {
  const { attack, p50Ms, p99Ms, maxMs, livezMs, requests, errors, loop, peakMib, statuses, grownMib } = result;
  const verdict = isWithin(result) ? 'ok  ' : 'OVER';
  const answers = Object.entries(statuses).map(([status, count]) => `${count}×${status}`);
  const tables = Object.entries(grownMib).map(([name, mib]) => `${name} +${mib} MiB`);
  return [
    `${verdict} ${attack.padEnd(24)} p50 ${p50Ms} p99 ${p99Ms} (quiet ${result.quiet.p99Ms}) max ${maxMs} ms`,
    `longest /livez ${livezMs} (quiet ${result.quiet.livezMs}) ms`,
    `loop: computed ${ms(loop?.busyMs)}, blocked ${ms(loop?.blockMs)} at most, ${ms(loop?.loopCpuMs)} of CPU`,
    `${errors} errors of ${requests}, peak ${peakMib} MiB, answers ${answers.join(' ') || '-'}`,
    ...tables,
    ...(loop?.steps ?? []).map(
      ({ busyMs, wallMs, functions }) => `\n${ms(busyMs)} of CPU in ${ms(wallMs)}:\n${functions.join('\n')}`,
    ),
    ...result.failures.slice(0, 1),
    ...(result.problem === null ? [] : [result.problem]),
  ].join(' | ');
}

const ms = (value: number | undefined): string => `${Math.round(value ?? 0)} ms`;

/** The service, restarted if an attack ended it. */
async function setScene(attacker: AttackerProcess, sharedOrigin: string): Promise<Scene> {
  const installation = await install([sharedOrigin, attacker.origin], attacker.origin, options.profile);
  try {
    const bystander = await createBystander(installation, sharedOrigin);
    // First-time work isn't part of a quiet run.
    await bystander.watch(AbortSignal.timeout(WARM_UP_MS));
    return { installation, attacker, bystander };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function closeScene({ installation, bystander }: Scene): Promise<void> {
  await bystander.close();
  await installation.close();
}

/** Runs one attack after the other. Always stops the service. */
async function endureAll(attacker: AttackerProcess, sharedOrigin: string): Promise<readonly Result[]> {
  const results: Result[] = [];
  let scene = await setScene(attacker, sharedOrigin);
  try {
    for (const attack of selectedAttacks()) {
      let result = await endure(attack, scene);
      // On a busy machine, one figure proves little, so a failure must repeat.
      if (options.shared && !isWithin(result) && result.restarts === 0) {
        console.log(`${line(result)}, tried again`);
        result = await endure(attack, scene);
      }
      results.push(result);
      console.log(line(result));
      if (result.restarts === 0) continue;
      console.log(scene.installation.log());
      await closeScene(scene);
      scene = await setScene(attacker, sharedOrigin);
    }
    return results;
  } finally {
    await closeScene(scene);
  }
}

async function main(): Promise<number> {
  const shared = await startUpstream();
  const attacker = await startAttacker(shared.origin);
  const results = await endureAll(attacker, shared.origin).finally(() => attacker.close());
  shared.close();
  const areHeld = results.every(isHeld);
  await mkdir('reports', { recursive: true });
  const judged = results.map((result) => ({ ...result, isHeld: isHeld(result) }));
  await writeFile('reports/neighbours.json', `${JSON.stringify({ isHeld: areHeld, results: judged }, null, 2)}\n`);
  console.log(`${results.filter(isWithin).length} of ${results.length} attacks within the targets`);
  return areHeld ? 0 : 1;
}

// An interrupted run also ends its service (`installation.ts`).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit(await main());
