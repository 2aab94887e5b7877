/** The words at one nesting level of a statement; for each pair of parentheses, the words of the next level. */
type Part = string | readonly Part[];
type Parts = readonly Part[];

/** Tables whose rows have an owner, and the columns that name it. */
export type Owned = { readonly tables: ReadonlySet<string>; readonly columns: RegExp };

/** A template's value placeholder. */
const VALUE = '$';
const wordsOf = (text: string): ReadonlySet<unknown> => new Set(text.split(' '));
const SETS = wordsOf('union except intersect ;');
/** Each of these ends the preceding list of tables, or condition. */
const CLAUSES = wordsOf('where group order limit having returning window offset fetch for set select values do');
const JOINS = wordsOf('join left right full inner cross outer natural');
const OUTER = wordsOf('left right full outer');
const BEFORE_TABLES = wordsOf('from join using table');
/** Words allowed between a word of `BEFORE_TABLES` and the table. */
const FILLERS = wordsOf('only lateral');
const NAMES_TABLE = wordsOf('from join , lateral only');
const CONSTANTS = wordsOf('true false null');
/** An id column of the table itself, or a foreign key. */
const ID = /(?:^|\.)(?:\w+_)?(?:id|key)$/;

/** SQL from a template in a normal form: lower case, no comments, no quotes, `$` for values, single spaces. */
export const plainSql = (template: string): string =>
  withoutValues(template)
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/["`]/g, '')
    .replaceAll(/::\s*\w+(?:\[\])?/g, '')
    .replaceAll(/\bpublic\s*\.\s*/gi, '')
    .replaceAll(/\s*([(),;=])\s*/g, ' $1 ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .trim();

/** Replaces each `${…}` with `$`, from the innermost braces outward. */
function withoutValues(template: string): string {
  const flat = template.replaceAll(/\$\{[^{}]*\}/g, VALUE).replaceAll(/(?<!\$)\{[^{}]*\}/g, VALUE);
  return flat === template ? template : withoutValues(flat);
}

/** Whether plain SQL changes anything. `FOR UPDATE` locks rows but changes none. */
export const isWritingSql = (sql: string): boolean =>
  /\b(insert into|delete from|merge into|truncate|create|alter|drop|reindex|grant|revoke)\b/.test(sql) ||
  /^(copy|call|do|lock)\b|(?<!\bfor |\bno key |\bdo )\bupdate\b/.test(sql);

/**
 * Whether plain SQL reads owned rows without a mandatory condition on the owner. A condition next to an `OR`, under a
 * `NOT`, in an outer join or in the selection doesn't count. A table that the template leaves open counts as owned.
 */
export function readsUnscoped(sql: string, owned: Owned): boolean {
  const parts = partsOf(sql.split(' '));
  return queriesOf(parts).some((query) => isOpen(query, owned, false));
}

/** Whether plain SQL ends with a condition that widens the preceding text, by an `OR` outside parentheses. */
export const opens = (sql: string): boolean => /^(?:and|or)\b/.test(sql) && partsOf(sql.split(' ')).includes('or');

function partsOf(words: string[]): Parts {
  const parts: Part[] = [];
  for (let word = words.shift(); word !== undefined && word !== ')'; word = words.shift())
    parts.push(word === '(' ? partsOf(words) : word);
  return parts;
}

function splitAt(parts: Parts, isCut: (part: Part) => boolean): readonly Parts[] {
  const cuts = parts.flatMap((part, at) => (isCut(part) ? [at] : []));
  return [-1, ...cuts].map((cut, i) => parts.slice(cut + 1, cuts[i]));
}

/** The queries that a statement combines. */
const queriesOf = (parts: Parts): readonly Parts[] => splitAt(parts, (part) => SETS.has(part));

const isQuery = (part: Part | undefined): part is Parts =>
  typeof part === 'object' && (part[0] === 'select' || part[0] === 'with' || isQuery(part[0]));

/** Whether all queries in parentheses find only one owner's rows. */
const isNarrowQuery = (part: Part | undefined, owned: Owned): boolean =>
  isQuery(part) && queriesOf(part).every((query) => isNarrow(query, owned));

/** Whether a query reads rows of any owner; `isWithin` if an outer query is restricted. */
function isOpen(query: Parts, owned: Owned, isWithin: boolean): boolean {
  const isOwn = isWithin || isNarrow(query, owned);
  const isOpenTable = (table: string) => owned.tables.has(table) || table === VALUE;
  const openTables = tablesOf(query).filter(isOpenTable);
  if (isOwn ? openTables.length > tiesOf(query, owned) : openTables.length > 0) return true;
  return query.some((part, at) => {
    if (typeof part === 'string') return false;
    // A query used as a table is read completely, regardless of the outer selection.
    const isTable = isQuery(part) && (query[at - 1] === 'as' || BEFORE_TABLES.has(query[at - 1]));
    return queriesOf(part).some((each) => isOpen(each, owned, isOwn && !isTable && isCorrelated(each)));
  });
}

/**
 * How many tables the conditions of a query can restrict. Each condition names an owner, or joins a table to another.
 * If there are more tables, rows of one come with all rows of another.
 */
function tiesOf(query: Parts, owned: Owned): number {
  const ties = query.flatMap((part, at) => {
    if (part === 'using') return [part];
    if (part !== 'where' && part !== 'on') return [];
    const alternatives = splitAt(conditionFrom(query, at), (word) => word === 'or');
    const counts = alternatives.map((either) => tiesIn(either, owned));
    return Array.from({ length: Math.min(...counts) }, () => part);
  });
  return ties.length + (query.some((part, at) => query[at - 1] === 'from' && isNarrowQuery(part, owned)) ? 1 : 0);
}

/** The parts of a condition that restrict or join a table. */
const tiesIn = (condition: Parts, owned: Owned): number =>
  splitAt(condition, (part) => part === 'and').reduce((sum, parts) => {
    const [left, operator, right] = parts;
    if (typeof left === 'object' && operator === undefined && !left.includes('or') && !isQuery(left))
      return sum + tiesIn(left, owned);
    const isPair = isColumn(left) && operator === '=' && isColumn(right);
    return sum + (isPair || isScope(parts, owned) ? 1 : 0);
  }, 0);

const isColumn = (part: Part | undefined): boolean =>
  typeof part === 'string' && /^(?:\w+\.)?[a-z_]\w*$/.test(part) && !CONSTANTS.has(part);

const wordsIn = (parts: Parts): readonly string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [part] : wordsIn(part)));

/** Whether a query refers to a column of an outer query; otherwise the outer query doesn't restrict its rows. */
function isCorrelated(query: Parts): boolean {
  const all = wordsIn(query);
  const own = new Set(
    all.flatMap((word, at) => (NAMES_TABLE.has(all[at - 1]) ? [word, all[at + 1], all[at + 2]] : [])),
  );
  return all.some((word) => /^\w+\.\w+$/.test(word) && !own.has(word.split('.')[0]));
}

/** Whether a query finds only one owner's rows, by a condition or through a restricted source. */
const isNarrow = (query: Parts, owned: Owned): boolean =>
  conditionsOf(query).some((condition) => holds(condition, owned)) ||
  query.some((part, at) => query[at - 1] === 'from' && isNarrowQuery(part, owned)) ||
  tablesOf(query.filter((_, at) => !OUTER.has(query[at - 1]) && !OUTER.has(query[at - 2]))).some((table) =>
    query.some((part, at) => part === table && query[at + 1] === 'as' && isNarrowQuery(query[at + 2], owned)),
  );

/** The tables that a query names at its own nesting level. */
function tablesOf(query: Parts): readonly string[] {
  const words = query.filter((part) => !FILLERS.has(part));
  const isStatement = words.includes('select') || words.includes('delete');
  return words.filter((part, at): part is string => {
    if (typeof part !== 'string' || (part === VALUE && !isStatement)) return false;
    const before = words[at - 1];
    // `IS DISTINCT FROM` compares.
    return BEFORE_TABLES.has(before) ? words[at - 2] !== 'distinct' : before === ',' && isInTables(words, at);
  });
}

/** Whether a comma here separates tables. */
function isInTables(words: Parts, at: number): boolean {
  const clause = words.slice(0, at).findLast((word) => CLAUSES.has(word) || BEFORE_TABLES.has(word) || word === 'on');
  return BEFORE_TABLES.has(clause);
}

/** Conditions that hold for each row: `WHERE`, and `ON` of inner joins. */
function conditionsOf(query: Parts): readonly Parts[] {
  return query.flatMap((part, at) => {
    const begins = part === 'where' || (part === 'on' && isInner(query, query.lastIndexOf('join', at)));
    if (!begins) return [];
    return [conditionFrom(query, at)];
  });
}

/** The condition behind a `WHERE` or `ON`. */
function conditionFrom(query: Parts, at: number): Parts {
  const rest = query.slice(at + 1);
  const end = rest.findIndex((word) => CLAUSES.has(word) || JOINS.has(word));
  return end === -1 ? rest : rest.slice(0, end);
}

const isInner = (query: Parts, join: number): boolean =>
  join > 0 && !OUTER.has(query[join - 1]) && !OUTER.has(query[join - 2]);

/** Whether a condition restricts rows to one owner. Each alternative needs a part that does. */
const holds = (condition: Parts, owned: Owned): boolean =>
  splitAt(condition, (part) => part === 'or').every((either) =>
    splitAt(either, (part) => part === 'and').some((part) => isScope(part, owned)),
  );

function isScope(parts: Parts, owned: Owned): boolean {
  const [first, second, ...more] = parts;
  if (typeof first === 'object') return second === undefined && !isQuery(first) && holds(first, owned);
  if (first === 'exists') return isNarrowQuery(second, owned) && isQuery(second) && isCorrelated(second);
  if (second === 'in' && isNarrowQuery(more[0], owned)) return typeof first === 'string' && ID.test(first);
  return first !== undefined && owned.columns.test(first) && isEqualToValue([second, ...more]);
}

/** Whether the text after a column requires it to equal a value, or one of several values. */
function isEqualToValue([operator, value, ...more]: readonly (Part | undefined)[]): boolean {
  const isOneOf = (part: Part | undefined) => typeof part === 'object' && part[0] === VALUE;
  if (operator === 'in') return isOneOf(value) && more.length === 0;
  if (operator === '=' && value === 'any') return isOneOf(more[0]) && more.length === 1;
  // Optional conditions follow the value; none may start with `OR`.
  return operator === '=' && value === VALUE && more.every((part) => part === VALUE);
}
