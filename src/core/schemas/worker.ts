/** What runs in the threads of `core/lib/workerPool.ts`. */
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';
import { type Carried, carried } from '../lib/carried.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import type { InputCheckResult, InputToCheck } from './inputValidator.ts';
import { type CompiledValidator, compileInputValidator, schemaProblem } from './validate.ts';

/** Characters of schemas that a thread keeps compiled, which take a hundred times as much memory. */
const KEPT_CHARS_MAX = 524_288;

const kept = new LRUCache<string, CompiledValidator>({ maxSize: KEPT_CHARS_MAX });

/** `schemaProblem` of each schema, in order. */
export const problems = (schemas: readonly Carried[]): ReadonlyArray<string | null> =>
  schemas.map((schema) => schemaProblem(toSchema(carried(schema))));

/**
 * Checks one input. A schema that cannot be used is returned as a problem, since error classes do not survive the way
 * between threads.
 */
export function check({ key, schema, input }: InputToCheck): InputCheckResult {
  try {
    return { issues: validatorFor(key, toSchema(carried(schema)))(carried(input)) };
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

function validatorFor(key: string, schema: JsonObject): CompiledValidator {
  const known = kept.get(key);
  if (known) return known;
  const compiled = compileInputValidator(schema);
  kept.set(key, compiled, { size: JSON.stringify(schema).length });
  return compiled;
}

/** Only schemas are carried as such. */
const toSchema = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
