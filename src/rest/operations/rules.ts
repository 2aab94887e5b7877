import { toRuleId } from '../../core/kernel/ids.ts';
import { QUOTA_PERIODS } from '../../core/limits/limiter.ts';
import { EFFECTS } from '../../core/policies/policies.ts';
import { quotaOf } from '../../core/policies/quota.ts';
import { getPolicyRule, listPolicyRules } from '../../core/policies/ruleLists.ts';
import { list, text, timestamp, wholeObject } from '../openapi/parts.ts';
import { type Noun, operation, pagedList, place, ref } from '../operation.ts';
import { nullable } from './keyFields.ts';

const RULES = place('/v1/rules', {});
const RULE = place('/v1/rules/{rule_id}', { rule_id: 'The rule, `rule_…`.' });

const EXAMPLE = {
  rule_id: 'rule_0199f3c2-ad52-7087-9fa4-6d409e81c255',
  name: 'Ask before deleting',
  effect: 'ask',
  stack_id: null,
  endpoint_id: null,
  is_default: false,
  callers: [],
  end_users: [],
  servers: ['linear'],
  tools: ['linear_delete_*'],
  read_only: null,
  destructive: null,
  open_world: null,
  condition: null,
  quota: null,
  message: 'Ask Ann first.',
  needs_another: true,
  is_enabled: true,
  created_at: '2026-01-15T10:30:00.000Z',
};

const texts = (description: string) => list({ type: 'string' }, description);
const flag = (description: string) => ({ type: 'boolean', description });

function ruleBody(rule: Awaited<ReturnType<typeof getPolicyRule>>) {
  const quota = quotaOf(rule);
  return {
    rule_id: rule.id,
    name: rule.name,
    effect: rule.effect,
    stack_id: rule.stackId,
    endpoint_id: rule.endpointId,
    is_default: rule.isDefault,
    callers: rule.callers,
    end_users: rule.endUsers,
    servers: rule.servers,
    tools: rule.tools,
    read_only: rule.readOnly,
    destructive: rule.destructive,
    open_world: rule.openWorld,
    condition: rule.condition,
    quota: quota && { calls: null, bytes: null, [quota.unit]: quota.max, per: quota.per, of: quota.of },
    message: rule.message,
    needs_another: rule.needsAnother,
    is_enabled: rule.disabledAt === null,
    created_at: rule.createdAt,
  };
}

export const ruleOperations: Noun = {
  schemas: {
    Rule: wholeObject(
      'A rule that decides on tool calls. If several match, deny takes precedence over ask, and ask over allow.',
      {
        rule_id: text('Unique identifier, `rule_…`.'),
        name: text('Its name. Agents see it when the rule refuses their call.'),
        effect: { type: 'string', enum: EFFECTS, description: 'Its effect on matching calls.' },
        stack_id: nullable(text('The stack it applies to; null for all stacks of the account.')),
        endpoint_id: nullable(text('The client endpoint it applies to; null for all.')),
        is_default: flag('Whether a rule of a more specific level overrides it.'),
        callers: texts('The ids of the callers it applies to; empty for all.'),
        end_users: texts('The end users whose calls it applies to; empty for all calls.'),
        servers: texts('The ids of the servers whose tools it applies to; empty for all.'),
        tools: texts('The ids of the tools it applies to; `*` matches any text. Empty for all.'),
        read_only: nullable(flag('True for tools marked read-only, false for all others; null for any tool.')),
        destructive: nullable(
          flag('True for tools that may be destructive, false for tools marked non-destructive; null for any tool.'),
        ),
        open_world: nullable(
          flag('True for tools that may reach the open world, false for tools marked closed-world; null for any tool.'),
        ),
        condition: nullable(text('A CEL expression that has to be true; null for always.')),
        quota: {
          anyOf: [ref('Quota'), { type: 'null' }],
          description: 'The rule applies only to calls beyond this quota; null for all calls.',
        },
        message: nullable(text('The message that agents receive when it refuses a call.')),
        needs_another: flag(
          'Whether the approver must differ from the caller, and from the creator of its key or token.',
        ),
        is_enabled: flag('Whether the rule is in effect.'),
        created_at: timestamp('UTC.'),
      },
    ),
    Quota: wholeObject('A number of calls or bytes. The rule matches the calls beyond it.', {
      calls: nullable({ type: 'integer', description: 'The number of calls; null for a quota of bytes.' }),
      bytes: nullable({ type: 'integer', description: 'The bytes of inputs and answers; null for a quota of calls.' }),
      per: { type: 'string', enum: QUOTA_PERIODS, description: 'The time window, which starts with the first call.' },
      of: {
        type: 'string',
        enum: ['account', 'tool', 'caller', 'end_user'] satisfies NonNullable<ReturnType<typeof quotaOf>>['of'][],
        description: 'Whose calls are counted.',
      },
    }),
  },
  operations: [
    pagedList({
      id: 'list_rules',
      ...RULES,
      right: 'read',
      failure: 'Failed to list rules',
      tag: 'Rules',
      summary: 'List rules',
      description:
        'The rules of the account, oldest first, in pages of 100 by default. A key with only stack roles gets the rules of its stacks.',
      success: { description: 'The rules.', schema: { type: 'array', items: ref('Rule') }, example: [EXAMPLE] },
      showsForbidden: true,
      read: (ctx, _params, page) => listPolicyRules(ctx, page),
      bodyOf: ruleBody,
    }),
    operation({
      id: 'get_rule',
      method: 'GET',
      ...RULE,
      right: 'read',
      failure: 'Failed to get rule',
      tag: 'Rules',
      summary: 'Get a rule',
      description: 'One rule of the account.',
      success: { description: 'The rule.', schema: ref('Rule'), example: EXAMPLE },
      showsForbidden: true,
      notFound: ['Rule not found'],
      run: async (ctx, { rule_id }) => ruleBody(await getPolicyRule(ctx, toRuleId(rule_id))),
    }),
  ],
};
