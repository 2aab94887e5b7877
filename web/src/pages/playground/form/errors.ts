import { type ErrorSchema, ErrorSchemaBuilder } from '@rjsf/utils';
import { pathOf } from '../../../api/jsonPointer.ts';
import type { Issue } from '../../../api/operation.ts';
import type { Finding } from './words.ts';

export const NO_ERRORS: ErrorSchema = {};

/** Groups findings by field. */
export function toErrors(findings: readonly Finding[]): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  for (const { path, message } of findings) builder.addErrors(message, [...path]);
  return builder.ErrorSchema;
}

/** The server's findings, by field. */
export const errorsOf = (issues: readonly Issue[]): ErrorSchema =>
  toErrors(issues.map(({ path, message }) => ({ path: pathOf(path), message })));

export const hasErrors = (errors: ErrorSchema): boolean => Object.keys(errors).length > 0;
