import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { listAt, objectAt, resolved, textAt } from './openApi.ts';

const INDENT = '  ';
// Deeper than any schema in our document; also ends recursive ones.
const DEPTH_MAX = 8;

/** A JSON Schema in TypeScript's notation: `?` marks optional members, comments hold descriptions. */
export function schemaText(document: JsonObject, schema: JsonObject, depth = 0): string {
  const shape = resolved(document, schema);
  if (depth > DEPTH_MAX) return '…';
  const choices = [...listAt(shape, 'anyOf'), ...listAt(shape, 'oneOf')];
  if (choices.length > 0) return choices.map((choice) => schemaText(document, choice, depth)).join(' | ');
  if ('const' in shape) return JSON.stringify(shape['const']);
  if (Array.isArray(shape['enum'])) return shape['enum'].map((value) => JSON.stringify(value)).join(' | ');
  const types = Array.isArray(shape['type']) ? shape['type'].map(String) : [textAt(shape, 'type')];
  return types
    .map((type) => {
      if (type === 'array') return `[${schemaText(document, objectAt(shape, 'items'), depth + 1)}]`;
      if (type === 'object') return objectText(document, shape, depth);
      if (type === '') return 'any';
      const format = textAt(shape, 'format');
      return format === '' ? type : `${type} (${format})`;
    })
    .join(' | ');
}

function objectText(document: JsonObject, shape: JsonObject, depth: number): string {
  const required = Array.isArray(shape['required']) ? shape['required'] : [];
  const members = Object.entries(objectAt(shape, 'properties')).map(([name, value]) => {
    const member = isJsonObject(value) ? value : {};
    const description = textAt(resolved(document, member), 'description');
    const type = schemaText(document, member, depth + 1);
    return `${name}${required.includes(name) ? '' : '?'}: ${type}${description === '' ? '' : `  // ${description}`}`;
  });
  const { additionalProperties: others } = shape;
  if (isJsonObject(others)) members.push(`[name]: ${schemaText(document, others, depth + 1)}`);
  if (members.length === 0) return 'object';
  const inner = INDENT.repeat(depth + 1);
  return `{\n${members.map((member) => `${inner}${member}\n`).join('')}${INDENT.repeat(depth)}}`;
}
