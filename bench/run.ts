import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Closers, createClosers } from '../src/start/closers.ts';
import { startFloors } from './lib/floors.ts';
import { ACTIVE_ROW, IDLE_ROW, verdictsOf } from './lib/goals.ts';
import { install } from './lib/installation.ts';
import { type Cell, measure, type Result, type Rounds } from './lib/measure.ts';
import { CORES, forgetPeak, idleMbOf, peakMbOf, stayAside } from './lib/processes.ts';
import { markdownOf, type Report } from './lib/report.ts';
import { type Bench, callCells } from './suites/calls.ts';
import { measureGrowth } from './suites/growth.ts';
import { listCells } from './suites/lists.ts';
import { type Absent, measurePeers, type OtherPeer } from './suites/peers.ts';
import { measureStart } from './suites/start.ts';
import { measureSteps } from './suites/steps.ts';
import { measureSearch } from './suites/toolSearch.ts';

/*
 * Measures a call's cost compared with its minimum. Gives no verdict: prints figures, writes
 * `bench/results/latest.json`, and after a full run also `docs/performance.md`.
 */

const PARTS = ['start', 'calls', 'steps', 'lists', 'peers', 'growth', 'search'] as const;
const WHOLE: Rounds = { rounds: 7, forMs: 600 };
const SHORT: Rounds = { rounds: 3, forMs: 400 };

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: PARTS.join(',') },
    concurrency: { type: 'string', default: '1,16,64' },
    /** Milliseconds of each slice, and the number of measurements per cell. */
    slice: { type: 'string' },
    rounds: { type: 'string' },
    /** `NAME=URL` of an MCP endpoint in front of an upstream with a tool `echo`, and the endpoint's token. */
    peer: { type: 'string', multiple: true, default: [] },
    'peer-token': { type: 'string', default: '' },
  },
});
const size = options.short ? SHORT : WHOLE;
const rounds: Rounds = {
  rounds: Number(options.rounds ?? size.rounds),
  forMs: Number(options.slice ?? size.forMs),
};
const only = new Set(options.only.split(','));
const isWhole = !options.short && PARTS.every((part) => only.has(part));

stayAside();
const closers = createClosers();
try {
  const report = await run(closers);
  const markdown = markdownOf(report);
  console.log(markdown);
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/latest.json'), `${JSON.stringify(report, null, 2)}\n`);
  if (isWhole) writeDocument(markdown);
} finally {
  await closers.close();
}

async function run(closing: Closers): Promise<Report> {
  const startedAt = performance.now();
  const absent: Absent[] = [];
  const memoryMb: Record<string, number> = {};
  const start = only.has('start') ? await measureStart(closing) : null;
  const floors = await startFloors(closing);
  if (!floors.nginx) absent.push({ group: 'Calls', name: 'nginx', why: 'not installed' });
  const installation = await install(floors.upstreamPort);
  closing.add(() => installation.close());
  const gateway = await installation.serve();
  closing.add(() => gateway.stop());
  memoryMb[IDLE_ROW] = await idleMbOf(gateway.pid);
  forgetPeak(gateway.pid);
  const bench: Bench = { floors, installation, gateway };
  const results: Result[] = [...(await measure(await cellsOf(bench, closing), rounds))];
  memoryMb['maximum during the calls and lists above'] = peakMbOf(gateway.pid);
  if (only.has('steps')) results.push(...(await measureSteps(bench, rounds)));
  if (only.has('peers')) {
    const peers = await measurePeers(floors, rounds, { others: otherPeers(), closers: closing });
    results.push(...peers.results);
    absent.push(...peers.absent);
  }
  if (only.has('growth')) {
    const growth = await measureGrowth(bench, rounds);
    results.push(...growth.results);
    memoryMb['10,000 stacks known, five seconds after it was ready'] = growth.memory.idleMb;
    memoryMb[ACTIVE_ROW] = growth.memory.activeMb;
  }
  const search = only.has('search') ? await measureSearch(bench) : null;
  const measured = { how: howOf(performance.now() - startedAt), results, search, start, memoryMb, absent };
  return { ...measured, verdicts: verdictsOf(measured) };
}

async function cellsOf(bench: Bench, closing: Closers): Promise<readonly Cell[]> {
  return [
    ...(only.has('calls') ? await callCells(bench, options.concurrency.split(',').map(Number)) : []),
    ...(only.has('lists') ? await listCells(bench, closing) : []),
  ];
}

function otherPeers(): readonly OtherPeer[] {
  return options.peer.map((peer) => {
    const [name = '', url = ''] = peer.split(/=(.*)/s);
    return { name, url, token: options['peer-token'] };
  });
}

function howOf(ms: number): string {
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ');
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const place = CORES
    ? 'the measured process has one of them, everything else the other'
    : 'nothing is tied to a core here';
  const day = new Date().toISOString().slice(0, 10);
  return `\`${command}\`, ${day}, Node ${process.versions.node}, ${machine}; ${place}; ${rounds.rounds} rounds of ${rounds.forMs} ms, ${Math.round(ms / 60_000)} minutes in all.`;
}

/** Replaces the figures in the document. */
function writeDocument(markdown: string): void {
  const path = join(import.meta.dirname, '../docs/performance.md');
  const [before, section] = readFileSync(path, 'utf8').split('\n## Figures\n', 2);
  const next = section?.indexOf('\n## ') ?? -1;
  if (section === undefined || next < 0) throw new Error(`${path} has no place for the figures`);
  writeFileSync(path, `${before}\n## Figures\n\n${markdown}\n${section.slice(next)}`);
}
