import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import type { Area } from './areas.ts';
import type { Queues, Seen, Step } from './plan.ts';
import { type BegunRun, lastBegun, watch } from './watchdog.ts';

/**
 * Runs Vitest over the mutated code. Each `run` is one process, which runs test files as often as the plan says. If a
 * change ends or hangs that process, another process continues.
 */
export type Session = {
  /** Absolute paths of the test files. */
  readonly files: readonly string[];
  run(queues: Queues): Promise<readonly Answer[]>;
  close(): Promise<void>;
};

/** A step's result, or how the step ended its process: `hung` if it never returned to the event loop. */
type Outcome = Seen | 'hung' | 'ended';
export type Answer = { readonly file: string; readonly step: Step; readonly outcome: Outcome };

const WORKER = join(import.meta.dirname, 'worker.ts');
const SETUP = join(import.meta.dirname, 'setup.ts');
/** A change may make code wait forever. Passing tests take a fraction of this. */
const TEST_MS_MAX = 10_000;

export async function openSession(
  { tests, testMsMax = TEST_MS_MAX }: Area,
  code: ReadonlyMap<string, string>,
): Promise<Session> {
  const directory = mkdtempSync(join(tmpdir(), 'toolyard-mutation-'));
  const vitest = await createVitest(
    'test',
    {
      include: [...tests],
      exclude: ['**/node_modules/**'],
      runner: WORKER,
      setupFiles: [SETUP],
      maxWorkers: 1,
      watch: false,
      // The cache would return an earlier run's changed code, because it identifies a file only by its source.
      fsModuleCache: false,
      testTimeout: testMsMax,
      hookTimeout: 6 * testMsMax,
      reporters: [{}],
      onConsoleLog: () => false,
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [{ name: 'mutants', enforce: 'pre', load: (id: string) => code.get(id) ?? null }] },
  );
  const specifications = await vitest.globTestSpecifications();
  const files = specifications.map(({ moduleId }) => moduleId).toSorted();
  return {
    files,
    run: (queues) => runAll(vitest, queues, directory),
    async close() {
      await vitest.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function runAll(vitest: Vitest, queues: Queues, directory: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  let left = queues;
  while (Object.keys(left).length > 0) {
    const outcomes = await runOnce(vitest, left, directory);
    if (outcomes.size === 0) throw new Error('the process that runs the tests did not begin any');
    const open: Record<string, readonly Step[]> = {};
    for (const [file, steps] of Object.entries(left)) {
      const ran = steps.flatMap((step, at) => {
        const outcome = outcomes.get(`${file} ${at}`);
        return outcome === undefined ? [] : [{ file, step, outcome }];
      });
      answers.push(...ran);
      if (ran.length < steps.length) open[file] = steps.slice(ran.length);
    }
    left = open;
  }
  return answers;
}

/** One process. @returns the results of its steps, by file and place */
async function runOnce(vitest: Vitest, queues: Queues, directory: string): Promise<Map<string, Outcome>> {
  const [answers, beats] = [join(directory, 'answers.jsonl'), join(directory, 'beats')];
  for (const file of [answers, beats]) writeFileSync(file, '');
  vitest.provide('mutationPlan', { queues, answers, beats });
  const project = vitest.getRootProject();
  const specifications = Object.entries(queues).flatMap(([file, steps]) =>
    steps.map(() => project.createSpecification(file)),
  );
  const watching = watch(beats);
  try {
    await vitest.runTestSpecifications(specifications);
  } finally {
    watching.stop();
  }
  const key = ({ file, at }: BegunRun | Seen): string => `${file} ${at}`;
  const lines = readFileSync(answers, 'utf8').split('\n').filter(Boolean);
  // Boundary: the worker wrote these lines.
  const outcomes = new Map<string, Outcome>(
    lines.map((line) => JSON.parse(line) as Seen).map((seen) => [key(seen), seen]),
  );
  const last = lastBegun(beats);
  if (last && !outcomes.has(key(last))) outcomes.set(key(last), watching.killed ? 'hung' : 'ended');
  return outcomes;
}
