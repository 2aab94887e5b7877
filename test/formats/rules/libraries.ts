import { OPENAI_NAME, OPENAI_NODE, OPENAI_ROOT } from './openai.ts';
import type { Rule } from './rule.ts';

// Both libraries pass names and schemas to any model, so the strictest provider's rules apply.
const SCHEMA = { allOf: [{ $ref: '#/$defs/node' }, OPENAI_ROOT] };

export const VERCEL_RULE: Rule = {
  source: '@ai-sdk/provider, LanguageModelV4FunctionTool: type, name, description, inputSchema as JSON Schema 7',
  tool: {
    $defs: { node: OPENAI_NODE },
    type: 'object',
    required: ['type', 'name', 'inputSchema'],
    additionalProperties: false,
    properties: {
      type: { const: 'function' },
      name: OPENAI_NAME,
      description: { type: 'string' },
      inputSchema: SCHEMA,
    },
  },
  nameAt: ['name'],
  schemaAt: ['inputSchema'],
  dialect: '7',
  acceptsRefs: false,
};

export const LANGCHAIN_RULE: Rule = {
  source: '@langchain/core, the fields of tool(): name, description, schema as JSON Schema 7',
  tool: {
    $defs: { node: OPENAI_NODE },
    type: 'object',
    required: ['name', 'description', 'schema'],
    additionalProperties: false,
    properties: { name: OPENAI_NAME, description: { type: 'string' }, schema: SCHEMA },
  },
  nameAt: ['name'],
  schemaAt: ['schema'],
  dialect: '7',
  acceptsRefs: false,
};

/** This product's own shape, which contains the tool's unchanged schema. */
export const DEFAULT_RULE: Rule = {
  source: 'docs/connect.md',
  tool: {
    type: 'object',
    required: ['name', 'description', 'input_schema', 'server'],
    additionalProperties: false,
    properties: {
      name: OPENAI_NAME,
      description: { type: 'string' },
      input_schema: { type: 'object' },
      server: { type: 'string', minLength: 1 },
    },
  },
  nameAt: ['name'],
  schemaAt: ['input_schema'],
  dialect: '2020-12',
  acceptsRefs: true,
};
