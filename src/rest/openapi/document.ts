import type { JsonObject } from '../../core/lib/json.ts';
import { LIST_MODES } from '../../core/search/listMode.ts';
import { TOOL_FORMATS } from '../../formats/formats.ts';
import { RESULT_FORMATS } from '../../formats/results.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS, operationIds } from '../operations.ts';
import { ACCESS_DOCS } from './access.ts';
import { COMPONENTS } from './components.ts';
import { PAGE_PARAMETERS } from './paging.ts';
import { RESOURCE_DOCS } from './resources.ts';
import { responsesOf } from './responses.ts';
import { TOOL_DOCS } from './tools.ts';
import { type OperationDoc, TAGS } from './types.ts';

const DOCS = { ...RESOURCE_DOCS, ...ACCESS_DOCS, ...TOOL_DOCS };

const PARAMETERS: Readonly<Record<string, string>> = {
  stack_id: 'The stack.',
  server_id: 'The server in the stack: its id, or its exact name.',
  field_id: 'The credential field.',
  tool_id: 'The tool’s unique name.',
  handle: 'The handle that came with the first part of the result.',
  endpoint_id: 'The client endpoint, `endpoint_…`.',
  token_id: 'The stack token, by its id, `token_…`.',
  api_key_id: 'The API key, by its id, `key_…`.',
  client_id: 'The client endpoint that the stack token was issued for.',
};

const INFO = {
  title: 'Toolyard',
  version: '1.0.0',
  description:
    'Routes calls of AI agents to third-party tools. With an API key, `/v1` manages stacks, servers, credentials and access, and invokes tools. With a stack token, `/s/{client_id}` lists and calls the tools of one stack. Unknown paths answer 404 `Not found`, other methods 405 `Method not allowed`. Operations and parameters with `x-addition` extend the interface that clients of other services know. Everything else works as they expect.',
};

/** The documented base of the interface. Every other operation is marked as an addition. */
const BASE_OPERATIONS: ReadonlySet<string> = new Set([
  ...['list_stacks', 'create_stack', 'update_stack', 'delete_stack', 'list_servers', 'add_server'],
  ...['update_credentials', 'get_credential_status', 'list_stack_tools', 'invoke_tool', 'list_tools', 'call_tool'],
]);
const ADDITION = { 'x-addition': true } as const;

/** The OpenAPI 3.1 document of the interface at an address, built from the table that also serves it. */
export function openApiDocument(address = '/'): JsonObject {
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: address }],
    tags: TAGS.map((name) => ({ name })),
    paths: paths(),
    components: COMPONENTS,
  };
}

/** The document as served at an address. The committed one names none. */
export const openApiText = (address?: string): string => `${JSON.stringify(openApiDocument(address), null, 2)}\n`;

function paths(): JsonObject {
  const items: Record<string, JsonObject> = {};
  for (const id of operationIds) {
    const operation = OPERATIONS[id];
    const method = operation.method.toLowerCase();
    items[operation.path] = { ...items[operation.path], [method]: operationObject(id, operation, DOCS[id]) };
  }
  return items;
}

function operationObject(id: string, operation: Operation, doc: OperationDoc): JsonObject {
  return {
    operationId: id,
    ...(!BASE_OPERATIONS.has(id) && ADDITION),
    tags: [doc.tag],
    summary: doc.summary,
    description: doc.description,
    security: [{ [operation.surface === 'account' ? 'api_key' : 'stack_token']: [] }],
    parameters: [
      ...pathParameters(operation.path),
      ...(doc.isToolList ? LIST_PARAMETERS : []),
      ...(doc.isIdempotent ? [IDEMPOTENCY_KEY, MODE] : []),
      ...(doc.hasResult ? [RESULT, DRY_RUN] : []),
      ...(doc.isMadeOnce ? [CREATION_KEY] : []),
      ...(doc.isChunk ? [OFFSET] : []),
      ...(doc.isPaged ? PAGE_PARAMETERS : []),
      END_USER,
    ],
    ...(doc.request && {
      requestBody: {
        required: doc.request.isRequired,
        content: { 'application/json': { schema: doc.request.schema, example: doc.request.example } },
      },
    }),
    responses: responsesOf(operation, doc),
  };
}

const pathParameters = (path: string): readonly JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETERS[name] ?? '',
    schema: { type: 'string' },
  }));

const END_USER: JsonObject = { $ref: '#/components/parameters/X-End-User' };

const MODE: JsonObject = {
  name: 'mode',
  ...ADDITION,
  in: 'query',
  description:
    '`search` replaces long lists with the pinned tools and `search_tools`, `get_tool` and `call_tool`, which find and call the others. Defaults to the client endpoint’s mode, or otherwise `full`.',
  schema: { type: 'string', enum: LIST_MODES },
};

const RESULT: JsonObject = {
  name: 'result',
  ...ADDITION,
  in: 'query',
  description:
    'The format of `result`: `default`, or a provider’s format for tool results, with images as its blocks. Put the members of `result` into the provider’s item: `tool_result` (Anthropic), `functionResponse` (Gemini), `function_call_output` (Responses API) or a `tool` message (Chat Completions). For Chat Completions, put `images` into a user message after it.',
  schema: { type: 'string', enum: RESULT_FORMATS, default: 'default' },
};

const DRY_RUN: JsonObject = {
  name: 'dry_run',
  ...ADDITION,
  in: 'query',
  description:
    '`true` checks the call without making it. Nothing is sent, recorded or counted towards a quota. `result` then holds `decision` (`allow`, `ask` or `deny`), `message`, `missing_credentials` and `request`. In `request`, `MASKED_` and the field’s id replace each secret.',
  schema: { type: 'boolean', default: false },
};

const OFFSET: JsonObject = {
  name: 'offset',
  in: 'query',
  description: 'Where the part starts: the `next_offset` of the part before.',
  schema: { type: 'integer', minimum: 0, default: 0 },
};

const LIST_PARAMETERS: readonly JsonObject[] = [
  MODE,
  {
    name: 'schema',
    in: 'query',
    description: 'The format of the tools.',
    schema: { type: 'string', enum: TOOL_FORMATS, default: 'default' },
  },
  {
    name: 'If-None-Match',
    ...ADDITION,
    in: 'header',
    description: 'The `ETag` of the list that the caller has. An unchanged list answers 304.',
    schema: { type: 'string' },
  },
];

const CREATION_KEY: JsonObject = {
  name: 'Idempotency-Key',
  ...ADDITION,
  in: 'header',
  description:
    'The caller’s name for this request. For 24 hours, the same request with the same key runs once. A retry gets the first answer. A different request with the key is refused. A failed request leaves the key free.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  ...ADDITION,
  in: 'header',
  description:
    'The caller’s name for this call. For 24 hours, the same call with the same key runs once. A retry gets the stored answer. A different call with the key, or a retry while the first call still runs, is refused. If a call was cut off, one retry reports an unknown outcome.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};
