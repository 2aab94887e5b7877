import { ExactNumber, parseExact } from '../../api/exactJson.ts';
import { isRecord } from '../../api/isRecord.ts';

export type JsonValue = string | number | ExactNumber | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [name: string]: JsonValue };

/** Boundary: parsed JSON is a JSON value. */
const parse = (text: string): JsonValue => parseExact(text) as JsonValue;

const isObject = (value: JsonValue): value is JsonObject => isRecord(value);

type ParsedInput = { readonly input: JsonObject } | { readonly problem: string };

/** Parses a tool's input: a JSON object, or the problem. */
export function parseInput(text: string): ParsedInput {
  try {
    const value = parse(text);
    return isObject(value) ? { input: value } : { problem: 'Enter a JSON object, such as {"name": "value"}.' };
  } catch (error) {
    return { problem: error instanceof Error ? `Invalid JSON: ${error.message}` : 'Invalid JSON.' };
  }
}

/** Parses a JSON object or list; null for other text. */
export function jsonOf(text: string): JsonValue | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return parse(text);
  } catch {
    return null;
  }
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const ENCODER = new TextEncoder();

export const byteLength = (text: string): number => ENCODER.encode(text).byteLength;

// The form library copies objects and would lose exact numbers, so they are stored as marked strings.
const MARK = '\uE000';
type FormNumber = `${typeof MARK}${string}`;

export const isFormNumber = (value: unknown): value is FormNumber =>
  typeof value === 'string' && value.startsWith(MARK);

export const shownNumber = (value: FormNumber): string => value.slice(MARK.length);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const numberOf = (text: string): JsonValue | undefined => {
  if (NUMBER.test(text)) return new ExactNumber(text);
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
};

/** The form's representation of an entered number; other text stays unchanged. */
export function toFormNumber(text: string): string | number {
  if (String(Number(text)) === text) return Number(text);
  return NUMBER.test(text) || /^-?\d+\.$/.test(text) ? `${MARK}${text}` : text;
}

/** Converts an input to the form's representation. */
export function toForm(value: unknown): unknown {
  if (value instanceof ExactNumber) return `${MARK}${value.source}`;
  if (Array.isArray(value)) return value.map(toForm);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toForm(member)]));
}

/** Converts a form's value to JSON without empty members and objects. */
export function toJson(value: unknown): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => toJson(item) ?? null);
  if (isRecord(value)) return toJsonObject(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof ExactNumber) return value;
  if (isFormNumber(value)) return numberOf(shownNumber(value));
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : undefined;
}

function toJsonObject(value: Readonly<Record<string, unknown>>): JsonObject | undefined {
  const names = Object.keys(value);
  const members = names.flatMap((name): [string, JsonValue][] => {
    const member = toJson(value[name]);
    return member === undefined ? [] : [[name, member]];
  });
  return members.length === 0 && names.length > 0 ? undefined : Object.fromEntries(members);
}

export const toInput = (value: unknown): JsonObject => (isRecord(value) ? (toJsonObject(value) ?? {}) : {});
