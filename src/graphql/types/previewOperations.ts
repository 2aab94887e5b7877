import type { ListedOperation, OperationList } from '../../core/marketplace/importPort.ts';
import { previewOperations } from '../../core/marketplace/importServer.ts';
import type { HttpMethod } from '../../core/marketplace/toolRequest.ts';
import type { ToolWeights } from '../../core/marketplace/toolWeights.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError } from '../errors.ts';
import { OpenApiSourceInput } from './serverSource.ts';

const PreviewOperationsInput = builder.inputType('PreviewOperationsInput', {
  description: 'An OpenAPI document to choose operations from.',
  fields: (t) => ({
    openApi: t.field({
      type: OpenApiSourceInput,
      required: true,
      description: 'The document. Its `operations` narrow the list, and its `wording` holds in it.',
    }),
    id: t.id({
      description: 'The server’s id. For an existing server, the result includes its earlier choices.',
    }),
    search: t.string({
      description:
        'A task in words, up to 500 characters: lists only the 50 operations that fit it best, as agents find tools in search mode.',
    }),
  }),
});

const HttpMethodEnum = builder.enumType('HttpMethod', {
  description: 'A method of HTTP.',
  values: {
    GET: { description: 'Reads.' },
    HEAD: { description: 'Reads headers alone.' },
    OPTIONS: { description: 'Requests the supported methods.' },
    TRACE: { description: 'Has the request sent back.' },
    POST: { description: 'Makes or does something.' },
    PUT: { description: 'Replaces something.' },
    PATCH: { description: 'Changes something.' },
    DELETE: { description: 'Deletes something.' },
  } as const satisfies Record<HttpMethod, { description: string }>,
});

const ToolWeightsType = builder.objectRef<ToolWeights>('ToolWeights').implement({
  description:
    'About how many tokens a tool takes in a model’s context, by how its list is written: four characters of JSON are one. Null in a format that cannot have the tool.',
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
    path: t.exposeString('path', { description: 'Its path, with slots in braces.' }),
    operationId: t.exposeString('operationId', {
      nullable: true,
      description:
        'Its `operationId` in the document, up to 500 characters. Choose an operation without one by method and path.',
    }),
    name: t.exposeString('name', {
      description: 'The name of its tool, without the prefix of the server’s id.',
    }),
    summary: t.exposeString('summary', { description: 'What it does, up to 200 characters.' }),
    tags: t.stringList({ description: 'The document’s groups that it is in.', resolve: ({ tags }) => [...tags] }),
    isDeprecated: t.exposeBoolean('isDeprecated', { description: 'Whether the document advises against it.' }),
    isReadOnly: t.exposeBoolean('isReadOnly', { description: 'True for one that only reads, going by its method.' }),
    isDestructive: t.exposeBoolean('isDestructive', {
      description: 'True for one that deletes, going by its method.',
    }),
    credentials: t.stringList({
      description:
        'The document’s names of the security schemes that it can be called with, up to eight; empty for none.',
      resolve: ({ credentials }) => [...credentials],
    }),
    tokens: t.exposeInt('tokens', {
      nullable: true,
      description:
        'About how many tokens its tool takes in a model’s context, at four characters each; null where that was not worked out.',
    }),
    weights: t.field({
      type: ToolWeightsType,
      nullable: true,
      description: 'The same by format, as providers get it; null where that was not worked out.',
      resolve: ({ weights }) => weights,
    }),
    isProposed: t.exposeBoolean('isProposed', {
      description:
        'True for those that the server of this id was imported with; for a new one, for up to 40 to begin with.',
    }),
  }),
});

const PreviewOperationsPayload = builder.objectRef<OperationList>('PreviewOperationsPayload').implement({
  description: 'The operations of a document were listed.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The API’s title in the document.' }),
    totalCount: t.exposeInt('totalCount', { description: 'How many there are, listed or not.' }),
    operations: t.field({
      type: [OperationPreview],
      description:
        'The first 2,000, or as many as take 4 MiB, in the document’s order; of a search those that it found, best first.',
      resolve: ({ operations }) => [...operations],
    }),
  }),
});

builder.mutationField('previewOperations', (t) =>
  t.field({
    type: PreviewOperationsPayload,
    nullable: true,
    description:
      'Lists the operations of an OpenAPI document to choose from, also of one that is too large to be imported as a whole. Saves nothing.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: PreviewOperationsInput, required: true, description: 'The document.' }) },
    resolve: (_root, { input }, { app }) => previewOperations(app, input),
  }),
);
