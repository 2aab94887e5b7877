import { invokeTool } from '../../core/answers/answerCall.ts';
import { type BatchAnswer, invokeBatch } from '../../core/answers/batch.ts';
import { watchRecord } from '../../core/callRecords/watchRecord.ts';
import { type Ctx, requesterOf } from '../../core/kernel/context.ts';
import { checkEndUser } from '../../core/kernel/endUser.ts';
import { toStackId } from '../../core/kernel/ids.ts';
import type { Issue } from '../../core/lib/errors.ts';
import { type JsonValue, parseJson, textOf } from '../../core/lib/json.ts';
import { resultJson } from '../../core/results/largeOutput.ts';
import type { ToolFailure, ToolOutcome, ToolOutput } from '../../core/results/outcome.ts';
import { toResult } from '../../core/results/result.ts';
import type { CallRecord } from '../../generated/prisma/client.ts';
import { detailsOf, type FailureDetails, failureMessage } from '../../wire/toolCall.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import {
  CallOutcomeEnum,
  type FailureCode,
  FailureCodeEnum,
  ForbiddenError,
  InputIssue,
  InvalidInputError,
  NotFoundError,
} from '../errors.ts';
import { withPlaceholders } from '../execution/writtenValues.ts';
import { ToolFailedError } from '../failedErrors.ts';
import { withoutNulls } from '../input.ts';
import { placedToolNamed, placedToolsNamed } from '../references.ts';
import { Call } from './call.ts';
import { CALL_RECORD, FAILURE_FIELDS, UpstreamErrorRef } from './toolFailure.ts';

/** Descriptions of a call's options. */
export const OPTION_DESCRIPTIONS = {
  idempotencyKey:
    'Your key for this call. For 24 hours, a retry with the same key returns the first answer without calling the tool again.',
  select: 'A JMESPath expression that selects the part of the result to return.',
  maxBytes:
    'The maximum size of `result`. A larger result comes in parts: the first part holds a handle for `read_result`, which returns the rest.',
  isDryRun:
    'Checks the call without making it. Nothing is sent, recorded or counted towards a quota. `result` holds the decision of the rules, missing credentials, and the request that would be sent, with secrets masked.',
} as const;

const InvokeToolInput = builder.inputType('InvokeToolInput', {
  description: 'A call of a tool.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack that enables the tool.' }),
    toolId: t.id({ required: true, description: 'The tool’s unique name; it must be enabled in the stack.' }),
    toolInput: t.field({
      type: 'JSON',
      required: true,
      description: 'The tool’s input, which must match its `inputSchema`: an object, or its JSON text.',
    }),
    idempotencyKey: t.string({ description: OPTION_DESCRIPTIONS.idempotencyKey }),
    select: t.string({ description: OPTION_DESCRIPTIONS.select }),
    maxBytes: t.int({ description: OPTION_DESCRIPTIONS.maxBytes }),
    isDryRun: t.boolean({ description: OPTION_DESCRIPTIONS.isDryRun }),
    progressId: t.id({
      description:
        'Identifies the running call for `toolProgress`: 16 to 64 letters, digits, `-` and `_`, chosen at random for this call.',
    }),
    endUser: t.string({
      description: 'The end user of the call. Servers may use that user’s credentials instead of the stack’s.',
    }),
  }),
});

const ResponseHeader = builder
  .objectRef<{ readonly name: string; readonly value: string }>('ResponseHeader')
  .implement({
    description: 'A header of a service’s answer.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name, in lower case.' }),
      value: t.exposeString('value', { description: 'Its value.' }),
    }),
  });

type Payload = {
  readonly result: JsonValue;
  readonly headers: readonly { name: string; value: string }[];
  readonly record: CallRecord | null;
};

const HEADERS =
  'Headers of the service’s answer that matter to callers, such as `link`, `location`, `etag` and `x-total-count`; empty for none.';

const InvokeToolPayload = builder.objectRef<Payload>('InvokeToolPayload').implement({
  description: 'A tool was called and succeeded.',
  fields: (t) => ({
    call: t.field({ type: Call, nullable: true, description: CALL_RECORD, resolve: ({ record }) => record }),
    result: t.expose('result', { type: 'JSON', description: 'The tool’s result, an object.' }),
    headers: t.field({ type: [ResponseHeader], description: HEADERS, resolve: ({ headers }) => [...headers] }),
  }),
});

async function payloadOf(context: GraphqlContext, outcome: ToolOutcome, record: CallRecord | null): Promise<Payload> {
  if (outcome.kind !== 'ok') throw new ToolFailedError(outcome, record);
  const headers = Object.entries(outcome.headers ?? {}).map(([name, value]) => ({ name, value }));
  return { result: await resultOf(context, outcome.output), headers, record };
}

/** The result as a value; a large one as a placeholder, except in events, which are written individually. */
async function resultOf({ app, isStream, written }: GraphqlContext, output: ToolOutput): Promise<JsonValue> {
  if (output.type !== 'large') return toResult(output);
  const json = await resultJson(output, requesterOf(app));
  return isStream ? parseJson(textOf(json)) : withPlaceholders(written, [json]);
}

/** The context of a call whose input names the end user. @throws invalid_input */
export const forEndUser = (app: Ctx, endUser: string | null | undefined): Ctx =>
  endUser === null || endUser === undefined ? app : { ...app, endUser: checkEndUser(endUser) };

builder.mutationField('invokeTool', (t) =>
  t.field({
    type: InvokeToolPayload,
    nullable: true,
    description: 'Calls an enabled tool of a stack.',
    extensions: { limitClass: 'invoke' },
    errors: { types: [NotFoundError, InvalidInputError, ToolFailedError, ForbiddenError] },
    args: { input: t.arg({ type: InvokeToolInput, required: true, description: 'The call.' }) },
    resolve: async (_root, { input: { stackId, toolId, toolInput, endUser, isDryRun, ...options } }, context) => {
      const { ctx, record } = watchRecord(forEndUser(context.app, endUser));
      const stack = toStackId(stackId);
      const name = await placedToolNamed(context.app, stack, toolId);
      const outcome = await invokeTool(ctx, stack, name, toolInput, {
        ...withoutNulls(options),
        isDryRun: isDryRun === true,
      });
      return payloadOf(context, outcome, record());
    },
  }),
);

const BatchCallInput = builder.inputType('BatchCallInput', {
  description: 'One call of a batch.',
  fields: (t) => ({
    toolId: t.id({ required: true, description: 'The tool; it must be enabled in the stack.' }),
    toolInput: t.field({
      type: 'JSON',
      required: true,
      description: 'The tool’s input, which must match its `inputSchema`: an object, or its JSON text.',
    }),
    idempotencyKey: t.string({ description: OPTION_DESCRIPTIONS.idempotencyKey }),
    select: t.string({ description: OPTION_DESCRIPTIONS.select }),
    maxBytes: t.int({ description: OPTION_DESCRIPTIONS.maxBytes }),
  }),
});

const InvokeToolsInput = builder.inputType('InvokeToolsInput', {
  description: 'Calls of tools of one stack.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack that enables the tools.' }),
    calls: t.field({ type: [BatchCallInput], required: true, description: '1 to 50 calls.' }),
    endUser: t.string({ description: 'The end user of every call in the batch.' }),
    isDryRun: t.boolean({ description: 'Like `isDryRun` of `InvokeToolInput`, for every call in the batch.' }),
  }),
});

/** A failed call as a value, because GraphQL would fail the whole list of results for a single `Error`. */
type CallFailure = FailureDetails & {
  readonly code: FailureCode;
  readonly message: string;
  readonly issues: readonly Issue[];
  readonly outcome: ToolFailure['kind'] | null;
};
type CallAnswer = Payload & { readonly failure: CallFailure | null };

const ToolCallFailure = builder.objectRef<CallFailure>('ToolCallFailure').implement({
  description: 'Why one call of a batch has no result.',
  fields: (t) => ({
    code: t.expose('code', { type: FailureCodeEnum, description: 'The error code, for programs.' }),
    message: t.exposeString('message', { description: 'The error message, for people.' }),
    issues: t.field({
      type: [InputIssue],
      description: 'Why the input was refused; empty for other failures.',
      resolve: ({ issues }) => [...issues],
    }),
    outcome: t.expose('outcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'How the call ended, if the tool was called.',
    }),
    status: t.exposeInt('status', { nullable: true, description: FAILURE_FIELDS.status }),
    retryAfterSeconds: t.exposeInt('retryAfterSeconds', {
      nullable: true,
      description: FAILURE_FIELDS.retryAfterSeconds,
    }),
    isRepeatable: t.exposeBoolean('isRepeatable', { nullable: true, description: FAILURE_FIELDS.isRepeatable }),
    upstream: t.expose('upstream', { type: UpstreamErrorRef, nullable: true, description: FAILURE_FIELDS.upstream }),
  }),
});

export const ToolCallAnswer = builder.objectRef<CallAnswer>('ToolCallAnswer').implement({
  description: 'The outcome of one call of a batch: either a result or a failure.',
  fields: (t) => ({
    result: t.expose('result', { type: 'JSON', nullable: true, description: 'The tool’s result, an object.' }),
    headers: t.field({ type: [ResponseHeader], description: HEADERS, resolve: ({ headers }) => [...headers] }),
    failure: t.expose('failure', { type: ToolCallFailure, nullable: true, description: 'Why there is no result.' }),
    call: t.field({ type: Call, nullable: true, description: CALL_RECORD, resolve: ({ record }) => record }),
  }),
});

const InvokeToolsPayload = builder
  .objectRef<{ readonly answers: readonly BatchAnswer[] }>('InvokeToolsPayload')
  .implement({
    description: 'All calls have ended, each with a separate outcome.',
    fields: (t) => ({
      answers: t.field({
        type: [ToolCallAnswer],
        description: 'The results, in the order of the calls.',
        resolve: ({ answers }, _args, context) => Promise.all(answers.map((answer) => toCallAnswer(context, answer))),
      }),
    }),
  });

export async function toCallAnswer(context: GraphqlContext, answer: BatchAnswer): Promise<CallAnswer> {
  if ('error' in answer) {
    const { code, message } = answer.error;
    const { issues = [], retryAfterSeconds = null } = answer.error.details;
    const details = { status: null, isRepeatable: null, upstream: null, retryAfterSeconds };
    return failedAnswer(
      { code: CODES.find((known) => known === code) ?? 'internal', message, issues, outcome: null, ...details },
      answer.record,
    );
  }
  const { outcome } = answer;
  if (outcome.kind === 'ok') return { ...(await payloadOf(context, outcome, answer.record)), failure: null };
  const failure = { code: 'tool_failed', message: failureMessage(outcome), issues: [], outcome: outcome.kind } as const;
  return failedAnswer({ ...failure, ...detailsOf(outcome) }, answer.record);
}

const failedAnswer = (failure: CallFailure, record: CallRecord | null): CallAnswer => ({
  result: null,
  headers: [],
  failure,
  record,
});

const CODES = ['not_found', 'invalid_input', 'rate_limited', 'unavailable'] as const;

builder.mutationField('invokeTools', (t) =>
  t.field({
    type: InvokeToolsPayload,
    nullable: true,
    description: 'Calls up to 50 enabled tools of a stack at once. Each call counts and fails separately.',
    extensions: { limitClass: 'invoke' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: InvokeToolsInput, required: true, description: 'The calls.' }) },
    resolve: async (_root, { input: { calls, endUser, isDryRun, ...input } }, { app, spent }) => {
      const ctx = forEndUser(app, endUser);
      const stackId = toStackId(input.stackId);
      const toolIds = calls.map(({ toolId }) => toolId);
      const names = await placedToolsNamed(app, stackId, toolIds);
      const named = calls.map((call, at) => ({ ...call, toolId: names[at] }));
      const batch = await invokeBatch(ctx, stackId, { calls: named, isDryRun });
      spent.charged.push(...batch.charged.map((state) => ({ ...state, points: 1 })));
      return batch;
    },
  }),
);
