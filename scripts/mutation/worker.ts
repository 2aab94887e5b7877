import { appendFileSync } from 'node:fs';
import {
  inject,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  vi,
} from 'vitest';
import { type Hits, HOOKS, type Step } from './plan.ts';
import { noteBegun, startBeating } from './watchdog.ts';

/** Variables of the mutated code, under Stryker's names in the global object. */
type Stryker = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Hits> };
};

/** Boundary: the changed code creates this object if it doesn't exist yet. */
const shared = globalThis as unknown as { __stryker__?: Stryker };

const fullNameOf = (task: RunnerTask): string =>
  task.suite === undefined ? task.name : `${fullNameOf(task.suite)} > ${task.name}`;

const leavesOf = (suite: RunnerTestSuite): RunnerTestCase[] =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? leavesOf(task) : [task]));

/**
 * Keeps the named tests, in that order as far as suites allow. Skips a suite and its hooks if all its tests are
 * skipped.
 * @returns the place of the first test that is left
 */
function select(suite: RunnerTestSuite, names: readonly string[]): number {
  const places = new Map<RunnerTask, number>();
  for (const task of suite.tasks) {
    const place = task.type === 'suite' ? select(task, names) : names.indexOf(fullNameOf(task));
    places.set(task, place < 0 ? names.length : place);
    if (place < 0) task.mode = 'skip';
  }
  suite.tasks.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const first = Math.min(names.length, ...places.values());
  return first === names.length ? -1 : first;
}

/** The first failure in a file: of a test, of a hook, or while loading the file. */
function failureIn(task: RunnerTask): { test: string; message: string } | null {
  const children = task.type === 'suite' ? task.tasks : [];
  for (const child of children) {
    const failure = failureIn(child);
    if (failure) return failure;
  }
  if (task.result?.state !== 'fail') return null;
  return { test: fullNameOf(task), message: (task.result.errors?.[0]?.message ?? '').slice(0, 300) };
}

/** Runs the same test files repeatedly in one process, each time with another active change. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a runner by its default export.
export default class MutantRunner extends TestRunner {
  readonly #ran = new Map<string, number>();
  #step: Step = { mutant: null, tests: null, isFresh: true, hitsMax: 0 };

  get #stryker(): Stryker {
    shared.__stryker__ ??= { mutantCoverage: { static: {}, perTest: {} } };
    return shared.__stryker__;
  }

  onBeforeCollect([path = '']: string[]): void {
    const at = this.#ran.get(path) ?? 0;
    const { queues, beats } = inject('mutationPlan');
    if (this.#ran.size === 0) startBeating(beats);
    noteBegun(beats, { pid: process.pid, file: path, at });
    const step = queues[path]?.[at];
    if (!step) throw new Error(`No step ${at} for ${path}`);
    this.#step = step;
    this.#ran.set(path, at + 1);
    if (step.isFresh) vi.resetModules();
    const stryker = this.#stryker;
    stryker.activeMutant = step.isFresh ? (step.mutant ?? undefined) : undefined;
    stryker.currentTestId = undefined;
    stryker.hitCount = 0;
    stryker.hitLimit = step.hitsMax;
    stryker.mutantCoverage.static = {};
    stryker.mutantCoverage.perTest = {};
  }

  onCollected(files: RunnerTestFile[]): void {
    const { tests, mutant } = this.#step;
    if (tests !== null) for (const file of files) select(file, tests);
    this.#stryker.activeMutant = mutant ?? undefined;
    this.#stryker.currentTestId = HOOKS;
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    this.#stryker.currentTestId = fullNameOf(task);
    await super.onBeforeRunTask(task);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    this.#stryker.currentTestId = HOOKS;
    // One failure is enough, so the remaining tests are skipped.
    if (test.result?.state === 'fail') for (const other of leavesOf(test.file)) if (!other.result) other.mode = 'skip';
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    const stryker = this.#stryker;
    stryker.activeMutant = undefined;
    stryker.currentTestId = undefined;
    const { static: loaded, perTest } = stryker.mutantCoverage;
    for (const file of files) {
      const ran = leavesOf(file).filter(({ mode, result }) => mode !== 'skip' && result !== undefined);
      const answer = {
        file: file.filepath,
        at: (this.#ran.get(file.filepath) ?? 1) - 1,
        failure: failureIn(file),
        tests: Object.fromEntries(ran.map((test) => [fullNameOf(test), test.result?.duration ?? 0])),
        ...(this.#step.mutant === null ? { loaded, within: perTest } : { loaded: {}, within: {} }),
      };
      appendFileSync(inject('mutationPlan').answers, `${JSON.stringify(answer)}\n`);
    }
  }
}
