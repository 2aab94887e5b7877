import type { PolicyEffect, PolicyReason, RulesListQuery } from '../../gql/graphql.ts';
import { counted } from '../../records/figures.ts';

export type Rule = NonNullable<RulesListQuery['policyRules']>['nodes'][number];

export const EFFECTS = {
  ALLOW: { title: 'Allow', badge: 'good' },
  ASK: { title: 'Ask', badge: 'warn' },
  DENY: { title: 'Deny', badge: 'bad' },
} as const satisfies Readonly<Record<PolicyEffect, object>>;

/** Reasons to deny a call, other than rules. The CLI has the same titles (`src/cli/denyReasons.ts`). */
export const DENY_REASONS: Readonly<Partial<Record<PolicyReason, string>>> = {
  CREDENTIAL_ENDED: 'Revoked or expired',
  OTHER_STACK: 'Another stack',
  OTHER_NETWORK: 'Network',
  NETWORK_UNKNOWN: 'Depends on the network',
  OTHER_END_USER: 'Another end user',
  ROLE_LACKS_RIGHT: 'Role',
  OUT_OF_REACH: 'Token scope',
  ATTENUATED: 'Attenuated token',
  INPUT_INVALID: 'Input',
  HELD_FOR_REVIEW: 'Held for review',
  NO_CALLS_LEFT: 'Call limit',
};

/** Predicates that say why a rule applies to a call or not. */
export const REASONS: Readonly<Partial<Record<PolicyReason, string>>> = {
  MATCHES: 'matches',
  REPLACED: 'matches, but a more specific rule overrides it',
  OTHER_TOOL: 'applies to other tools',
  OTHER_ENDPOINT: 'applies to another endpoint',
  OTHER_CALLER: 'applies to other callers',
  OTHER_END_USER: 'applies to other end users',
  CONDITION_FALSE: 'its condition is not true',
  CONDITION_FAILED: 'its condition failed to evaluate, so it allows nothing',
  QUOTA_LEFT: 'its quota isn’t used up',
  INPUT_UNKNOWN: 'depends on the input',
};

const yesNo = (is: boolean | null, label: string): readonly string[] =>
  is === null ? [] : [is ? label : `not ${label}`];

const alternatives = (names: readonly string[]): readonly string[] => (names.length === 0 ? [] : [names.join(' or ')]);

/** The fields that decide which calls a rule matches. */
type Matching = Pick<
  Rule,
  'callers' | 'endUsers' | 'servers' | 'tools' | 'isReadOnly' | 'isDestructive' | 'isOpenWorld' | 'quota' | 'condition'
>;

export function matchOf(rule: Matching): string {
  const { quota } = rule;
  const parts = [
    ...[rule.callers, rule.endUsers, rule.servers, rule.tools].flatMap(alternatives),
    ...yesNo(rule.isReadOnly, 'read-only'),
    ...yesNo(rule.isDestructive, 'destructive'),
    ...yesNo(rule.isOpenWorld, 'open-world'),
    ...(quota
      ? [
          `beyond ${quota.bytes === null ? counted(quota.calls ?? 0, 'call') : counted(quota.bytes, 'byte')} per ${quota.per.toLowerCase()}`,
        ]
      : []),
    ...(rule.condition === null ? [] : [rule.condition]),
  ];
  return parts.join(', ') || 'every call';
}

export function placeOf({ stackId, stack, endpointId, endpoint }: Rule): string {
  if (endpointId !== null) return endpoint ? `Endpoint ${endpoint.name}` : endpointId;
  if (stackId === null) return 'All stacks';
  return stack?.name ?? stackId;
}
