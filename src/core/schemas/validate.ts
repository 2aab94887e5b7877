import { hasExactNumber, simplified } from '../lib/decimal.ts';
import { AppError, type Issue } from '../lib/errors.ts';
import { holdsExactNumber, type JsonObject } from '../lib/json.ts';
import { charsIn } from '../lib/jsonSize.ts';
import { boundsProblem, schemaTraits } from './bounds.ts';
import { type Dialect, findDialect } from './dialect.ts';
import { compileSchema } from './engine.ts';
import { compileExact, type SchemaValidator } from './exact/evaluate.ts';
import { VOCABULARIES } from './exact/vocabularies.ts';
import { cpuUsage, runBounded, TimeLimitExceeded } from './runBounded.ts';
import { cacheSchemaCheck, findSchemaCheck, type SchemaCheck } from './schemaChecks.ts';

// Wall-clock limit. Generous, since a thread may get little CPU time.
const COMPILE_LIMIT_MS = 8_000;
// Limit of the thread's CPU time, so that the result does not depend on machine load.
const COMPILE_CPU_MS_MAX = 500;
const VALIDATE_LIMIT_MS = 250;
const UNWATCHED_PATTERNS_MAX = 16;
const UNWATCHED_CHARS_MAX = 4_096;
const PROBLEM_CHARS_MAX = 300;

/** The reasons why an input with this number of characters is invalid; empty if it is valid. Never throws. */
export type CompiledValidator = (input: unknown, chars?: number) => readonly Issue[];

const UNDECIDED: readonly Issue[] = [{ path: '', message: 'takes too long to check against the schema' }];

const compileBounded = (
  schema: JsonObject,
  dialect: Dialect,
  options: { readonly allErrors: boolean; readonly limitMs?: number },
): SchemaValidator =>
  runBounded(() => compileSchema(schema, dialect, options.allErrors), options.limitMs ?? COMPILE_LIMIT_MS);

type Compiled = { readonly dialect: Dialect; readonly validate: SchemaValidator; readonly cpuMs: number };
type Attempt = { readonly compiled: Compiled } | { readonly problem: string; readonly isCut?: boolean };

const TOO_SLOW = 'The input schema takes too long to compile';

const beyondMessage = (beyond: string): string => `The input schema ${beyond}`;

/** Compiles a simplified schema that is within bounds. */
const attempt = (schema: JsonObject, limitMs: number): Attempt => {
  const dialect = findDialect(schema);
  if ('problem' in dialect) return { problem: `The input schema ${dialect.problem}`.slice(0, PROBLEM_CHARS_MAX) };
  try {
    const begun = cpuUsage();
    const validate = compileBounded(schema, dialect.dialect, { allErrors: false, limitMs });
    const { user, system } = cpuUsage(begun);
    return { compiled: { dialect: dialect.dialect, validate, cpuMs: (user + system) / 1_000 } };
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return { problem: TOO_SLOW, isCut: true };
    const why = error instanceof Error ? error.message : 'unknown';
    return { problem: `The input schema does not compile: ${why}`.slice(0, PROBLEM_CHARS_MAX) };
  }
};

/** Checks a schema, using cached results. Null if there is none and the check takes longer than `limitMs`. */
export const checkSchema = (schema: JsonObject, limitMs: number): SchemaCheck | null => {
  const beyond = boundsProblem(schema);
  if (beyond !== null) return { problem: beyondMessage(beyond) };
  const known = findSchemaCheck(schema);
  if (known !== undefined || limitMs <= 0) return known ?? null;
  const tried = attempt(simplified(schema), limitMs);
  if ('problem' in tried && tried.isCut) return null;
  const problem = 'problem' in tried ? tried.problem : tried.compiled.cpuMs > COMPILE_CPU_MS_MAX ? TOO_SLOW : null;
  cacheSchemaCheck(schema, problem);
  return { problem };
};

/**
 * Why a tool's input schema cannot be used, as a message for the person who imports the tool; null if it can be used.
 */
export const schemaProblem = (schema: JsonObject): string | null => {
  const check = checkSchema(schema, COMPILE_LIMIT_MS);
  return check === null ? TOO_SLOW : check.problem;
};

/**
 * The issues of a check that could not finish, because the recursion was too deep or its time was up.
 * @throws any other error
 */
const undecided = (error: unknown): readonly Issue[] => {
  if (error instanceof TimeLimitExceeded || error instanceof RangeError) return UNDECIDED;
  throw error;
};

/**
 * Collects all issues of an invalid input, so that a person or model can correct them together; only the first issue if
 * this takes too long. The schema is compiled at the first invalid input and cached.
 */
const allIssuesOf = (schema: JsonObject, dialect: Dialect) => {
  let compiled: SchemaValidator | 'too slow' | null = null;
  const compileOnce = (): SchemaValidator | 'too slow' => {
    try {
      return compileBounded(schema, dialect, { allErrors: true });
    } catch (error) {
      if (error instanceof TimeLimitExceeded || error instanceof RangeError) return 'too slow';
      throw error;
    }
  };
  return (input: unknown, first: readonly Issue[]): readonly Issue[] => {
    compiled ??= compileOnce();
    const validate = compiled;
    if (validate === 'too slow') return first;
    try {
      const all = runBounded(() => validate(input), VALIDATE_LIMIT_MS);
      return all.length > 0 ? all : first;
    } catch (error) {
      undecided(error);
      return first;
    }
  };
};

/** Checks an input with exact numbers, which Ajv would round. */
const byTheDigit = (schema: JsonObject, dialect: Dialect): SchemaValidator => {
  let compiled: SchemaValidator | null = null;
  return (input) =>
    runBounded(() => {
      // Compiles a schema for inputs with exact numbers, which JavaScript cannot represent.
      compiled ??= compileExact(schema, dialect, VOCABULARIES[dialect]);
      return compiled(input);
    }, VALIDATE_LIMIT_MS);
};

/**
 * Compiles a tool's input schema, which is untrusted. Bounds are checked first, patterns run in linear time, and checks
 * with references or long patterns have a time limit. Never coerces types or fills in defaults. Compiling may take
 * seconds and a check a quarter of a second, so use `createInputCheck` on the event loop. Tested by
 * `test/core/schemas/validate.test.ts`.
 * @throws AppError `invalid_input` for a schema that `schemaProblem` refuses
 */
export const compileInputValidator = (inputSchema: JsonObject): CompiledValidator => {
  const beyond = boundsProblem(inputSchema);
  const schema = beyond === null ? simplified(inputSchema) : inputSchema;
  const tried = beyond === null ? attempt(schema, COMPILE_LIMIT_MS) : { problem: beyondMessage(beyond) };
  if ('problem' in tried) throw new AppError('invalid_input', tried.problem);
  const { dialect, validate } = tried.compiled;
  const { hasRefs, patterns, hasLongPatterns } = schemaTraits(schema);
  const unwatchedMax = hasRefs || hasLongPatterns || patterns > UNWATCHED_PATTERNS_MAX ? -1 : UNWATCHED_CHARS_MAX;
  const allIssues = allIssuesOf(schema, dialect);
  const validateDigits = byTheDigit(schema, dialect);
  const issuesOf = (input: unknown, chars: number): readonly Issue[] => {
    const first = chars > unwatchedMax ? runBounded(() => validate(input), VALIDATE_LIMIT_MS) : validate(input);
    return first.length === 0 ? first : allIssues(input, first);
  };
  return (input, chars = charsIn(input, unwatchedMax)) => {
    try {
      if (!holdsExactNumber(input)) return issuesOf(input, chars);
      const simple = simplified(input);
      return hasExactNumber(simple) ? validateDigits(simple) : issuesOf(simple, chars);
    } catch (error) {
      return undecided(error);
    }
  };
};
