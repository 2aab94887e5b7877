import { LIST_MODES } from '../../core/kernel/listMode.ts';
import { FAILURE_KINDS } from '../../core/kernel/rehearsalSettings.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import { TOOL_FORMATS } from '../../formats/formats.ts';
import { RESULT_FORMATS } from '../../formats/results.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { PAGE_LIMIT_MAX } from '../pages.ts';
import { COMPONENTS } from './components.ts';
import { responsesOf } from './responses.ts';

/** Parameters that request a page of a list. */
const PAGE_PARAMETERS: readonly JsonObject[] = [
  {
    name: 'limit',
    in: 'query',
    'x-addition': true,
    description: `The number of rows in a page; ${PAGE_LIMIT_MAX} if only a cursor is given.`,
    schema: { type: 'integer', minimum: 1, maximum: PAGE_LIMIT_MAX },
  },
  {
    name: 'cursor',
    in: 'query',
    'x-addition': true,
    description: 'The start of the page, from the `Link` of the previous page. Its format may change.',
    schema: { type: 'string' },
  },
];

const INFO = {
  title: 'Toolyard',
  version: '1.0.0',
  description:
    'Routes calls of AI agents to third-party tools. With an API key, `/v1` manages stacks, servers, credentials and access, and invokes tools. With a stack token, `/s/{client_id}` lists and calls the tools of one stack. Unknown paths answer 404 `Not found`, other methods 405 `Method not allowed`. Operations and parameters with `x-addition` are additions of Toolyard. All others behave like the interface that existing clients know.',
};

const ADDITION = { 'x-addition': true } as const;

/** The OpenAPI 3.1 document of the interface at an address, built from the records that also serve it. */
export function openApiDocument(address = '/'): JsonObject {
  // Subjects of the account API come before those of the Stack Specific endpoints.
  const bySurface = OPERATIONS.toSorted((one, other) => one.surface.localeCompare(other.surface));
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: address }],
    tags: [...new Set(bySurface.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: paths(),
    components: COMPONENTS,
  };
}

/** The document as served at an address. The committed one names none. */
export const openApiText = (address?: string): string => `${JSON.stringify(openApiDocument(address), null, 2)}\n`;

/** Lists come first and calls last: the order of the first release, which generated clients keep. */
const rankOf = ({ isPaged, run }: Operation): number => (isPaged ? 0 : run ? 1 : 2);

function paths(): JsonObject {
  const items: Record<string, JsonObject> = {};
  for (const operation of OPERATIONS.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const { path, method } = operation;
    items[path] = { ...items[path], [method.toLowerCase()]: operationObject(operation) };
  }
  return items;
}

function operationObject(operation: Operation): JsonObject {
  const { id, surface, parameters, tag, summary, description, request } = operation;
  return {
    operationId: id,
    ...(!operation.isBase && ADDITION),
    tags: [tag],
    summary,
    description,
    security: [{ [surface === 'account' ? 'api_key' : 'stack_token']: [] }],
    parameters: [
      ...Object.entries(parameters).map(([name, description]) => ({
        name,
        in: 'path',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      ...(operation.isToolList ? LIST_PARAMETERS : []),
      ...(operation.isIdempotent ? [IDEMPOTENCY_KEY, MODE] : []),
      ...(operation.hasResult ? [RESULT, DRY_RUN] : []),
      ...(operation.mayBeJob ? [PREFER] : []),
      ...(operation.hasResult && surface === 'stack' ? [REHEARSE] : []),
      ...(operation.isMadeOnce ? [CREATION_KEY] : []),
      ...(operation.isChunk ? [OFFSET] : []),
      ...(operation.isPaged ? PAGE_PARAMETERS : []),
      END_USER,
    ],
    ...(request && {
      requestBody: {
        required: request.isRequired,
        content: { 'application/json': { schema: request.schema, example: request.example } },
      },
    }),
    responses: responsesOf(operation),
  };
}

const END_USER: JsonObject = { $ref: '#/components/parameters/X-End-User' };

const MODE: JsonObject = {
  name: 'mode',
  ...ADDITION,
  in: 'query',
  description:
    '`search` replaces long lists with the pinned tools and `search_tools`, `get_tool` and `call_tool`. Agents use them to find and call tools. `code` lists `search_tools`, `read_types` and `run_code` instead. Agents use them to find tools and run programs that call them. Defaults to the client endpoint’s mode, or otherwise `full`.',
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

const PREFER: JsonObject = {
  name: 'Prefer',
  ...ADDITION,
  in: 'header',
  description:
    '`respond-async` starts a job and returns 202 without waiting for the result. `Location` is the address of the job. `result` has no effect then. With `dry_run`, the header has no effect.',
  schema: { type: 'string' },
};

const REHEARSE: JsonObject = {
  name: 'Toolyard-Rehearse',
  ...ADDITION,
  in: 'header',
  description:
    'The failure of this call, for an endpoint whose calls are rehearsals. A real endpoint refuses the call. Successful rehearsals name the source of their answer in the header `Toolyard-Rehearsal`: `recording`, `example`, `schema` or `none`.',
  schema: { type: 'string', enum: FAILURE_KINDS },
};

const OFFSET: JsonObject = {
  name: 'offset',
  in: 'query',
  description: 'The offset of the part: the `next_offset` of the previous part.',
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
    name: 'defer',
    ...ADDITION,
    in: 'query',
    description:
      'With `schema` `anthropic` or `openai_responses`, `true` adds the provider’s tool search and `defer_loading` to all tools that are not pinned. The model then finds them when it needs them.',
    schema: { type: 'boolean', default: false },
  },
  {
    name: 'If-None-Match',
    ...ADDITION,
    in: 'header',
    description: 'The `ETag` of the list that the caller already has. If it is still current, the status is 304.',
    schema: { type: 'string' },
  },
];

const CREATION_KEY: JsonObject = {
  name: 'Idempotency-Key',
  ...ADDITION,
  in: 'header',
  description:
    'Your key for this request. For 24 hours, the same request with the same key runs once. A retry gets the first answer. A different request with the key is refused. A failed request leaves the key free.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  ...ADDITION,
  in: 'header',
  description:
    'Your key for this call. For 24 hours, the same call with the same key runs once. A retry gets the stored answer. A different call with the key, or a retry while the first call still runs, is refused. If a call was cut off, its first retry reports an unknown outcome.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};
