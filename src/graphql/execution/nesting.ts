/** Matches text without structure: strings, block strings and comments. */
// Also matches an unterminated string. Otherwise, every quote in it would be tried as a start, which takes quadratic
// time.
const STRING = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:[^"\\\n\r]|\\.)*"?|#[^\n\r]*/y;

/** By character code below 128: 1 opens a level, -1 closes one, 2 starts a string. */
const STEPS = Int8Array.from(
  { length: 128 },
  (_, code) => ({ '[': 1, '(': 1, '{': 1, ']': -1, ')': -1, '}': -1, '"': 2, '#': 2 })[String.fromCharCode(code)] ?? 0,
);

/** Nesting depth of a document's brackets of any kind; counting stops beyond `levelsMax`. */
export function documentNesting(text: string, levelsMax = Number.POSITIVE_INFINITY): number {
  // Counted in the text before parsing, because graphql-js recurses at every bracket and would overflow the stack.
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length && most <= levelsMax; at += 1) {
    const step = STEPS[text.charCodeAt(at)] ?? 0;
    if (step === 2) {
      STRING.lastIndex = at;
      if (STRING.test(text)) at = STRING.lastIndex - 1;
    } else if (step !== 0) depth += step;
    if (depth > most) most = depth;
  }
  return most;
}
