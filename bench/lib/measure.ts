import { type Figure, figureOf } from './figure.ts';
import { drive, type Measured, percentile, type Target } from './load.ts';
import { cpuMsOf } from './processes.ts';

/** A request, and the process (with its children) whose CPU time it costs; null for a process that isn't ours. */
export type Subject = {
  readonly name: string;
  readonly target: Target;
  readonly pid: number | null;
  /** Its child processes do the upstream's work, so their CPU time doesn't count. */
  readonly isAlone?: boolean;
};

/** One table row: a subject under one load, and its baseline. */
export type Cell = Subject & {
  readonly group: string;
  readonly concurrency: number;
  readonly floor: Subject;
  /** The direct connection. `floor` and the subject add latency to it. Omitted if there is none. */
  readonly direct?: Subject;
};

export type Result = {
  readonly group: string;
  readonly name: string;
  readonly concurrency: number;
  readonly floor: string;
  readonly perSecond: Figure;
  readonly p50Ms: Figure;
  readonly p99Ms: Figure;
  /** CPU time of the whole process tree per call. */
  readonly cpuUs: Figure;
  /** Share of its core that the process tree used, and the floor's share. */
  readonly held: Figure;
  readonly floorHeld: Figure;
  /**
   * Whether the figures measure the subject and the baseline rather than waiting. Null for one call at a time: then
   * each core idles while another process works.
   */
  readonly counts: boolean | null;
  /** Relative to the floor's figures, measured right before. */
  readonly ratios: { readonly perSecond: Figure; readonly p50: Figure; readonly p99: Figure; readonly cpu: Figure };
  /** Latency above the direct connection in the same round, in milliseconds: p50 of single calls, otherwise p99. */
  readonly addedMs: Figure;
  /** `addedMs` relative to the baseline's. */
  readonly addedRatio: Figure;
};

export type Rounds = { readonly rounds: number; readonly forMs: number };

/** A process that used less of its core was waiting for the load, the upstream or another process. */
const HELD_MIN = 0.9;
const SETTLE = { slicesMin: 4, slicesMax: 10, within: 0.06, concurrency: 16 };

/** A new process compiles its code for about this long. */
export const WARM_UP_MS = 8_000;

type Sample = { readonly measured: Measured; readonly cpuMs: number };
type Pair = { readonly own: Sample; readonly floor: Sample; readonly direct: Sample | null };

/**
 * Measures all cells in turn, round after round. Each cell follows its baseline, so that the machine's other work
 * affects both. Starts once CPU time per call is stable.
 */
export async function measure(cells: readonly Cell[], { rounds, forMs }: Rounds): Promise<readonly Result[]> {
  await settleAll(cells, forMs);
  const pairs = new Map<Cell, Pair[]>(cells.map((cell) => [cell, []]));
  for (let round = 0; round < rounds; round++) {
    for (const cell of round % 2 === 0 ? cells : cells.toReversed()) pairs.get(cell)?.push(await pair(cell, forMs));
  }
  return cells.map((cell) => toResult(cell, pairs.get(cell) ?? []));
}

async function settleAll(cells: readonly Cell[], forMs: number): Promise<void> {
  const floors = cells.flatMap(({ floor, direct }) => [floor, ...(direct ? [direct] : [])]);
  // A baseline does only one thing, so warming it up once per process is enough.
  const once = new Map<Subject['target'] | Subject['pid'], Subject>([
    ...floors.map((subject) => [subject.pid, subject] as const),
    ...cells.map(({ floor, direct, ...own }) => [own.target, own] as const),
  ]);
  for (const subject of once.values()) await settle(subject, forMs);
}

/** Sends requests until two consecutive slices cost about the same, or a time limit passes. */
async function settle(subject: Subject, forMs: number): Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  for (let slice = 1; slice <= SETTLE.slicesMax; slice++) {
    const now = cpuUsOf(await sample(subject, SETTLE.concurrency, forMs));
    // Without CPU figures, the comparison is NaN, and the process counts as settled.
    const isSettled = !(Math.abs(now / last - 1) > SETTLE.within);
    if (isSettled && slice >= SETTLE.slicesMin) return;
    last = now;
  }
}

async function pair({ floor, direct, concurrency, ...own }: Cell, forMs: number): Promise<Pair> {
  return {
    direct: direct ? await sample(direct, concurrency, forMs) : null,
    floor: await sample(floor, concurrency, forMs),
    own: await sample(own, concurrency, forMs),
  };
}

async function sample({ target, pid, isAlone }: Subject, concurrency: number, forMs: number): Promise<Sample> {
  const cpuMs = () => (pid === null ? Number.NaN : cpuMsOf(pid, isAlone ? 'process' : 'tree'));
  const before = cpuMs();
  const measured = await drive(target, { concurrency, forMs });
  return { measured, cpuMs: cpuMs() - before };
}

const cpuUsOf = ({ measured, cpuMs }: Sample): number => (cpuMs / measured.calls) * 1_000;
const rateOf = ({ measured }: Sample): number => (measured.calls / measured.ms) * 1_000;
const latencyOf = ({ measured }: Sample, share: number): number => percentile(measured.latencies, share);
const heldOf = ({ measured, cpuMs }: Sample): number => cpuMs / measured.ms;

function toResult({ group, name, concurrency, floor }: Cell, pairs: readonly Pair[]): Result {
  const own = (of: (sample: Sample) => number): Figure => figureOf(pairs.map((each) => of(each.own)));
  const ratio = (of: (sample: Sample) => number): Figure =>
    figureOf(pairs.map((each) => of(each.own) / of(each.floor)));
  const share = concurrency === 1 ? 0.5 : 0.99;
  const added = ({ direct }: Pair, sample: Sample): number =>
    direct === null ? Number.NaN : latencyOf(sample, share) - latencyOf(direct, share);
  const held = own(heldOf);
  const floorHeld = figureOf(pairs.map((each) => heldOf(each.floor)));
  return {
    group,
    name,
    concurrency,
    floor: floor.name,
    perSecond: own(rateOf),
    p50Ms: own((sample) => latencyOf(sample, 0.5)),
    p99Ms: own((sample) => latencyOf(sample, 0.99)),
    cpuUs: own(cpuUsOf),
    held,
    floorHeld,
    counts: concurrency === 1 ? null : held.median >= HELD_MIN && floorHeld.median >= HELD_MIN,
    ratios: {
      perSecond: ratio(rateOf),
      p50: ratio((sample) => latencyOf(sample, 0.5)),
      p99: ratio((sample) => latencyOf(sample, 0.99)),
      cpu: ratio(cpuUsOf),
    },
    addedMs: figureOf(pairs.map((each) => added(each, each.own))),
    addedRatio: figureOf(pairs.map((each) => added(each, each.own) / added(each, each.floor))),
  };
}
