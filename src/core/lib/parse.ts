import { z } from 'zod';
import { AppError, type Issue } from './errors.ts';
import { isRecord } from './json.ts';
import { toPointer } from './jsonPointer.ts';
import { countMembers } from './jsonSize.ts';

/** Maximum members of one list or object. A body may have a hundred thousand. */
export const MEMBERS_MAX = 16_384;
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

/** Members that are checked at once: an invalid one takes up to 11 microseconds. */
const CHECKED_AT_ONCE = 100;

/** The issue of a list or object that was checked as a part of a larger one. */
const issueIn = ({ path, message }: z.core.$ZodIssue, input: unknown, from = 0) => {
  const [key = '', ...rest] = path;
  return { code: 'custom' as const, path: [typeof key === 'number' ? key + from : key, ...rest], message, input };
};

const anyList = z.array(z.unknown());
const anyObject = z.custom<Record<string, unknown>>(isRecord, 'must be an object');

/**
 * A list of at most `max` members. Unlike `z.array(…).max(…)`, it checks its length first, and stops once it has found
 * enough issues.
 */
export const listUpTo = <S extends z.ZodType>(member: S, max: number, min = 0, tooFew?: string) => {
  const schema = z.array(member);
  return anyList
    .min(min, tooFew)
    .max(max)
    .transform((input, context): z.output<S>[] => {
      const members: z.output<S>[] = [];
      for (let at = 0; at < input.length && context.issues.length < ISSUES_MAX; at += CHECKED_AT_ONCE) {
        const { data = [], error } = schema.safeParse(input.slice(at, at + CHECKED_AT_ONCE));
        for (const issue of error?.issues ?? []) context.addIssue(issueIn(issue, input, at));
        members.push(...data);
      }
      return members;
    });
};

/** An object with any keys. Unlike `z.record(…)`, it stops once it has found enough issues. */
export const mapOf = <K extends z.ZodType<string, string>, S extends z.ZodType>(key: K, member: S) => {
  const schema = z.record(key, member);
  return anyObject.transform((input, context) => {
    const entries = Object.entries(input);
    const members: Record<string, z.output<S>> = {};
    for (let at = 0; at < entries.length && context.issues.length < ISSUES_MAX; at += CHECKED_AT_ONCE) {
      const part = Object.fromEntries(entries.slice(at, at + CHECKED_AT_ONCE));
      const { data = {}, error } = schema.safeParse(part);
      for (const issue of error?.issues ?? []) context.addIssue(issueIn(issue, input));
      // Zod has dropped a key `__proto__`.
      Object.assign(members, data);
    }
    return members;
  });
};

/** Whether a value contains a list or object with too many members. */
function isTooWide(value: unknown): boolean {
  if (!Array.isArray(value) && !isRecord(value)) return false;
  return countMembers(value) > MEMBERS_MAX || (Array.isArray(value) ? value : Object.values(value)).some(isTooWide);
}
