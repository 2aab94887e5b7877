import { LRUCache } from 'lru-cache';
import type { Ctx } from '../kernel/context.ts';
import { AppError, type Issue } from '../lib/errors.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import type { Tenant } from '../lib/fairQueue.ts';
import { isJsonObject, isRecord, isTooDeep, type JsonObject, parseJson } from '../lib/json.ts';
import { charsIn } from '../lib/jsonSize.ts';
import { readLongJson } from '../lib/longJson.ts';
import { jsonInParts } from '../lib/longText.ts';
import { sha256Text } from '../lib/sha256.ts';
import { type Transferable, toTransferable } from '../lib/transferable.ts';
import { shortWork, WorkerLimit } from '../lib/workerPool.ts';
import { isCheap } from './bounds.ts';
import { defaultsOf, type FillDefaults } from './defaults.ts';
import { keyOf } from './schemaChecks.ts';
import { type CompiledValidator, compileInputValidator } from './validate.ts';

/**
 * The reasons why an input is invalid; empty if it is valid. Synchronous if the check is cheap, otherwise in a worker.
 */
type InputValidator = (input: unknown, requester: Tenant) => readonly Issue[] | Promise<readonly Issue[]>;

/** Prepares and checks a call's input: fills in the schema's defaults, if any, and validates the result. */
type InputCheck = { readonly fill: FillDefaults | null; readonly validate: InputValidator };

/** The worker's input. `key` identifies the schema, so that a thread compiles it only once. */
export type InputToCheck = {
  readonly key: string;
  readonly schema: Transferable;
  /** The input as JSON in UTF-8. */
  readonly json: Uint8Array;
  readonly fills: boolean;
};
/**
 * The worker's answer: the reasons, and the input as JSON if defaults were added; or the problem that prevented the
 * check.
 */
export type InputCheckResult =
  | { readonly issues: readonly Issue[]; readonly filled?: Uint8Array }
  | { readonly problem: string };

/** Characters of the schema times those of the input: a check of this size takes about a millisecond. */
const INLINE_WORK_MAX = 4_194_304;
const INLINE_CHARS_MAX = 65_536;

const WORKER = new URL('./worker.ts', import.meta.url);
const UNDECIDED: readonly Issue[] = [{ path: '', message: 'takes too long to check against the schema' }];

/**
 * Checks inputs against a tool's schema without blocking the event loop. A cheap schema (`isCheap`) is compiled at
 * first use and runs on the event loop. All others run in a worker, where accounts take turns. Tested by
 * `test/core/schemas/inputValidator.test.ts`.
 * @throws AppError invalid_input for a schema that cannot be used; rate_limited, unavailable as `FairQueue`
 */
export function createInputCheck(schema: JsonObject): InputCheck {
  const text = JSON.stringify(schema);
  const key = sha256Text(text, 'base64');
  const check = shared.get(key) ?? {
    fill: defaultsOf(schema),
    validate: createInputValidator(schema, text.length),
  };
  shared.set(key, check, { size: SHARED_BYTES + COMPILED_FACTOR * text.length });
  checks.set(schema, check);
  return check;
}

/** Checks by schema object, cached until the object's snapshot is freed. */
const checks = new WeakMap<JsonObject, InputCheck>();

const SHARED_BYTES_MAX = 32 * 1_024 * 1_024;
const SHARED_BYTES = 1_024;
/** Memory of a compiled schema per character of its text. */
const COMPILED_FACTOR = 16;

/**
 * Checks by digest of the schema's text, so that a thousand stacks with the same server compile its tools once. Safe to
 * share, since a validator contains no caller's data.
 */
const shared = new LRUCache<string, InputCheck>({ maxSize: SHARED_BYTES_MAX });

function createInputValidator(schema: JsonObject, schemaChars: number): InputValidator {
  const inWorker: InputValidator = async (input, requester) =>
    (await checkInWorker(schema, input, { fills: false, requester })).issues;
  const { examples, ...checked } = schema;
  if (!isCheap(checked)) return inWorker;
  const exampleChars = examples === undefined ? 0 : JSON.stringify(examples).length;
  const inputCharsMax = Math.min(INLINE_CHARS_MAX, INLINE_WORK_MAX / (schemaChars - exampleChars));
  let compiled: CompiledValidator | null = null;
  return (input, requester) => {
    const chars = charsIn(input, inputCharsMax);
    if (chars > inputCharsMax) return inWorker(input, requester);
    compiled ??= compileInputValidator(checked);
    return compiled(input, chars);
  };
}

/** Schemas in the format of the worker, by schema object. */
const prepared = new WeakMap<JsonObject, Pick<InputToCheck, 'key' | 'schema'>>();

type WorkerCheck = { readonly fills: boolean; readonly requester: Tenant };

async function checkInWorker(schema: JsonObject, input: unknown, { fills, requester }: WorkerCheck) {
  const known = prepared.get(schema) ?? { key: keyOf(schema), schema: toTransferable(schema) };
  prepared.set(schema, known);
  const json = await jsonInParts(input, () => eventLoop.yieldIfBusy(requester.accountId ?? ''));
  const check: InputToCheck = { ...known, json, fills };
  const checked = await shortWork
    .run<InputCheckResult>({ module: WORKER, name: 'check', input: check, transferred: [json] }, requester)
    .catch((error: unknown): InputCheckResult => {
      if (error instanceof WorkerLimit) return { issues: UNDECIDED };
      throw error;
    });
  if ('problem' in checked) throw new AppError('invalid_input', checked.problem);
  return checked;
}

/** Fills in defaults and collects the issues of a long input in a worker. */
async function fillInWorker(schema: JsonObject, input: JsonObject, requester: Tenant) {
  const { issues, filled } = await checkInWorker(schema, input, { fills: true, requester });
  if (!filled) return { filled: input, issues };
  const { buffer, byteOffset, length } = filled;
  const read = await readLongJson(Buffer.from(buffer, byteOffset, length), () =>
    eventLoop.yieldIfBusy(requester.accountId ?? ''),
  );
  return { filled: isJsonObject(read) ? read : input, issues };
}

/** Parses text that is a JSON object; any other value is returned unchanged. */
export function toInputObject(input: unknown): unknown {
  if (typeof input !== 'string' || isTooDeep(Buffer.from(input))) return input;
  try {
    const value: unknown = parseJson(input);
    return isRecord(value) ? value : input;
  } catch {
    return input;
  }
}

/**
 * Fills in a call's defaults and checks its input against the tool's schema, immediately if that is cheap. Accounts
 * take turns. Models often send arguments as JSON text, so an object may arrive as a string.
 * @throws invalid_input, with the reasons as issues; rate_limited or unavailable if too many inputs wait for a worker
 */
export function checkInput(
  { actor: { accountId }, signal }: Pick<Ctx, 'actor' | 'signal'>,
  schema: JsonObject,
  toolName: string,
  value: unknown,
): JsonObject | Promise<JsonObject> {
  const input = typeof value === 'string' ? toInputObject(value) : value;
  // The input is parsed JSON, so anything that isn't a JSON object is invalid.
  if (!isJsonObject(input)) return Promise.reject(invalidInput(toolName, [{ path: '', message: 'must be an object' }]));
  const { fill, validate } = checks.get(schema) ?? createInputCheck(schema);
  const requester = { accountId, signal };
  if (fill && charsIn(input, INLINE_CHARS_MAX) > INLINE_CHARS_MAX) {
    return fillInWorker(schema, input, requester).then(({ filled, issues }) => validInput(toolName, filled, issues));
  }
  const filled = fill ? fill(input) : input;
  const issues = validate(filled, requester);
  return issues instanceof Promise
    ? issues.then((result) => validInput(toolName, filled, result))
    : validInput(toolName, filled, issues);
}

const validInput = (toolName: string, input: JsonObject, issues: readonly Issue[]): JsonObject | Promise<JsonObject> =>
  issues.length === 0 ? input : Promise.reject(invalidInput(toolName, issues));

const invalidInput = (toolName: string, issues: readonly Issue[]): AppError =>
  new AppError('invalid_input', `Invalid input parameters for tool ${toolName}`, { issues });
