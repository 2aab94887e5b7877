import { type CallContents, readContents } from '../../core/callContents/read.ts';
import { deleteStackContents, updateContentSettings } from '../../core/callContents/settings.ts';
import { type ContentState, toContentState } from '../../core/callContents/state.ts';
import { toCallId, toStackId } from '../../core/ids.ts';
import type { Stack as StackRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { Call } from './call.ts';
import { Stack } from './stack.ts';

const CallContentStateEnum = builder.enumType('CallContentState', {
  description: 'Which parts of a call’s input and output are stored, if its stack stores them.',
  values: {
    KEPT: { value: 'kept', description: 'Both are stored, without secrets and the stack’s redactions.' },
    PARTLY_KEPT: { value: 'partly_kept', description: 'One of them is; the other has more than 64 KiB.' },
    TOO_LARGE: { value: 'too_large', description: 'None is: each has more than 64 KiB.' },
    NO_ROOM: { value: 'no_room', description: 'None is: the account has as much as `max_contents_bytes` lets it.' },
    DROPPED: { value: 'dropped', description: 'None is: calls came faster than they could be kept.' },
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

const CallContentsObject = builder.objectRef<CallContents>('CallContents').implement({
  description: 'The redacted input and output of a call.',
  fields: (t) => ({
    callId: t.exposeID('callId', { description: 'The call’s id.' }),
    input: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The input; null where it was left out.',
      resolve: ({ input }) => input,
    }),
    output: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The result, as REST answers it; null where the call had none, or it was left out.',
      resolve: ({ output }) => output,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when they are kept.' }),
  }),
});

const ReadCallContentsInput = builder.inputType('ReadCallContentsInput', {
  description: 'Whose contents are read.',
  fields: (t) => ({ callId: t.id({ required: true, description: 'The call’s id.' }) }),
});

const UpdateCallContentsInput = builder.inputType('UpdateCallContentsInput', {
  description: 'Whether a stack keeps the inputs and outputs of its calls.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    days: t.int({ description: 'For how many days, 1 to 30; left out or null, none are kept from now on.' }),
    redact: t.stringList({
      description:
        'Parts that are never stored: member names at any depth, and JSON pointers below `/input` and `/output`. In a pointer `*` matches every member and item. Up to 50, which replace the earlier ones. Omit it to keep these.',
    }),
  }),
});

const DeleteCallContentsInput = builder.inputType('DeleteCallContentsInput', {
  description: 'Whose kept inputs and outputs are deleted.',
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
    description: 'A stack keeps inputs and outputs from now on, or does not.',
    fields: (t) => ({
      stack: t.field({ type: Stack, description: 'The stack as it is now.', resolve: ({ stack }) => stack }),
    }),
  });

const DeleteCallContentsPayload = builder.objectRef<{ readonly count: number }>('DeleteCallContentsPayload').implement({
  description: 'The stored inputs and outputs of a stack’s calls were deleted. Their records stay.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'Of how many calls something was kept.' }) }),
});

builder.mutationFields((t) => ({
  readCallContents: t.field({
    type: ReadCallContentsPayload,
    nullable: true,
    description: 'Returns the stored input and output of a call. Each reading is an audit event.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: ReadCallContentsInput, required: true, description: 'The call.' }) },
    resolve: async (_root, { input }, { app }) => ({ contents: await readContents(app, toCallId(input.callId)) }),
  }),
  updateCallContents: t.field({
    type: UpdateCallContentsPayload,
    nullable: true,
    description:
      'Has a stack keep a redacted, encrypted copy of the input and output of each call from now on, and record its calls; or no more.',
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
    resolve: async (_root, { input }, { app }) => ({ count: await deleteStackContents(app, toStackId(input.stackId)) }),
  }),
}));
