import { APPLICATORS, objectWithout, type Rule, TYPE } from './rule.ts';

const { items, prefixItems, anyOf, oneOf, properties, additionalProperties } = APPLICATORS;

/** `functionDeclarations` with `parametersJsonSchema`. */
export const GEMINI_RULE: Rule = {
  source:
    '@google/genai, FunctionDeclaration: names start with a letter or an underscore, parametersJsonSchema must describe an object; the keywords that the service reads of a JSON Schema as GenerationConfig.responseJsonSchema lists them; 64 characters of a name as in the older documentation, which every model takes',
  tool: {
    $defs: {
      node: {
        type: 'object',
        additionalProperties: false,
        properties: {
          items,
          prefixItems,
          anyOf,
          oneOf,
          properties,
          additionalProperties,
          type: TYPE,
          format: { type: 'string' },
          title: { type: 'string' },
          description: { type: 'string' },
          enum: { type: 'array', minItems: 1, items: { type: ['string', 'number'] } },
          minItems: { type: 'integer' },
          maxItems: { type: 'integer' },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          required: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    type: 'object',
    required: ['name', 'description', 'parametersJsonSchema'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$' },
      description: { type: 'string' },
      parametersJsonSchema: { allOf: [{ $ref: '#/$defs/node' }, objectWithout('anyOf', 'oneOf', 'enum')] },
    },
  },
  nameAt: ['name'],
  schemaAt: ['parametersJsonSchema'],
  dialect: '2020-12',
  acceptsRefs: false,
};
