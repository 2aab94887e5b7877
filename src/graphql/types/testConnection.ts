import { type ConnectionTest, testConnection } from '../../core/calls/testConnection.ts';
import { toStackId } from '../../core/kernel/ids.ts';
import { builder } from '../builder.ts';
import { CallOutcomeEnum, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { placedServerNamed, placedToolNamed } from '../references.ts';

const TestConnectionInput = builder.inputType('TestConnectionInput', {
  description: 'A server in a stack, to test its credentials.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name.' }),
    endUser: t.string({
      description: 'The owner: an end user’s id, 1 to 128 visible ASCII characters. Defaults to the stack.',
    }),
    toolId: t.id({
      description: 'The tool to call: one of `toolIds` of an earlier test. Defaults to the first.',
    }),
  }),
});

export const TestConnectionPayload = builder.objectRef<ConnectionTest>('TestConnectionPayload').implement({
  description: 'A connection was tested.',
  fields: (t) => ({
    outcome: t.expose('outcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'How its call ended; null if no harmless tool could be called. OK if the credentials work.',
    }),
    message: t.exposeString('message', { description: 'The outcome in words, for people.' }),
    toolId: t.exposeID('toolId', { nullable: true, description: 'The tool that was called; null if none was.' }),
    toolIds: t.idList({
      description: 'The enabled tools that a test can call, up to 50. The default comes first.',
      resolve: ({ toolIds }) => [...toolIds],
    }),
  }),
});

builder.mutationField('testConnection', (t) =>
  t.field({
    type: TestConnectionPayload,
    nullable: true,
    description:
      'Tests the credentials of a server in a stack. Calls an enabled read-only tool that needs no input, or the tool that the server’s document names. Rules apply to the call, and it is recorded like any other.',
    extensions: { limitClass: 'invoke' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: TestConnectionInput, required: true, description: 'The server.' }) },
    resolve: async (_root, { input: { stackId, serverId, endUser, toolId } }, { app }) =>
      testConnection(app, toStackId(stackId), await placedServerNamed(app, toStackId(stackId), serverId), {
        endUser,
        toolId: typeof toolId === 'string' ? await placedToolNamed(app, toStackId(stackId), toolId) : null,
      }),
  }),
);
