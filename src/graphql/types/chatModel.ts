import {
  type ModelKeyState,
  readChatModel,
  removeChatModel,
  type SetModel,
  updateChatModel,
} from '../../core/chat/model.ts';
import type { ModelApi } from '../../core/chat/modelPort.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';

const ModelApiEnum = builder.enumType('ModelApi', {
  description: 'The API format of a model’s service.',
  values: {
    OPENAI: {
      value: 'openai',
      description: 'OpenAI’s Chat Completions, at `/chat/completions` below the address. Many services support it.',
    },
    ANTHROPIC: { value: 'anthropic', description: 'Anthropic’s Messages, at `/v1/messages` below the address.' },
  } as const satisfies { [K in ModelApi as Uppercase<K>]: { value: K; description: string } },
});

const ModelKeyStateEnum = builder.enumType('ModelKeyState', {
  description: 'The state of the API key for a model’s service.',
  values: {
    NONE: { value: 'none', description: 'No key is sent.' },
    STORED: { value: 'stored', description: 'It’s stored and can’t be read back.' },
    MISSING: { value: 'missing', description: 'The address has changed. Enter the key again.' },
  } as const satisfies { [K in ModelKeyState as Uppercase<K>]: { value: K; description: string } },
});

const ChatModel = builder.objectRef<SetModel>('ChatModel').implement({
  description: 'The model that people of the account use in the chat.',
  fields: (t) => ({
    api: t.expose('api', { type: ModelApiEnum, description: 'The API format of its service.' }),
    url: t.exposeString('url', { description: 'The address of its service.' }),
    model: t.exposeString('model', { description: 'The model’s name at the service.' }),
    keyState: t.expose('keyState', { type: ModelKeyStateEnum, description: 'The state of its API key.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last set.' }),
  }),
});

builder.queryField('chatModel', (t) =>
  t.field({
    type: ChatModel,
    nullable: true,
    description: 'The model that people of the account use in the chat; null if none is set.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => readChatModel(app),
  }),
);

const UpdateChatModelInput = builder.inputType('UpdateChatModelInput', {
  description:
    'The account’s model. The first update must set `api`, `url` and `model`. Later, omitted fields stay unchanged.',
  fields: (t) => ({
    api: t.field({ type: ModelApiEnum, description: 'The API format of its service.' }),
    url: t.string({
      description: 'The address of its service, such as `https://api.openai.com/v1` or `https://api.anthropic.com`.',
    }),
    model: t.string({ description: 'The model’s name at the service, 1 to 200 characters.' }),
    key: t.string({
      description:
        'The service’s key, which is sent only to the origin of the address. Null for none. If omitted, the stored key stays unless the origin changes.',
    }),
  }),
});

type Payload = { readonly model: SetModel };

const UpdateChatModelPayload = builder.objectRef<Payload>('UpdateChatModelPayload').implement({
  description: 'The account’s model was set.',
  fields: (t) => ({
    model: t.field({ type: ChatModel, description: 'The setting after the change.', resolve: ({ model }) => model }),
  }),
});

const DeleteChatModelPayload = builder.objectRef<Payload>('DeleteChatModelPayload').implement({
  description: 'The account’s model and its key were deleted.',
  fields: (t) => ({
    model: t.field({ type: ChatModel, description: 'The deleted model.', resolve: ({ model }) => model }),
  }),
});

builder.mutationFields((t) => ({
  updateChatModel: t.field({
    type: UpdateChatModelPayload,
    nullable: true,
    description: 'Sets the account’s model. Chat messages, the tools in use and their results are sent to it.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateChatModelInput, required: true, description: 'The model.' }) },
    resolve: async (_root, { input }, { app }) => ({ model: await updateChatModel(app, input) }),
  }),
  deleteChatModel: t.field({
    type: DeleteChatModelPayload,
    nullable: true,
    description: 'Deletes the account’s model and its key.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    resolve: async (_root, _args, { app }) => ({ model: await removeChatModel(app) }),
  }),
}));
