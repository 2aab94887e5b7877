import type { Absent } from '../suites/peers.ts';
import type { StartFigures } from '../suites/start.ts';
import type { SearchFigures } from '../suites/toolSearch.ts';
import type { Figure } from './figure.ts';
import { type GoalResult, goalTable } from './goals.ts';
import type { Result } from './measure.ts';
import { markdownTable } from './table.ts';

export type Report = {
  /** The command, the machine and the date. */
  readonly how: string;
  readonly results: readonly Result[];
  readonly search: SearchFigures | null;
  readonly start: StartFigures | null;
  /** The service's resident memory in megabytes, by completed work. */
  readonly memoryMb: Readonly<Record<string, number>>;
  /** The targets, and whether this run met each one. */
  readonly verdicts: readonly GoalResult[];
  /** Measurements that are impossible on this machine, with reasons. */
  readonly absent: readonly Absent[];
};

const COLUMNS = [
  'request',
  'concurrency',
  'calls/s',
  '×',
  'p50 ms',
  'p99 ms',
  '×',
  'CPU µs',
  '× (quartiles)',
  'core use: measured, baseline',
];

export function markdownOf({ how, results, search, start, memoryMb, verdicts, absent }: Report): string {
  const groups = [...new Set([...results, ...absent].map(({ group }) => group))];
  const memory = Object.entries(memoryMb).map(([label, mb]) => [label, String(mb)]);
  return [
    how,
    '### Targets',
    goalTable(verdicts),
    ...noiseOf(results),
    ...groups.flatMap((group) => {
      const inGroup = (row: { readonly group: string }): boolean => row.group === group;
      return [`### ${group}`, groupTable(results.filter(inGroup), absent.filter(inGroup))];
    }),
    ...addedLatency(results.filter(({ addedMs }) => Number.isFinite(addedMs.median))),
    ...(search ? searchTable(search) : []),
    ...(start ? startTable(start) : []),
    ...(memory.length > 0 ? ['### Memory', markdownTable(['the Node process', 'resident MB'], memory)] : []),
  ].join('\n\n');
}

function groupTable(results: readonly Result[], absent: readonly Absent[]): string {
  const rows = [...results.map(rowOf), ...absent.map(absentRow)];
  if (results.length === 0) return markdownTable(COLUMNS, rows);
  const floors = [...new Set(results.map(({ floor }) => floor))];
  // A group has one shared baseline, or a separate one for each row, which serves the same bytes as the row's subject.
  const introduction =
    floors.length === 1
      ? `× compares with: ${floors[0]}.`
      : '× compares with a `node:http` server that has the same bytes ready.';
  return `${introduction}\n\n${markdownTable(COLUMNS, rows)}`;
}

const rowOf = ({
  name,
  concurrency,
  perSecond,
  p50Ms,
  p99Ms,
  cpuUs,
  held,
  floorHeld,
  counts,
  ratios,
}: Result): readonly string[] => [
  name,
  String(concurrency),
  whole(perSecond.median),
  counts === null ? '–' : ratios.perSecond.median.toFixed(2),
  p50Ms.median.toFixed(2),
  p99Ms.median.toFixed(2),
  ratios.p99.median.toFixed(2),
  whole(cpuUs.median),
  spread(ratios.cpu),
  `${percent(held)}, ${percent(floorHeld)}${counts === false ? ' (not comparable)' : ''}`,
];

const absentRow = ({ name, why }: Absent): readonly string[] => [
  name,
  ...COLUMNS.slice(2).map(() => '–'),
  `not measured: ${why}`,
];

/** The difference between a process and itself is noise. */
function noiseOf(results: readonly Result[]): readonly string[] {
  const own = results.filter(({ name, floor, concurrency }) => name === floor && concurrency > 1);
  if (own.length === 0) return [];
  const of = (which: 'perSecond' | 'p99' | 'cpu') => own.map(({ ratios }) => spread(ratios[which])).join(' and ');
  const at = own.map(({ concurrency }) => String(concurrency)).join(' and ');
  return [
    `Noise: the raw proxy compared with itself, at a concurrency of ${at}.`,
    '',
    `- calls/s: ${of('perSecond')}`,
    `- p99: ${of('p99')}`,
    `- CPU: ${of('cpu')}`,
  ];
}

function addedLatency(results: readonly Result[]): readonly string[] {
  if (results.length === 0) return [];
  const rows = results.map(({ name, concurrency, addedMs, addedRatio }) => [
    name,
    String(concurrency),
    concurrency === 1 ? 'p50' : 'p99',
    spread(addedMs, 3),
    spread(addedRatio),
  ]);
  const columns = [
    'request',
    'concurrency',
    'percentile',
    'added to the direct call, ms (quartiles)',
    '× added by the raw proxy (quartiles)',
  ];
  return ['### Added latency', markdownTable(columns, rows)];
}

function searchTable({ tools, firstMs, first, loads }: SearchFigures): readonly string[] {
  const rows = loads.map(({ concurrency, perSecond, p50Ms, p99Ms, blockMs }) => [
    `search_tools, ${whole(tools)} tools`,
    String(concurrency),
    whole(perSecond),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    blockMs.toFixed(0),
  ]);
  const start = [
    'the first search, which waits for the index',
    '1',
    '',
    firstMs.toFixed(0),
    '',
    first.blockMs.toFixed(0),
  ];
  const columns = ['request', 'concurrency', 'calls/s', 'p50 ms', 'p99 ms', 'longest block of the event loop, ms'];
  return ['### Search', markdownTable(columns, [start, ...rows])];
}

function startTable({ first, later }: StartFigures): readonly string[] {
  const row = (label: string, one: number, others: Figure | undefined): readonly string[] => [
    label,
    whole(one),
    others ? spread(others, 0) : '',
  ];
  const rows = [
    row('ready after, ms', first.readyMs, later.readyMs),
    row('ready after, without the start of the database, ms', first.ownMs, later.ownMs),
    row('processor time until ready, ms', first.cpuMs, later.cpuMs),
    row('resident MB when idle', first.idleMb, later.idleMb),
    ...Object.entries(first.firstMs).map(([surface, ms]) =>
      row(`first answer of ${surface}, ms`, ms, later.firstMs[surface]),
    ),
  ];
  return ['### Start', markdownTable(['with the embedded database', 'first run', 'later runs (quartiles)'], rows)];
}

const whole = (value: number): string => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–');
const percent = ({ median }: Figure): string => `${Math.round(median * 100)} %`;
const spread = ({ median, low, high }: Figure, digits = 2): string =>
  `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
