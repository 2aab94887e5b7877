import { setImmediate } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Asking } from '../lib/fairQueue.ts';
import type { JsonObject } from '../lib/json.ts';
import { createThreadPool, ThreadLimit } from '../lib/threadPool.ts';
import { findVerdict } from './validate.ts';
import { rememberVerdict, type Verdict } from './verdicts.ts';

/** What is compiled in this thread: for one schema of the time, for all of one import of the thread's own time. */
const HERE = { eachMsMax: 50, allCpuMsMax: 500 };
// Whoever runs the process waits for nobody but itself, when it starts and on the command line.
const HERE_FOR_OPERATOR = { eachMsMax: 2_000, allCpuMsMax: Number.POSITIVE_INFINITY };

const threads = createThreadPool<readonly JsonObject[], ReadonlyArray<string | null>>({
  script: new URL('./worker.ts', import.meta.url),
  threadsMax: 2,
  heapMibMax: 512,
  answerMsMax: 30_000,
});

/**
 * `schemaProblem` of each, in their order, without keeping anybody waiting: what takes long is compiled in a thread.
 * @throws AppError invalid_input when all together take too long; as `FairQueue`
 */
export async function schemaProblems(
  schemas: readonly JsonObject[],
  asking: Asking,
): Promise<ReadonlyArray<string | null>> {
  const verdicts = await verdictsHere(schemas, asking.accountId === null ? HERE_FOR_OPERATOR : HERE);
  const open = schemas.filter((_schema, at) => verdicts[at] === null);
  const found = open.length === 0 ? [] : await askThread(open, asking);
  const problems = found.values();
  return verdicts.map((verdict) => (verdict === null ? (problems.next().value ?? null) : verdict.problem));
}

async function verdictsHere(
  schemas: readonly JsonObject[],
  { eachMsMax, allCpuMsMax }: typeof HERE,
): Promise<ReadonlyArray<Verdict | null>> {
  const verdicts: (Verdict | null)[] = [];
  let cpuMsLeft = allCpuMsMax;
  for (const schema of schemas) {
    await setImmediate();
    const begun = process.threadCpuUsage();
    verdicts.push(findVerdict(schema, cpuMsLeft > 0 ? eachMsMax : 0));
    const { user, system } = process.threadCpuUsage(begun);
    cpuMsLeft -= (user + system) / 1_000;
  }
  return verdicts;
}

async function askThread(schemas: readonly JsonObject[], asking: Asking): Promise<ReadonlyArray<string | null>> {
  const problems = await threads.ask(schemas, asking).catch((error: unknown) => {
    if (!(error instanceof ThreadLimit)) throw error;
    throw new AppError('invalid_input', 'The input schemas of the tools take too long to check', {}, error);
  });
  for (const [at, schema] of schemas.entries()) rememberVerdict(schema, problems[at] ?? null);
  return problems;
}
