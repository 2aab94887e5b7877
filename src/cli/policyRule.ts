import { plural } from '../core/lib/text.ts';
import type { CliPolicyRuleFragment, PolicyEffect } from '../generated/gql/graphql.ts';

export const ruleJson = (rule: CliPolicyRuleFragment) => ({
  rule_id: rule.id,
  name: rule.name,
  effect: rule.effect.toLowerCase(),
  stack_id: rule.stackId,
  endpoint_id: rule.endpointId,
  is_default: rule.isDefault,
  callers: rule.callers,
  end_users: rule.endUsers,
  servers: rule.servers,
  tools: rule.tools,
  read_only: rule.isReadOnly,
  destructive: rule.isDestructive,
  open_world: rule.isOpenWorld,
  condition: rule.condition,
  quota: rule.quota && { ...rule.quota },
  message: rule.message,
  is_enabled: rule.isEnabled,
  created_at: rule.createdAt,
});

const yesNo = (is: boolean | null, label: string): string[] => (is === null ? [] : [is ? label : `not ${label}`]);

/** The calls that a rule matches. */
export function matchOf(rule: CliPolicyRuleFragment): string {
  const quota = rule.quota
    ? [
        `beyond ${rule.quota.bytes === null ? plural(rule.quota.calls ?? 0, 'call') : plural(rule.quota.bytes, 'byte')} per ${rule.quota.per.toLowerCase()}`,
      ]
    : [];
  const hints = [
    ...yesNo(rule.isReadOnly, 'read-only'),
    ...yesNo(rule.isDestructive, 'destructive'),
    ...yesNo(rule.isOpenWorld, 'open-world'),
  ];
  const parts = [...rule.callers, ...rule.endUsers, ...rule.servers, ...rule.tools, ...hints, ...quota];
  return [...parts, ...(rule.condition === null ? [] : [rule.condition])].join(', ') || 'every call';
}

/** Effects by their option names. */
export const RULE_EFFECTS = { allow: 'ALLOW', ask: 'ASK', deny: 'DENY' } as const satisfies Readonly<
  Record<string, PolicyEffect>
>;
