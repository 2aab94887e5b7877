import { isRecord } from '../../../api/isRecord.ts';

type Shape = Readonly<Record<string, unknown>>;

/** A schema with more parts is not looked through. */
const SHAPES_MAX = 256;

/** What a schema refers to within its root; undefined where that cannot be told. */
function resolveRef(pointer: unknown, root: unknown): unknown {
  if (typeof pointer !== 'string' || !/^#(?:\/|$)/.test(pointer)) return undefined;
  try {
    return decodeURIComponent(pointer)
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(stepInto, root);
  } catch {
    return undefined;
  }
}

function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** The other schemas that apply to the same value (`allOf`, `$ref`, …); null for one that cannot be understood here. */
function partsOf(shape: Shape, root: unknown): readonly unknown[] {
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
    const list = shape[name] ?? [];
    return Array.isArray(list) ? list : [null];
  });
  const reference = '$ref' in shape ? [resolveRef(shape['$ref'], root) ?? null] : [];
  const dynamic = '$dynamicRef' in shape || '$recursiveRef' in shape ? [null] : [];
  return [...lists, ...reference, ...dynamic, shape['then'], shape['else']];
}

/** All schemas that apply to a value, starting from the given ones; null where one of them cannot be understood. */
export function shapesOf(schemas: readonly unknown[], root: unknown): readonly Shape[] | null {
  const found = new Set<Shape>();
  const open = [...schemas];
  while (open.length > 0) {
    const schema = open.pop();
    if (schema === undefined || typeof schema === 'boolean') continue;
    if (!isRecord(schema) || found.size >= SHAPES_MAX) return null;
    if (found.has(schema)) continue;
    found.add(schema);
    open.push(...partsOf(schema, root));
  }
  return [...found];
}

/**
 * The schemas of a member by its name. Patterns are not run, since regular expressions of strangers may take for ever.
 */
export const ofMember = (shapes: readonly Shape[], name: string): readonly unknown[] =>
  shapes.flatMap(({ properties, patternProperties, additionalProperties }) => {
    const own = isRecord(properties) && Object.hasOwn(properties, name);
    const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
    return [...patterns, own ? properties[name] : additionalProperties];
  });

/** The schemas that may apply to any item of a list. */
export const ofItem = (shapes: readonly Shape[]): readonly unknown[] =>
  shapes.flatMap(({ items, prefixItems, additionalItems }) => [
    ...(Array.isArray(items) ? items : [items]),
    ...(Array.isArray(prefixItems) ? prefixItems : []),
    additionalItems,
  ]);
