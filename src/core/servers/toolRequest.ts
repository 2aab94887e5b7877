import { z } from 'zod';
import { ExactNumber } from '../lib/json.ts';
import { listUpTo, MEMBERS_MAX, mapOf } from '../lib/parse.ts';
import { FIELD_ID } from './oauth2.ts';

/** Text with `{name}` slots, which refer to credential fields and, in a tool's request, also to inputs. */
export const template = z.string().max(4_096);
/** A header's name (RFC 9110, section 5.1). */
export const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/, 'must be a header name');

const HTTP_METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

/** An HTTP method supported by OpenAPI, in upper case. */
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** A stored method; null if unknown. */
export const toHttpMethod = (value: unknown): HttpMethod | null => HTTP_METHODS.find((each) => each === value) ?? null;

/** Where a service accepts an idempotency key. The service executes only the first call with a key. */
export const keyPlaceSchema = z.strictObject({
  in: z.enum(['header', 'query', 'body']),
  name: z.string().min(1).max(200),
  /** The input that may still contain the key, for callers that use an older definition of the tool. */
  property: z.string().min(1).max(64).optional(),
});

/** Where a service accepts an idempotency key. */
export type ServiceKeyPlace = z.infer<typeof keyPlaceSchema>;

/**
 * A read that settles a call whose response was lost. Its slots name inputs of the tool, credential fields and
 * `call_key`, a key of ours that is unique to the call.
 */
const reconcileSchema = z.strictObject({
  path: z.string().startsWith('/'),
  query: mapOf(z.string(), template).optional(),
  /** Where the response shows that the call took effect (RFC 6901): a value other than null, false and `[]`. */
  found: z.string().regex(/^(?:\/|$)/, 'must be a JSON Pointer'),
  /** Where the call carries our key, if the service stores it without deduplicating calls by it. */
  key: keyPlaceSchema.omit({ property: true }).optional(),
});

/** Fields of both kinds of requests, for idempotency keys and responses. */
const ofCalls = {
  idempotencyKey: keyPlaceSchema.optional(),
  reconcile: reconcileSchema.optional(),
  /**
   * Response headers, in lower case, that callers get with the result, in addition to those that all tools pass on.
   */
  responseHeaders: listUpTo(z.string().regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,128}$/), 32).optional(),
};

/** The credential fields that a tool needs and sends, if they differ from its server's. */
const ofCredentials = {
  /** Sets of credential fields; one set has to be complete, in addition to the required fields. */
  credentials: listUpTo(listUpTo(z.string().regex(FIELD_ID), 64, 1), 64, 1).optional(),
  /** The credential fields that may be sent to their placements; absent: all. */
  sends: listUpTo(z.string().regex(FIELD_ID), 64).optional(),
};

/** An HTTP tool's request. Slots in braces name inputs; a value that is exactly one slot keeps its JSON type. */
const templatedRequest = z.strictObject({
  kind: z.literal('template'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Joined to the connector's `baseUrl`; slots are percent-encoded as one path segment. */
  path: z.string().startsWith('/'),
  /** An entry is dropped if the input of its slot is absent. Arrays repeat the key. */
  query: mapOf(z.string(), template).optional(),
  headers: mapOf(headerName, template).optional(),
  /** JSON with slots, or one of the encodings below for APIs that do not accept plain JSON. */
  body: z.unknown().optional(),
  bodyEncoding: z.enum(['json', 'form', 'rfc822-base64url']).default('json'),
  ...ofCredentials,
  ...ofCalls,
  /**
   * For APIs that respond with 2xx to failures: the place of the error in the JSON response, as a JSON Pointer (RFC
   * 6901).
   */
  failure: z
    .strictObject({
      at: z.string().startsWith('/'),
      /** The value that means failure; absent: any value except null and `[]`. */
      equals: z.union([z.string(), z.number(), z.instanceof(ExactNumber), z.boolean()]).optional(),
      /** Where the API's error message is. */
      message: z.string().startsWith('/').optional(),
    })
    .optional(),
});

/** The styles of nested lists, outermost first (OpenAPI 2.0, items object). */
const itemStyles = listUpTo(z.string(), 8).optional();

const openApiParameter = z.strictObject({
  /** The input property that holds the value. */
  property: z.string(),
  /** The parameter's name in the request. */
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  style: z.string().optional(),
  explode: z.boolean().optional(),
  itemStyles,
  /** Reserved characters are not encoded; in a path this includes the slashes between its segments. */
  allowReserved: z.boolean().optional(),
  /** Serialized as this media type (OpenAPI `content`) instead of by style. */
  contentType: z.string().optional(),
});

/**
 * An OpenAPI operation's request. A tool's input combines parameters and body in one object; this maps its properties
 * back to them.
 */
const operationRequest = z.strictObject({
  kind: z.literal('operation'),
  method: z.enum(HTTP_METHODS),
  path: z.string().startsWith('/'),
  /** Overrides the connector's base address for this operation. */
  baseUrl: z.string().optional(),
  parameters: listUpTo(openApiParameter, MEMBERS_MAX),
  ...ofCredentials,
  ...ofCalls,
  body: z
    .strictObject({
      contentType: z.string(),
      /** Body properties that are inputs (input name -> body name), or the single input that is the whole body. */
      from: z.union([
        z.strictObject({
          properties: mapOf(z.string(), z.string()),
          /** All inputs that are not parameters become members of the body, not only these properties. */
          others: z.literal(true).optional(),
        }),
        z.strictObject({ property: z.string() }),
      ]),
      required: z.boolean(),
      /** The single property is the body's text, sent unchanged for any media type: base64 is not decoded. */
      isSentAsIs: z.literal(true).optional(),
      /** How properties of a form or multipart body are encoded, by their names in the body. */
      encoding: mapOf(
        z.string(),
        z.strictObject({
          style: z.string().optional(),
          itemStyles,
          explode: z.boolean().optional(),
          allowReserved: z.boolean().optional(),
          contentType: z.string().optional(),
        }),
      ).optional(),
      /** Properties of a multipart body that are files; their inputs are base64. */
      files: listUpTo(z.string(), MEMBERS_MAX).optional(),
    })
    .optional(),
});

/** Maximum characters of a GraphQL operation. */
export const GRAPHQL_CHARS_MAX = 65_536;

const SELECTION_CHARS_MAX = 16_384;

/** Selections of a GraphQL API's tools. */
export const selectionsSchema = mapOf(z.string().min(1), z.string().min(1).max(SELECTION_CHARS_MAX));

/** A GraphQL operation. Its text is fixed, and the tool's input is its variables. */
const graphqlRequest = z.strictObject({
  kind: z.literal('graphql'),
  method: z.literal('POST'),
  operation: z.enum(['query', 'mutation']),
  query: z.string().min(1).max(GRAPHQL_CHARS_MAX),
  /** Where the input has files, as base64: `file`, `input.image`, `files.*`. The request is then multipart. */
  files: listUpTo(z.string().regex(/^\w+(?:\.(?:\w+|\*))*$/), 32).optional(),
  ...ofCredentials,
  ...ofCalls,
});

/** How an HTTP tool's request is built: from templates, as an OpenAPI operation, or as a GraphQL operation. */
export const toolRequestSchema = z.discriminatedUnion('kind', [templatedRequest, operationRequest, graphqlRequest]);

/** How one tool's HTTP request is built. */
export type ToolRequest = z.infer<typeof toolRequestSchema>;
/** A request with slots for inputs and fields. */
export type TemplatedRequest = z.infer<typeof templatedRequest>;
/** An OpenAPI operation's request. */
export type OperationRequest = z.infer<typeof operationRequest>;
/** A GraphQL operation's request. */
export type GraphqlToolRequest = z.infer<typeof graphqlRequest>;

/** The fields that an operation with one field selects, as in `{ id owner { login } }`; null if it selects none. */
export function selectionIn(query: string): string | null {
  // Arguments may contain objects.
  const plain = query.replaceAll(/\([^()]*\)/g, (list) => ' '.repeat(list.length));
  const start = plain.indexOf('{', plain.indexOf('{') + 1);
  const end = plain.lastIndexOf('}', plain.lastIndexOf('}') - 1);
  return start === -1 || end < start ? null : query.slice(start, end + 1);
}
