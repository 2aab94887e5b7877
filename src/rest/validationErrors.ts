import type { Issue } from '../core/lib/errors.ts';
import type { Operation } from './operation.ts';

export const VALIDATION_ERRORS_BYTES_MAX = 2_048;

/**
 * The problems of a refused input as `X-Validation-Errors`: a JSON array of `{path, message}` in at most 2 KiB of
 * ASCII. Entries that do not fit are left out.
 */
export function validationErrorsHeader(
  issues: readonly Issue[],
  names: NonNullable<Operation['showsIssues']> = 'of tool',
): string {
  const entries: string[] = [];
  let bytes = '[]'.length;
  for (const { path: named, message } of issues) {
    const path = names === 'of body' ? named.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : named;
    const entry = JSON.stringify({ path, message }).replace(
      /[\u007f-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const added = entry.length + (entries.length > 0 ? ','.length : 0);
    if (bytes + added > VALIDATION_ERRORS_BYTES_MAX) continue;
    entries.push(entry);
    bytes += added;
  }
  return `[${entries.join(',')}]`;
}
