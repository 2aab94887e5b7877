import { isRecord } from '../../api/isRecord.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [name: string]: JsonValue };

/** Boundary: what JSON.parse gives is a JSON value. */
const parse = (text: string): JsonValue => JSON.parse(text);

const isObject = (value: JsonValue): value is JsonObject => isRecord(value);

export type ParsedInput = { readonly input: JsonObject } | { readonly problem: string };

/** The text of a tool's input: a JSON object, or what is wrong with it. */
export function parseInput(text: string): ParsedInput {
  try {
    const value = parse(text);
    return isObject(value) ? { input: value } : { problem: 'Write a JSON object, such as {"name": "value"}.' };
  } catch (error) {
    return { problem: error instanceof Error ? `This is not JSON yet: ${error.message}` : 'This is not JSON yet.' };
  }
}

/** The value of a text that is a JSON object or list; null for any other text. */
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

/** What a form holds, as JSON: members without a value are left out, and so are objects that hold nothing else. */
export function toJson(value: unknown): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => toJson(item) ?? null);
  if (isRecord(value)) return toJsonObject(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
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

/** A tool's input as a form holds it. */
export const toInput = (value: unknown): JsonObject => (isRecord(value) ? (toJsonObject(value) ?? {}) : {});
