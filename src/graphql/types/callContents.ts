import { type CallContents, readContents } from '../../core/callContents/read.ts';
import { deleteStackContents, updateContentSettings } from '../../core/callContents/settings.ts';
import { type ContentState, toContentState } from '../../core/callContents/state.ts';
import { type StackId, toCallId, toStackId } from '../../core/kernel/ids.ts';
import type { Stack as StackRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownStackOf } from '../found.ts';
import { Call } from './call.ts';
import { Stack } from './stack.ts';

const CallContentStateEnum = builder.enumType('CallContentState', {
  description: 'Which parts of a call’s input and output are stored, if its stack stores them.',
  values: {
    KEPT: { value: 'kept', description: 'Both are stored, without secrets and the stack’s redactions.' },
    PARTLY_KEPT: { value: 'partly_kept', description: 'One is stored; the other exceeds 64 KiB.' },
    TOO_LARGE: { value: 'too_large', description: 'Neither is stored, because both exceed 64 KiB.' },
    NO_ROOM: {
      value: 'no_room',
      description: 'Neither is stored, because the account has reached `max_contents_bytes`.',
    },
    DROPPED: {
      value: 'dropped',
      description: 'Neither is stored, because calls came faster than they could be stored.',
    },
  } as const satisfies { [K in ContentState as Uppercase<K>]: { value: K; description: string } },
});

builder.prismaObjectFields(Call, (t) => ({
  contents: t.field({
    type: CallContentStateEnum,
    nullable: true,
    description:
      'Which parts of its input and output are stored. `readCallContents` returns them until their retention ends. Null if the stack stores none.',
    resolve: ({ contents }) => toContentState(contents),
  }),
}));

export const CallContentsObject = builder.objectRef<CallContents>('CallContents').implement({
  description: 'The redacted input and output of a call.',
  fields: (t) => ({
    callId: t.exposeID('callId', { description: 'The call’s id.' }),
    input: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The input; null if it wasn’t stored.',
      resolve: ({ input }) => input,
    }),
    output: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The result in REST format; null if there was none or it wasn’t stored.',
      resolve: ({ output }) => output,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When they are deleted.' }),
  }),
});

const ReadCallContentsInput = builder.inputType('ReadCallContentsInput', {
  description: 'A call with stored contents.',
  fields: (t) => ({ callId: t.id({ required: true, description: 'The call’s id.' }) }),
});

const UpdateCallContentsInput = builder.inputType('UpdateCallContentsInput', {
  description: 'Whether a stack stores the inputs and outputs of its calls.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    days: t.int({ description: 'The retention in days, 1 to 30. Null to stop storing them; unchanged if omitted.' }),
    redact: t.stringList({
      description:
        'Parts that are never stored: member names at any depth, and JSON pointers below `/input` and `/output`. In a pointer `*` matches every member and item. Up to 50, which replace the earlier ones. Null for none; unchanged if omitted.',
    }),
  }),
});

const DeleteCallContentsInput = builder.inputType('DeleteCallContentsInput', {
  description: 'A stack, to delete the stored inputs and outputs of its calls.',
  fields: (t) => ({ stackId: t.id({ required: true, description: 'The stack.' }) }),
});

const ReadCallContentsPayload = builder
  .objectRef<{ readonly contents: CallContents }>('ReadCallContentsPayload')
  .implement({
    description: 'The stored input and output of a call.',
    fields: (t) => ({
      contents: t.field({
        type: CallContentsObject,
        description: 'Its input and output.',
        resolve: ({ contents }) => contents,
      }),
    }),
  });

const UpdateCallContentsPayload = builder
  .objectRef<{ readonly stack: StackRow }>('UpdateCallContentsPayload')
  .implement({
    description: 'The storage of a stack’s inputs and outputs was changed.',
    fields: (t) => ({
      stack: t.field({ type: Stack, description: 'The stack as it is now.', resolve: ({ stack }) => stack }),
    }),
  });

const DeleteCallContentsPayload = builder
  .objectRef<{ readonly count: number; readonly stackId: StackId }>('DeleteCallContentsPayload')
  .implement({
    description: 'The stored inputs and outputs of a stack’s calls were deleted. Their records stay.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'The number of calls whose contents were deleted.' }),
      stack: t.field({
        type: Stack,
        description: 'The stack.',
        resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
      }),
    }),
  });

builder.mutationFields((t) => ({
  readCallContents: t.field({
    type: ReadCallContentsPayload,
    nullable: true,
    description: 'Returns the stored input and output of a call. Each read creates an audit event.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: ReadCallContentsInput, required: true, description: 'The call.' }) },
    resolve: async (_root, { input }, { app }) => ({ contents: await readContents(app, toCallId(input.callId)) }),
  }),
  updateCallContents: t.field({
    type: UpdateCallContentsPayload,
    nullable: true,
    description:
      'Sets whether a stack records its calls and stores a redacted, encrypted copy of each input and output.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateCallContentsInput, required: true, description: 'The retention settings.' }) },
    resolve: async (_root, { input: { stackId, ...settings } }, { app }) => ({
      stack: await updateContentSettings(app, toStackId(stackId), settings),
    }),
  }),
  deleteCallContents: t.field({
    type: DeleteCallContentsPayload,
    nullable: true,
    description: 'Deletes the stored inputs and outputs of a stack’s calls.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteCallContentsInput, required: true, description: 'The stack.' }) },
    resolve: async (_root, { input }, { app }) => {
      const stackId = toStackId(input.stackId);
      return { stackId, count: await deleteStackContents(app, stackId) };
    },
  }),
}));
