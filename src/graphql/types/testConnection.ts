import { type ConnectionOutcome, type ConnectionTest, testConnection } from '../../core/calls/testConnection.ts';
import { toStackId } from '../../core/ids.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { placedServerNamed, placedToolNamed } from '../references.ts';

const ConnectionOutcomeEnum = builder.enumType('ConnectionOutcome', {
  description: 'How a test of a connection ended.',
  values: {
    WORKS: { value: 'works', description: 'A call to the service succeeded.' },
    REFUSED: { value: 'refused', description: 'The service refused the credentials.' },
    MISSING: { value: 'missing', description: 'A credential or a sign-in is missing.' },
    UNREACHABLE: { value: 'unreachable', description: 'The service did not answer.' },
    UNKNOWN: {
      value: 'unknown',
      description: 'No harmless tool could be called, or the response doesn’t show whether the credentials work.',
    },
  } as const satisfies { [K in ConnectionOutcome as Uppercase<K>]: { value: K; description: string } },
});

const TestConnectionInput = builder.inputType('TestConnectionInput', {
  description: 'A server in a stack whose credentials to test.',
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

/** The payload of a tested connection. */
export const TestConnectionPayload = builder.objectRef<ConnectionTest>('TestConnectionPayload').implement({
  description: 'A connection was tested.',
  fields: (t) => ({
    outcome: t.field({ type: ConnectionOutcomeEnum, description: 'How it ended.', resolve: ({ outcome }) => outcome }),
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
