import type { UpstreamError, UpstreamProblem } from '../../core/results/upstreamError.ts';
import { detailsOf } from '../../wire/toolCall.ts';
import { builder } from '../builder.ts';
import { CallOutcomeEnum, FAILURE_INTERFACES } from '../errors.ts';
import { ToolFailedError } from '../failedErrors.ts';
import { approvalOf, ruleOf } from '../found.ts';
import { Approval } from './approval.ts';
import { Call } from './call.ts';
import { PolicyRule } from './policyRule.ts';

const UpstreamProblemRef = builder.objectRef<UpstreamProblem>('UpstreamProblem').implement({
  description: 'One problem that a service found with a call.',
  fields: (t) => ({
    field: t.string({
      nullable: true,
      description: 'The input or parameter, as the service names it.',
      resolve: ({ field }) => field ?? null,
    }),
    message: t.exposeString('message', { description: 'The problem.' }),
    code: t.string({
      nullable: true,
      description: 'The service’s code for the problem.',
      resolve: ({ code }) => code ?? null,
    }),
  }),
});

export const UpstreamErrorRef = builder.objectRef<UpstreamError>('UpstreamError').implement({
  description: 'A service’s answer to a failed call, without credentials.',
  fields: (t) => ({
    status: t.exposeInt('status', { description: 'Its HTTP status.' }),
    code: t.string({
      nullable: true,
      description: 'The service’s code for the failure.',
      resolve: ({ code }) => code ?? null,
    }),
    problems: t.field({
      type: [UpstreamProblemRef],
      description: 'The problems that it names, at most 20; empty if it names none.',
      resolve: ({ problems }) => [...(problems ?? [])],
    }),
    contentType: t.string({
      nullable: true,
      description: 'The media type of its answer.',
      resolve: ({ contentType }) => contentType ?? null,
    }),
    body: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its answer: JSON unchanged, other formats as text. At most 4 KiB; null without a readable body.',
      resolve: ({ body }) => body ?? null,
    }),
    isTruncated: t.boolean({
      description: 'True when `body` is only the beginning of the answer, as text.',
      resolve: ({ isTruncated }) => isTruncated === true,
    }),
  }),
});

/** Describes the record of a call that was just made. */
export const CALL_RECORD =
  'The call’s record; null if the stack records none, and for a repeated call with the same idempotency key.';

/** Descriptions of a failed call's details. */
export const FAILURE_FIELDS = {
  status: 'The HTTP status of the service’s answer; null without one.',
  retryAfterSeconds: 'Seconds to wait before trying again, if the service or the limit states them.',
  isRepeatable:
    'For the outcome `OUTCOME_UNKNOWN`: whether it is safe to repeat the call, because it only reads or the service honors its idempotency key. Null for other outcomes.',
  upstream: 'The service’s answer; null if it did not answer.',
} as const;

builder.objectType(ToolFailedError, {
  name: 'ToolFailedError',
  description: 'The tool was called and did not succeed. The message never holds a credential.',
  interfaces: FAILURE_INTERFACES,
  fields: (t) => ({
    outcome: t.field({
      type: CallOutcomeEnum,
      description: 'How the call ended.',
      resolve: ({ outcome }) => outcome.kind,
    }),
    call: t.field({ type: Call, nullable: true, description: CALL_RECORD, resolve: ({ record }) => record }),
    fieldIds: t.stringList({
      description: 'The credential fields that are missing or unreadable; empty for other outcomes.',
      resolve: ({ outcome }) => ('fieldIds' in outcome ? [...outcome.fieldIds] : []),
    }),
    connectUrl: t.string({
      nullable: true,
      description: 'A one-time link where a person can sign in, if only credentials are missing.',
      resolve: ({ outcome }) => ('connectUrl' in outcome ? (outcome.connectUrl ?? null) : null),
    }),
    rule: t.field({
      type: PolicyRule,
      nullable: true,
      description: 'The rule that denies the call or asks for an approval; null if the caller may not see it.',
      resolve: ({ outcome }, _args, context) => ('ruleId' in outcome ? ruleOf(context, outcome.ruleId) : null),
    }),
    approval: t.field({
      type: Approval,
      nullable: true,
      description: 'The approval that the call awaits; null if the caller may not decide on it.',
      resolve: ({ outcome }, _args, context) =>
        'approvalId' in outcome && outcome.approvalId ? approvalOf(context, outcome.approvalId) : null,
    }),
    ruleId: t.id({
      nullable: true,
      description: 'The rule that denies the call or asks for an approval.',
      resolve: ({ outcome }) => ('ruleId' in outcome ? outcome.ruleId : null),
    }),
    approvalId: t.id({
      nullable: true,
      description: 'The approval that the call awaits. Once approved, repeat the same call.',
      resolve: ({ outcome }) => ('approvalId' in outcome ? (outcome.approvalId ?? null) : null),
    }),
    status: t.int({
      nullable: true,
      description: FAILURE_FIELDS.status,
      resolve: ({ outcome }) => detailsOf(outcome).status,
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: FAILURE_FIELDS.retryAfterSeconds,
      resolve: ({ outcome }) => detailsOf(outcome).retryAfterSeconds,
    }),
    isRepeatable: t.boolean({
      nullable: true,
      description: FAILURE_FIELDS.isRepeatable,
      resolve: ({ outcome }) => detailsOf(outcome).isRepeatable,
    }),
    upstream: t.field({
      type: UpstreamErrorRef,
      nullable: true,
      description: FAILURE_FIELDS.upstream,
      resolve: ({ outcome }) => detailsOf(outcome).upstream,
    }),
  }),
});
