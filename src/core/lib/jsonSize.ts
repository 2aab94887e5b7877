import { ExactNumber, isRecord } from './json.ts';

/** The text length of a list or object, and the names of an object's members. */
type Size = { readonly chars: number; readonly names: readonly string[] };

/** Sizes of lists and objects parsed in parts: just getting the keys of 75,000 members takes 20 ms. */
const sizes = new WeakMap<object, Size>();

/** Records a size for `charsIn` and `namesOf` to return. */
export const noteSize = (value: object, size: Size): void => void sizes.set(value, size);

export const namesOf = (value: object): readonly string[] => sizes.get(value)?.names ?? Object.keys(value);

/** Number of members of a list or object. */
export const countMembers = (value: object): number => (Array.isArray(value) ? value : namesOf(value)).length;

/** Approximate length of a JSON value in characters; stops counting soon after `charsMax`. */
export function charsIn(value: unknown, charsMax: number): number {
  let chars = 0;
  // An explicit list, since recursion would overflow the stack on deep nesting.
  const open: unknown[] = [value];
  while (open.length > 0 && chars <= charsMax) {
    const part = open.pop();
    const known = typeof part === 'object' && part !== null ? sizes.get(part) : undefined;
    chars += known?.chars ?? ownChars(part);
    if (known || typeof part !== 'object' || part === null || chars > charsMax) continue;
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
