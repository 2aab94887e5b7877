/** A quantifier: `*`, `+`, `?` or `{n,m}`, lazy or not. */
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/;
/** A pattern element that matches one character or none: an escape, a class, or a literal. */
const ATOM = /^(?:\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/;
const GROUP = /^\((?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?/;

/** Characters charged for each part of a pattern without quantifiers. */
const PLAIN_WEIGHT = 4;
/**
 * Characters charged for each part of a pattern with quantifiers. Almost every character can lead to a new state, which
 * takes up to 2 µs for each part, as measured.
 */
const STATES_WEIGHT = 128;

/** Characters that a plain search reads in the time of one step. */
const CHARS_PER_STEP = 64;
const COMPILE_STEPS = 32;
const COMPILE_STEPS_PER_PART = 16;

/** Steps to compile a pattern, once per evaluation. */
export const compileSteps = (pattern: string): number =>
  COMPILE_STEPS + COMPILE_STEPS_PER_PART * partsOf(pattern).parts;

/**
 * Steps to search one character for a pattern (RE2 syntax): the sum of its parts, with counted repetitions multiplied.
 * Tested by `test/core/conditions/patternCost.test.ts`.
 */
export function matchSteps(pattern: string): number {
  const { parts, hasQuantifier } = partsOf(pattern);
  return (parts * (hasQuantifier ? STATES_WEIGHT : PLAIN_WEIGHT)) / CHARS_PER_STEP;
}

function partsOf(pattern: string): { readonly parts: number; readonly hasQuantifier: boolean } {
  const open: Group[] = [{ sum: 0, last: 0 }];
  let hasQuantifier = false;
  for (let rest = pattern; rest !== ''; ) {
    const [text, isQuantifier] = tokenOf(rest);
    rest = rest.slice(text.length);
    hasQuantifier ||= isQuantifier;
    addToken(open, text, isQuantifier);
  }
  return { parts: open.reduce((total, { sum, last }) => total + sum + last, 1), hasQuantifier };
}

/** The cost of an open group so far, and of its last part, which a quantifier may repeat. */
type Group = { sum: number; last: number };

function addToken(open: Group[], text: string, isQuantifier: boolean): void {
  const top = open.at(-1) ?? { sum: 0, last: 0 };
  if (isQuantifier) top.last = top.last * timesOf(text) + 1;
  else if (text.startsWith('(')) open.push({ sum: 0, last: 0 });
  else if (text === ')' && open.length > 1) {
    open.pop();
    close(open.at(-1), top.sum + top.last + 1);
  } else close(top, 1);
}

function close(group: Group | undefined, part: number): void {
  if (!group) return;
  group.sum += group.last;
  group.last = part;
}

function tokenOf(rest: string): readonly [string, boolean] {
  const quantifier = QUANTIFIER.exec(rest)?.[0];
  if (quantifier !== undefined) return [quantifier, true];
  const token = rest.startsWith('(') ? GROUP.exec(rest)?.[0] : ATOM.exec(rest)?.[0];
  return [token ?? rest.slice(0, 1), false];
}

function timesOf(quantifier: string): number {
  const [, least, most] = QUANTIFIER.exec(quantifier) ?? [];
  return Math.max(1, Number(least ?? 1), Number(most ?? 1));
}
