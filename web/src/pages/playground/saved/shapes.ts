import { isRecord } from '../../../api/isRecord.ts';

type Shape = Readonly<Record<string, unknown>>;

/** Larger schemas aren't analyzed. */
const SHAPES_MAX = 256;

/** Resolves a local reference; undefined if unknown. */
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

/** Other schemas for the same value (`allOf`, `$ref`, …); null marks an unsupported one. */
function partsOf(shape: Shape, root: unknown): readonly unknown[] {
  const lists = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
    const list = shape[name] ?? [];
    return Array.isArray(list) ? list : [null];
  });
  const reference = '$ref' in shape ? [resolveRef(shape['$ref'], root) ?? null] : [];
  const dynamic = '$dynamicRef' in shape || '$recursiveRef' in shape ? [null] : [];
  return [...lists, ...reference, ...dynamic, shape['then'], shape['else']];
}

/** All schemas that apply to a value; null if one is unsupported. */
export function shapesOf(schemas: readonly unknown[], root: unknown): readonly Shape[] | null {
  const shapes = new Set<Shape>();
  const open = [...schemas];
  while (open.length > 0) {
    const schema = open.pop();
    if (schema === undefined || typeof schema === 'boolean') continue;
    if (!isRecord(schema) || shapes.size >= SHAPES_MAX) return null;
    if (shapes.has(schema)) continue;
    shapes.add(schema);
    open.push(...partsOf(schema, root));
  }
  return [...shapes];
}

/** The schemas of a member. Patterns aren't run, because untrusted regular expressions may never finish. */
export const ofMember = (shapes: readonly Shape[], name: string): readonly unknown[] =>
  shapes.flatMap(({ properties, patternProperties, additionalProperties }) => {
    const own = isRecord(properties) && Object.hasOwn(properties, name);
    const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
    return [...patterns, own ? properties[name] : additionalProperties];
  });

export const ofItem = (shapes: readonly Shape[]): readonly unknown[] =>
  shapes.flatMap(({ items, prefixItems, additionalItems }) => [
    ...(Array.isArray(items) ? items : [items]),
    ...(Array.isArray(prefixItems) ? prefixItems : []),
    additionalItems,
  ]);
