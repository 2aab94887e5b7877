import type { PolicyEffect, PolicyReason, RulesListQuery } from '../../gql/graphql.ts';
import { counted } from '../../records/figures.ts';

export type Rule = NonNullable<RulesListQuery['policyRules']>['nodes'][number];

/** What a rule does, as a badge. */
export const EFFECTS = {
  ALLOW: { title: 'Allow', badge: 'good' },
  ASK: { title: 'Ask', badge: 'warn' },
  DENY: { title: 'Deny', badge: 'bad' },
} as const satisfies Readonly<Record<PolicyEffect, object>>;

/** What else may be in a call's way, as titles; the CLI has the same (`src/cli/obstacles.ts`). */
export const OBSTACLES: Readonly<Partial<Record<PolicyReason, string>>> = {
  CREDENTIAL_ENDED: 'Revoked or expired',
  OTHER_STACK: 'Another stack',
  OTHER_NETWORK: 'Network',
  NETWORK_UNKNOWN: 'Depends on the network',
  OTHER_END_USER: 'Another end user',
  ROLE_LACKS_RIGHT: 'Role',
  OUT_OF_REACH: 'Reach of the token',
  NARROWED: 'Narrowed token',
  INPUT_INVALID: 'Input',
  HELD_FOR_REVIEW: 'Held for review',
  NO_CALLS_LEFT: 'Number of calls',
};

/** Why a rule counts for a call or does not, as predicates. */
export const REASONS: Readonly<Partial<Record<PolicyReason, string>>> = {
  MATCHES: 'matches',
  REPLACED: 'matches, but a nearer rule replaces it',
  OTHER_TOOL: 'is for other tools',
  OTHER_ENDPOINT: 'applies at another endpoint',
  OTHER_CALLER: 'is for other callers',
  OTHER_END_USER: 'is for other end users',
  CONDITION_FALSE: 'its condition is not true',
  CONDITION_FAILED: 'its condition cannot be evaluated, so it allows nothing',
  QUOTA_LEFT: 'its quota is not used up',
  INPUT_UNKNOWN: 'depends on the input',
};

const yesNo = (is: boolean | null, what: string): readonly string[] => (is === null ? [] : [is ? what : `not ${what}`]);

const amongst = (names: readonly string[]): readonly string[] => (names.length === 0 ? [] : [names.join(' or ')]);

/** What says which calls a rule matches. */
type Matching = Pick<
  Rule,
  'callers' | 'endUsers' | 'servers' | 'tools' | 'readOnly' | 'destructive' | 'openWorld' | 'quota' | 'condition'
>;

/** Which calls a rule matches, in words. */
export function matchOf(rule: Matching): string {
  const { quota } = rule;
  const parts = [
    ...[rule.callers, rule.endUsers, rule.servers, rule.tools].flatMap(amongst),
    ...yesNo(rule.readOnly, 'read-only'),
    ...yesNo(rule.destructive, 'destructive'),
    ...yesNo(rule.openWorld, 'open-world'),
    ...(quota
      ? [
          `beyond ${quota.bytes === null ? counted(quota.calls ?? 0, 'call') : counted(quota.bytes, 'byte')} per ${quota.per.toLowerCase()}`,
        ]
      : []),
    ...(rule.condition === null ? [] : [rule.condition]),
  ];
  return parts.join(', ') || 'every call';
}

/** Where a rule applies, in words. */
export function placeOf({ stackId, stack, endpointId, endpoint }: Rule): string {
  if (endpointId !== null) return endpoint ? `Endpoint ${endpoint.name}` : endpointId;
  if (stackId === null) return 'All stacks';
  return stack?.name ?? stackId;
}
