import { RELATIVE_TO_PLAIN } from '../suites/calls.ts';
import type { Figure } from './figure.ts';
import type { Result } from './measure.ts';
import type { Report } from './report.ts';
import { markdownTable } from './table.ts';

type Measured = Omit<Report, 'verdicts'>;

/** A target's measurement; null if it wasn't measured. */
type Measurement = {
  readonly value: Figure;
  /** Whether the measurement may decide the verdict: see `Result.counts`. */
  readonly counts: boolean;
  /** Additional information. */
  readonly note?: string;
} | null;

type Goal = {
  readonly metric: string;
  readonly is: 'at least' | 'at most';
  readonly limit: number;
  readonly unit: '×' | 'ms' | 'MB';
  find(measured: Measured): Measurement;
};

/** A target and its measurement, as in the table. */
export type GoalResult = {
  readonly metric: string;
  readonly target: string;
  readonly measured: string;
  readonly verdict: 'met' | 'missed' | 'not comparable' | 'not measured';
};

const PLAIN = '/s call_tool';
const HUB = 'mcp-hub (asks for no token)';
/** Rows of the memory table. */
export const IDLE_ROW = 'five seconds after it was ready, external database';
export const ACTIVE_ROW = '10,000 stacks known, maximum while 1,000 of them are called';

const GOALS: readonly Goal[] = [
  rate(PLAIN, 0.7),
  cpu(PLAIN, 1.5),
  { metric: `${PLAIN}, calls/s relative to mcp-hub`, is: 'at least', limit: 15, unit: '×', find: relativeToHub },
  cpu('/v1 invoke', 1.8),
  cpu('MCP tools/call', 2),
  cpu('/s call_tool, http connector', 1.8),
  cpu('/s call_tool, openapi connector', 1.8),
  cpu('GraphQL invokeTool', 4),
  latency('p50', 1, 1.3),
  latency('p99', 64, 1.5),
  list('/s list_tools, 50 tools'),
  list('/s list_tools, 1000 tools'),
  list('MCP tools/list, 50 tools'),
  list('MCP tools/list, 1000 tools'),
  relativeToPlain('/s call_tool, recorded', 0.9),
  relativeToPlain('/s call_tool, one credential', 0.85),
  relativeToPlain('/s call_tool, OAuth credential', 0.85),
  {
    metric: `${PLAIN} with 10,000 stacks in the database, calls/s relative to 1 stack`,
    is: 'at least',
    limit: 0.8,
    unit: '×',
    find: relativeToOneStack,
  },
  memory('idle', 150, ({ memoryMb }) => memoryMb[IDLE_ROW]),
  memory('maximum with 10,000 stacks known and 1,000 under load', 250, ({ memoryMb }) => memoryMb[ACTIVE_ROW]),
  ms('start to ready, later runs', 1_200, ({ start }) => start?.later.readyMs),
  ms('start to ready without the start of the database, later runs', 600, ({ start }) => start?.later.ownMs),
  ms('search_tools over 10,000 tools, one at a time, p99', 10, ({ search }) =>
    single(search?.loads.find(({ concurrency }) => concurrency === 1)?.p99Ms),
  ),
  ms('search_tools over 10,000 tools, longest block of the event loop', 20, ({ search }) =>
    single(search ? Math.max(search.first.blockMs, ...search.loads.map(({ blockMs }) => blockMs)) : undefined),
  ),
];

/** Each target, and whether this run met it. */
export const verdictsOf = (measured: Measured): readonly GoalResult[] => GOALS.map((goal) => verdictOf(goal, measured));

function verdictOf({ metric, is, limit, unit, find }: Goal, measured: Measured): GoalResult {
  const target = `${is === 'at least' ? '≥' : '≤'} ${withUnit(limit, unit)}`;
  const measurement = find(measured);
  if (!measurement || !Number.isFinite(measurement.value.median))
    return { metric, target, measured: '–', verdict: 'not measured' };
  const { value, counts, note } = measurement;
  const spread = value.low === value.high ? '' : ` (${number(value.low, unit)}–${number(value.high, unit)})`;
  const isMet = is === 'at least' ? value.median >= limit : value.median <= limit;
  return {
    metric,
    target,
    measured: `${withUnit(value.median, unit)}${spread}${note === undefined ? '' : `; ${note}`}`,
    verdict: counts ? (isMet ? 'met' : 'missed') : 'not comparable',
  };
}

/** The verdicts as a table, and the count of each verdict. */
export function goalTable(verdicts: readonly GoalResult[]): string {
  const rows = verdicts.map(({ metric, target, measured, verdict }) => [metric, target, measured, verdict]);
  const count = (counted: GoalResult['verdict']) => verdicts.filter(({ verdict }) => verdict === counted).length;
  const kinds = ['met', 'missed', 'not comparable', 'not measured'] as const;
  const counts = kinds.map((kind) => `${kind}: ${count(kind)}`).join(', ');
  return `${markdownTable(['metric', 'target', 'measured (quartiles)', 'result'], rows)}\n\nOf ${verdicts.length}, ${counts}.`;
}

const cell = ({ results }: Measured, group: string, name: string, concurrency = 16): Result | undefined =>
  results.find((result) => result.group === group && result.name === name && result.concurrency === concurrency);

/** A rate that doesn't count shows the rate that CPU time alone would allow. */
function rateOf(result: Result | undefined): Measurement {
  if (!result) return null;
  const { ratios, counts } = result;
  return {
    value: ratios.perSecond,
    counts: counts === true,
    ...(counts !== true && { note: `${(1 / ratios.cpu.median).toFixed(2)} by CPU per call` }),
  };
}

function rate(name: string, limit: number): Goal {
  const find = (measured: Measured) => rateOf(cell(measured, 'Calls', name));
  return { metric: `${name}, calls/s relative to the raw proxy`, is: 'at least', limit, unit: '×', find };
}

function cpu(name: string, limit: number): Goal {
  return {
    metric: `${name}, CPU relative to the raw proxy`,
    is: 'at most',
    limit,
    unit: '×',
    find(measured) {
      const result = cell(measured, 'Calls', name);
      return result ? { value: result.ratios.cpu, counts: result.counts === true } : null;
    },
  };
}

function latency(which: 'p50' | 'p99', concurrency: number, limit: number): Goal {
  return {
    metric: `${PLAIN}, latency added at a concurrency of ${concurrency}, ${which}, relative to the raw proxy`,
    is: 'at most',
    limit,
    unit: '×',
    find(measured) {
      const result = cell(measured, 'Calls', PLAIN, concurrency);
      return result ? { value: result.addedRatio, counts: result.counts !== false } : null;
    },
  };
}

function list(name: string): Goal {
  const find = (measured: Measured) => rateOf(cell(measured, 'Lists', name));
  return { metric: `${name}, lists/s relative to raw node:http`, is: 'at least', limit: 0.8, unit: '×', find };
}

function relativeToPlain(name: string, limit: number): Goal {
  const find = (measured: Measured) => rateOf(cell(measured, RELATIVE_TO_PLAIN, name));
  return { metric: `${name}, calls/s relative to plain calls`, is: 'at least', limit, unit: '×', find };
}

/** The service and the other gateway ran in different pairs, each with the raw proxy, so compare their ratios to it. */
function relativeToHub(measured: Measured): Measurement {
  const own = cell(measured, 'Calls', PLAIN);
  const hub = cell(measured, 'Peers', HUB);
  if (!own || !hub) return null;
  const unit = hub.ratios.perSecond.median;
  return {
    value: scaled(own.ratios.perSecond, unit),
    counts: own.counts === true && hub.counts === true,
    note: `the raw proxy itself ${(1 / unit).toFixed(1)}`,
  };
}

function relativeToOneStack(measured: Measured): Measurement {
  const one = cell(measured, 'Growth', '/s call_tool, 1 stack in the database');
  const many = cell(measured, 'Growth', '/s call_tool, 10,000 stacks in the database');
  if (!one || !many) return null;
  const counts = one.counts === true && many.counts === true;
  return { value: scaled(many.ratios.perSecond, one.ratios.perSecond.median), counts };
}

function memory(when: string, limit: number, of: (measured: Measured) => number | undefined): Goal {
  const find = (measured: Measured) => asMeasurement(single(of(measured)));
  return { metric: `resident memory of the Node process, ${when}`, is: 'at most', limit, unit: 'MB', find };
}

function ms(metric: string, limit: number, of: (measured: Measured) => Figure | undefined): Goal {
  return { metric, is: 'at most', limit, unit: 'ms', find: (measured) => asMeasurement(of(measured)) };
}

const asMeasurement = (value: Figure | undefined): Measurement => (value ? { value, counts: true } : null);
const single = (value: number | undefined): Figure | undefined =>
  value === undefined ? undefined : { median: value, low: value, high: value };
const scaled = ({ median, low, high }: Figure, unit: number): Figure => ({
  median: median / unit,
  low: low / unit,
  high: high / unit,
});
const number = (value: number, unit: Goal['unit']): string =>
  unit === '×' || value < 100 ? String(Number(value.toFixed(2))) : Math.round(value).toLocaleString('en');
const withUnit = (value: number, unit: Goal['unit']): string => `${number(value, unit)} ${unit}`;
