import { ExactNumber, holdsExactNumber } from './json.ts';

/** A JSON number: a JavaScript number, or an exact one in its original notation. */
export type JsonNumber = number | ExactNumber;

/** Whether a value is a JSON number, in either form. */
export const isJsonNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

/**
 * `sign` × 0.`digits` × 10^`size`. The digits have no leading or trailing zeros, so that equal numbers have equal
 * parts.
 */
type Decimal = { readonly sign: number; readonly digits: string; readonly size: number };

const NUMBER = /^(-?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** No real number has an exponent this large; sums of larger exponents would not be exact. */
const EXPONENT_MAX = 1e12;

function decimalOf(value: JsonNumber): Decimal {
  const [, minus, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(String(value)) ?? [];
  const all = `${whole}${fraction}`;
  const first = all.search(/[1-9]/);
  if (first < 0) return { sign: 0, digits: '', size: 0 };
  const shift = Math.max(-EXPONENT_MAX, Math.min(EXPONENT_MAX, Number(exponent)));
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  return { sign: minus === '-' ? -1 : 1, digits: all.slice(first, end), size: whole.length - first + shift };
}

const order = (a: number | string, b: number | string): number => Number(a > b) - Number(a < b);

/** Negative if the first number is smaller, zero if both are equal. */
export function compareNumbers(one: JsonNumber, other: JsonNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return order(one, other);
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (a.sign !== b.sign || a.sign === 0) return order(a.sign, b.sign);
  // With the decimal point at the same place, digits compare like texts.
  return a.sign * (order(a.size, b.size) || order(a.digits, b.digits));
}

/** Whether a number is an integer: `1.0` and `1e2` are. */
export function isWhole(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  const { digits, size } = decimalOf(value);
  return digits.length <= size;
}

/** Whether JavaScript can represent the number only approximately. */
export const isBeyondJavaScript = (value: ExactNumber): boolean => compareNumbers(value, Number(value)) !== 0;

/** A text that is the same for equal numbers, however they are written. */
export function numberText(value: JsonNumber): string {
  if (typeof value === 'number' || !isBeyondJavaScript(value)) return JSON.stringify(Number(value));
  const { sign, digits, size } = decimalOf(value);
  return `${sign < 0 ? '-' : ''}0.${digits}e${size}`;
}

/** 10^`exponent` modulo `divisor`. */
function powerOfTen(exponent: bigint, divisor: bigint): bigint {
  let [power, base] = [1n, 10n % divisor];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) power = (power * base) % divisor;
    base = (base * base) % divisor;
  }
  return power;
}

/**
 * Whether a number is a multiple of another. Uses decimal digits, because floating point division would be wrong for
 * 0.07 and 0.01.
 */
export function isMultiple(value: JsonNumber, divisor: JsonNumber): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return Number(value) % Number(divisor) === 0;
  const [a, b] = [decimalOf(value), decimalOf(divisor)];
  if (a.sign === 0 || b.sign <= 0) return a.sign === 0 && b.sign > 0;
  const [digits, step] = [BigInt(a.digits), BigInt(b.digits)];
  const shift = a.size - a.digits.length - (b.size - b.digits.length);
  if (shift >= 0) return ((digits % step) * powerOfTen(BigInt(shift), step)) % step === 0n;
  // If the divisor has more zeros than the value has digits, it is larger, and the value is no multiple.
  return -shift <= a.digits.length && digits % (step * 10n ** BigInt(-shift)) === 0n;
}

/** Whether a JSON value is or contains an exact number, at any depth. Unlike `holdsExactNumber`, checks every value. */
export function hasExactNumber(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (part instanceof ExactNumber || holdsExactNumber(part)) return true;
    if (typeof part === 'object' && part !== null) for (const member of Object.values(part)) open.push(member);
  }
  return false;
}

/**
 * A copy that uses JavaScript numbers wherever they are equal; the value itself if it has no exact numbers. Recursive,
 * so use it only for the output of `readJson` or for a schema within bounds.
 */
export function simplified<T>(value: T): T {
  // Safe cast: the copy differs only in the form of its numbers.
  return (hasExactNumber(value) ? simplifiedPart(value) : value) as T;
}

function simplifiedPart(value: unknown): unknown {
  if (value instanceof ExactNumber) return isBeyondJavaScript(value) ? value : Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(simplifiedPart);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, simplifiedPart(member)]));
}
