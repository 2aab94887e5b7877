import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import { isJsonNumber, isWhole, type JsonNumber, numberText } from '../lib/decimal.ts';
import { isRecord } from '../lib/json.ts';

const EMAIL = /^[^\s@]{1,254}@[^\s@]{1,253}$/;
const URI_SCHEME = /^[a-z][a-z0-9+.-]{0,63}:/i;

type TextTest = (text: string) => boolean;

function known(name: FormatName): TextTest {
  const format: unknown = fullFormats[name];
  const test = isRecord(format) && 'validate' in format ? format['validate'] : format;
  if (test instanceof RegExp) return (text) => test.test(text);
  return (text) => typeof test !== 'function' || Boolean(test(text));
}

/** Text formats that are checked, each in linear time; all others are annotations. */
export const TEXT_FORMATS: Readonly<Record<string, TextTest>> = {
  date: known('date'),
  time: known('time'),
  'date-time': known('date-time'),
  duration: known('duration'),
  ipv4: known('ipv4'),
  ipv6: known('ipv6'),
  uuid: known('uuid'),
  email: (text) => EMAIL.test(text),
  uri: (text) => URI_SCHEME.test(text) && URL.canParse(text),
};

/** Number formats that are checked, from OpenAPI. */
export const NUMBER_FORMATS: Readonly<Record<string, (value: JsonNumber) => boolean>> = {
  int32: (value) => isWhole(value) && Math.abs(Number(value) + 0.5) < 2 ** 31,
  int64: isWhole,
};

/** Canonical text: identical for equal JSON values, regardless of member order. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isJsonNumber(value)) return numberText(value);
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
};

/** Whether all items are different. Takes linear time, where comparing every pair could take minutes. */
export const areUnique = (items: readonly unknown[]): boolean => new Set(items.map(canonical)).size === items.length;
