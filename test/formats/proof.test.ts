import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { formatTools, TOOL_FORMATS, type ToolFormat } from '../../src/formats/formats.ts';
import { problemsOf } from './proof/prove.ts';
import { acceptorOf, danglingRefs, metaProblems } from './proof/validator.ts';
import { ruleFor } from './rules/rules.ts';
import { snapshotTool } from './tool.ts';

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const needed = (schema: JsonObject): JsonObject =>
  object({ a: schema }, { required: ['a'], additionalProperties: false });
const nested = (levels: number, innermost: JsonObject): JsonObject =>
  levels === 0 ? innermost : needed(nested(levels - 1, innermost));
const text = { type: 'string' };
const empty = object({}, { additionalProperties: false });
const texts = (count: number, chars: number): string[] =>
  Array.from({ length: count }, (_each, index) => String(index).padStart(chars, '0'));

// Schemas that no corpus document has but some server may have. `only` marks a bound of one format, because the
// validator takes seconds for a large schema.
const ODD: { label: string; schema: JsonObject; only?: ToolFormat }[] = [
  { label: 'nothing at all', schema: {} },
  { label: 'alternatives at the root', schema: { anyOf: [object({ a: {} }), object({ b: {} })] } },
  { label: 'booleans for schemas', schema: object({ a: true, b: false, c: { type: 'array', items: true } }) },
  { label: 'arrays without items', schema: object({ a: { type: ['array', 'null'] } }) },
  { label: 'a pattern that looks around', schema: needed({ type: 'string', pattern: '^(?!x).*$' }) },
  { label: 'a pattern of Unicode classes', schema: needed({ type: 'string', pattern: '^\\p{L}+$' }) },
  { label: 'a pattern that is none', schema: needed({ type: 'string', pattern: '^{[a-z]{2}}$' }) },
  {
    label: 'patterns for names that look around',
    schema: object({}, { patternProperties: { '^(?!x)': { type: 'string' } }, additionalProperties: false }),
  },
  { label: 'an enum that repeats itself', schema: needed({ type: 'string', enum: ['x', 'x'] }) },
  { label: 'an enum without a type', schema: needed({ enum: ['x', 1, null] }) },
  { label: 'an enum of booleans', schema: needed({ enum: [true, false] }) },
  { label: 'a constant', schema: needed({ const: 'x' }) },
  { label: 'exclusive limits', schema: needed({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 }) },
  {
    label: 'parts that must all hold',
    schema: object({ a: { allOf: [object({ b: {} }, { additionalProperties: false }), object({ c: {} })] } }),
  },
  { label: 'ten levels of objects', schema: nested(10, text) },
  { label: 'eleven levels of objects', schema: nested(11, text) },
  { label: 'eleven levels of objects, the last one empty', schema: nested(10, empty) },
  { label: 'a thousand and one enum values', schema: needed({ type: 'string', enum: texts(1_001, 4) }) },
  { label: 'a long enum of long values', schema: needed({ type: 'string', enum: texts(251, 60) }) },
  { label: 'many long names', schema: wide(11, 12_000) },
  { label: 'five hundred properties', schema: wide(500, 6) },
  { label: 'five thousand and one properties', only: 'openai_strict', schema: wide(5_001, 6) },
  { label: 'names that Anthropic refuses', schema: object({ 'filter[id]': {}, $top: {} }) },
  {
    label: 'references, one of them to itself',
    schema: { ...object({ a: { $ref: '#/$defs/Node' } }), $defs: { Node: object({ next: { $ref: '#/$defs/Node' } }) } },
  },
];

function wide(count: number, chars: number): JsonObject {
  const names = texts(count, chars);
  return object(Object.fromEntries(names.map((name) => [name, { type: 'string' }])), { required: names });
}

describe.each(TOOL_FORMATS.filter((format) => format !== 'default'))('a list for %s', (format) => {
  it.each(ODD.filter(({ only = format }) => only === format))(
    'follows its rules when a tool has $label',
    ({ schema }) => {
      const tool = snapshotTool(schema);
      const { tools } = formatTools([tool], format);
      // The MCP format keeps a tool's own patterns and enums, whose support is up to the client.
      const ownProblems = format === 'mcp' ? metaProblems(schema, '2020-12') : [];
      const problems = tools.flatMap((listed) => problemsOf(tool, listed, ruleFor(format, listed)));
      expect(problems.filter((problem) => ownProblems.length === 0 || !problem.startsWith('meta-schema'))).toEqual([]);
    },
  );
});

const PLANTED: { format: ToolFormat; label: string; schema: JsonObject; problem: RegExp }[] = [
  { format: 'openai', label: 'a combinator at the root', schema: object({}, { anyOf: [{}] }), problem: /anyOf/ },
  { format: 'openai', label: 'an array without items', schema: object({ a: { type: 'array' } }), problem: /items/ },
  { format: 'anthropic', label: 'a reference', schema: object({ a: { $ref: '#/$defs/x' } }), problem: /\$ref/ },
  { format: 'anthropic', label: 'a refused name', schema: object({ $top: {} }), problem: /\$top/ },
  { format: 'gemini', label: 'a keyword it does not know', schema: object({ a: { const: 1 } }), problem: /const/ },
  { format: 'mcp', label: 'another type', schema: { type: 'array' }, problem: /type/ },
  { format: 'mcp', label: 'a boolean property', schema: object({ a: true }), problem: /properties\/a/ },
  { format: 'vercel', label: 'what is no schema', schema: object({ a: { type: 'text' } }), problem: /type/ },
  { format: 'openai_responses', label: 'a reference', schema: object({ a: { $ref: '#/x' } }), problem: /#\/x/ },
];

/** The listed tool with a different input schema. */
const plant = (listed: object, schemaAt: readonly string[], schema: JsonObject): object => {
  const [first = '', ...rest] = schemaAt;
  const inner = Object.entries(listed).find(([key]) => key === first)?.[1];
  return { ...listed, [first]: rest.length === 0 ? schema : plant(inner, rest, schema) };
};

describe('the checker', () => {
  it.each(PLANTED)('detects $label in a list for $format', ({ format, schema, problem }) => {
    const tool = snapshotTool(object({}));
    const [listed = {}] = formatTools([tool], format).tools;
    const rule = ruleFor(format, listed);
    expect(problemsOf(tool, listed, rule)).toEqual([]);
    expect(problemsOf(tool, plant(listed, rule.schemaAt, schema), rule).join('\n')).toMatch(problem);
  });

  it.each([
    [
      'optional properties',
      object({ a: { type: 'string' } }, { required: [], additionalProperties: false }),
      /required/,
    ],
    ['an open object', object({}, { required: [] }), /additionalProperties/],
    ['eleven levels', nested(11, text), /levels/],
  ] as const)('detects %s in a strict tool', (_name, schema, problem) => {
    const tool = snapshotTool(needed({ type: 'string' }));
    const [listed = {}] = formatTools([tool], 'openai_strict').tools;
    const rule = ruleFor('openai_strict', listed);
    expect(problemsOf(tool, listed, rule)).toEqual([]);
    expect(problemsOf(tool, plant(listed, rule.schemaAt, schema), rule).join('\n')).toMatch(problem);
  });

  it('detects a listed schema that refuses the tool’s inputs', () => {
    const tool = snapshotTool(needed({ type: 'string' }));
    const [listed = {}] = formatTools([tool], 'openai').tools;
    const rule = ruleFor('openai', listed);
    const narrower = plant(listed, rule.schemaAt, needed({ type: 'integer' }));
    expect(problemsOf(tool, narrower, rule)).toEqual(['refuses {"a":"sample"}', 'refuses {"a":"sample"}']);
  });

  it('has an independent validator that knows the meta-schemas and references', () => {
    expect(metaProblems({ type: 'object', required: 'a' }, '2020-12')).toHaveLength(1);
    expect(metaProblems({ items: [{}] }, '2020-12')).toHaveLength(1);
    expect(metaProblems({ items: [{}] }, '7')).toEqual([]);
    expect(danglingRefs({ $defs: { a: {} }, items: { $ref: '#/$defs/a' }, not: { $ref: '#/$defs/b' } })).toEqual([
      '#/$defs/b',
    ]);
    expect(acceptorOf({ type: 'string' })(1)).toBe(false);
  });
});
