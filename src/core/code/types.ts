import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { ellipsized } from '../lib/text.ts';
import type { SnapshotTool } from '../snapshots/snapshot.ts';

/** Maximum types within one schema; parts beyond it are `unknown`. */
const NODES_MAX = 400;
const LEVELS_MAX = 8;
const LITERALS_MAX = 40;
const COMMENT_CHARS_MAX = 160;
const DESCRIPTION_CHARS_MAX = 600;

/** Declarations of a stack's tools for programs, in TypeScript. `isCallable` says whether programs may call a tool. */
export function declareTools(tools: readonly SnapshotTool[], isCallable: (tool: SnapshotTool) => boolean): string {
  const members = tools.map((tool) => {
    const note = isCallable(tool) ? '' : 'Programs of this endpoint cannot call it, because it can change data. ';
    const comment = commentOf(`${note}${tool.description}`, DESCRIPTION_CHARS_MAX + note.length);
    const optional = Array.isArray(tool.inputSchema['required']) && tool.inputSchema['required'].length > 0 ? '' : '?';
    const { outputSchema: output } = tool;
    // Results are always objects (`core/results/result.ts`).
    const isObject = output?.['type'] === 'object' || isJsonObject(output?.['properties']);
    const result = output === null ? 'any' : isObject ? typeOf(output) : `{ data: ${typeOf(output)} }`;
    return `${comment}${keyOf(tool.exposedName)}(input${optional}: ${typeOf(tool.inputSchema)}): Promise<${result}>;`;
  });
  return `declare const tools: {\n${members.map((member) => `  ${member}`).join('\n')}\n};`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A one-line comment; empty without a text. */
function commentOf(text: unknown, charsMax = COMMENT_CHARS_MAX): string {
  if (typeof text !== 'string' || text.trim() === '') return '';
  return `/** ${ellipsized(text.replaceAll(/\s+/g, ' ').replaceAll('*/', '*∕').trim(), charsMax)} */ `;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type of a JSON schema. */
function typeOf(root: JsonObject): string {
  let nodes = 0;
  const joined = (parts: readonly string[], operator: '|' | '&'): string =>
    [...new Set(parts)].join(` ${operator} `) || 'unknown';

  const object = ({ properties, required, additionalProperties }: JsonObject, level: number): string => {
    const needed = new Set(Array.isArray(required) ? required : []);
    const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => {
      const comment = isJsonObject(schema) ? commentOf(schema['description']) : '';
      return `${comment}${keyOf(name)}${needed.has(name) ? '' : '?'}: ${type(schema, level + 1)}`;
    });
    return members.length > 0
      ? `{ ${members.join('; ')} }`
      : `Record<string, ${type(additionalProperties, level + 1)}>`;
  };

  const named = (schema: JsonObject, name: unknown, level: number): string => {
    if (name === 'object' || isJsonObject(schema['properties'])) return object(schema, level);
    if (name === 'array') return `Array<${type(schema['items'], level + 1)}>`;
    return (typeof name === 'string' && PRIMITIVES[name]) || 'unknown';
  };

  const combined = ({ anyOf, oneOf = anyOf, allOf }: JsonObject, level: number): string | null => {
    const all = (schemas: readonly JsonValue[]): string[] =>
      schemas.slice(0, LITERALS_MAX).map((schema) => type(schema, level + 1));
    if (Array.isArray(oneOf)) return joined(all(oneOf), '|');
    return Array.isArray(allOf)
      ? joined(
          all(allOf).map((part) => `(${part})`),
          '&',
        )
      : null;
  };

  const type = (schema: unknown, level: number): string => {
    nodes += 1;
    if (!isJsonObject(schema) || nodes > NODES_MAX || level > LEVELS_MAX) return 'unknown';
    const { $ref: reference, const: constant, enum: values, type: names } = schema;
    if (typeof reference === 'string') return type(localDefinition(root, reference), level + 1);
    if (constant !== undefined) return literalOf(constant);
    if (Array.isArray(values)) return joined(values.slice(0, LITERALS_MAX).map(literalOf), '|');
    if (names === undefined && schema['properties'] === undefined) return combined(schema, level) ?? 'unknown';
    return joined(
      (Array.isArray(names) ? names : [names]).map((name) => named(schema, name, level)),
      '|',
    );
  };
  return type(root, 0);
}

const literalOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);

/** The target of a reference such as `#/$defs/Name`; undefined for any other. */
function localDefinition(root: JsonObject, reference: string): unknown {
  const [, group = '', name = ''] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(reference) ?? [];
  const definitions = root[group];
  return isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}
