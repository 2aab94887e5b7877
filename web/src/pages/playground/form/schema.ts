import type { RJSFSchema } from '@rjsf/utils';
import { ExactNumber, withPlainNumbers } from '../../../api/exactJson.ts';
import { isRecord } from '../../../api/isRecord.ts';
import { pathOfRef } from '../../../api/jsonPointer.ts';
import { choiceDetail, choiceName, constantsOf, UNTITLED } from './choiceNames.ts';

/** Boundary: any object is a JSON Schema. The server checks keywords that the form doesn't know. */
const asSchema = (value: Readonly<Record<string, unknown>>): RJSFSchema => value as RJSFSchema;

/** Prepares a tool's input schema for the form; untitled alternatives get distinct titles. */
export const toFormSchema = (inputSchema: unknown): RJSFSchema => {
  const plain = withPlainNumbers(withoutLongNumbers(inputSchema));
  const schema = titled(plain, plain);
  return asSchema(isRecord(schema) ? withoutIdentity(schema) : { type: 'object' });
};

/** JavaScript numbers keep at least this many digits. */
const DIGITS_MAX = 15;

const isLong = (value: unknown): boolean =>
  value instanceof ExactNumber
    ? value.source.replace(/^-?[0.]*|\.|[eE].*/g, '').length > DIGITS_MAX
    : Array.isArray(value) && value.some(isLong);

/**
 * Removes numbers that JavaScript can't represent exactly, because the form would offer rounded ones. The server still
 * checks the original schema.
 */
function withoutLongNumbers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutLongNumbers);
  if (!isRecord(node)) return node;
  const members = Object.entries(node).filter(([, member]) => !isLong(member));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutLongNumbers(member)]));
}

// The page already has a heading, and an $id would break local references.
function withoutIdentity(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { $id: _id, id: _oldId, title: _title, description: _description, ...rest } = schema;
  return { ...rest, type: 'object' };
}

// These keywords hold values, not schemas.
const VALUES = new Set(['default', 'const', 'enum', 'examples', 'required']);

function titled(node: unknown, root: unknown): unknown {
  if (Array.isArray(node)) return node.map((member) => titled(member, root));
  if (!isRecord(node)) return node;
  const members = Object.entries(node).map(([name, member]) => [
    name,
    VALUES.has(name) ? member : titled(member, root),
  ]);
  const schema = Object.fromEntries(
    members.map(([name, member]) => [name, isAlternatives(name, member) ? withTitles(member, root) : member]),
  );
  return { ...schema, ...typeOfAlternatives(schema, root), ...formatOf(schema), ...fileOptions(schema) };
}

/**
 * If all alternatives are objects, the type is object. That fills in their constants and lets optional ones be absent.
 */
function typeOfAlternatives({ type, oneOf, anyOf }: Schema, root: unknown): Schema | null {
  const options = oneOf ?? anyOf;
  if (type !== undefined || !Array.isArray(options) || options.length === 0) return null;
  return options.every((option) => isObjectSchema(option, root)) ? { type: 'object' } : null;
}

function isObjectSchema(option: unknown, root: unknown): boolean {
  const target = isRecord(option) ? followRef(option, root) : null;
  return isRecord(target) && (target['type'] === 'object' || isRecord(target['properties']));
}

/** Bytes get a dedicated control, selected by format. */
const formatOf = ({ type, format, contentEncoding }: Schema): Schema | null =>
  type === 'string' && format === undefined && contentEncoding === 'base64' ? { format: 'byte' } : null;

/** Adapts alternatives that include a file: its control also fills in the name and media type. */
function fileOptions({ anyOf }: Schema): Schema | null {
  const acceptsName = (option: unknown) =>
    isRecord(option) && isRecord(option['properties']) && 'filename' in option['properties'];
  if (!Array.isArray(anyOf) || !anyOf.some(acceptsName)) return null;
  const named = { format: 'named-file', title: 'File' };
  return {
    anyOf: anyOf.map((option: unknown) => {
      if (acceptsName(option) && isRecord(option)) return { ...option, title: 'File with its name' };
      return isRecord(option) && option['format'] === 'byte' ? { ...option, ...named } : option;
    }),
  };
}

/** Resolves a local reference; other schemas are returned unchanged. */
function followRef(schema: Schema, root: unknown): unknown {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  const path = reference.startsWith('#') ? pathOfRef(reference.slice(1)) : [];
  return path.reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), root);
}

const isAlternatives = (name: unknown, member: unknown): member is unknown[] =>
  (name === 'anyOf' || name === 'oneOf') && Array.isArray(member);

type Schema = Readonly<Record<string, unknown>>;

/** Alternatives with the same name get their range or description, otherwise a number. */
function withTitles(options: readonly unknown[], root: unknown): unknown[] {
  const names = options.map((option) => (isRecord(option) && needsTitle(option) ? titleFor(option, root) : null));
  const shown = names.map((name, at) => name ?? titleOf(options[at]));
  const detailed = names.map((name, at) => withDetail(name, shown, options[at]));
  const titles = detailed.map((name, at) => name ?? shown[at]);
  return options.map((option, at) => {
    const name = detailed[at] ?? null;
    if (name === null || !isRecord(option)) return option;
    const same = titles.filter((other) => other === name).length;
    const number = titles.slice(0, at + 1).filter((other) => other === name).length;
    return { title: same > 1 ? `${name} ${number}` : name, ...option };
  });
}

const titleOf = (option: unknown): string | null =>
  isRecord(option) && typeof option['title'] === 'string' ? option['title'] : null;

function withDetail(name: string | null, names: readonly (string | null)[], option: unknown): string | null {
  if (name === null || names.filter((other) => other === name).length < 2 || !isRecord(option)) return name;
  const detail = choiceDetail(option);
  return detail === null ? name : `${name} (${detail})`;
}

const needsTitle = (option: Schema): boolean => option['title'] === undefined;

/** The name of an alternative or its reference target; null if it has a title. */
function titleFor(option: Schema, root: unknown): string | null {
  const { $ref: reference } = option;
  if (typeof reference !== 'string') return choiceName(option);
  const target = followRef(option, root);
  if (isRecord(target) && target['title'] !== undefined) return null;
  const name = reference.startsWith('#') ? pathOfRef(reference.slice(1)).at(-1) : undefined;
  return constantsOf(isRecord(target) ? target : {}) ?? name ?? UNTITLED;
}
