import type { Ctx } from '../context.ts';
import { AppError, type Issue } from '../errors.ts';
import { isRecord, type JsonObject } from '../lib/json.ts';
import { inputValidatorOf } from '../schemas/inputValidator.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';

/** The text as the JSON object that it spells; any other value, and any other text, as it is. */
export function toInputObject(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    const value: unknown = JSON.parse(input);
    return isRecord(value) ? value : input;
  } catch {
    return input;
  }
}

type Checkable = Pick<SnapshotTool, 'toolId' | 'inputSchema'>;

/** The caller of a check, whose account's turn it is where checking takes a worker. */
type Checker = Pick<Ctx, 'actor' | 'signal'>;

/**
 * A tool's input, checked against its schema. Models often write arguments as JSON text, so an object may come as one.
 * A promise only where the check is not cheap (`inputValidatorOf`).
 * @throws invalid_input, with the reasons as issues; rate_limited and unavailable where too many wait for a worker
 */
export function checkInput(
  { actor, signal }: Checker,
  snapshot: StackSnapshot,
  tool: Checkable,
  toolName: string,
  given: unknown,
): JsonObject | Promise<JsonObject> {
  const message = `Invalid input parameters for tool ${toolName}`;
  const input = toInputObject(given);
  if (!isRecord(input))
    throw new AppError('invalid_input', message, { issues: [{ path: '', message: 'must be an object' }] });
  const validate = snapshot.memo(`validator:${tool.toolId}`, () => inputValidatorOf(tool.inputSchema));
  const accept = (issues: readonly Issue[]): JsonObject => {
    if (issues.length > 0) throw new AppError('invalid_input', message, { issues });
    return toJsonObject(input);
  };
  const issues = validate(input, { accountId: actor.accountId, signal });
  return issues instanceof Promise ? issues.then(accept) : accept(issues);
}

/** Every input comes from a parsed JSON body, so a record of it is a JSON object. */
const toJsonObject = (input: Record<string, unknown>): JsonObject => input as JsonObject;
