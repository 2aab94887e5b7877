import { z } from 'zod';
import { BOUNDS } from '../limits/bounds.ts';
import { FIELD_ID, oauth2Schema, signInProblems } from './oauth2.ts';
import { isWebAddress } from './webAddress.ts';

export const SERVER_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
export const TOOL_ID = /^[a-zA-Z0-9_-]{1,64}$/;
export const TOOLS_MAX = BOUNDS.max_server_tools.max;

// A template is text with `{name}` slots: credential field ids, in a tool's request names of inputs and unplaced fields.
const template = z.string().max(4_096);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/);
const record = z.record(z.string(), z.unknown());

/** Where a credential's value goes in a call. `template` holds `{field_id}`; the bare value when absent. */
export const placementSchema = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('header'), name: headerName, template: template.optional() }),
  z.strictObject({ in: z.literal('query'), name: z.string().min(1), template: template.optional() }),
  z.strictObject({ in: z.literal('path'), name: z.string().min(1), template: template.optional() }),
  z.strictObject({
    in: z.literal('env'),
    name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
    template: template.optional(),
  }),
  z.strictObject({ in: z.literal('body'), name: z.string().min(1), template: template.optional() }),
]);

export const credentialFieldSchema = z.strictObject({
  id: z.string().regex(FIELD_ID),
  name: z.string().min(1).max(200),
  description: z.string().max(2_000).default(''),
  required: z.boolean(),
  /** False for a value that may be shown in logs and forms, such as a region. */
  secret: z.boolean().default(true),
  /** Absent: goes only where a template names it, if any does; in a tool's request it wins over an input of its name. */
  placement: placementSchema.optional(),
  /** A person can sign in for the value; a pasted one stays welcome. */
  oauth2: oauth2Schema.optional(),
});

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
  /** For APIs that answer 2xx when they failed: what in the JSON answer says so, by JSON Pointer (RFC 6901). */
  failure: z
    .strictObject({
      at: z.string().startsWith('/'),
      /** The value that means failure; absent: any value but null and `[]`. */
      equals: z.union([z.string(), z.number(), z.boolean()]).optional(),
      /** Where the API's own words for it are. */
      message: z.string().startsWith('/').optional(),
    })
    .optional(),
});

const openApiParameter = z.strictObject({
  /** The input property that holds the value. */
  property: z.string(),
  /** The parameter's own name on the wire. */
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  style: z.string().optional(),
  explode: z.boolean().optional(),
  /** The parameter is serialised by media type (`content`) instead of style. */
  contentType: z.string().optional(),
});

/** An OpenAPI operation's request: parameters and body merged into one input, and how to take them apart again. */
const operationRequest = z.strictObject({
  kind: z.literal('operation'),
  method: z.enum(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']),
  path: z.string().startsWith('/'),
  /** Overrides the connector's base address for this operation. */
  baseUrl: z.string().optional(),
  parameters: z.array(openApiParameter),
  /** Sets of credential fields of which one has to be complete, beyond what is required of every tool. */
  credentials: z
    .array(z.array(z.string().regex(FIELD_ID)).min(1).max(64))
    .min(1)
    .max(64)
    .optional(),
  body: z
    .strictObject({
      contentType: z.string(),
      /** Body properties lifted into the input (input name -> body name), or the one property that is the whole body. */
      from: z.union([
        z.strictObject({ properties: z.record(z.string(), z.string()) }),
        z.strictObject({ property: z.string() }),
      ]),
      required: z.boolean(),
      /** How single members of a form or multipart body are written, by their names in the body. */
      encoding: z
        .record(
          z.string(),
          z.strictObject({
            style: z.string().optional(),
            explode: z.boolean().optional(),
            contentType: z.string().optional(),
          }),
        )
        .optional(),
      /** Members of a multipart body that are files; their inputs are base64. */
      files: z.array(z.string()).optional(),
    })
    .optional(),
});

export const toolRequestSchema = z.discriminatedUnion('kind', [templatedRequest, operationRequest]);

const toolSchema = z.strictObject({
  /** The upstream's own name; the public id is made from it (see toolName.ts). */
  name: z.string().min(1).max(256),
  title: z.string().max(200).optional(),
  description: z.string().max(16_384).default(''),
  inputSchema: record,
  outputSchema: record.optional(),
  annotations: record.optional(),
  request: toolRequestSchema.optional(),
});

const headers = z.record(headerName, template);

/** What an MCP server offers beside tools and agents may have too: asked for live, since it is not part of a document. */
const passThrough = z
  .array(z.enum(['resources', 'prompts']))
  .max(2)
  .optional();

export const connectorSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('http'), baseUrl: template, headers: headers.optional() }),
  z.strictObject({
    kind: z.literal('openapi'),
    baseUrl: template,
    headers: headers.optional(),
    /** Other origins, of operations with an address of their own, that get the credentials too. */
    credentialOrigins: z
      .array(
        z
          .string()
          .refine((text) => URL.parse(text)?.origin === text, 'must be an origin, such as https://files.example.com'),
      )
      .max(16)
      .optional(),
    /** Where the document came from, for `server refresh`. */
    source: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('mcp-http'), url: template, headers: headers.optional(), passThrough }),
  z.strictObject({
    kind: z.literal('mcp-stdio'),
    /** An installed npm package whose `bin` is run with this Node; or else `command`. */
    package: z.string().optional(),
    command: z.string().optional(),
    /** `{scratch}` is a directory of this account and stack alone. */
    args: z.array(template).default([]),
    env: z.record(z.string(), template).default({}),
    /** `egress`: what tools may reach, by an HTTP proxy named in the environment. Absent: `none`. */
    network: z.enum(['none', 'egress']).optional(),
    /** Files and directories of the machine that the program may read, beside those of the system. */
    reads: z
      .array(z.string().regex(/^(\/(?!\.\.?(\/|$))[^/\0]+){2,}$/, 'must be an absolute path of two parts at least'))
      .max(32)
      .optional(),
    passThrough,
  }),
]);

type WithTools = { readonly credentials: readonly { readonly id: string }[]; readonly tools: readonly ToolDocument[] };

/** Tools whose credentials are fields that the document does not declare: nobody could ever call them. */
function unknownFields({ credentials, tools }: WithTools) {
  const known = new Set(credentials.map(({ id }) => id));
  return tools.flatMap(({ request }, index) => {
    const named = request?.kind === 'operation' ? (request.credentials ?? []).flat() : [];
    const unknown = named.filter((id) => !known.has(id));
    const path = ['tools', index, 'request', 'credentials'];
    return unknown.map((id) => ({ path, message: `names no field of this server: ${id}` }));
  });
}

/** The document that defines a marketplace server: importable, exportable, reviewable. */
export const serverDocumentSchema = z
  .strictObject({
    id: z.string().regex(SERVER_ID),
    name: z.string().min(1).max(200),
    description: z.string().max(4_096).default(''),
    homepage: z.string().refine(isWebAddress, 'must be an http or https address without a user or password').optional(),
    /** False until it was tried against the live service. */
    verified: z.boolean().default(false),
    /** False exposes the tools under their own names instead of `<server>_<tool>`. */
    toolPrefix: z.boolean().default(true),
    /** OAuth scopes or permissions that the credentials need, for the person who makes them. */
    scopes: z.array(z.string()).optional(),
    credentials: z.array(credentialFieldSchema).max(64).default([]),
    connector: connectorSchema,
    /** May be empty for MCP connectors: their tools are asked for on import. */
    tools: z.array(toolSchema).max(TOOLS_MAX).default([]),
  })
  .superRefine((document, context) => {
    for (const { path, message } of [...signInProblems(document), ...unknownFields(document)])
      context.addIssue({ code: 'custom', path: [...path], message });
  });

export type Placement = z.infer<typeof placementSchema>;
export type CredentialFieldDocument = z.infer<typeof credentialFieldSchema>;
export type ToolRequest = z.infer<typeof toolRequestSchema>;
export type TemplatedRequest = z.infer<typeof templatedRequest>;
export type OperationRequest = z.infer<typeof operationRequest>;
export type ToolDocument = z.infer<typeof toolSchema>;
export type Connector = z.infer<typeof connectorSchema>;
export type ServerDocument = z.infer<typeof serverDocumentSchema>;
