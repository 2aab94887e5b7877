import { setImmediate } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Asking } from '../fairQueue.ts';
import type { JsonObject } from '../json.ts';
import { createThreadPool, ThreadLimit } from '../threadPool.ts';
import { rememberVerdict, type Verdict } from './schemaVerdicts.ts';
import { findVerdict } from './validate.ts';

// For one schema, and for all that are compiled in this thread.
const COMPILE_HERE_MS_MAX = 50;
const COMPILE_HERE_CPU_MS_MAX = 500;

const threads = createThreadPool<readonly JsonObject[], ReadonlyArray<string | null>>({
  script: new URL('./schemaWorker.ts', import.meta.url),
  threadsMax: 2,
  heapMibMax: 512,
  answerMsMax: 15_000,
});

/**
 * `schemaProblem` of each, in their order, without keeping anybody waiting: what takes long is compiled in a thread.
 * @throws AppError invalid_input when all together take too long; as `FairQueue`
 */
export async function schemaProblems(
  schemas: readonly JsonObject[],
  asking: Asking,
): Promise<ReadonlyArray<string | null>> {
  const verdicts = await verdictsHere(schemas);
  const open = schemas.filter((_schema, at) => verdicts[at] === null);
  const found = open.length === 0 ? [] : await askThread(open, asking);
  const problems = found.values();
  return verdicts.map((verdict) => (verdict === null ? (problems.next().value ?? null) : verdict.problem));
}

async function verdictsHere(schemas: readonly JsonObject[]): Promise<ReadonlyArray<Verdict | null>> {
  const verdicts: (Verdict | null)[] = [];
  let cpuMsLeft = COMPILE_HERE_CPU_MS_MAX;
  for (const schema of schemas) {
    await setImmediate();
    const begun = process.threadCpuUsage();
    verdicts.push(findVerdict(schema, cpuMsLeft > 0 ? COMPILE_HERE_MS_MAX : 0));
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
