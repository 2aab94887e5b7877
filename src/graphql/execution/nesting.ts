/** What is not structure: strings, block strings and comments. */
// One that never ends counts as well: each quote in it would be tried as a beginning, which takes quadratic time.
const STRINGS = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:[^"\\\n\r]|\\.)*"?|#[^\n\r]*/g;

/** How deep a document's brackets of any kind are nested. */
export function documentNesting(text: string): number {
  // Counted in the text, because the parser recurses at every bracket.
  const structure = text.replace(STRINGS, '');
  let depth = 0;
  let most = 0;
  for (const [bracket] of structure.matchAll(/[[\](){}]/g)) {
    depth += '[({'.includes(bracket) ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}
