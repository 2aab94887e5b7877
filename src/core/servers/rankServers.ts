import type { Ctx } from '../kernel/context.ts';
import type { ServerKey } from '../kernel/ids.ts';
import { cursorId, LIST_ROWS_DEFAULT, type Window } from '../kernel/page.ts';
import { isStorable } from '../lib/text.ts';
import { termsOf, wordsOf } from '../lib/words.ts';

const WORDS_MAX = 8;
/** The maximum number of servers in one search; an account may own 500. */
const FOUND_MAX = 1_000;

/** Minimum characters of a prefix: shorter ones match too many other words. */
const BEGINNING_MIN = 4;

/** The prefixes of the words in a search, without stop words. If none is left, the text itself, such as one letter. */
function searchPrefixes(search: string): readonly string[] {
  const words = wordsOf(search).filter((word) => word.length > 1);
  // A prefix shared by the forms of a word, such as `memor` for memory and memories. The stem `memori` would not
  // match memory. Undefined for a stop word.
  const beginnings = words
    .map((word) => {
      const stem = termsOf(word)?.[0];
      if (stem === undefined) return undefined;
      const other = /ie[sd]$/.test(word) ? stem.replace(/i$/, '') : stem;
      let length = 0;
      while (length < other.length && word[length] === other[length]) length += 1;
      const beginning = word.slice(0, length);
      if (beginning.length >= BEGINNING_MIN) return beginning;
      return word.startsWith(stem) ? stem : word;
    })
    .filter((beginning) => beginning !== undefined);
  const searched = beginnings.length > 0 ? beginnings : words;
  return searched.length > 0 ? [...new Set(searched)].slice(0, WORDS_MAX) : [search.trim().toLowerCase()];
}

/**
 * The servers of these owners that match a search, best first. Servers are ranked by the number of matching words, then
 * by matches in a single tool's name, then by name, id and description. A search text without words is matched
 * literally.
 */
export async function rankServers(
  db: Ctx['db'],
  owners: readonly string[],
  search: string,
): Promise<readonly ServerKey[]> {
  if (!isStorable(search)) return [];
  const words = searchPrefixes(search);
  const rows = await db.$queryRaw<readonly { readonly id: ServerKey }[]>`
    WITH asked AS MATERIALIZED (SELECT word FROM unnest(${words}::text[]) AS word),
    visible AS MATERIALIZED (
      SELECT id, lower(name) AS name, lower(slug) AS slug, lower(description) AS description
      FROM server WHERE owner = ANY(${[...owners]}::text[])),
    of_tools AS MATERIALIZED (
      SELECT tool.server_id, tool.id, word FROM tool JOIN visible ON visible.id = tool.server_id
      JOIN asked ON strpos(lower(tool.name || ' ' || coalesce(tool.title, '')), word) > 0
      WHERE removed_at IS NULL),
    best AS (
      SELECT server_id, max(words) AS words
      FROM (SELECT server_id, count(*) AS words FROM of_tools GROUP BY server_id, id) AS counted GROUP BY server_id),
    hits AS (
      SELECT visible.id, asked.word,
        CASE WHEN asked.word IN (name, slug) THEN 12
          WHEN strpos(' ' || name, ' ' || asked.word) > 0 OR strpos('-' || slug, '-' || asked.word) > 0 THEN 4
          WHEN strpos(name, asked.word) > 0 OR strpos(slug, asked.word) > 0 THEN 2 ELSE 0 END AS named,
        CASE WHEN strpos(description, asked.word) > 0 THEN 2 ELSE 0 END AS described,
        named_tools.word IS NOT NULL AS is_of_tool
      FROM visible CROSS JOIN asked
      LEFT JOIN (SELECT DISTINCT server_id, word FROM of_tools) AS named_tools
        ON named_tools.server_id = visible.id AND named_tools.word = asked.word)
    SELECT hits.id FROM hits LEFT JOIN best ON best.server_id = hits.id
    WHERE named + described > 0 OR is_of_tool
    GROUP BY hits.id, best.words
    ORDER BY count(*) DESC, 4 * coalesce(best.words, 0) + sum(named) + sum(described) DESC, hits.id
    LIMIT ${FOUND_MAX}`;
  return rows.map(({ id }) => id);
}

/**
 * The requested page of a ranking. A cursor that is not in the ranking, for example from another search, gives an empty
 * page.
 */
export function pageOfRanking(
  ranked: readonly ServerKey[],
  { cursor, take = LIST_ROWS_DEFAULT }: Window,
): readonly ServerKey[] {
  if (cursor === undefined) return take >= 0 ? ranked.slice(0, take) : ranked.slice(take);
  const id = cursorId(cursor.id);
  const at = ranked.map(String).indexOf(id);
  if (at < 0) return [];
  return take >= 0 ? ranked.slice(at + 1, at + 1 + take) : ranked.slice(Math.max(0, at + take), at);
}
