import type { z } from 'zod';
import { AppError, type Issue } from '../errors.ts';
import { isRecord } from './json.ts';
import { toPointer } from './jsonPointer.ts';
import { countMembers } from './jsonSize.ts';

/**
 * Maximum members of one list or object. A body may have a hundred thousand, and each invalid one costs two
 * microseconds on the event loop.
 */
const MEMBERS_MAX = 16_384;
/** The maximum number of issues reported for an input. */
const ISSUES_MAX = 100;

/**
 * Parses an input with a schema.
 * @throws AppError invalid_input with `message` and the first hundred issues; without issues for a list or object of
 * more than 16,384 members
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, message: string): z.output<S> {
  if (isTooWide(input)) {
    const issue = { path: '', message: `Too big: a list or an object has more than ${MEMBERS_MAX} members` };
    throw new AppError('invalid_input', message, { issues: [issue] });
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, ISSUES_MAX)
    .map((issue): Issue => ({ path: toPointer(issue.path), message: issue.message }));
  throw new AppError('invalid_input', message, { issues });
}

/** Whether a value contains a list or object with too many members. */
function isTooWide(value: unknown): boolean {
  if (!Array.isArray(value) && !isRecord(value)) return false;
  return countMembers(value) > MEMBERS_MAX || (Array.isArray(value) ? value : Object.values(value)).some(isTooWide);
}
