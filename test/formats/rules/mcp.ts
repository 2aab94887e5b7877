import type { Schema } from '@cfworker/json-schema';
import type { Rule } from './rule.ts';

/** `type` is an object; `properties` holds objects, not booleans. */
const OBJECT_SCHEMA: Schema = {
  type: 'object',
  required: ['type'],
  properties: {
    $schema: { type: 'string' },
    type: { const: 'object' },
    properties: { type: 'object', additionalProperties: { type: 'object' } },
    required: { type: 'array', items: { type: 'string' } },
  },
};

const FLAG: Schema = { type: 'boolean' };

/** An entry of a `tools/list` result. */
export const MCP_RULE: Rule = {
  source:
    'Model Context Protocol 2025-11-25, definitions Tool and ToolAnnotations of its schema, and "Tool Names": 1 to 128 of A-Z, a-z, 0-9, underscore, hyphen and dot',
  tool: {
    type: 'object',
    required: ['name', 'inputSchema'],
    properties: {
      name: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$' },
      title: { type: 'string' },
      description: { type: 'string' },
      inputSchema: OBJECT_SCHEMA,
      outputSchema: OBJECT_SCHEMA,
      annotations: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          readOnlyHint: FLAG,
          destructiveHint: FLAG,
          idempotentHint: FLAG,
          openWorldHint: FLAG,
        },
      },
      _meta: { type: 'object' },
    },
  },
  nameAt: ['name'],
  schemaAt: ['inputSchema'],
  dialect: '2020-12',
  acceptsRefs: true,
};
