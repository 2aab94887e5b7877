import { APPLICATORS, objectWithout, type Rule, TYPE } from './rule.ts';

const PROPERTY_NAME = '^[a-zA-Z0-9_.-]{1,64}$';

/** The rules of the Messages API. */
export const ANTHROPIC_RULE: Rule = {
  source:
    '@anthropic-ai/sdk, messages.Tool: input_schema is JSON Schema draft 2020-12; the tool use documentation for names; the service\'s refusals: "input_schema does not support oneOf, allOf, or anyOf at the top level", "Property keys should match pattern", and its note that reference keywords are refused anywhere',
  tool: {
    $defs: {
      node: {
        type: 'object',
        properties: {
          ...APPLICATORS,
          type: TYPE,
          $ref: false,
          $dynamicRef: false,
          items: { anyOf: [{ type: 'boolean' }, APPLICATORS.items] },
        },
      },
    },
    type: 'object',
    required: ['name', 'description', 'input_schema'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,64}$' },
      description: { type: 'string' },
      input_examples: { type: 'array', items: { type: 'object' } },
      input_schema: {
        allOf: [
          { $ref: '#/$defs/node' },
          objectWithout('oneOf', 'anyOf', 'allOf'),
          { properties: { properties: { propertyNames: { pattern: PROPERTY_NAME } } } },
        ],
      },
    },
  },
  nameAt: ['name'],
  schemaAt: ['input_schema'],
  dialect: '2020-12',
  acceptsRefs: false,
};
