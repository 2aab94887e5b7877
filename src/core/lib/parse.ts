import type { z } from 'zod';
import { AppError, type Issue } from '../errors.ts';
import { toPointer } from './jsonPointer.ts';

/** Parses an input with a schema. @throws AppError invalid_input with `message`, and the reasons as issues */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, message: string): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues: Issue[] = parsed.error.issues.map((issue) => ({ path: toPointer(issue.path), message: issue.message }));
  throw new AppError('invalid_input', message, { issues });
}
