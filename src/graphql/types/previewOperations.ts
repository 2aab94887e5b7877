import type { ListedOperation, OperationList } from '../../core/marketplace/importPort.ts';
import { previewOperations } from '../../core/marketplace/importServer.ts';
import { findServerOfApi } from '../../core/marketplace/serverOfApi.ts';
import type { ToolWeights } from '../../core/marketplace/toolWeights.ts';
import type { HttpMethod } from '../../core/servers/toolRequest.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError } from '../errors.ts';
import { Server } from './marketplaceServer.ts';
import { OpenApiSourceInput } from './serverSource.ts';

const PreviewOperationsInput = builder.inputType('PreviewOperationsInput', {
  description: 'An OpenAPI document to choose operations from.',
  fields: (t) => ({
    openApi: t.field({
      type: OpenApiSourceInput,
      required: true,
      description: 'The document. Its `operations` filter the list, and its `wording` applies.',
    }),
    id: t.id({
      description: 'The server’s id. For an existing server, the result includes its earlier choices.',
    }),
    search: t.string({
      description:
        'A task in words, up to 500 characters. Lists only the 50 best matches, like the tool search of agents.',
    }),
  }),
});

export const HttpMethodEnum = builder.enumType('HttpMethod', {
  description: 'A method of HTTP.',
  values: {
    GET: { description: 'Reads.' },
    HEAD: { description: 'Reads only the headers.' },
    OPTIONS: { description: 'Requests the supported methods.' },
    TRACE: { description: 'Returns the request.' },
    POST: { description: 'Creates or does something.' },
    PUT: { description: 'Replaces something.' },
    PATCH: { description: 'Changes something.' },
    DELETE: { description: 'Deletes something.' },
  } as const satisfies Record<HttpMethod, { description: string }>,
});

const ToolWeightsType = builder.objectRef<ToolWeights>('ToolWeights').implement({
  description:
    'The approximate number of tokens of a tool in a model’s context, by list format. Four characters of JSON count as one token. Null in a format that can’t express the tool.',
  fields: (t) => ({
    openai: t.exposeInt('openai', { nullable: true, description: 'In `tools` of OpenAI’s Chat Completions API.' }),
    anthropic: t.exposeInt('anthropic', { nullable: true, description: 'In `tools` of Anthropic’s Messages API.' }),
    gemini: t.exposeInt('gemini', { nullable: true, description: 'In `functionDeclarations` of the Gemini API.' }),
    mcp: t.exposeInt('mcp', { nullable: true, description: 'In `tools/list` of MCP.' }),
  }),
});

const OperationPreview = builder.objectRef<ListedOperation>('OperationPreview').implement({
  description: 'An operation of an OpenAPI document that could become a tool.',
  fields: (t) => ({
    method: t.expose('method', { type: HttpMethodEnum, description: 'Its HTTP method.' }),
    path: t.exposeString('path', { description: 'Its path, with placeholders in braces.' }),
    operationId: t.exposeString('operationId', {
      nullable: true,
      description:
        'Its `operationId` in the document, up to 500 characters. Choose an operation without one by method and path.',
    }),
    name: t.exposeString('name', {
      description: 'The name of its tool, without the prefix of the server’s id.',
    }),
    summary: t.exposeString('summary', { description: 'Its summary, up to 200 characters.' }),
    tags: t.stringList({ description: 'Its tags in the document.', resolve: ({ tags }) => [...tags] }),
    isDeprecated: t.exposeBoolean('isDeprecated', { description: 'Whether the document marks it as deprecated.' }),
    isReadOnly: t.exposeBoolean('isReadOnly', { description: 'Whether it only reads, judging by its method.' }),
    isDestructive: t.exposeBoolean('isDestructive', {
      description: 'Whether it deletes, judging by its method.',
    }),
    credentials: t.stringList({
      description: 'The security schemes it accepts, as named in the document, up to eight; empty for none.',
      resolve: ({ credentials }) => [...credentials],
    }),
    tokens: t.exposeInt('tokens', {
      nullable: true,
      description:
        'The approximate number of tokens of its tool in a model’s context, at four characters each; null if unknown.',
    }),
    weights: t.field({
      type: ToolWeightsType,
      nullable: true,
      description: 'The token counts by provider format; null if unknown.',
      resolve: ({ weights }) => weights,
    }),
    isProposed: t.exposeBoolean('isProposed', {
      description:
        'True for the operations of the last import of this id. For a new server, true for up to 40 suggested ones.',
    }),
  }),
});

const PreviewOperationsPayload = builder.objectRef<OperationList>('PreviewOperationsPayload').implement({
  description: 'The operations of a document were listed.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The API’s title in the document.' }),
    totalCount: t.exposeInt('totalCount', { description: 'The total number, listed or not.' }),
    marketplaceServer: t.field({
      type: Server,
      nullable: true,
      description: 'The marketplace’s server for the same API, whose tools are curated; null if there is none.',
      resolve: (api, _args, { app }) => findServerOfApi(app, api),
    }),
    operations: t.field({
      type: [OperationPreview],
      description:
        'The first 2,000 operations, up to 4 MiB, in the document’s order. With a search, the best matches first.',
      resolve: ({ operations }) => [...operations],
    }),
  }),
});

builder.mutationField('previewOperations', (t) =>
  t.field({
    type: PreviewOperationsPayload,
    nullable: true,
    description:
      'Lists the operations of an OpenAPI document to choose from, even if the document is too large to import as a whole. Saves nothing.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: PreviewOperationsInput, required: true, description: 'The document.' }) },
    resolve: (_root, { input }, { app }) => previewOperations(app, input),
  }),
);
