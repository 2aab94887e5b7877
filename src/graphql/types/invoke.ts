import type { ToolOutcome } from '../../core/calls/connector.ts';
import { invokeTool } from '../../core/calls/invoke.ts';
import type { Ctx } from '../../core/context.ts';
import { checkEndUser } from '../../core/endUser.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import { toAnswer } from '../../wire/toolFailure.ts';
import { builder } from '../builder.ts';
import { InvalidInputError, NotFoundError, ToolFailedError } from '../errors.ts';
import { withoutNulls } from '../input.ts';

/** What may be asked for beside a call. */
export const WISHES = {
  idempotencyKey:
    'Your name for this call: for 24 hours, the same call under the same name is made once and answered alike.',
  select: 'A JMESPath expression: only this part of the result is answered.',
  maxBytes:
    'A larger result comes in parts: `result` is then the first, with the handle that the tool `read_result` reads on with.',
} as const;

const InvokeToolInput = builder.inputType('InvokeToolInput', {
  description: 'A call of a tool.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack that enables the tool.' }),
    toolId: t.id({ required: true, description: 'The tool’s unique name; it must be enabled in the stack.' }),
    toolInput: t.field({
      type: 'JSON',
      required: true,
      description: 'The tool’s input, as its `inputSchema` says: an object, or JSON text of one.',
    }),
    idempotencyKey: t.string({ description: WISHES.idempotencyKey }),
    select: t.string({ description: WISHES.select }),
    maxBytes: t.int({ description: WISHES.maxBytes }),
    endUser: t.string({
      description: 'The end user that the call is for: servers may use that user’s credentials instead of the stack’s.',
    }),
  }),
});

const InvokeToolPayload = builder.objectRef<{ readonly result: JsonObject }>('InvokeToolPayload').implement({
  description: 'A tool was called and succeeded.',
  fields: (t) => ({
    result: t.expose('result', { type: 'JSON', description: 'An object, as the tool gave it.' }),
  }),
});

function payloadOf(outcome: ToolOutcome): { result: JsonObject } {
  const answer = toAnswer(outcome);
  if ('failure' in answer) throw new ToolFailedError(answer.failure);
  return answer;
}

/** The context of a call that its input, not a header, gives to an end user. @throws invalid_input */
export const forEndUser = (app: Ctx, endUser: string | null | undefined): Ctx =>
  endUser === null || endUser === undefined ? app : { ...app, endUser: checkEndUser(endUser) };

builder.mutationField('invokeTool', (t) =>
  t.field({
    type: InvokeToolPayload,
    nullable: true,
    description: 'Calls an enabled tool of a stack.',
    extensions: { limitClass: 'invoke' },
    errors: { types: [NotFoundError, InvalidInputError, ToolFailedError] },
    args: { input: t.arg({ type: InvokeToolInput, required: true, description: 'The call.' }) },
    resolve: async (_root, { input: { stackId, toolId, toolInput, endUser, ...options } }, { app }) =>
      payloadOf(await invokeTool(forEndUser(app, endUser), stackId, toolId, toolInput, withoutNulls(options))),
  }),
);
