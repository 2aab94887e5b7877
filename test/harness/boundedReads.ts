/** The end of a value that starts with a bracket at `start`. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    if (')]}'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

const LISTS = /\.(?!Map\b)(\w+)\.(?:findMany|groupBy)(?=\()/g;
const BOUNDED = /\btake\b|\.\.\.page\b|\bpageById\(|\bnextRows\(/;
const RAW = /\$queryRaw(?:<(?:[^`(]|\([^)]*\))*>)?`([^`]*)`/g;
/** Statements that return one row: a count or a sum, or a query without a table. */
const IS_ONE = /^\s*SELECT (?:(?:coalesce\()?(?:count|sum|min|max)\(|pg_|lower\(|set_config\()(?![\s\S]*\bGROUP BY\b)/i;

/**
 * The reads of a source file whose statement has no row limit, by Prisma model or as `$queryRaw`. It scans text, so it
 * misses a limit that a function elsewhere adds.
 */
export function readsWithoutLimit(source: string): readonly string[] {
  const lists = [...source.matchAll(LISTS)].flatMap((match) => {
    const start = match.index + match[0].length;
    return BOUNDED.test(source.slice(start, endOf(source, start))) ? [] : [match[1] ?? ''];
  });
  const raw = [...source.matchAll(RAW)].filter(([, sql = '']) => !/\bLIMIT\b/i.test(sql) && !IS_ONE.test(sql));
  return [...lists, ...raw.map(() => '$queryRaw')].toSorted();
}
