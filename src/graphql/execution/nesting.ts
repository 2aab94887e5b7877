/** What is not structure: strings, for GraphQL also block strings and comments. */
// One that never ends counts as well: each quote in it would be tried as a beginning, which takes quadratic time.
const JSON_STRINGS = /"(?:[^"\\]|\\.)*"?/gs;
const GRAPHQL_STRINGS = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:[^"\\\n\r]|\\.)*"?|#[^\n\r]*/g;

/** How deep the brackets of a JSON text are nested. */
export const jsonNesting = (text: string): number => deepest(text.replace(JSON_STRINGS, ''));

/** How deep the brackets of a GraphQL document are nested, of every kind. */
export const documentNesting = (text: string): number => deepest(text.replace(GRAPHQL_STRINGS, ''));

// Counted on the text, because the parsers recurse once per bracket.
function deepest(structure: string): number {
  let depth = 0;
  let most = 0;
  for (const [bracket] of structure.matchAll(/[[\](){}]/g)) {
    depth += '[({'.includes(bracket) ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}
