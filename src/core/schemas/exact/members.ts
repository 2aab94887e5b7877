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
function enterKey({ value, place, scope }: Subject, key: string, check: Check, findings: Findings): void {
  if (!isRecord(value)) return;
  findings.keys.add(key);
  mergeIssues(findings, check(value[key], { name: key, outer: place }, scope));
}

function enterItem({ value, place, scope }: Subject, at: number, check: Check, findings: Findings): void {
  if (!Array.isArray(value)) return;
  findings.items.add(at);
  mergeIssues(findings, check(value[at], { name: at, outer: place }, scope));
}

const keysOf = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);

const properties: Keyword = (keywordValue, { check }) => {
  const checks = isRecord(keywordValue)
    ? Object.entries(keywordValue).map(([key, schema]) => [key, check(schema)] as const)
    : [];
  return (subject, findings) => {
    if (!isRecord(subject.value)) return;
    for (const [key, each] of checks) if (Object.hasOwn(subject.value, key)) enterKey(subject, key, each, findings);
  };
};

const patternProperties: Keyword = (keywordValue, { check }) => {
  const checks = isRecord(keywordValue)
    ? Object.entries(keywordValue).map(([pattern, schema]) => [compilePattern(pattern), check(schema)] as const)
    : [];
  return (subject, findings) => {
    for (const key of keysOf(subject.value))
      for (const [matches, each] of checks) if (matches(key)) enterKey(subject, key, each, findings);
  };
};

/** Checks the members that `isOpen` selects. If the schema is `false`, reports them as not allowed. */
const rest =
  (keywordValue: unknown, check: Check, isOpen: (key: string, findings: Findings) => boolean) =>
  (subject: Subject, findings: Findings): void => {
    const open = keysOf(subject.value).filter((key) => isOpen(key, findings));
    for (const key of open) {
      if (keywordValue === false)
        refuse(subject, findings, `must not have the property ${truncated(JSON.stringify(key))}`);
      else enterKey(subject, key, check, findings);
    }
  };

const additionalProperties: Keyword = (keywordValue, { schema, check }) => {
  const named = new Set(keysOf(schema['properties']));
  const patterns = keysOf(schema['patternProperties']).map(compilePattern);
  return rest(keywordValue, check(keywordValue), (key) => !named.has(key) && !patterns.some((matches) => matches(key)));
};

const propertyNames: Keyword = (keywordValue, { check }) => {
  const name = check(keywordValue);
  return (subject, findings) => {
    for (const key of keysOf(subject.value))
      if (name(key, subject.place, subject.scope).issues.length > 0)
        refuse(subject, findings, `must not have the property ${truncated(JSON.stringify(key))}`);
  };
};

const unevaluatedProperties: Keyword = (keywordValue, { check }) =>
  rest(keywordValue, check(keywordValue), (key, { keys }) => !keys.has(key));

/** Checks the items that `isOpen` selects. */
const restItems =
  (check: Check, isOpen: (at: number, findings: Findings) => boolean) =>
  (subject: Subject, findings: Findings): void => {
    if (!Array.isArray(subject.value)) return;
    for (let at = 0; at < subject.value.length; at += 1)
      if (isOpen(at, findings)) enterItem(subject, at, check, findings);
  };

const prefixItems: Keyword = (keywordValue, { check }) => {
  const checks = Array.isArray(keywordValue) ? keywordValue.map(check) : [];
  return (subject, findings) => {
    if (!Array.isArray(subject.value)) return;
    const { length } = subject.value;
    for (const [at, each] of checks.entries()) if (at < length) enterItem(subject, at, each, findings);
  };
};

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Checks the items that `prefixItems` does not cover. */
const items: Keyword = (keywordValue, { schema, check }) => {
  const first = lengthOf(schema['prefixItems']);
  return restItems(check(keywordValue), (at) => at >= first);
};

/** `items` of dialects up to 2019-09: a list means `prefixItems`, and a schema applies to all items. */
const oldItems: Keyword = (keywordValue, compiling) =>
  Array.isArray(keywordValue)
    ? prefixItems(keywordValue, compiling)
    : restItems(compiling.check(keywordValue), () => true);

const additionalItems: Keyword = (keywordValue, { schema, check }) => {
  if (!Array.isArray(schema['items'])) return null;
  const first = lengthOf(schema['items']);
  return restItems(check(keywordValue), (at) => at >= first);
};

const unevaluatedItems: Keyword = (keywordValue, { check }) =>
  restItems(check(keywordValue), (at, findings) => !findings.items.has(at));

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** How many items must match, and the error for other numbers. */
type Counts = { readonly least: number; readonly most: number };

const containing =
  (check: Check, { least, most }: Counts, isNoted: boolean): KeywordRule =>
  (subject, findings) => {
    const { value, place, scope } = subject;
    if (!Array.isArray(value)) return;
    const fitting = [...value.keys()].filter(
      (at) => check(value[at], { name: at, outer: place }, scope).issues.length === 0,
    );
    if (isNoted) for (const at of fitting) findings.items.add(at);
    if (fitting.length < least) refuse(subject, findings, `must contain at least ${least} valid item(s)`);
    else if (fitting.length > most) refuse(subject, findings, `must contain no more than ${most} valid item(s)`);
  };

/** `hasCounts`: supports `minContains` and `maxContains` (2019-09). `isNoted`: marks matches as evaluated (2020-12). */
const contains =
  ({ isNoted, hasCounts }: { readonly isNoted: boolean; readonly hasCounts: boolean }): Keyword =>
  (keywordValue, { schema, check }) => {
    const counts = hasCounts ? schema : {};
    const least = numberOr(counts['minContains'], 1);
    const most = numberOr(counts['maxContains'], Number.POSITIVE_INFINITY);
    return containing(check(keywordValue), { least, most }, isNoted);
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
