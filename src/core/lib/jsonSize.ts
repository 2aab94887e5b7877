import { ExactNumber, isRecord } from './json.ts';

/** About how many characters a JSON value is long; counts no further than a little beyond `charsMax`. */
export function charsIn(value: unknown, charsMax: number): number {
  let chars = 0;
  // An explicit list, since recursion would overflow the stack on deep nesting.
  const open: unknown[] = [value];
  while (open.length > 0 && chars <= charsMax) {
    const part = open.pop();
    chars += ownChars(part);
    if (typeof part !== 'object' || part === null || chars > charsMax) continue;
    for (const member of Object.values(part)) open.push(member);
  }
  return chars;
}

/** The approximate length of a value without its members. */
function ownChars(part: unknown): number {
  if (typeof part === 'string' || Array.isArray(part)) return part.length + 2;
  if (part instanceof ExactNumber) return String(part).length;
  if (!isRecord(part)) return 4;
  let chars = 2;
  for (const key of Object.keys(part)) chars += key.length + 4;
  return chars;
}
