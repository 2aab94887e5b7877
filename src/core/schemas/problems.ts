import { setImmediate } from 'node:timers/promises';
import { AppError } from '../lib/errors.ts';
import type { Tenant } from '../lib/fairQueue.ts';
import type { JsonObject } from '../lib/json.ts';
import { toTransferable } from '../lib/transferable.ts';
import { longWork, WorkerLimit } from '../lib/workerPool.ts';
import { isCheap } from './bounds.ts';
import { cacheSchemaCheck, type SchemaCheck } from './schemaChecks.ts';
import { checkSchema } from './validate.ts';

/** Maximum cheap schemas of one import that are compiled on the event loop. More of them are compiled in a thread. */
const COMPILED_HERE_MAX = 20;
const COMPILE_HERE_MS_MAX = 50;
const COMPILE_FOR_OPERATOR_MS_MAX = 2_000;

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * `schemaProblem` of each schema, in order. Slow ones are compiled in a worker, so that the event loop stays free.
 * @throws AppError invalid_input if all schemas together take too long; as `FairQueue`
 */
export async function schemaProblems(
  schemas: readonly JsonObject[],
  requester: Tenant,
): Promise<ReadonlyArray<string | null>> {
  const checks = await checkHere(schemas, requester.accountId === null);
  const open = schemas.filter((_schema, at) => checks[at] === null);
  const checkedSchemas = open.length === 0 ? [] : await checkInWorker(open, requester);
  const problems = checkedSchemas.values();
  return checks.map((check) => (check === null ? (problems.next().value ?? null) : check.problem));
}

// The operator's imports run at startup and on the command line, where no other request waits.
async function checkHere(
  schemas: readonly JsonObject[],
  isOperator: boolean,
): Promise<ReadonlyArray<SchemaCheck | null>> {
  const checks: (SchemaCheck | null)[] = [];
  let compiledLeft = COMPILED_HERE_MAX;
  for (const schema of schemas) {
    await setImmediate();
    const known = checkSchema(schema, 0);
    const isOurs = known === null && (isOperator || (compiledLeft > 0 && isCheap(schema)));
    if (isOurs) compiledLeft -= 1;
    const limitMs = isOperator ? COMPILE_FOR_OPERATOR_MS_MAX : COMPILE_HERE_MS_MAX;
    checks.push(isOurs ? checkSchema(schema, limitMs) : known);
  }
  return checks;
}

async function checkInWorker(schemas: readonly JsonObject[], requester: Tenant): Promise<ReadonlyArray<string | null>> {
  const task = { module: WORKER, name: 'problems', input: schemas.map(toTransferable) };
  const problems = await longWork.run<ReadonlyArray<string | null>>(task, requester).catch((error: unknown) => {
    if (!(error instanceof WorkerLimit)) throw error;
    throw new AppError('invalid_input', 'The input schemas of the tools take too long to check', {}, error);
  });
  for (const [at, schema] of schemas.entries()) cacheSchemaCheck(schema, problems[at] ?? null);
  return problems;
}
