import { z } from 'zod';
import { BOUNDS } from '../kernel/bounds.ts';
import { serverIdSchema } from '../kernel/idSchemas.ts';
import { visibleText } from '../lib/hiddenText.ts';
import { listUpTo, MEMBERS_MAX, mapOf } from '../lib/parse.ts';
import { isStorable, shownName } from '../lib/text.ts';
import { visibleSchema } from '../schemas/visibleSchema.ts';
import { credentialSchemeSchema } from './credentialScheme.ts';
import { EXAMPLE_BYTES_MAX, isShortExample } from './example.ts';
import { forClientsSchema } from './forClients.ts';
import { instructionsSchema } from './instructions.ts';
import { FIELD_ID, oauth2Schema, signInProblems } from './oauth2.ts';
import { operationChoiceSchema } from './operationChoice.ts';
import { serverSkillsSchema } from './serverSkill.ts';
import { signingProblems, signingSchema } from './signing.ts';
import { wordingSchema } from './textOverrides.ts';
import { TOOL_NAME_CHARS_MAX } from './toolName.ts';
import { headerName, keyPlaceSchema, selectionsSchema, template, toolRequestSchema } from './toolRequest.ts';
import { isWebAddress } from './webAddress.ts';

/** Public id of a server. */
export const SERVER_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** An id that a person chooses for a server. */
export const newServerId = serverIdSchema(
  z.string().regex(SERVER_ID, 'must be lower case letters, digits and hyphens'),
);
/** Public name of a tool. */
export const TOOL_ID = /^[a-zA-Z0-9_-]{1,64}$/;
/** Maximum tools of one server document. */
export const TOOLS_MAX = BOUNDS.max_server_tools.max;
/** Maximum tools of one server that stacks can name: removed tools stay until a review. */
export const NAMED_TOOLS_MAX = TOOLS_MAX + BOUNDS.max_removed_tools.max;

const record = z.record(z.string(), z.unknown());
/** A text that models and people read, without hidden characters: documents often contain some by accident. */
const readText = (charsMax: number) => z.string().max(charsMax).transform(visibleIfStorable);
/** Leaves text that PostgreSQL can't store unchanged, because `checkServer` refuses it. */
const visibleIfStorable = (text: string): string => (isStorable(text) ? visibleText(text) : text);
const schema = record.transform(visibleSchema);

/** Where a credential's value goes in a call. `template` contains `{field_id}`; if absent, the value is sent alone. */
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

/** A value that a server needs from its user. */
export const credentialFieldSchema = z.strictObject({
  id: z.string().regex(FIELD_ID),
  name: shownName.min(1).max(200),
  description: readText(2_000).default(''),
  required: z.boolean(),
  /** False for a value that may be shown, such as a region: it is not scrubbed from answers. */
  secret: z.boolean().default(true),
  /**
   * Absent: only templates that name the field use the value. In a tool's request, it then overrides an input of the
   * same name.
   */
  placement: placementSchema.optional(),
  /** The page on which people create the value, or learn how to. */
  link: z
    .string()
    .max(2_048)
    .refine(
      (text) => /^https:/.test(text) && isWebAddress(text),
      'must be an https URL without a user name or password',
    )
    .optional(),
  /** How a person can sign in for the value instead of pasting one; pasting remains possible. */
  oauth2: oauth2Schema.optional(),
});

/** Maximum characters of a tool's title. Imports truncate longer ones. */
export const TITLE_CHARS_MAX = 200;
/** Maximum characters of a tool's description. Imports truncate longer ones. */
export const DESCRIPTION_CHARS_MAX = 65_536;
/** Maximum everyday requests of a tool, and maximum characters of one. */
const ASKS_MAX = 20;
const ASK_CHARS_MAX = 120;

const toolSchema = z.strictObject({
  /** The upstream's own name; the public id is derived from it (see toolName.ts). */
  name: z.string().min(1).max(TOOL_NAME_CHARS_MAX),
  title: readText(TITLE_CHARS_MAX).optional(),
  description: readText(DESCRIPTION_CHARS_MAX).default(''),
  inputSchema: schema,
  outputSchema: schema.optional(),
  annotations: schema.optional(),
  forClients: forClientsSchema.optional(),
  /** An answer of the tool, for rehearsals. */
  example: z.unknown().refine(isShortExample, `must be at most ${EXAMPLE_BYTES_MAX} bytes of JSON`).optional(),
  /** Everyday requests that the tool serves, such as `restart my machine`. Search reads them; lists don't show them. */
  asks: listUpTo(shownName.min(1).max(ASK_CHARS_MAX), ASKS_MAX).optional(),
  request: toolRequestSchema.optional(),
});

const headers = mapOf(headerName, template);

/** Where every POST of the service accepts an idempotency key, unless a tool specifies another place. */
const idempotencyKey = keyPlaceSchema.optional();

/** MCP features of a server, in addition to tools. Agents read them live, except the list of skills. */
const passThrough = listUpTo(z.enum(['resources', 'prompts', 'skills']), 3).optional();

/** The tool, by its upstream name, that a credential test calls without input. */
const whoami = z.string().max(256).optional();

/** How a server is reached, by kind; each kind has its connector in `connectors/`. */
export const connectorSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    baseUrl: template,
    headers: headers.optional(),
    idempotencyKey,
    signing: signingSchema.optional(),
    whoami,
  }),
  z.strictObject({
    kind: z.literal('openapi'),
    baseUrl: template,
    headers: headers.optional(),
    /** Other origins that receive the credentials, for operations with their own address. */
    credentialOrigins: listUpTo(
      z
        .string()
        .refine((text) => URL.parse(text)?.origin === text, 'must be an origin, such as https://files.example.com'),
      16,
    ).optional(),
    /** Where the document came from, for `server refresh`. */
    source: z.string().optional(),
    operations: operationChoiceSchema.optional(),
    /** Set if the source document does not describe credentials. */
    credential: credentialSchemeSchema.optional(),
    /** Names and descriptions that override the source document's. */
    wording: wordingSchema.optional(),
    idempotencyKey,
    signing: signingSchema.optional(),
    whoami,
  }),
  z.strictObject({
    kind: z.literal('graphql'),
    /** The address that takes the operations. */
    baseUrl: template,
    headers: headers.optional(),
    /** Fields that replace the default ones, by the tool's own name, as in `{ id name }`. A refresh applies them. */
    selections: selectionsSchema.optional(),
    whoami,
  }),
  z.strictObject({
    kind: z.literal('mcp-http'),
    url: template,
    /** Absent: streamable HTTP. `sse`: the older HTTP+SSE transport. */
    transport: z.literal('sse').optional(),
    headers: headers.optional(),
    passThrough,
    whoami,
  }),
  z.strictObject({
    kind: z.literal('mcp-stdio'),
    /** An installed npm package, whose `bin` runs with this Node; otherwise `command` is used. */
    package: z.string().optional(),
    command: z.string().optional(),
    /** `{scratch}` becomes the program's directory, which belongs to one account and stack. */
    args: listUpTo(template, MEMBERS_MAX).default([]),
    env: mapOf(z.string(), template).default({}),
    /**
     * `egress`: the program reaches allowed addresses through an HTTP proxy named in its environment. Absent: `none`.
     */
    network: z.enum(['none', 'egress']).optional(),
    /** Files and directories on this machine that the program may read, in addition to system files. */
    reads: listUpTo(
      z.string().regex(/^(\/(?!\.\.?(\/|$))[^/\0]+){2,}$/, 'must be an absolute path of at least two parts'),
      32,
    ).optional(),
    passThrough,
  }),
]);

/** Whether a connector is for an MCP server. MCP servers state the hints of their tools themselves. */
export const isMcp = ({ kind }: { readonly kind: string }): boolean => kind.startsWith('mcp');

type WithTools = { readonly credentials: readonly { readonly id: string }[]; readonly tools: readonly ToolDocument[] };

/** Issues for tools that name undeclared credential fields: these tools could never be called. */
function unknownFields({ credentials, tools }: WithTools) {
  const known = new Set(credentials.map(({ id }) => id));
  return tools.flatMap(({ request }, index) => {
    const { credentials: sets = [], sends = [] } = request ?? {};
    const named = { credentials: sets.flat(), sends };
    return Object.entries(named).flatMap(([key, ids]) => {
      const path = ['tools', index, 'request', key];
      const unknown = ids.filter((id) => !known.has(id));
      return unknown.map((id) => ({ path, message: `${id} is not a field of this server` }));
    });
  });
}

/** The categories of servers in the marketplace; a server without one is in no category. */
export const SERVER_CATEGORIES = [
  ...(['communication', 'productivity', 'files', 'development'] as const),
  ...(['cloud', 'finance', 'media', 'ai'] as const),
] as const;

/** The document that defines a marketplace server: importable, exportable, reviewable. */
export const serverDocumentSchema = z
  .strictObject({
    id: serverIdSchema(z.string().regex(SERVER_ID)),
    name: shownName.min(1).max(200),
    description: readText(4_096).default(''),
    category: z.enum(SERVER_CATEGORIES).optional(),
    homepage: z.string().refine(isWebAddress, 'must be an http or https address without a user or password').optional(),
    /** False until the server has been tested against the live service. */
    verified: z.boolean().default(false),
    /** False exposes the tools under their own names instead of `<server>_<tool>`. */
    toolPrefix: z.boolean().default(true),
    /** OAuth scopes or permissions that the credentials need, for the person who creates them. */
    scopes: listUpTo(z.string().transform(visibleIfStorable), MEMBERS_MAX).optional(),
    credentials: listUpTo(credentialFieldSchema, 64).default([]),
    connector: connectorSchema,
    /** Instructions to models about all of its tools together. */
    instructions: instructionsSchema.optional(),
    /** Its skills, with the digests of their files. Agents only get files with these digests. */
    skills: serverSkillsSchema.optional(),
    /** May be empty for MCP connectors: their tools are fetched on import. */
    tools: listUpTo(toolSchema, TOOLS_MAX).default([]),
  })
  .superRefine((document, context) => {
    for (const { path, message } of [
      ...signInProblems(document),
      ...unknownFields(document),
      ...signingProblems(document),
    ])
      context.addIssue({ code: 'custom', path: [...path], message });
  });

/** Where a credential's value goes in a request or a program's environment. */
export type Placement = z.infer<typeof placementSchema>;
/** A credential field as its document declares it. */
export type CredentialFieldDocument = z.infer<typeof credentialFieldSchema>;
/** A tool as its document declares it. */
export type ToolDocument = z.infer<typeof toolSchema>;
/** How a server is reached, as its document declares it. */
export type ConnectorDocument = z.infer<typeof connectorSchema>;
export type ServerDocument = z.infer<typeof serverDocumentSchema>;

/** The kinds of connectors, as server documents name them. */
export type ConnectorKind = ConnectorDocument['kind'];
