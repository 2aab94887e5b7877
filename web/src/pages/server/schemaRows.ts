import { isRecord } from '../../api/isRecord.ts';
import { pathOfRef } from '../../api/jsonPointer.ts';

export type SchemaRow = {
  /** The input's path, such as `address.city` or `items[].id`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Constraints, such as “at most 100”. */
  readonly rules: readonly string[];
};

type Schema = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 4;
const ROWS_MAX = 200;

const schemaAt = (schema: Schema, key: string): Schema => {
  const value = schema[key];
  return isRecord(value) ? value : {};
};
const listAt = (schema: Schema, key: string): readonly unknown[] => {
  const value = schema[key];
  return Array.isArray(value) ? value : [];
};
const textAt = (schema: Schema, key: string): string => {
  const value = schema[key];
  return typeof value === 'string' ? value : '';
};

/** Resolves a local reference, keeping sibling keywords. */
function resolved(schema: Schema, root: Schema): Schema {
  const ref = textAt(schema, '$ref');
  if (!ref.startsWith('#/')) return schema;
  const target = pathOfRef(ref).reduce((at: Schema, key) => schemaAt(at, key), root);
  return { ...target, ...schema, $ref: textAt(target, '$ref') };
}

const variantsOf = (schema: Schema): readonly Schema[] =>
  [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].filter(isRecord);

function typeName(schema: Schema, root: Schema, depth = 0): string {
  const values = 'const' in schema ? [schema['const']] : listAt(schema, 'enum');
  if (values.length > 0) return 'one of';
  const variants = variantsOf(schema);
  if (variants.length > 0 && depth < DEPTH_MAX) {
    const names = variants.map((variant) => typeName(resolved(variant, root), root, depth + 1));
    return [...new Set(names)].join(' or ');
  }
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  if (types.includes('array') && depth < DEPTH_MAX)
    return `list of ${typeName(resolved(schemaAt(schema, 'items'), root), root, depth + 1)}`;
  if (types.length > 0) return types.join(' or ');
  return 'properties' in schema ? 'object' : 'anything';
}

const BOUNDS = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['minItems', 'minimum items'],
  ['maxItems', 'maximum items'],
  ['format', 'format'],
  ['pattern', 'pattern'],
] as const;

function rulesOf(schema: Schema): readonly string[] {
  const values = 'const' in schema ? [schema['const']] : listAt(schema, 'enum');
  const bounds = BOUNDS.flatMap(([key, words]) => (key in schema ? [`${words} ${String(schema[key])}`] : []));
  return [
    ...(values.length > 0 ? [values.map((value) => JSON.stringify(value)).join(', ')] : []),
    ...bounds,
    ...('default' in schema ? [`default ${JSON.stringify(schema['default'])}`] : []),
  ];
}

/** The object whose properties to list: the schema itself, its items, or its only object variant. */
function innerOf(schema: Schema, path: string, root: Schema): { readonly schema: Schema; readonly path: string } {
  if (isRecord(schema['items'])) return innerOf(resolved(schema['items'], root), `${path}[]`, root);
  const [object] = variantsOf(schema)
    .map((variant) => resolved(variant, root))
    .filter((each) => 'properties' in each);
  return { schema: 'properties' in schema || !object ? schema : object, path };
}

function rowsBelow(schema: Schema, prefix: string, root: Schema, depth: number): readonly SchemaRow[] {
  const required = new Set(listAt(schema, 'required'));
  return Object.entries(schemaAt(schema, 'properties')).flatMap(([name, node]) => {
    const property = resolved(isRecord(node) ? node : {}, root);
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const row = {
      path,
      type: typeName(property, root),
      isRequired: required.has(name),
      description: textAt(property, 'description'),
      rules: rulesOf(property),
    };
    const inner = innerOf(property, path, root);
    return depth < DEPTH_MAX ? [row, ...rowsBelow(inner.schema, inner.path, root, depth + 1)] : [row];
  });
}

/** A tool's inputs, including nested ones, in schema order; `isCut` if there are too many. */
export function schemaRows(schema: unknown): { readonly rows: readonly SchemaRow[]; readonly isCut: boolean } {
  const root = isRecord(schema) ? schema : {};
  const { schema: top, path } = innerOf(resolved(root, root), '', root);
  const rows = rowsBelow(top, path, root, 1);
  return { rows: rows.slice(0, ROWS_MAX), isCut: rows.length > ROWS_MAX };
}
