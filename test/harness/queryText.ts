/** Members that don't restrict a query to one value: selection, order, alternatives, negations, ranges and patterns. */
const LOOSE = new RegExp(
  `\\b(?:${[
    ...['select', 'include', 'orderBy', 'by', 'distinct', 'OR', 'NOT', 'not', 'notIn', 'isNot', 'none', 'every'],
    ...['gte?', 'lte?', 'contains', 'startsWith', 'endsWith'],
  ].join('|')}): *`,
);
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
/** Quoted text contains no names. */
const TEXTS = /'[^'\n]*'|"[^"\n]*"/g;
/** Optional members: added with `&&`, or one of two alternatives. */
const PERHAPS = /\.\.\.\([^(){}]*(?:&&|\?(?![.?]))/;

/** A query reduced to its mandatory conditions. */
export const mandatoryPart = (query: string): string =>
  without(LOOSE, without(PERHAPS, query.replaceAll(COMMENTS, ' ').replaceAll(TEXTS, "''")));

function without(loose: RegExp, query: string): string {
  const match = loose.exec(query);
  if (!match) return query;
  // For `...(`, skip only the dots, so that the group in parentheses ends the value.
  const start = match.index + (loose === PERHAPS ? '...'.length : match[0].length);
  return `${query.slice(0, match.index)} ${without(loose, query.slice(endOf(query, start)))}`;
}

/** The end of a value that starts here. */
function endOf(text: string, start: number): number {
  const signs = /[()[\]{},;\n]/g;
  signs.lastIndex = start;
  let depth = 0;
  for (let match = signs.exec(text); match; match = signs.exec(text)) {
    const [sign] = match;
    if (depth === 0 && !'([{'.includes(sign)) return match.index;
    if (!',;\n'.includes(sign)) depth += '([{'.includes(sign) ? 1 : -1;
  }
  return text.length;
}

/** A name's declaration in a text, at the top level if `before` is `^`; undefined if there is none. */
export const declarationOf = (text: string, name: string, before = '\\b'): string | undefined =>
  new RegExp(`${before}const (?:\\{[^}]*\\b)?${name}\\b[^=]*=([\\s\\S]*?);\n`, 'm').exec(text)?.[1];
