import { isRecord } from '../../lib/json.ts';
import { compilePattern } from '../patterns.ts';
import { truncated } from './assertions.ts';
import {
  type Check,
  type Findings,
  type Keyword,
  type KeywordRule,
  mergeIssues,
  refuse,
  type Subject,
} from './evaluate.ts';

/** Checks a member and marks it as evaluated. */
function enterKey({ value, place, scope }: Subject, key: string, check: Check, found: Findings): void {
  if (!isRecord(value)) return;
  found.keys.add(key);
  mergeIssues(found, check(value[key], { name: key, outer: place }, scope));
}

function enterItem({ value, place, scope }: Subject, at: number, check: Check, found: Findings): void {
  if (!Array.isArray(value)) return;
  found.items.add(at);
  mergeIssues(found, check(value[at], { name: at, outer: place }, scope));
}

const keysOf = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);

const properties: Keyword = (given, { check }) => {
  const checks = isRecord(given) ? Object.entries(given).map(([key, schema]) => [key, check(schema)] as const) : [];
  return (subject, found) => {
    if (!isRecord(subject.value)) return;
    for (const [key, each] of checks) if (Object.hasOwn(subject.value, key)) enterKey(subject, key, each, found);
  };
};

const patternProperties: Keyword = (given, { check }) => {
  const checks = isRecord(given)
    ? Object.entries(given).map(([pattern, schema]) => [compilePattern(pattern), check(schema)] as const)
    : [];
  return (subject, found) => {
    for (const key of keysOf(subject.value))
      for (const [matches, each] of checks) if (matches(key)) enterKey(subject, key, each, found);
  };
};

/** Checks the members that `isOpen` selects. If the schema is `false`, reports them as not allowed. */
const rest =
  (given: unknown, check: Check, isOpen: (key: string, found: Findings) => boolean) =>
  (subject: Subject, found: Findings): void => {
    const open = keysOf(subject.value).filter((key) => isOpen(key, found));
    for (const key of open) {
      if (given === false) refuse(subject, found, `must not have the property ${truncated(JSON.stringify(key))}`);
      else enterKey(subject, key, check, found);
    }
  };

const additionalProperties: Keyword = (given, { schema, check }) => {
  const named = new Set(keysOf(schema['properties']));
  const patterns = keysOf(schema['patternProperties']).map(compilePattern);
  return rest(given, check(given), (key) => !named.has(key) && !patterns.some((matches) => matches(key)));
};

const propertyNames: Keyword = (given, { check }) => {
  const name = check(given);
  return (subject, found) => {
    for (const key of keysOf(subject.value))
      if (name(key, subject.place, subject.scope).issues.length > 0)
        refuse(subject, found, `must not have the property ${truncated(JSON.stringify(key))}`);
  };
};

const unevaluatedProperties: Keyword = (given, { check }) =>
  rest(given, check(given), (key, { keys }) => !keys.has(key));

/** Checks the items that `isOpen` selects. */
const restItems =
  (check: Check, isOpen: (at: number, found: Findings) => boolean) =>
  (subject: Subject, found: Findings): void => {
    if (!Array.isArray(subject.value)) return;
    for (let at = 0; at < subject.value.length; at += 1) if (isOpen(at, found)) enterItem(subject, at, check, found);
  };

const prefixItems: Keyword = (given, { check }) => {
  const checks = Array.isArray(given) ? given.map(check) : [];
  return (subject, found) => {
    if (!Array.isArray(subject.value)) return;
    const { length } = subject.value;
    for (const [at, each] of checks.entries()) if (at < length) enterItem(subject, at, each, found);
  };
};

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Checks the items that `prefixItems` does not cover. */
const items: Keyword = (given, { schema, check }) => {
  const first = lengthOf(schema['prefixItems']);
  return restItems(check(given), (at) => at >= first);
};

/** `items` of dialects up to 2019-09: a list means `prefixItems`, and a schema applies to all items. */
const oldItems: Keyword = (given, compiling) =>
  Array.isArray(given) ? prefixItems(given, compiling) : restItems(compiling.check(given), () => true);

const additionalItems: Keyword = (given, { schema, check }) => {
  if (!Array.isArray(schema['items'])) return null;
  const first = lengthOf(schema['items']);
  return restItems(check(given), (at) => at >= first);
};

const unevaluatedItems: Keyword = (given, { check }) => restItems(check(given), (at, found) => !found.items.has(at));

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const fittingItems = (check: Check, { value, place, scope }: Subject): readonly number[] =>
  Array.isArray(value)
    ? [...value.keys()].filter((at) => check(value[at], { name: at, outer: place }, scope).issues.length === 0)
    : [];

/** How many items must match, and the error for other numbers. */
type Counts = { readonly least: number; readonly most: number };

const countProblem = (count: number, { least, most }: Counts): string | null => {
  if (count < least) return `must contain at least ${least} valid item(s)`;
  return count > most ? `must contain no more than ${most} valid item(s)` : null;
};

const containing = (check: Check, counts: Counts, isNoted: boolean): KeywordRule => {
  const note = (found: Findings, fitting: readonly number[]): void => {
    for (const at of fitting) found.items.add(at);
  };
  return (subject, found) => {
    const fitting = fittingItems(check, subject);
    if (isNoted) note(found, fitting);
    const problem = Array.isArray(subject.value) ? countProblem(fitting.length, counts) : null;
    if (problem !== null) refuse(subject, found, problem);
  };
};

/** `hasCounts`: supports `minContains` and `maxContains` (2019-09). `isNoted`: marks matches as evaluated (2020-12). */
const contains =
  ({ isNoted, hasCounts }: { readonly isNoted: boolean; readonly hasCounts: boolean }): Keyword =>
  (given, { schema, check }) => {
    const counts = hasCounts ? schema : {};
    const least = numberOr(counts['minContains'], 1);
    const most = numberOr(counts['maxContains'], Number.POSITIVE_INFINITY);
    return containing(check(given), { least, most }, isNoted);
  };

/** Keywords that check the members of objects, in every dialect that has them. */
export const OBJECT_MEMBERS = {
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
} as const satisfies Readonly<Record<string, Keyword>>;

/** Keywords that check array items. */
export const ITEMS = { prefixItems, items, oldItems, additionalItems, contains } as const;

/** Keywords that check members not evaluated by any other keyword; they must come last. */
export const UNEVALUATED = { unevaluatedItems, unevaluatedProperties } as const satisfies Readonly<
  Record<string, Keyword>
>;
