import type { RJSFSchema } from '@rjsf/utils';
import { isRecord } from '../../../api/isRecord.ts';

/**
 * Boundary: any object is a JSON Schema; what it says that the form does not know is left to the server's own check.
 */
const asSchema = (value: Readonly<Record<string, unknown>>): RJSFSchema => value as RJSFSchema;

const UNTITLED = 'Something else';

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
  const schema = titled(inputSchema);
  return asSchema(isRecord(schema) ? withoutIdentity(schema) : { type: 'object' });
};

// A title would stand above the form, which has a heading; an id would make references leave the schema.
function withoutIdentity(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { $id: _id, id: _oldId, title: _title, description: _description, ...rest } = schema;
  return { ...rest, type: 'object' };
}

// Below these stand values, not schemas.
const VALUES = new Set(['default', 'const', 'enum', 'examples', 'required']);

function titled(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(titled);
  if (!isRecord(node)) return node;
  const members = Object.entries(node).map(([name, member]) => [name, VALUES.has(name) ? member : titled(member)]);
  return Object.fromEntries(
    members.map(([name, member]) => [name, isAlternatives(name, member) ? named(member) : member]),
  );
}

const isAlternatives = (name: unknown, member: unknown): member is unknown[] =>
  (name === 'anyOf' || name === 'oneOf') && Array.isArray(member);

const named = (options: readonly unknown[]): unknown[] =>
  options.map((option) => (isRecord(option) && needsTitle(option) ? { title: nameOf(option), ...option } : option));

const needsTitle = (option: Readonly<Record<string, unknown>>): boolean =>
  option['title'] === undefined && option['$ref'] === undefined && option['const'] === undefined;

function nameOf({ type, items }: Readonly<Record<string, unknown>>): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type === 'array' && isRecord(items) && typeof items['type'] === 'string') {
    return `List of ${(TYPE_NAMES[items['type']] ?? UNTITLED).toLowerCase()}`;
  }
  const names = types.flatMap((name) => (typeof name === 'string' ? [TYPE_NAMES[name] ?? name] : []));
  return names.join(' or ') || UNTITLED;
}
