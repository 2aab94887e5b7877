import { compareNumbers, isJsonNumber, isMultiple, isWhole, type JsonNumber } from '../../lib/decimal.ts';
import { isRecord } from '../../lib/json.ts';
import { compilePattern } from '../patterns.ts';
import { areUnique, canonical, NUMBER_FORMATS, TEXT_FORMATS } from '../values.ts';
import { type Keyword, type KeywordRule, refuse } from './evaluate.ts';

const ECHO_CHARS_MAX = 100;

/** Truncates third-party text to at most a hundred characters. */
export const truncated = (text: string): string =>
  text.length > ECHO_CHARS_MAX ? `${text.slice(0, ECHO_CHARS_MAX - 1)}…` : text;

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: isJsonNumber,
  integer: (value) => isJsonNumber(value) && isWhole(value),
  array: Array.isArray,
  object: isRecord,
};

const rule =
  (fits: (value: unknown) => boolean, message: string): KeywordRule =>
  (subject, findings) => {
    if (!fits(subject.value)) refuse(subject, findings, message);
  };

const listed: Keyword = (keywordValue) => {
  const values: readonly unknown[] = Array.isArray(keywordValue) ? keywordValue : [];
  const allowed = new Set(values.map(canonical));
  const names = truncated(values.map((value) => JSON.stringify(value)).join(', '));
  return rule(
    (value) => allowed.has(canonical(value)),
    values.length === 0 ? 'matches no value' : `must be one of ${names}`,
  );
};

/** A keyword that compares a number derived from the value with a bound; `measure` is null for unrelated values. */
const bound =
  (
    measure: (value: unknown) => JsonNumber | null,
    fits: (measured: JsonNumber, limit: JsonNumber) => boolean,
    message: (limit: JsonNumber) => string,
  ): Keyword =>
  (keywordValue) => {
    if (!isJsonNumber(keywordValue)) return null;
    const test = (value: unknown): boolean => {
      const measured = measure(value);
      return measured === null || fits(measured, keywordValue);
    };
    return rule(test, message(keywordValue));
  };

const isAtLeast = (measured: JsonNumber, limit: JsonNumber): boolean => compareNumbers(measured, limit) >= 0;
const isAtMost = (measured: JsonNumber, limit: JsonNumber): boolean => compareNumbers(measured, limit) <= 0;
const numberOf = (value: unknown): JsonNumber | null => (isJsonNumber(value) ? value : null);
const itemsOf = (value: unknown): number | null => (Array.isArray(value) ? value.length : null);
const propertiesOf = (value: unknown): number | null => (isRecord(value) ? Object.keys(value).length : null);

// Characters are Unicode code points (RFC 8259, section 7).
const charsOf = (value: unknown): number | null => {
  if (typeof value !== 'string') return null;
  let count = 0;
  for (const _char of value) count += 1;
  return count;
};

/** In draft-04, a separate flag makes a bound exclusive. */
const oldBound =
  (flag: string, inclusive: Keyword, exclusive: Keyword): Keyword =>
  (keywordValue, compiling) =>
    (compiling.schema[flag] === true ? exclusive : inclusive)(keywordValue, compiling);

const exclusiveMinimum = bound(
  numberOf,
  (value, limit) => compareNumbers(value, limit) > 0,
  (limit) => `must be > ${limit}`,
);
const exclusiveMaximum = bound(
  numberOf,
  (value, limit) => compareNumbers(value, limit) < 0,
  (limit) => `must be < ${limit}`,
);

const entryOf = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  Object.hasOwn(table, String(name)) ? table[String(name)] : undefined;

const required: Keyword = (keywordValue) => {
  const names: readonly unknown[] = Array.isArray(keywordValue) ? keywordValue : [];
  return (subject, findings) => {
    if (!isRecord(subject.value)) return;
    for (const name of names)
      if (!Object.hasOwn(subject.value, String(name)))
        refuse(subject, findings, `must have required property '${truncated(String(name))}'`);
  };
};

/** Keywords that check one value, in every dialect that has them. */
export const ASSERTIONS = {
  type: (keywordValue, { schema }) => {
    const names: readonly unknown[] = Array.isArray(keywordValue) ? keywordValue : [keywordValue];
    // OpenAPI 3.0 has this notation for an optional type.
    const all = schema['nullable'] === true ? [...names, 'null'] : names;
    const tests = all.map((name) => entryOf(isOfType, name) ?? (() => false));
    return rule((value) => tests.some((test) => test(value)), `must be ${names.join()}`);
  },
  enum: listed,
  const: (keywordValue) => {
    const allowed = canonical(keywordValue);
    return rule((value) => canonical(value) === allowed, `must be ${truncated(JSON.stringify(keywordValue))}`);
  },
  multipleOf: bound(numberOf, isMultiple, (step) => `must be multiple of ${step}`),
  minimum: oldBound(
    'exclusiveMinimum',
    bound(numberOf, isAtLeast, (limit) => `must be >= ${limit}`),
    exclusiveMinimum,
  ),
  maximum: oldBound(
    'exclusiveMaximum',
    bound(numberOf, isAtMost, (limit) => `must be <= ${limit}`),
    exclusiveMaximum,
  ),
  exclusiveMinimum,
  exclusiveMaximum,
  minLength: bound(charsOf, isAtLeast, (limit) => `must NOT have fewer than ${limit} characters`),
  maxLength: bound(charsOf, isAtMost, (limit) => `must NOT have more than ${limit} characters`),
  minItems: bound(itemsOf, isAtLeast, (limit) => `must NOT have fewer than ${limit} items`),
  maxItems: bound(itemsOf, isAtMost, (limit) => `must NOT have more than ${limit} items`),
  minProperties: bound(propertiesOf, isAtLeast, (limit) => `must NOT have fewer than ${limit} properties`),
  maxProperties: bound(propertiesOf, isAtMost, (limit) => `must NOT have more than ${limit} properties`),
  uniqueItems: (keywordValue) =>
    keywordValue === true
      ? rule((value) => !Array.isArray(value) || areUnique(value), 'must NOT have duplicate items')
      : null,
  pattern: (keywordValue) => {
    if (typeof keywordValue !== 'string') return null;
    const matches = compilePattern(keywordValue);
    return rule(
      (value) => typeof value !== 'string' || matches(value),
      truncated(`must match pattern "${keywordValue}"`),
    );
  },
  format: (keywordValue) => {
    const message = `must match format "${String(keywordValue)}"`;
    const [text, number] = [entryOf(TEXT_FORMATS, keywordValue), entryOf(NUMBER_FORMATS, keywordValue)];
    if (text) return rule((value) => typeof value !== 'string' || text(value), message);
    return number ? rule((value) => !isJsonNumber(value) || number(value), message) : null;
  },
  required,
} as const satisfies Readonly<Record<string, Keyword>>;
