import { type Explanation, explainDecision, type Reason, type RuleConsidered } from '../../core/decisions/explain.ts';
import { type EndpointId, type StackId, toCallerId, toStackId } from '../../core/kernel/ids.ts';
import { DRY_RUN_DAYS_MAX, type DryRun, type DryRunGroup, tryPolicyRule } from '../../core/policies/dryRun.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { orNull, withPlace } from '../input.ts';
import { placedToolNamed, ruleNamed } from '../references.ts';
import { CreatePolicyRuleInput, PolicyEffect, PolicyRule } from './policyRule.ts';

const REASONS = {
  MATCHES: { value: 'matches', description: 'The rule matches the call and takes effect.' },
  REPLACED: {
    value: 'replaced',
    description: 'The rule matches, but is a default, and a rule of a more specific level also matches.',
  },
  OTHER_TOOL: { value: 'other_tool', description: 'The rule is for other tools.' },
  OTHER_ENDPOINT: { value: 'other_endpoint', description: 'The rule applies at another endpoint.' },
  OTHER_CALLER: { value: 'other_caller', description: 'The rule is for other callers.' },
  OTHER_END_USER: { value: 'other_end_user', description: 'The rule, or the token, is for calls for other end users.' },
  CONDITION_FALSE: { value: 'condition_false', description: 'The condition of the rule is not true.' },
  CONDITION_FAILED: {
    value: 'condition_failed',
    description: 'The condition of the rule can’t be evaluated, so the rule allows nothing.',
  },
  QUOTA_LEFT: { value: 'quota_left', description: 'The quota of the rule is not used up.' },
  INPUT_UNKNOWN: { value: 'input_unknown', description: 'The condition needs the input, and none was given.' },
  CREDENTIAL_ENDED: { value: 'credential_ended', description: 'The token or API key was revoked, or has expired.' },
  OTHER_STACK: { value: 'other_stack', description: 'The endpoint belongs to another stack.' },
  OTHER_NETWORK: {
    value: 'other_network',
    description: 'The address is outside the networks that the token is restricted to.',
  },
  NETWORK_UNKNOWN: {
    value: 'network_unknown',
    description: 'The token is restricted to networks, and no address was given.',
  },
  ROLE_LACKS_RIGHT: {
    value: 'role_lacks_right',
    description: 'The role of the person or API key does not let it call tools.',
  },
  OUT_OF_REACH: { value: 'out_of_reach', description: 'The token is restricted to other tools.' },
  ATTENUATED: { value: 'attenuated', description: 'The token was attenuated and does not allow the call.' },
  INPUT_INVALID: { value: 'input_invalid', description: 'The input does not fit the tool’s schema.' },
  HELD_FOR_REVIEW: { value: 'held_for_review', description: 'The tool has changed and is held for review.' },
  NO_CALLS_LEFT: { value: 'no_calls_left', description: 'The token has used all its calls.' },
} as const satisfies { [K in Reason as Uppercase<K>]: { value: K; description: string } };

const PolicyReason = builder.enumType('PolicyReason', {
  description: 'Why a rule applies to a call or doesn’t, or why another check refuses the call.',
  values: REASONS,
});

const ConsideredRule = builder.objectRef<RuleConsidered>('ConsideredRule').implement({
  description: 'A rule that was evaluated for a call, or another check that refuses it.',
  fields: (t) => ({
    rule: t.field({
      type: PolicyRule,
      nullable: true,
      description: 'The rule; null for a check that refuses the call independently of the rules.',
      resolve: ({ rule }) => rule,
    }),
    reason: t.expose('reason', { type: PolicyReason, description: 'The outcome of the check.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description:
        'Why the rule’s condition could not be evaluated; null if it could. For a check without a rule, the reason for the refusal.',
    }),
    isTried: t.exposeBoolean('isTried', {
      description: 'Whether it is the proposed rule from the query.',
    }),
  }),
});

const PolicyExplanation = builder.objectRef<Explanation>('PolicyExplanation').implement({
  description: 'How a call would be decided. Nothing was called or counted.',
  fields: (t) => ({
    effect: t.expose('effect', { type: PolicyEffect, description: 'The decision on the call.' }),
    refusal: t.exposeString('message', {
      nullable: true,
      description: 'The message that the caller would receive; null if the call would be made.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description:
        'False if the input is missing, the caller is an endpoint without a token, or a network-restricted token has no address. Checks that depend on them are left out.',
    }),
    considered: t.field({
      type: [ConsideredRule],
      description:
        'Every rule of the account and the stack, oldest first. Checks that run before the rules come before them, and later checks after them.',
      resolve: ({ considered }) => [...considered],
    }),
  }),
});

/** Calls that a rule would have matched. */
export const DryRunCalls = builder.objectRef<DryRunGroup>('PolicyDryRunCalls').implement({
  description: 'Call records of one tool that a new rule would have matched.',
  fields: (t) => ({
    stackId: t.id({ description: 'The stack.', resolve: ({ stackId }): StackId => stackId }),
    serverId: t.id({ description: 'The tool’s server.', resolve: ({ serverId }) => serverId }),
    toolId: t.id({ description: 'The tool.', resolve: ({ toolId }) => toolId }),
    endpointId: t.id({
      nullable: true,
      description: 'The client endpoint that received them; null for calls over the account API.',
      resolve: ({ endpointId }): EndpointId | null => endpointId,
    }),
    callCount: t.exposeInt('callCount', { description: 'The number of calls.' }),
    isCertain: t.exposeBoolean('isCertain', {
      description: 'False if the match depends on the input, the caller or a count that is not recorded.',
    }),
  }),
});

const PolicyDryRun = builder.objectRef<DryRun>('PolicyDryRun').implement({
  description: 'The effect that a proposed rule would have had on past calls.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'The start of the examined period.' }),
    callCount: t.exposeInt('callCount', {
      description:
        'The number of call records examined: calls that were made or, for an allow rule, calls that rules refused.',
    }),
    isComplete: t.exposeBoolean('isComplete', { description: 'False if there were too many to examine all of them.' }),
    groups: t.field({
      type: [DryRunCalls],
      description: 'The calls that the rule would have matched, by tool and endpoint, most calls first.',
      resolve: ({ groups }) => [...groups],
    }),
    unrecordedStackCount: t.exposeInt('unrecordedStackCount', {
      description: 'The number of stacks where the rule would apply but calls aren’t recorded.',
    }),
  }),
});

const PassedResultInput = builder.inputType('PassedResultInput', {
  description: 'A source of a result or file that a call passes by its handle.',
  fields: (t) => ({
    serverId: t.id({ description: 'The server whose result it is; omit it for an upload.' }),
    toolId: t.id({ description: 'The tool whose result it is.' }),
    label: t.string({ description: 'Its label.' }),
  }),
});

builder.queryFields((t) => ({
  explainDecision: t.field({
    type: PolicyExplanation,
    nullable: true,
    description:
      'Explains how a call would be decided. Covers every rule, the token’s restrictions, the role’s rights, and whether the tool is held for review.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: {
      stackId: t.arg.id({ required: true, description: 'The stack.' }),
      toolId: t.arg.id({ required: true, description: 'The tool; it must be enabled in the stack.' }),
      callerId: t.arg.id({
        description: 'The caller: the id of an endpoint, a stack token, an API key or a person. Defaults to you.',
      }),
      attenuated: t.arg.string({
        description:
          'Instead of `callerId`: an attenuated token without its last part (`header.payload.limits…`), which is secret. Its claims are used without verification.',
      }),
      endUser: t.arg.string({ description: 'The end user of the call.' }),
      input: t.arg({ type: 'JSON', description: 'The input of the call, an object.' }),
      results: t.arg({
        type: [PassedResultInput],
        description: 'The sources of results and files that the input would pass by their handles; none by default.',
      }),
      address: t.arg.string({ description: 'The network address that the call would come from.' }),
      rule: t.arg({
        type: CreatePolicyRuleInput,
        description: 'A proposed rule of the account or this stack. The call is decided as if it existed.',
      }),
    },
    resolve: async (_root, { stackId, toolId, callerId, rule, results, ...call }, { app }) => {
      const stack = toStackId(stackId);
      const tool = await placedToolNamed(app, stack, toolId);
      const ids = { stackId: stack, toolId: tool, callerId: orNull(callerId, toCallerId) };
      const sources = (results ?? []).map(({ serverId, toolId: origin, label }) => ({
        server: serverId ?? '',
        tool: origin ?? '',
        label: label ?? '',
      }));
      return explainDecision(app, {
        ...call,
        ...ids,
        sources,
        rule: rule ? await ruleNamed(app, withPlace(rule)) : null,
      });
    },
  }),
  tryPolicyRule: t.field({
    type: PolicyDryRun,
    nullable: true,
    description: 'Tests a rule on the call records of the last days without creating it.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: {
      rule: t.arg({ type: CreatePolicyRuleInput, required: true, description: 'The rule.' }),
      days: t.arg.int({ description: `Days to look back: 1 to ${DRY_RUN_DAYS_MAX}; 7 by default.` }),
    },
    resolve: async (_root, { rule, days }, { app }) =>
      tryPolicyRule(app, await ruleNamed(app, withPlace(rule)), days ?? undefined),
  }),
}));
