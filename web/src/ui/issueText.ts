import { pathOf } from '../api/jsonPointer.ts';
import type { Issue } from '../api/operation.ts';

/** Splits an API name into words; other text stays unchanged. */
const wordsOf = (name: string): string =>
  /^[a-z]\w*$/i.test(name)
    ? name
        .replaceAll('_', ' ')
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
    : name;

const isIndex = (part: string): boolean => /^\d+$/.test(part);

/** A readable JSON Pointer: `/tools/3/inputSchema` becomes “Tools 4, input schema”. */
function placeOf(pointer: string): string {
  const parts = pathOf(pointer);
  const words = parts.map((part, at) => {
    const { [at + 1]: next = '' } = parts;
    const name = wordsOf(part);
    return isIndex(next) ? `${name} ${Number(next) + 1}` : name;
  });
  const text = words.filter((_word, at) => !isIndex(parts[at] ?? '')).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An issue as a sentence, such as “Current password is not your password”. */
export function issueText({ path, message }: Issue): string {
  const place = placeOf(path);
  if (place === '') return message;
  return /^[a-z]/.test(message) ? `${place} ${message}` : `${place}: ${message}`;
}
