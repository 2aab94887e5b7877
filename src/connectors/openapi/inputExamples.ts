import { AppError } from '../../core/lib/errors.ts';
import { hasHiddenText } from '../../core/lib/hiddenText.ts';
import { isRecord, type JsonObject, type JsonValue } from '../../core/lib/json.ts';
import { boundsProblem } from '../../core/schemas/bounds.ts';
import { boundedExamples, INPUT_EXAMPLES_MAX } from '../../core/schemas/inputExamples.ts';
import { cacheSchemaCheck } from '../../core/schemas/schemaChecks.ts';
import { compileInputValidator } from '../../core/schemas/validate.ts';
import type { BodyInput } from './body.ts';
import { listAt, nodeAt, type OpenApiNode, resolved } from './document.ts';
import type { LostParts } from './lostParts.ts';
import type { InputProperty, ParameterInput } from './parameters.ts';
import type { Budget } from './schema.ts';

/**
 * The examples of a media type or parameter: `examples` or `example` (OpenAPI 3.1, section 4.8.19), in OpenAPI 2.0
 * `x-example`. Counts those that are left out, such as one that is only an address.
 */
export function examplesAt(document: OpenApiNode, node: OpenApiNode, lost: LostParts): readonly unknown[] {
  const named = Object.values(nodeAt(node, 'examples')).map((given) => {
    const example = resolved(document, given) ?? {};
    // OpenAPI 3.2 has the value as data, and separately as it is sent.
    return example['dataValue'] ?? example['value'];
  });
  const given = [...named, node['example'], node['x-example']].filter((value) => value !== undefined);
  const others = Object.keys(nodeAt(node, 'x-examples')).length;
  lost.add('example', named.filter((value) => value === undefined).length + others);
  lost.add('example', Math.max(0, given.length - INPUT_EXAMPLES_MAX));
  return given.slice(0, INPUT_EXAMPLES_MAX);
}

/** The examples of a schema: a list in JSON Schema, a single one in OpenAPI 3.0. */
export const schemaExamples = (schema: OpenApiNode): readonly unknown[] =>
  [...listAt(schema, 'examples'), schema['example'], schema['x-example']].filter((value) => value !== undefined);

type Inputs = { readonly parameters: readonly ParameterInput[]; readonly body: BodyInput | null };

/**
 * Whole inputs from the examples of an operation's body and parameters; none if it has no such examples. Required
 * inputs without one take the example or default of their schema, and parameters then a placeholder. The result may be
 * invalid.
 */
export function composeExamples({ parameters, body }: Inputs): readonly JsonObject[] {
  const bodies = body?.examples ?? [];
  const count = Math.max(bodies.length, ...parameters.map(({ examples }) => examples.length));
  const composed = Array.from({ length: count }, (_, at): JsonObject => {
    const own = parameters.map(
      (each) => [each.property, nth(each.examples, at) ?? fallback(each) ?? standIn(each)] as const,
    );
    const sent =
      bodies.length === 0
        ? (body?.properties ?? []).map((each) => [each.property, fallback(each)] as const)
        : bodyMembers(body, nth(bodies, at));
    return Object.fromEntries([...own, ...sent].filter(isGiven));
  });
  return [...new Map(composed.map((each) => [JSON.stringify(each), each])).values()];
}

const nth = (values: readonly unknown[], at: number): unknown => values[at] ?? values[0];

const fallback = ({ schema, isRequired }: InputProperty): unknown =>
  isRequired ? (listAt(schema, 'examples')[0] ?? schema['default']) : undefined;

/** A value for a required parameter: documents often have examples of the body alone. */
function standIn({ property, schema: { type, enum: values }, isRequired }: InputProperty): unknown {
  if (!isRequired) return undefined;
  if (Array.isArray(values)) return values[0];
  if (type === 'string') return `<${property}>`;
  return type === 'integer' || type === 'number' ? 1 : undefined;
}

/** The values came from JSON or YAML text, so they are JSON. */
const isGiven = (member: readonly [string, unknown]): member is readonly [string, JsonValue] => member[1] !== undefined;

/** A body's example as members of the input. Members that requests don't have, such as read-only ones, are left out. */
function bodyMembers(body: BodyInput | null, example: unknown): readonly (readonly [string, unknown])[] {
  const from = body?.body.from;
  if (from === undefined) return [];
  if ('property' in from) return [[from.property, example]];
  if (!isRecord(example)) return [];
  const lifted = Object.entries(from.properties);
  const known = new Set(lifted.map(([, name]) => name));
  const others = from.others === true ? Object.entries(example).filter(([name]) => !known.has(name)) : [];
  return [...others, ...lifted.map(([property, name]) => [property, own(example, name)] as const)];
}

const own = (value: OpenApiNode, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);

/** The examples that the schema accepts, as long as it stays within bounds with them. It has passed `schemaProblem`. */
export function acceptedExamples(
  schema: JsonObject,
  composed: readonly JsonObject[],
  budget: Budget,
): readonly JsonObject[] {
  const visible = composed.filter((each) => Object.keys(each).length > 0 && !hasHiddenText(JSON.stringify(each)));
  const bounded = boundedExamples(visible);
  if (bounded.length === 0) return [];
  const examples = validAmong(bounded, schema);
  const chars = JSON.stringify(examples).length;
  const whole = { ...schema, examples };
  if (examples.length === 0 || chars > budget.exampleCharsLeft || boundsProblem(whole) !== null) return [];
  budget.exampleCharsLeft -= chars;
  // Examples don't affect validation, so the longer schema need not be compiled again.
  cacheSchemaCheck(whole, null);
  return examples;
}

function validAmong(examples: readonly JsonObject[], schema: JsonObject): readonly JsonObject[] {
  try {
    const validate = compileInputValidator(schema);
    return examples.filter((each) => validate(each).length === 0);
  } catch (error) {
    // On a busy machine, a schema that compiled before may take too long now.
    if (error instanceof AppError) return [];
    throw error;
  }
}
