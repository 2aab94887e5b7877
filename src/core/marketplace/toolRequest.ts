import { z } from 'zod';
import { ExactNumber } from '../lib/json.ts';
import { FIELD_ID } from './oauth2.ts';

/** Text with `{name}` slots, which name credential fields; in a tool's request also inputs. */
export const template = z.string().max(4_096);
/** A header's name (RFC 9110, section 5.1). */
export const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/, 'must be a header name');

const HTTP_METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

/** A method that OpenAPI knows, in upper case. */
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** A stored method; null for none. */
export const toHttpMethod = (value: unknown): HttpMethod | null => HTTP_METHODS.find((each) => each === value) ?? null;

/** Where a service takes an idempotency key: of all calls with one key it carries out the first. */
export const keyPlaceSchema = z.strictObject({
  in: z.enum(['header', 'query', 'body']),
  name: z.string().min(1).max(200),
  /** The input that may give the key all the same, for callers that know an older definition of the tool. */
  property: z.string().min(1).max(64).optional(),
});

/** Where a service takes an idempotency key. */
export type ServiceKeyPlace = z.infer<typeof keyPlaceSchema>;

/** Fields of both kinds of requests, for idempotency keys and responses. */
const ofCalls = {
  idempotencyKey: keyPlaceSchema.optional(),
  /** Response headers, in lower case, that callers get with the result, in addition to those of all tools. */
  responseHeaders: z
    .array(z.string().regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,128}$/))
    .max(32)
    .optional(),
};

/** The credential fields that a tool needs and sends, if different from those of all tools of its server. */
const ofCredentials = {
  /** Sets of credential fields, of which one has to be complete, in addition to the required fields. */
  credentials: z
    .array(z.array(z.string().regex(FIELD_ID)).min(1).max(64))
    .min(1)
    .max(64)
    .optional(),
  /** The credential fields that may be sent to their placements; absent: all. */
  sends: z.array(z.string().regex(FIELD_ID)).max(64).optional(),
};

/** An HTTP tool's request. Slots in braces name inputs; a value that is exactly one slot keeps its JSON type. */
const templatedRequest = z.strictObject({
  kind: z.literal('template'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Joined to the connector's `baseUrl`; slots are percent-encoded as one path segment. */
  path: z.string().startsWith('/'),
  /** A slot whose input is absent drops its entry. Arrays repeat the key. */
  query: z.record(z.string(), template).optional(),
  headers: z.record(headerName, template).optional(),
  /** JSON with slots, or the encodings below for APIs that want other than plain JSON. */
  body: z.unknown().optional(),
  bodyEncoding: z.enum(['json', 'form', 'rfc822-base64url']).default('json'),
  ...ofCredentials,
  ...ofCalls,
  /**
   * For APIs that answer 2xx for failures: the place of the error in the JSON response, as a JSON Pointer (RFC 6901).
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

/** The styles of lists within a list, from the outermost on (OpenAPI 2.0, items object). */
const itemStyles = z.array(z.string()).max(8).optional();

const openApiParameter = z.strictObject({
  /** The input property that holds the value. */
  property: z.string(),
  /** The parameter's own name on the wire. */
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  style: z.string().optional(),
  explode: z.boolean().optional(),
  itemStyles,
  /** Reserved characters are not encoded; in a path this includes the slashes between its segments. */
  allowReserved: z.boolean().optional(),
  /** Serialised by this media type (OpenAPI `content`) instead of by style. */
  contentType: z.string().optional(),
});

/** An OpenAPI operation's request: its parameters and body are properties of one input, and this maps them back. */
const operationRequest = z.strictObject({
  kind: z.literal('operation'),
  method: z.enum(HTTP_METHODS),
  path: z.string().startsWith('/'),
  /** Overrides the connector's base address for this operation. */
  baseUrl: z.string().optional(),
  parameters: z.array(openApiParameter),
  ...ofCredentials,
  ...ofCalls,
  body: z
    .strictObject({
      contentType: z.string(),
      /** Body properties lifted into the input (input name -> body name), or the one that is the whole body. */
      from: z.union([
        z.strictObject({
          properties: z.record(z.string(), z.string()),
          /** Inputs that are neither parameters nor these properties also become members of the body. */
          others: z.literal(true).optional(),
        }),
        z.strictObject({ property: z.string() }),
      ]),
      required: z.boolean(),
      /** The single property is the body's text, sent verbatim for any media type: base64 is not decoded. */
      isSentAsIs: z.literal(true).optional(),
      /** How properties of a form or multipart body are encoded, by their names in the body. */
      encoding: z
        .record(
          z.string(),
          z.strictObject({
            style: z.string().optional(),
            itemStyles,
            explode: z.boolean().optional(),
            allowReserved: z.boolean().optional(),
            contentType: z.string().optional(),
          }),
        )
        .optional(),
      /** Properties of a multipart body that are files; their inputs are base64. */
      files: z.array(z.string()).optional(),
    })
    .optional(),
});

/** How an HTTP tool's request is built: from templates, or as an OpenAPI operation. */
export const toolRequestSchema = z.discriminatedUnion('kind', [templatedRequest, operationRequest]);

/** How one tool's HTTP request is built. */
export type ToolRequest = z.infer<typeof toolRequestSchema>;
/** A request with slots for inputs and fields. */
export type TemplatedRequest = z.infer<typeof templatedRequest>;
/** An OpenAPI operation's request. */
export type OperationRequest = z.infer<typeof operationRequest>;
