import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import type { Plan, Seen, Step } from './plan.ts';

/** Vitest over the changed code. Each `run` is one process, in which test files run as often as the plan says. */
export type Session = {
  /** Absolute paths of the test files. */
  readonly files: readonly string[];
  run(queues: Plan['queues']): Promise<readonly Answer[]>;
  close(): Promise<void>;
};

/** A step and what it came to; null when the process ended before it could say. */
export type Answer = { readonly file: string; readonly step: Step; readonly seen: Seen | null };

const WORKER = join(import.meta.dirname, 'worker.ts');
/** A change may make something wait for ever; what passes takes a fraction of this. */
const TEST_TIMEOUT_MS = 30_000;

export async function openSession(tests: readonly string[], code: ReadonlyMap<string, string>): Promise<Session> {
  const directory = mkdtempSync(join(tmpdir(), 'toolyard-mutation-'));
  const vitest = await createVitest(
    'test',
    {
      include: [...tests],
      runner: WORKER,
      maxWorkers: 1,
      watch: false,
      // It would give the changed code of an earlier run: it knows a file by its source alone.
      fsModuleCache: false,
      testTimeout: TEST_TIMEOUT_MS,
      hookTimeout: 2 * TEST_TIMEOUT_MS,
      reporters: [{}],
      onConsoleLog: () => false,
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [{ name: 'mutants', enforce: 'pre', load: (id: string) => code.get(id) ?? null }] },
  );
  const specifications = await vitest.globTestSpecifications();
  const files = specifications.map(({ moduleId }) => moduleId).toSorted();
  let round = 0;
  return {
    files,
    run: (queues) => {
      round += 1;
      return runAll(vitest, queues, join(directory, `${round}.jsonl`));
    },
    async close() {
      await vitest.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function runAll(vitest: Vitest, queues: Plan['queues'], answers: string): Promise<Answer[]> {
  writeFileSync(answers, '');
  vitest.provide('mutationPlan', { queues, answers });
  const project = vitest.getRootProject();
  const specifications = Object.entries(queues).flatMap(([file, steps]) =>
    steps.map(() => project.createSpecification(file)),
  );
  await vitest.runTestSpecifications(specifications);
  const lines = readFileSync(answers, 'utf8').split('\n').filter(Boolean);
  // Boundary: the worker wrote these lines.
  const seen = lines.map((line) => JSON.parse(line) as Seen);
  const byStep = new Map(seen.map((each) => [`${each.file} ${each.at}`, each]));
  return Object.entries(queues).flatMap(([file, steps]) =>
    steps.map((step, at) => ({ file, step, seen: byStep.get(`${file} ${at}`) ?? null })),
  );
}
