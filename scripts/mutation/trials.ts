import { type Hits, HOOKS, type Seen, type Step } from './plan.ts';
import type { Answer, Session } from './session.ts';

/** How a change ended: a test noticed it, only a timeout noticed it, or nothing did. */
export type Outcome =
  | { readonly status: 'killed' | 'timeout'; readonly by: string }
  | { readonly status: 'survived' | 'uncovered'; readonly by: null };

/** One way to try a change: a whole test file, or its tests that reach the change. */
type Trial = {
  readonly file: string;
  readonly tests: readonly string[] | null;
  readonly isFresh: boolean;
  readonly ms: number;
};

/** The tests without any change, with the code that each one reaches. */
type Baseline = ReadonlyMap<string, Seen>;

/** A change to try, and all changes of its file. */
export type Candidate = { readonly id: string; readonly file: string; readonly siblings: readonly string[] };

/** A change that no test has noticed yet, with the remaining trials. */
type Open = Pick<Candidate, 'id' | 'file'> & { readonly trials: readonly Trial[] };

const CONTROL: Step = { mutant: null, tests: null, isFresh: false, hitsMax: 0 };
/** Number of changes between two runs without a change, which show that no change outlived its run. */
const PER_CONTROL = 12;
/** Save progress after this many changes. */
const PORTION = 120;
/** Each round starts a process, which takes seconds. When few changes are left, a round runs several trials of each. */
const TRIALS_PER_ROUND = 48;
const FRESH_MS = 1_000;
/** A file that takes less time runs as a whole. */
const QUICK_MS = 2_000;
const HITS_FACTOR = 3;
const HITS_MIN = 1_000;

/**
 * Tries every change with the tests that reach it, cheapest and likeliest first, until one notices. `note` receives the
 * state after each round, so that a long run can continue later. No batch starts after `until`, a time in milliseconds.
 */
export async function tryAll(
  session: Session,
  candidates: readonly Candidate[],
  note: (verdicts: ReadonlyMap<string, Outcome>) => void,
  until: number,
): Promise<void> {
  const baseline = await observe(session);
  const all = candidates.map((each): Open => ({ ...each, trials: trialsOf(baseline, each) }));
  const verdicts = new Map<string, Outcome>();
  for (const { id, trials } of all) if (trials.length === 0) verdicts.set(id, { status: 'uncovered', by: null });
  note(verdicts);
  const [reached, kills] = [all.filter(({ trials }) => trials.length > 0), new Map<string, number>()];
  for (let from = 0; from < reached.length && Date.now() < until; from += PORTION) {
    let open = reached.slice(from, from + PORTION);
    while (open.length > 0) {
      console.log(`${new Date().toISOString().slice(11, 19)} ${from} of ${reached.length}: ${open.length} changes`);
      const next = nextOf(open, kills);
      learn(verdicts, kills, next.tried, await tryOnce(session, baseline, next.tried));
      open = next.left.filter(({ id, trials }) => trials.length > 0 && verdicts.get(id)?.by === null);
      const waiting = new Set(open.map(({ id }) => id));
      note(new Map([...verdicts].filter(([id]) => !waiting.has(id))));
    }
  }
}

/** Records a round's results, and which test file noticed changes of which source file. */
function learn(
  verdicts: Map<string, Outcome>,
  kills: Map<string, number>,
  tried: readonly (Tried & Pick<Candidate, 'file'>)[],
  outcomes: readonly [string, Outcome][],
): void {
  for (const [id, verdict] of outcomes) verdicts.set(id, surerOf(verdicts.get(id), verdict));
  for (const { id, file, trial } of tried) {
    const name = `${file} ${trial.file}`;
    if (verdicts.get(id)?.status === 'killed') kills.set(name, (kills.get(name) ?? 0) + 1);
  }
}

/** The next round's trials. A test that noticed many changes of a file will likely notice another. */
function nextOf(open: readonly Open[], kills: ReadonlyMap<string, number>) {
  const atOnce = Math.max(1, Math.floor(TRIALS_PER_ROUND / open.length));
  const sorted = open.map(({ id, file, trials }): Open => {
    const costOf = ({ file: test, ms }: Trial): number => ms / (1 + (kills.get(`${file} ${test}`) ?? 0));
    return {
      id,
      file,
      trials: trials.toSorted((a, b) => Number(a.isFresh) - Number(b.isFresh) || costOf(a) - costOf(b)),
    };
  });
  return {
    tried: sorted.flatMap(({ trials, ...each }) => trials.slice(0, atOnce).map((trial) => ({ ...each, trial }))),
    left: sorted.map((each): Open => ({ ...each, trials: each.trials.slice(atOnce) })),
  };
}

/** Combines the results of two trials: a failed test outranks a timeout. */
function surerOf(known: Outcome | undefined, verdict: Outcome): Outcome {
  const isSure = known?.status === 'killed' || (known?.status === 'timeout' && verdict.status !== 'killed');
  return isSure ? known : verdict;
}

/** Runs every file unchanged and records the code that each test reaches. On a busy machine, a file may fail once. */
async function observe(session: Session): Promise<Baseline> {
  const runOf = (files: readonly string[]) =>
    session.run(Object.fromEntries(files.map((file) => [file, [{ ...CONTROL, isFresh: true }]])));
  const first = await runOf(session.files);
  const failed = first.filter(({ outcome }) => typeof outcome === 'string' || outcome.failure);
  const second = await runOf(failed.map(({ file }) => file));
  const whole = [...first.filter((answer) => !failed.includes(answer)), ...second];
  return new Map(whole.map(passed).map((seen) => [seen.file, seen]));
}

function passed({ file, outcome }: Answer): Seen {
  if (typeof outcome === 'string') throw new Error(`${file} ${outcome} without a change`);
  const { failure } = outcome;
  if (failure) throw new Error(`${file} fails without a change: ${failure.test}: ${failure.message}`);
  return outcome;
}

function trialsOf(baseline: Baseline, { id, siblings }: Candidate): Trial[] {
  const running: Trial[] = [];
  const loading: Trial[] = [];
  for (const seen of baseline.values()) {
    const { loaded, within } = seen;
    const names = namesReaching(seen, [id]);
    if (names.length > 0 || within[HOOKS]?.[id]) running.push(trialOf(seen, names, false));
    // Code that ran while modules loaded, or in a first request, counts for every test of its file.
    if (loaded[id] || hitsIn(seen, id) === 1)
      loading.push(trialOf(seen, isQuick(seen) ? [] : namesReaching(seen, siblings), true));
  }
  const byCost = (a: Trial, b: Trial): number => a.ms - b.ms;
  return [...running.toSorted(byCost), ...loading.toSorted(byCost)];
}

const isQuick = ({ tests }: Seen): boolean => Object.values(tests).reduce((sum, ms) => sum + ms, 0) < QUICK_MS;

/** The cheapest trials come first. */
const namesReaching = ({ tests, within }: Seen, ids: readonly string[]): string[] =>
  Object.entries(tests)
    .filter(([name]) => ids.some((id) => within[name]?.[id]))
    .toSorted(([, a], [, b]) => a - b)
    .map(([name]) => name);

function trialOf({ file, tests }: Seen, names: readonly string[], isFresh: boolean): Trial {
  const isWhole = names.length === 0;
  const ms = (isWhole ? Object.keys(tests) : names).reduce((sum, name) => sum + (tests[name] ?? 0), 0);
  return { file, tests: isWhole ? null : names, isFresh, ms: isFresh ? FRESH_MS + ms : ms };
}

type Tried = { readonly id: string; readonly trial: Trial };

async function tryOnce(session: Session, baseline: Baseline, tried: readonly Tried[]): Promise<[string, Outcome][]> {
  const first = await tryTogether(session, baseline, tried);
  const { true: fresh = [], false: stale = [] } = Object.groupBy(first.again, ({ trial }) => `${trial.isFresh}`);
  // Most state that outlives a run is in modules, and reloading them is cheaper than a process per change.
  const second = await tryTogether(session, baseline, stale.map(anew));
  const alone = [...fresh, ...second.again].map(({ id, trial }) => ({ id, trial: { ...trial, tests: null } }));
  return [...first.verdicts, ...second.verdicts, ...(await tryAlone(session, baseline, alone))];
}

const anew = ({ id, trial }: Tried): Tried => ({ id, trial: { ...trial, isFresh: true } });

type Together = { readonly verdicts: readonly [string, Outcome][]; readonly again: readonly Tried[] };

async function tryTogether(session: Session, baseline: Baseline, tried: readonly Tried[]): Promise<Together> {
  const verdicts: [string, Outcome][] = [];
  const again: Tried[] = [];
  for (const { batch, answers } of await runBatches(session, baseline, batchesOf(tried))) {
    const from = believedFrom(answers);
    for (const [at, each] of batch.entries()) {
      const outcome = answers[at]?.outcome;
      if (outcome && (outcome === 'hung' || at >= from)) verdicts.push([each.id, verdictOf(outcome)]);
      else again.push(each);
    }
  }
  return { verdicts, again };
}

/**
 * The first result that the unchanged run at the end confirms. Ignores results of a process that ended early, and all
 * results if that run failed.
 */
function believedFrom(answers: readonly Answer[]): number {
  const control = answers.at(-1)?.outcome;
  const isSound = typeof control === 'object' && control.failure === null;
  return isSound ? answers.findLastIndex(({ outcome }) => typeof outcome === 'string') + 1 : answers.length;
}

const verdictOf = (outcome: Answer['outcome']): Outcome => {
  if (outcome === 'hung') return { status: 'timeout', by: 'the process did not come back to its event loop' };
  if (outcome === 'ended') return { status: 'killed', by: 'the process ended' };
  const { failure } = outcome;
  if (!failure) return { status: 'survived', by: null };
  const isTimeout = /timed out in \d+ms|Hit count limit reached/.test(failure.message);
  return { status: isTimeout ? 'timeout' : 'killed', by: `${failure.test}: ${failure.message}` };
};

/**
 * Runs each change in a separate process, because one of these changes outlived its run or ended the shared process.
 */
async function tryAlone(session: Session, baseline: Baseline, tried: readonly Tried[]): Promise<[string, Outcome][]> {
  const verdicts: [string, Outcome][] = [];
  for (const { id, trial } of tried) {
    const [answer] = await session.run({ [trial.file]: [stepOf(baseline, id, trial)] });
    verdicts.push([id, verdictOf(answer?.outcome ?? 'ended')]);
  }
  return verdicts;
}

function batchesOf(tried: readonly Tried[]): Tried[][] {
  const byFile = Map.groupBy(tried, ({ trial }) => `${trial.file} ${trial.isFresh}`);
  return [...byFile.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / PER_CONTROL) }, (_, at) =>
      all.slice(at * PER_CONTROL, (at + 1) * PER_CONTROL),
    ),
  );
}

type Run = { readonly batch: readonly Tried[]; readonly answers: readonly Answer[] };

async function runBatches(session: Session, baseline: Baseline, batches: readonly Tried[][]): Promise<Run[]> {
  const queues: Record<string, Step[]> = {};
  const places = batches.map((batch) => {
    const file = batch[0]?.trial.file ?? '';
    const steps = batch.map(({ id, trial }) => stepOf(baseline, id, trial));
    const names = steps.every(({ tests }) => tests !== null)
      ? [...new Set(steps.flatMap(({ tests }) => tests ?? []))]
      : null;
    const queue = queues[file] ?? [];
    queues[file] = queue;
    const from = queue.length;
    queue.push(...steps, { ...CONTROL, tests: names, isFresh: batch[0]?.trial.isFresh ?? false });
    return { file, from, batch };
  });
  const answers = Map.groupBy(await session.run(queues), ({ file }) => file);
  return places.map(({ file, from, batch }) => ({
    batch,
    answers: (answers.get(file) ?? []).slice(from, from + batch.length + 1),
  }));
}

function stepOf(baseline: Baseline, mutant: string, { file, tests, isFresh }: Trial): Step {
  const seen = baseline.get(file);
  return { mutant, tests, isFresh, hitsMax: HITS_MIN + HITS_FACTOR * (seen ? hitsIn(seen, mutant) : 0) };
}

const hitsIn = ({ loaded, within }: Seen, id: string): number =>
  [loaded, ...Object.values(within)].reduce((sum: number, all: Hits) => sum + (all[id] ?? 0), 0);
