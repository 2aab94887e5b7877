import { AppError } from '../errors.ts';
import { isRecord, type JsonObject } from '../lib/json.ts';
import { compileInputValidator } from '../schemas/validate.ts';
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

/**
 * A tool's input, checked against its schema. Models often write arguments as JSON text, so an object may come as one.
 * @throws invalid_input, with the reasons as issues
 */
export function checkInput(snapshot: StackSnapshot, tool: Checkable, toolName: string, given: unknown): JsonObject {
  const message = `Invalid input parameters for tool ${toolName}`;
  const input = toInputObject(given);
  if (!isRecord(input))
    throw new AppError('invalid_input', message, { issues: [{ path: '', message: 'must be an object' }] });
  const validate = snapshot.memo(`validator:${tool.toolId}`, () => compileInputValidator(tool.inputSchema));
  const issues = validate(input);
  if (issues.length > 0) throw new AppError('invalid_input', message, { issues });
  return toJsonObject(input);
}

/** Every input comes from a parsed JSON body, so a record of it is a JSON object. */
const toJsonObject = (input: Record<string, unknown>): JsonObject => input as JsonObject;
