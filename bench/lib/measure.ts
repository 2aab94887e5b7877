import { drive, type Measured, percentile, type Target } from './load.ts';
import { cpuMsOf } from './processes.ts';

/** One line of a table: something asked of one process tree, under one load. */
export type Cell = {
  /** Unique, and how other cells refer to it: `call /s`. */
  readonly name: string;
  readonly target: Target;
  /** Whose processor time is counted. */
  readonly pid: number;
  readonly concurrency: number;
};

export type Figure = {
  readonly median: number /** Of the rounds: the largest minus the smallest. */;
  readonly spread: number;
};

export type Result = {
  readonly name: string;
  readonly concurrency: number;
  readonly perSecond: Figure;
  readonly p50Ms: Figure;
  readonly p99Ms: Figure;
  /** Processor time of the whole process tree. */
  readonly cpuUs: Figure;
  /** Share of its core that the tree had. */
  readonly held: Figure;
  /** Whether the figures are those of the gateway, and not of what it waited for. */
  readonly counts: boolean;
};

export type Rounds = { readonly rounds: number; readonly forMs: number; readonly warmUpMs: number };

/** A cell of a gateway that had less of its core measured something else: the load, the upstream, or a neighbour. */
const HELD_MIN = 0.9;

type Sample = { readonly measured: Measured; readonly cpuMs: number };

/** Measures all cells once, then all of them again: what the machine does meanwhile meets all of them alike. */
export async function measure(cells: readonly Cell[], { rounds, forMs, warmUpMs }: Rounds): Promise<readonly Result[]> {
  const samples = new Map<Cell, Sample[]>(cells.map((cell) => [cell, []]));
  for (const cell of cells) await drive(cell.target, { concurrency: cell.concurrency, forMs: warmUpMs });
  for (let round = 0; round < rounds; round++) {
    for (const cell of round % 2 === 0 ? cells : cells.toReversed()) samples.get(cell)?.push(await sample(cell, forMs));
  }
  return cells.map((cell) => toResult(cell, samples.get(cell) ?? []));
}

async function sample({ target, concurrency, pid }: Cell, forMs: number): Promise<Sample> {
  const before = cpuMsOf(pid);
  const measured = await drive(target, { concurrency, forMs });
  return { measured, cpuMs: cpuMsOf(pid) - before };
}

function toResult({ name, concurrency }: Cell, samples: readonly Sample[]): Result {
  const figure = (of: (sample: Sample) => number): Figure => figureOf(samples.map(of));
  const held = figure(({ measured, cpuMs }) => cpuMs / measured.ms);
  return {
    name,
    concurrency,
    perSecond: figure(({ measured }) => (measured.calls / measured.ms) * 1_000),
    p50Ms: figure(({ measured }) => percentile(measured.latencies, 0.5)),
    p99Ms: figure(({ measured }) => percentile(measured.latencies, 0.99)),
    cpuUs: figure(({ measured, cpuMs }) => (cpuMs / measured.calls) * 1_000),
    held,
    counts: concurrency === 1 || held.median >= HELD_MIN,
  };
}

/** The middle of several values and how far they lie apart. */
export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((one, other) => one - other);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN;
  return { median: (low + high) / 2, spread: (sorted.at(-1) ?? Number.NaN) - (sorted[0] ?? Number.NaN) };
}
