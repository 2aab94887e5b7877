import type { Schema } from '@cfworker/json-schema';
import { APPLICATORS, objectWithout, type Rule, TYPE, whereTypeIs } from './rule.ts';

/** Look-around and Unicode classes, which the service's pattern engine does not support. */
const UNKNOWN_IN_PATTERNS = '\\(\\?(?:[=!]|<[=!])|\\\\[pP]\\{';

export const OPENAI_NAME: Schema = { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,64}$' };

/** A schema anywhere in a tool's parameters. */
export const OPENAI_NODE: Schema = {
  type: 'object',
  properties: {
    ...APPLICATORS,
    type: TYPE,
    $ref: false,
    enum: { type: 'array', minItems: 1 },
    pattern: { type: 'string', not: { pattern: UNKNOWN_IN_PATTERNS } },
    required: { type: 'array', uniqueItems: true, items: { type: 'string' } },
  },
  ...whereTypeIs('array', { required: ['items'] }),
};

export const OPENAI_ROOT = objectWithout('oneOf', 'anyOf', 'allOf', 'enum', 'not');

const parameters: Schema = { allOf: [{ $ref: '#/$defs/node' }, OPENAI_ROOT] };
const SOURCE =
  "openai SDK, FunctionDefinition (name, parameters) and the function calling guide; refusals at the root, of arrays without items and of patterns as the service words them: \"schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level\", \"array schema missing items\", \"regex lookaround is not supported\"";

/** The rules of the Chat Completions API. */
export const OPENAI_RULE: Rule = {
  source: SOURCE,
  tool: {
    $defs: { node: OPENAI_NODE },
    type: 'object',
    required: ['type', 'function'],
    additionalProperties: false,
    properties: {
      type: { const: 'function' },
      function: {
        type: 'object',
        required: ['name', 'description', 'parameters'],
        additionalProperties: false,
        properties: { name: OPENAI_NAME, description: { type: 'string' }, parameters },
      },
    },
  },
  nameAt: ['function', 'name'],
  schemaAt: ['function', 'parameters'],
  dialect: '2020-12',
  acceptsRefs: false,
};

/** Responses: the same tool, flat; `strict` must be set, since strict mode is the default. */
export const OPENAI_RESPONSES_RULE: Rule = {
  source: `${SOURCE}; openai SDK, responses.FunctionTool`,
  tool: {
    $defs: { node: OPENAI_NODE },
    type: 'object',
    required: ['type', 'name', 'parameters', 'strict'],
    additionalProperties: false,
    properties: {
      type: { const: 'function' },
      name: OPENAI_NAME,
      description: { type: 'string' },
      parameters,
      strict: { const: false },
    },
  },
  nameAt: ['name'],
  schemaAt: ['parameters'],
  dialect: '2020-12',
  acceptsRefs: false,
};
