/** Checks schemas and inputs in the threads of `core/lib/workerPool.ts`. */
import { LRUCache } from 'lru-cache';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonObject, parseLongJson, textOf } from '../lib/json.ts';
import { transfer } from '../lib/transfer.ts';
import { fromTransferable, type Transferable } from '../lib/transferable.ts';
import { defaultsOf, type FillDefaults } from './defaults.ts';
import type { InputCheckResult, InputToCheck } from './inputValidator.ts';
import { type CompiledValidator, compileInputValidator, schemaProblem } from './validate.ts';

/** Maximum characters of schemas that a thread keeps compiled; compiled, they take a hundred times as much memory. */
const KEPT_CHARS_MAX = 524_288;

type CachedCheck = { readonly validate: CompiledValidator; readonly fill: FillDefaults | null };

const cache = new LRUCache<string, CachedCheck>({ maxSize: KEPT_CHARS_MAX });

/** `schemaProblem` of each schema, in order. */
export const problems = (schemas: readonly Transferable[]): ReadonlyArray<string | null> =>
  schemas.map((schema) => schemaProblem(toSchema(fromTransferable(schema))));

/**
 * Checks one input, after filling in defaults if `fills` is true. Returns errors as a problem, since error classes do
 * not survive the transfer between threads.
 */
export function check({ key, schema, json, fills }: InputToCheck): InputCheckResult {
  try {
    const { validate, fill } = checkFor(key, toSchema(fromTransferable(schema)));
    const input = parseLongJson(textOf(json));
    const filled = fills && fill && isJsonObject(input) ? fill(input) : input;
    const issues = validate(filled);
    if (filled === input || issues.length > 0) return { issues };
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(filled)));
    return transfer({ issues, filled: bytes }, bytes);
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

function checkFor(key: string, schema: JsonObject): CachedCheck {
  const known = cache.get(key);
  if (known) return known;
  const check = { validate: compileInputValidator(schema), fill: defaultsOf(schema) };
  cache.set(key, check, { size: JSON.stringify(schema).length });
  return check;
}

/** A decoded schema. It is always an object, since callers encode only schemas. */
const toSchema = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
