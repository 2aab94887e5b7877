/** What runs in the threads of `core/lib/workerPool.ts`. */
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import type { InputCheck, InputCheckResult } from './inputValidator.ts';
import { type CompiledValidator, compileInputValidator, schemaProblem } from './validate.ts';

/** Characters of schemas: compiled, they take a hundred times as much. */
const KEPT_CHARS_MAX = 524_288;

const kept = new LRUCache<string, CompiledValidator>({ maxSize: KEPT_CHARS_MAX });

/** `schemaProblem` of each, in their order. */
export const problems = (schemas: readonly JsonObject[]): ReadonlyArray<string | null> => schemas.map(schemaProblem);

/** Checks one input; a schema that cannot be used is a problem, since a class does not survive the way between threads. */
export function check({ key, schema, input }: InputCheck): InputCheckResult {
  try {
    return { issues: validatorFor(key, schema)(input) };
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
