import type { RJSFSchema } from '@rjsf/utils';
import { isRecord } from '../../../api/isRecord.ts';
import { pathOfRef } from '../../../api/jsonPointer.ts';

/**
 * Boundary: any object is a JSON Schema; what it says that the form does not know is left to the server's own check.
 */
const asSchema = (value: Readonly<Record<string, unknown>>): RJSFSchema => value as RJSFSchema;

const UNTITLED = 'Something else';
/** How many required members the name of an alternative lists. */
const NAMED_MAX = 3;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Object',
  array: 'List',
  null: 'Nothing',
};

/** A tool's input schema as the form takes it: alternatives without a title get one that tells them apart. */
export const toFormSchema = (inputSchema: unknown): RJSFSchema => {
  const schema = titled(inputSchema, inputSchema);
  return asSchema(isRecord(schema) ? withoutIdentity(schema) : { type: 'object' });
};

// A title would stand above the form, which has a heading; an id would make references leave the schema.
function withoutIdentity(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { $id: _id, id: _oldId, title: _title, description: _description, ...rest } = schema;
  return { ...rest, type: 'object' };
}

// Below these keywords stand values, not schemas.
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
  return { ...schema, ...typeOfAlternatives(schema, root), ...formatOf(schema) };
}

/** Alternatives that are all objects make one: so their constants are filled in, and an optional one can be absent. */
function typeOfAlternatives({ type, oneOf, anyOf }: Schema, root: unknown): Schema | null {
  const options = oneOf ?? anyOf;
  if (type !== undefined || !Array.isArray(options) || options.length === 0) return null;
  return options.every((option) => isObjectSchema(option, root)) ? { type: 'object' } : null;
}

function isObjectSchema(option: unknown, root: unknown): boolean {
  const target = isRecord(option) ? followRef(option, root) : null;
  return isRecord(target) && (target['type'] === 'object' || isRecord(target['properties']));
}

/** Bytes have a control of their own, which goes by the format. */
const formatOf = ({ type, format, contentEncoding }: Schema): Schema | null =>
  type === 'string' && format === undefined && contentEncoding === 'base64' ? { format: 'byte' } : null;

/** Follows a reference within this document; a schema without one is returned as it is. */
function followRef(schema: Schema, root: unknown): unknown {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  const path = reference.startsWith('#') ? pathOfRef(reference.slice(1)) : [];
  return path.reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), root);
}

const isAlternatives = (name: unknown, member: unknown): member is unknown[] =>
  (name === 'anyOf' || name === 'oneOf') && Array.isArray(member);

type Schema = Readonly<Record<string, unknown>>;

/** Alternatives of one name are numbered. */
function withTitles(options: readonly unknown[], root: unknown): unknown[] {
  const names = options.map((option) => (isRecord(option) && needsTitle(option) ? titleFor(option, root) : null));
  return options.map((option, at) => {
    const name = names[at] ?? null;
    if (name === null || !isRecord(option)) return option;
    const same = names.filter((other) => other === name).length;
    const number = names.slice(0, at + 1).filter((other) => other === name).length;
    return { title: same > 1 ? `${name} ${number}` : name, ...option };
  });
}

const needsTitle = (option: Schema): boolean => option['title'] === undefined && option['const'] === undefined;

/** The name of an alternative, or of what it refers to; null where that has a title. */
function titleFor(option: Schema, root: unknown): string | null {
  const { $ref: reference } = option;
  if (typeof reference !== 'string') return nameOf(option);
  const target = followRef(option, root);
  if (isRecord(target) && target['title'] !== undefined) return null;
  const name = reference.startsWith('#') ? pathOfRef(reference.slice(1)).at(-1) : undefined;
  return constantsOf(isRecord(target) ? target : {}) ?? name ?? UNTITLED;
}

/** The constants by which an object is told from others: `card` of one whose `type` is that. */
function constantsOf({ properties }: Schema): string | null {
  const constants = Object.values(isRecord(properties) ? properties : {}).flatMap((property): string[] => {
    if (!isRecord(property)) return [];
    const values: readonly unknown[] = Array.isArray(property['enum']) ? property['enum'] : [property['const']];
    const [only] = values;
    return values.length === 1 && (typeof only === 'string' || typeof only === 'number') ? [String(only)] : [];
  });
  return constants.length === 0 ? null : constants.join(', ');
}

function nameOf(option: Schema): string {
  const { type, items, required } = option;
  const constants = constantsOf(option);
  if (constants !== null) return constants;
  if (Array.isArray(required) && required.length > 0) return `With ${required.slice(0, NAMED_MAX).join(', ')}`;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type === 'array' && isRecord(items) && typeof items['type'] === 'string') {
    return `List of ${(TYPE_NAMES[items['type']] ?? UNTITLED).toLowerCase()}`;
  }
  const names = types.flatMap((name) => (typeof name === 'string' ? [TYPE_NAMES[name] ?? name] : []));
  return names.join(' or ') || UNTITLED;
}
