/**
 * Measures whether the event loop's CPU time grows in proportion to the data that callers and upstreams send:
 * `npm run test:growth [--only text] [--part 1/4] [--short]`. Sends hostile shapes, up to the documented limit, to
 * every entry point of the real service. Measures the CPU of its main thread, so other work on the machine doesn't
 * count. Fails if a doubled shape takes more than 2.5 times the CPU, if one turn takes more than 25 ms of CPU, or if
 * the service returns an internal error. `--short` tries one shape for each entry point. Writes
 * `reports/growth.json`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Entry, mcpEntries, restEntries } from './growth/entries.ts';
import { graphqlEntries } from './growth/graphqlEntries.ts';
import { judge } from './growth/judge.ts';
import { type Scene, setScene } from './growth/scene.ts';
import { SHAPES, type Shape } from './growth/shapes.ts';
import { upstreamEntries } from './growth/upstreamEntries.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    short: { type: 'boolean', default: false },
  },
});

/** Number of services at a time, each with its own entry points: one waits while the other works. */
const SCENES = 2;

const findings: { readonly entry: string; readonly shape: string; readonly problem: string }[] = [];
const statuses: Record<string, number> = {};
let trials = 0;

const isFault = ({ text }: { readonly text: string }): boolean =>
  /"Internal server error"|INTERNAL_SERVER_ERROR|INTERNAL_ERROR/.test(text.slice(0, 4_000));

async function tryEntry(entry: Entry, shapes: readonly Shape[], scene: Scene): Promise<void> {
  for (const shape of shapes) {
    trials += 1;
    const { problems, answer } = await judge(entry, shape, scene);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const faults = isFault(answer) ? [`answers ${answer.status}: ${answer.text.slice(0, 200)}`] : [];
    for (const problem of [...problems, ...faults]) {
      findings.push({ entry: entry.name, shape: shape.name, problem });
      console.log(`${entry.name}: ${shape.name}: ${problem}`);
    }
  }
}

/** The short run tries every shape, but each one only at some entry points. */
const shapesFor = (at: number): readonly Shape[] =>
  options.short ? SHAPES.slice(at % SHAPES.length, (at % SHAPES.length) + 1) : SHAPES;

function chosenEntries(): readonly Entry[] {
  const [part = 1, parts = 1] = options.part.split('/').map(Number);
  return [...upstreamEntries, ...mcpEntries(), ...restEntries(), ...graphqlEntries()]
    .filter(({ name }) => name.includes(options.only))
    .filter((_, at) => at % parts === part - 1);
}

/** @throws if a trial broke the setup that the others needed, so that they tested nothing */
async function requireWhole({ client, fill, answer }: Scene): Promise<void> {
  answer({ done: true });
  const path = fill('/v1/stacks/{stack_id}/tools/{tool_id}/invoke');
  const { status, text } = await client.send('POST', path, { tool_input: {} });
  if (status !== 200) throw new Error(`The tool of the scene answers ${status}: ${text.slice(0, 200)}`);
}

/** Runs the trials that no other scene has taken yet. */
async function tryIn(scene: Scene, waiting: IterableIterator<[number, Entry]>): Promise<void> {
  await requireWhole(scene);
  for (const [at, entry] of waiting) {
    const startedAt = performance.now();
    await tryEntry(entry, shapesFor(at), scene);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.error(`${at + 1} of ${entries.length}, ${entry.name}: ${seconds} s`);
  }
  await requireWhole(scene);
}

const entries = chosenEntries();
const scenes = await Promise.all(Array.from({ length: SCENES }, () => setScene()));
try {
  const waiting = entries.entries();
  await Promise.all(scenes.map((scene) => tryIn(scene, waiting)));
  const totals = { entries: entries.length, shapes: SHAPES.length, trials, statuses, findings };
  await mkdir('reports', { recursive: true });
  await writeFile('reports/growth.json', `${JSON.stringify(totals, null, 2)}\n`);
  const answers = Object.entries(statuses).map(([status, count]) => `${count}×${status}`);
  console.log(`${entries.length} entry points, ${SHAPES.length} shapes, ${trials} trials: ${findings.length} findings`);
  console.log(`answers: ${answers.join(' ')}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await Promise.all(scenes.map((scene) => scene.close()));
}
