import { ExactNumber, holdsExactNumber, rememberLossless } from './json.ts';
import { addMember } from './jsonMembers.ts';
import type { Pause } from './longJson.ts';

/** Members copied before a pause, which takes about half a millisecond. */
const PART_MEMBERS = 2_048;

type CopyPair = { readonly exact: object; readonly plain: unknown[] | Record<string, unknown> };

/**
 * Copies the output of `readJson` with plain numbers, in parts, for code that does not know exact numbers. `toLossless`
 * returns the original. Lists and objects without exact numbers are not copied.
 */
export async function toPlainNumbers(value: unknown, pause: Pause): Promise<unknown> {
  const open: CopyPair[] = [];
  const plainOf = (member: unknown): unknown => {
    if (member instanceof ExactNumber) return Number(member);
    if (typeof member !== 'object' || member === null || !holdsExactNumber(member)) return member;
    const plain = Array.isArray(member) ? [] : {};
    rememberLossless(plain, member);
    open.push({ exact: member, plain });
    return plain;
  };
  const plain = plainOf(value);
  let left = PART_MEMBERS;
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [key, member] of membersOf(next.exact)) {
      addMember(next.plain, key, plainOf(member));
      left -= 1;
      if (left > 0) continue;
      left = PART_MEMBERS;
      const turn = pause();
      if (turn) await turn;
    }
  }
  return plain;
}

/** Yields a list's members one by one: collecting them all with their indexes takes longer than the copy. */
function* membersOf(value: object): Generator<readonly [string, unknown]> {
  if (!Array.isArray(value)) return yield* Object.entries(value);
  for (const member of value) yield ['', member];
}
