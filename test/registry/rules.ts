import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/*
 * The requirements for a registry's response (OpenAPI of MCP registries, 2025-12-01; server.json, 2025-12-11). Covers
 * the members, patterns and lengths of both, as far as they concern remote servers. Members unknown to both are
 * refused.
 */

const text = { type: 'string' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const isTrue = { type: 'boolean' } as const;
const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const value = {
  description: text,
  isRequired: isTrue,
  isSecret: isTrue,
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  value: text,
  default: text,
  placeholder: text,
  choices: { type: 'array', items: text },
};
const header = closed(
  { ...value, name: text, variables: { type: 'object', additionalProperties: closed(value, []) } },
  ['name'],
);
const remote = closed(
  {
    type: { enum: ['streamable-http', 'sse'] },
    url: { type: 'string', pattern: '^https?://[^\\s]+$' },
    headers: { type: 'array', items: header },
  },
  ['type', 'url'],
);
const server = closed(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    remotes: { type: 'array', items: remote, minItems: 1 },
  },
  ['name', 'description', 'version', 'remotes'],
);
const official = closed(
  {
    status: { enum: ['active', 'deprecated', 'deleted'] },
    statusChangedAt: time,
    publishedAt: time,
    updatedAt: time,
    isLatest: isTrue,
  },
  ['status', 'publishedAt', 'isLatest'],
);
const entry = closed(
  { server, _meta: closed({ 'io.modelcontextprotocol.registry/official': official }, []) },
  // The specification requires only `server`, and VS Code fails on an entry without `_meta`.
  ['server', '_meta'],
);
const list = closed(
  {
    servers: { type: 'array', items: entry },
    metadata: closed({ nextCursor: text, count: { type: 'integer' } }, ['count']),
  },
  ['servers', 'metadata'],
);

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);

const SHAPES = {
  list: ajv.compile(list),
  entry: ajv.compile(entry),
  error: ajv.compile(closed({ error: text }, ['error'])),
};

/** The problems of a response; empty for none. */
export function wrongWith(shape: keyof typeof SHAPES, body: unknown): readonly string[] {
  const check = SHAPES[shape];
  if (check(body)) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
