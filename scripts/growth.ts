/**
 * Checks that the CPU of the event loop grows in proportion to requests and responses: `npm run test:growth [--only
 * text]`. Sends hostile shapes to every entry point of the real service, up to the documented limit, and measures the
 * CPU of its main thread. Fails if it grows by more than 2.5 times when the shape doubles, or if one turn takes more
 * than 25 ms of CPU. Writes `reports/growth.json`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Entry, graphqlEntries, mcpEntries, restEntries } from './growth/entries.ts';
import { type Scene, setScene } from './growth/scene.ts';
import { SHAPES, type Shape } from './growth/shapes.ts';
import { upstreamEntries } from './growth/upstreamEntries.ts';

const GROWTH_MAX = 2.5;
const TURN_MS_MAX = 25;
/** Below this a whole request isn't judged, because its other work dominates. */
const FLOOR_MS = 40;
const TRIES = 3;

type Cost = { readonly cpuMs: number; readonly turnMs: number };
type Finding = { readonly entry: string; readonly shape: string; readonly problem: string };

async function costOf({ send }: Entry, shape: Shape, chars: number, scene: Scene): Promise<Cost> {
  const value = shape.of(chars);
  await scene.installation.loop();
  await send(scene, value);
  const loop = await scene.installation.loop();
  if (!loop) throw new Error(`The service has ended: ${scene.installation.log()}`);
  return { cpuMs: loop.loopCpuMs, turnMs: loop.busyMs };
}

/** The least of some tries: collecting garbage and other work of the service come by chance. */
async function leastCost(entry: Entry, shape: Shape, chars: number, scene: Scene): Promise<Cost> {
  const costs: Cost[] = [];
  for (let at = 0; at < TRIES; at += 1) costs.push(await costOf(entry, shape, chars, scene));
  return { cpuMs: Math.min(...costs.map((c) => c.cpuMs)), turnMs: Math.min(...costs.map((c) => c.turnMs)) };
}

async function problemsOf(entry: Entry, shape: Shape, scene: Scene): Promise<readonly string[]> {
  const { charsMax } = entry;
  const once = await costOf(entry, shape, charsMax, scene);
  if (once.cpuMs <= FLOOR_MS && once.turnMs <= TURN_MS_MAX) return [];
  const sizes = [charsMax / 8, charsMax / 4, charsMax / 2, charsMax];
  const costs: Cost[] = [];
  for (const chars of sizes) costs.push(await leastCost(entry, shape, chars, scene));
  const cpu = costs.map(({ cpuMs }) => Math.round(cpuMs));
  const [, , half = 0, whole = 0] = cpu;
  const turnMs = Math.round(Math.max(...costs.map((cost) => cost.turnMs)));
  return [
    ...(whole > FLOOR_MS && whole > GROWTH_MAX * Math.max(half, FLOOR_MS / 2) ? [`grows: ${cpu.join(', ')} ms`] : []),
    ...(turnMs > TURN_MS_MAX ? [`one turn takes ${turnMs} ms`] : []),
  ];
}

async function tryAll(entries: readonly Entry[], scene: Scene): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const entry of entries) {
    for (const shape of SHAPES) {
      for (const problem of await problemsOf(entry, shape, scene)) {
        findings.push({ entry: entry.name, shape: shape.name, problem });
        console.log(`${entry.name}: ${shape.name}: ${problem}`);
      }
    }
  }
  return findings;
}

const { values: given } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const entries = [...upstreamEntries, ...mcpEntries(), ...restEntries(), ...graphqlEntries()].filter(({ name }) =>
  name.includes(given.only),
);
const scene = await setScene();
try {
  const findings = await tryAll(entries, scene);
  await mkdir('reports', { recursive: true });
  await writeFile(
    'reports/growth.json',
    `${JSON.stringify({ entries: entries.length, shapes: SHAPES.length, findings }, null, 2)}\n`,
  );
  console.log(`${entries.length} entry points, ${SHAPES.length} shapes: ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await scene.close();
}
