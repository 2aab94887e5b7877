import { askModel, type ModelPick, type ModelReply } from '../../core/chat/ask.ts';
import { ModelFailure } from '../../core/chat/modelPort.ts';
import { CALLS_AT_ONCE_MAX, CONVERSATION_CHARS_MAX, TURNS_MAX } from '../../core/chat/steps.ts';
import { toStackId } from '../../core/kernel/ids.ts';
import type { ListedTool } from '../../core/search/listedTool.ts';
import { builder } from '../builder.ts';
import { CallOutcomeEnum, FAILURE_INTERFACES, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ModelFailedError } from '../failedErrors.ts';
import { defineTools, ToolListMode, ToolWarning } from './stackTools.ts';

const ChatSpeaker = builder.enumType('ChatSpeaker', {
  description: 'The speaker of a chat turn.',
  values: {
    PERSON: { value: 'person', description: 'A person’s message: `text`.' },
    MODEL: { value: 'model', description: 'The model’s answer: `text` and `picks`.' },
    TOOL: {
      value: 'tool',
      description: 'The result of a call from the model’s last turn: `ref`, `text` and `isError`.',
    },
  } as const,
});

const ChatPickInput = builder.inputType('ChatPickInput', {
  description: 'An earlier call that the model picked.',
  fields: (t) => ({
    ref: t.string({ required: true, description: 'The reference that `askModel` returned for the call.' }),
    name: t.string({ required: true, description: 'The name of the tool.' }),
    toolInput: t.field({ type: 'JSON', required: true, description: 'The input, an object.' }),
  }),
});

const ChatTurnInput = builder.inputType('ChatTurnInput', {
  description: 'A turn of a chat. The person and the model alternate, with tool results in between.',
  fields: (t) => ({
    by: t.field({ type: ChatSpeaker, required: true, description: 'The speaker.' }),
    text: t.string({ description: 'The message, or the result of a call.' }),
    picks: t.field({ type: [ChatPickInput], description: 'The calls that the model picked.' }),
    ref: t.string({ description: 'The picked call that produced this result.' }),
    isError: t.boolean({ description: 'Whether the call failed.' }),
  }),
});

const AskModelInput = builder.inputType('AskModelInput', {
  description: 'A question to the account’s model. It is not stored.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack whose tools the model sees.' }),
    turns: t.field({
      type: [ChatTurnInput],
      required: true,
      description: `The conversation so far, at most ${TURNS_MAX} turns and ${CONVERSATION_CHARS_MAX} characters; it ends with a person’s turn or a result. A call without a result counts as not run.`,
    }),
    mode: t.field({ type: ToolListMode, description: 'The tools that the model sees; all by default.' }),
  }),
});

const PickedCall = builder.objectRef<ModelPick>('PickedCall').implement({
  description: 'A call that the model picked. It has not been made: `invokeTool` makes it.',
  fields: (t) => ({
    ref: t.exposeString('id', { description: 'The model’s reference for the call. Return the result under it.' }),
    name: t.exposeString('name', { description: 'The tool as the model named it.' }),
    toolId: t.exposeID('callBy', {
      nullable: true,
      description: 'The tool to call; null if no tool of that name was offered.',
    }),
    toolInput: t.expose('input', {
      type: 'JSON',
      nullable: true,
      description: 'Its input; null if the model didn’t write a JSON object.',
    }),
    inputText: t.exposeString('inputText', { description: 'Its input as the model wrote it.' }),
  }),
});

/** A tool that a model could choose. */
const OfferedTool = builder.objectRef<ListedTool>('OfferedTool').implement({
  description: 'A tool that a model could choose.',
  fields: (t) => ({
    name: t.exposeString('exposedName', { description: 'The name that the model sees.' }),
    description: t.exposeString('description', { description: 'The description that the model sees.' }),
    serverId: t.id({ description: 'The server that provides it.', resolve: ({ server }) => server.slug }),
  }),
});

const AskModelPayload = builder.objectRef<ModelReply>('AskModelPayload').implement({
  description: 'The model’s reply, and the calls that it picked.',
  fields: (t) => ({
    model: t.exposeString('model', { description: 'The model that answered.' }),
    text: t.exposeString('text', { description: 'The text of the reply. It may be empty if the model picked calls.' }),
    picks: t.field({
      type: [PickedCall],
      description: `The calls that it picked, at most ${CALLS_AT_ONCE_MAX}.`,
      resolve: ({ calls }) => [...calls],
    }),
    isCut: t.exposeBoolean('isCut', { description: 'Whether the service truncated the answer at its length limit.' }),
    offered: t.field({
      type: [OfferedTool],
      description: 'The tools that it could choose from.',
      resolve: ({ offered }) => [...offered],
    }),
    warnings: t.field({
      type: [ToolWarning],
      description: 'Tools that its format can’t express, or only partly.',
      resolve: ({ leftOut }) => [...leftOut],
    }),
    inputTokens: t.exposeInt('inputTokens', {
      nullable: true,
      description: 'The service’s count of input tokens, tools included; null if it reports none.',
    }),
    outputTokens: t.exposeInt('outputTokens', {
      nullable: true,
      description: 'The service’s count of output tokens; null if it reports none.',
    }),
  }),
});

builder.objectType(ModelFailedError, {
  name: 'ModelFailedError',
  description: 'The account’s model did not answer. The message may quote its service, but never holds the key.',
  interfaces: FAILURE_INTERFACES,
  fields: (t) => ({
    outcome: t.field({
      type: CallOutcomeEnum,
      description: 'How the request to the service ended.',
      resolve: ({ failure }) => failure.kind,
    }),
    status: t.int({
      nullable: true,
      description: 'The HTTP status of the service’s answer; null without one.',
      resolve: ({ failure }) => failure.status,
    }),
  }),
});

builder.mutationField('askModel', (t) =>
  t.field({
    type: AskModelPayload,
    nullable: true,
    description:
      'Asks the account’s model which tools of a stack it would call for a prompt, and why. No tool is called, but the request counts as a call.',
    extensions: { limitClass: 'invoke' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError, ModelFailedError] },
    args: { input: t.arg({ type: AskModelInput, required: true, description: 'The question.' }) },
    resolve: (_root, { input: { stackId, ...input } }, { app }) =>
      askModel(app, toStackId(stackId), input, defineTools).catch((error) => {
        throw error instanceof ModelFailure ? new ModelFailedError(error) : error;
      }),
  }),
);
