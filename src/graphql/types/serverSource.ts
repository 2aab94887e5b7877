import type { GivenScheme } from '../../core/marketplace/credentialScheme.ts';
import { DOCUMENT_MIB_MAX } from '../../core/marketplace/importPort.ts';
import { builder } from '../builder.ts';

/** Every source's description of an upload instead of text. */
const UPLOAD = 'The id of an upload with the document.';

const OperationSelectorInput = builder.inputType('OperationSelectorInput', {
  description: 'Operations that anything here names; up to 2,000 entries in a list.',
  fields: (t) => ({
    tags: t.stringList({ description: 'Tags, as the document writes them.' }),
    paths: t.stringList({
      description:
        'Paths, optionally after a method, such as `GET /pets/{id}`. `*` stands for anything within a segment, `**` for any segments; up to 100 with either.',
    }),
    ids: t.stringList({ description: 'Operation ids.' }),
  }),
});

const OperationChoiceInput = builder.inputType('OperationChoiceInput', {
  description: 'Which operations become tools. Empty: all of them.',
  fields: (t) => ({
    include: t.field({ type: OperationSelectorInput, description: 'Only these.' }),
    exclude: t.field({ type: OperationSelectorInput, description: 'None of these.' }),
  }),
});

const OpenApiCredentialKind = builder.enumType('OpenApiCredentialKind', {
  description: 'How an API takes its credential.',
  values: {
    NONE: { value: 'none', description: 'No credential. Overrides the choice of an earlier import.' },
    BEARER: { value: 'bearer', description: 'As a bearer token.' },
    BASIC: { value: 'basic', description: 'As a user name and a password.' },
    HEADER: { value: 'header', description: 'As a header.' },
    QUERY: { value: 'query', description: 'As a query parameter.' },
  } as const satisfies { [K in GivenScheme['kind'] as Uppercase<K>]: { value: K; description: string } },
});

const OpenApiCredentialInput = builder.inputType('OpenApiCredentialInput', {
  description: 'The credential that all operations of a document want, though it describes none.',
  fields: (t) => ({
    kind: t.field({ type: OpenApiCredentialKind, required: true, description: 'How it is sent.' }),
    name: t.string({ description: 'The name of the header or query parameter; for these alone.' }),
  }),
});

const ToolWordingInput = builder.inputType('ToolWordingInput', {
  description: 'The name of one operation’s tool, and its description for models.',
  fields: (t) => ({
    operation: t.string({ required: true, description: 'Method and path, such as `GET /pets/{id}`; none twice.' }),
    name: t.string({
      description:
        'Its name, before the server’s id is put in front: a letter and up to 63 letters, digits, `_` or `-`. Left out, as the document says.',
    }),
    description: t.string({
      description: 'What it does, 1 to 1,024 characters. Left out, as the document says.',
    }),
  }),
});

export const OpenApiSourceInput = builder.inputType('OpenApiSourceInput', {
  description: 'An OpenAPI 3.1, 3.0 or 2.0 document, as JSON or YAML: its text, its address or an upload.',
  fields: (t) => ({
    text: t.string({ description: 'The document itself.' }),
    url: t.string({ description: `Where the document is; http or https, at most ${DOCUMENT_MIB_MAX} MiB.` }),
    upload: t.id({ description: UPLOAD }),
    baseUrl: t.string({ description: 'Where its operations are; left out, as the document says.' }),
    operations: t.field({
      type: OperationChoiceInput,
      description:
        'Which of its operations. The server keeps the choice: left out, as the server of this id was imported before, or all.',
    }),
    credential: t.field({
      type: OpenApiCredentialInput,
      description:
        'For a document that describes no security scheme: the credential that its operations want. The server keeps it: left out, as the server of this id was imported before, or none.',
    }),
    wording: t.field({
      type: [ToolWordingInput],
      description:
        'Names and descriptions of tools, in place of the document’s, up to 2,000. The server keeps them: left out, as the server of this id was imported before; empty, the document’s descriptions again.',
    }),
  }),
});

const McpHeaderInput = builder.inputType('McpHeaderInput', {
  description: 'A header to ask an MCP server with.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name, such as `Authorization`; no name twice.' }),
    value: t.string({ required: true, description: 'Its whole value, such as `Bearer …`. Used once and not stored.' }),
  }),
});

const McpSourceInput = builder.inputType('McpSourceInput', {
  description: 'An MCP server over HTTP, which is asked for its tools.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Its address; http or https.' }),
    headers: t.field({
      type: [McpHeaderInput],
      description:
        'For a server that lists its tools only with credentials, at most 16. Each becomes a credential field of the server, without its value.',
    }),
  }),
});

const RegistrySourceInput = builder.inputType('RegistrySourceInput', {
  description:
    'A `server.json` of the MCP registry, alone or as its API answers it: its text, its address or an upload.',
  fields: (t) => ({
    text: t.string({ description: 'The document itself.' }),
    url: t.string({ description: `Where the document is; http or https, at most ${DOCUMENT_MIB_MAX} MiB.` }),
    upload: t.id({ description: UPLOAD }),
  }),
});

export const ServerSourceInput = builder.inputType('ServerSourceInput', {
  description: 'Where a server is described: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    document: t.field({ type: 'JSON', description: 'A server document of Toolyard’s own.' }),
    openApi: t.field({ type: OpenApiSourceInput, description: 'An API that OpenAPI describes.' }),
    mcp: t.field({ type: McpSourceInput, description: 'An MCP server.' }),
    registry: t.field({ type: RegistrySourceInput, description: 'An entry of the MCP registry.' }),
    upload: t.id({ description: 'An uploaded server document, in place of `document`.' }),
  }),
});
