import { DOCUMENT_MIB_MAX } from '../../core/marketplace/importPort.ts';
import type { RequestedScheme } from '../../core/servers/credentialScheme.ts';
import { builder } from '../builder.ts';

/** Description of the `upload` field of every source. */
const UPLOAD = 'The id of an upload with the document.';

const OperationSelectorInput = builder.inputType('OperationSelectorInput', {
  description: 'Operations that match any of these lists, each with up to 2,000 entries.',
  fields: (t) => ({
    tags: t.stringList({ description: 'Tags, as the document writes them.' }),
    paths: t.stringList({
      description:
        'Paths, optionally after a method, such as `GET /pets/{id}`. `*` matches anything within a segment, `**` any segments. Up to 100 patterns.',
    }),
    ids: t.stringList({ description: 'Operation ids.' }),
  }),
});

const OperationChoiceInput = builder.inputType('OperationChoiceInput', {
  description: 'The operations to turn into tools. If empty, all of them.',
  fields: (t) => ({
    include: t.field({ type: OperationSelectorInput, description: 'Includes only these operations.' }),
    exclude: t.field({ type: OperationSelectorInput, description: 'Excludes these operations.' }),
  }),
});

const OpenApiCredentialKind = builder.enumType('OpenApiCredentialKind', {
  description: 'How an API expects its credential.',
  values: {
    NONE: { value: 'none', description: 'No credential. Overrides the choice of an earlier import.' },
    BEARER: { value: 'bearer', description: 'As a bearer token.' },
    BASIC: { value: 'basic', description: 'As a user name and a password.' },
    HEADER: { value: 'header', description: 'As a header.' },
    QUERY: { value: 'query', description: 'As a query parameter.' },
  } as const satisfies { [K in RequestedScheme['kind'] as Uppercase<K>]: { value: K; description: string } },
});

const OpenApiCredentialInput = builder.inputType('OpenApiCredentialInput', {
  description: 'A credential for all operations, if the document describes none.',
  fields: (t) => ({
    kind: t.field({ type: OpenApiCredentialKind, required: true, description: 'How it is sent.' }),
    name: t.string({ description: 'The name of the header or query parameter. Only for HEADER and QUERY.' }),
  }),
});

const ToolWordingInput = builder.inputType('ToolWordingInput', {
  description: 'A name and a description for the tool of an operation.',
  fields: (t) => ({
    operation: t.string({
      required: true,
      description: 'Method and path, such as `GET /pets/{id}`. Each may occur once.',
    }),
    name: t.string({
      description:
        'Its name without the server’s prefix: a letter and up to 63 letters, digits, `_` or `-`. By default from the document.',
    }),
    description: t.string({
      description: 'Its description, 1 to 1,024 characters; by default from the document.',
    }),
  }),
});

export const OpenApiSourceInput = builder.inputType('OpenApiSourceInput', {
  description: 'An OpenAPI 3.1, 3.0 or 2.0 document, as JSON or YAML: its text, its address or an upload.',
  fields: (t) => ({
    text: t.string({ description: 'The document itself.' }),
    url: t.string({ description: `Where the document is; http or https, at most ${DOCUMENT_MIB_MAX} MiB.` }),
    upload: t.id({ description: UPLOAD }),
    baseUrl: t.string({ description: 'The base URL of its operations; by default from the document.' }),
    operations: t.field({
      type: OperationChoiceInput,
      description:
        'The operations to import. The server keeps the choice. Defaults to the choice of the last import of this id, or all.',
    }),
    credential: t.field({
      type: OpenApiCredentialInput,
      description:
        'The credential of the operations, for a document without a security scheme. The server keeps it. Defaults to the choice of the last import of this id, or none.',
    }),
    wording: t.field({
      type: [ToolWordingInput],
      description:
        'Names and descriptions of tools that replace the document’s, up to 2,000. The server keeps them. Defaults to those of the last import of this id; an empty list restores the document’s descriptions.',
    }),
  }),
});

const McpHeaderInput = builder.inputType('McpHeaderInput', {
  description: 'A header for requests to a server.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name, such as `Authorization`. Each name may occur once.' }),
    value: t.string({ required: true, description: 'Its whole value, such as `Bearer …`. Used once and not stored.' }),
  }),
});

const McpSourceInput = builder.inputType('McpSourceInput', {
  description: 'An MCP server over HTTP that lists its tools.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Its address; http or https.' }),
    headers: t.field({
      type: [McpHeaderInput],
      description:
        'For a server that lists its tools only with credentials, at most 16. Each becomes a credential field of the server, without its value.',
    }),
  }),
});

const GraphqlSourceInput = builder.inputType('GraphqlSourceInput', {
  description: 'A GraphQL API: its address, or its schema as text, address or upload, as SDL or introspection result.',
  fields: (t) => ({
    text: t.string({ description: 'The schema itself. Requires `baseUrl`.' }),
    url: t.string({
      description: `The API’s address, which answers introspection queries; http or https. With \`baseUrl\`, where the schema is; at most ${DOCUMENT_MIB_MAX} MiB.`,
    }),
    upload: t.id({ description: UPLOAD }),
    baseUrl: t.string({ description: 'Where operations are sent; http or https. Defaults to `url`.' }),
    headers: t.field({
      type: [McpHeaderInput],
      description:
        'Headers that the API requires, at most 16. Each becomes a credential field of the server, without its value.',
    }),
  }),
});

const RegistrySourceInput = builder.inputType('RegistrySourceInput', {
  description:
    'A `server.json` of the MCP registry: its text, its address or an upload. Responses of the registry’s API work too.',
  fields: (t) => ({
    text: t.string({ description: 'The document itself.' }),
    url: t.string({ description: `Where the document is; http or https, at most ${DOCUMENT_MIB_MAX} MiB.` }),
    upload: t.id({ description: UPLOAD }),
  }),
});

export const ServerSourceInput = builder.inputType('ServerSourceInput', {
  description: 'The source of a server’s description: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    document: t.field({ type: 'JSON', description: 'A Toolyard server document.' }),
    openApi: t.field({ type: OpenApiSourceInput, description: 'An API described with OpenAPI.' }),
    graphql: t.field({ type: GraphqlSourceInput, description: 'A GraphQL API.' }),
    mcp: t.field({ type: McpSourceInput, description: 'An MCP server.' }),
    registry: t.field({ type: RegistrySourceInput, description: 'An entry of the MCP registry.' }),
    upload: t.id({ description: 'An uploaded server document, in place of `document`.' }),
  }),
});
