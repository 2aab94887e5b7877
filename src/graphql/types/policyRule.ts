import type { InputFieldBuilder } from '@pothos/core';
import { toCallerId, toRuleId } from '../../core/kernel/ids.ts';
import { type Effect, toEffect } from '../../core/policies/policies.ts';
import { createPolicyRule, deletePolicyRule, visibleAudience } from '../../core/policies/policyRule.ts';
import { type Quota, quotaOf } from '../../core/policies/quota.ts';
import { countPolicyRules, findPolicyRule, listPolicyRules } from '../../core/policies/ruleLists.ts';
import type { PolicyRule as PolicyRuleRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { actorOf } from '../found.ts';
import { withPlace } from '../input.ts';
import { BY_AGE_OR_NAME, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { ruleNamed } from '../references.ts';
import { Actor } from './actor.ts';
import { Node } from './node.ts';

const EFFECT_VALUES = {
  ALLOW: { value: 'allow', description: 'The call is made.' },
  ASK: {
    value: 'ask',
    description: 'The call waits for an approval, which people and keys with the right `approve` can give.',
  },
  DENY: { value: 'deny', description: 'The call is not made.' },
} as const satisfies { [K in Effect as Uppercase<K>]: { value: K; description: string } };

export const PolicyEffect = builder.enumType('PolicyEffect', {
  description: 'The effect of a rule on matching calls.',
  values: EFFECT_VALUES,
});

const QuotaPeriod = builder.enumType('QuotaPeriod', {
  description: 'The window that a quota counts in; it starts with the first call.',
  values: {
    HOUR: { value: 'hour', description: 'An hour.' },
    DAY: { value: 'day', description: 'Twenty-four hours.' },
  } as const satisfies { [K in Quota['per'] as Uppercase<K>]: { value: K; description: string } },
});

const QuotaSubject = builder.enumType('QuotaSubject', {
  description: 'The subject whose calls a quota counts.',
  values: {
    ACCOUNT: { value: 'account', description: 'All calls that the rule applies to, together.' },
    TOOL: { value: 'tool', description: 'Each tool separately.' },
    CALLER: { value: 'caller', description: 'Each stack token, API key and person separately.' },
    END_USER: { value: 'end_user', description: 'Each end user separately.' },
  } as const satisfies { [K in Quota['of'] as Uppercase<K>]: { value: K; description: string } },
});

export const PolicyQuota = builder.objectRef<Quota>('PolicyQuota').implement({
  description: 'A number of calls or bytes. The rule matches the calls beyond it.',
  fields: (t) => ({
    calls: t.int({
      nullable: true,
      description: 'The number of calls before the rule matches; null for a quota of bytes.',
      resolve: ({ unit, max }) => (unit === 'calls' ? max : null),
    }),
    bytes: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'The number of bytes of inputs and answers before the rule matches; null for a quota of calls.',
      resolve: ({ unit, max }) => (unit === 'bytes' ? max : null),
    }),
    per: t.expose('per', { type: QuotaPeriod, description: 'The time window.' }),
    of: t.expose('of', { type: QuotaSubject, description: 'Whose calls are counted.' }),
  }),
});

/** Shared descriptions of a rule and its inputs. */
export const DESCRIPTIONS = {
  name: 'Its name, which agents see when the rule refuses their call.',
  effect: 'The effect on matching calls.',
  stackId: 'The stack it applies to; null for all stacks of the account.',
  endpointId: 'The client endpoint it applies to; null for all.',
  isDefault:
    'Whether a rule of a more specific level overrides it. An endpoint’s rule is more specific than a stack’s, and a stack’s than the account’s.',
  callers:
    'The ids of the endpoints, stack tokens, service accounts, trusted issuers, API keys and people it applies to; empty for all callers.',
  endUsers: 'The end users whose calls it applies to; empty for all calls.',
  servers: 'The ids of the servers whose tools it applies to; empty for all.',
  tools: 'The ids of the tools it applies to; `*` matches any text. Empty for all.',
  isReadOnly: 'True for tools marked read-only, false for all others; null for any tool.',
  isDestructive: 'True for tools that may be destructive, false for tools marked non-destructive; null for any tool.',
  isOpenWorld: 'True for tools that may reach the open world, false for tools marked closed-world; null for any tool.',
  condition: 'A CEL expression over `input`, `caller`, `tool`, `now` and `calls` that has to be true; null for always.',
  quota: 'The rule applies only to calls beyond this quota; null for all calls.',
  message: 'The message that agents receive with the rule’s name when it refuses a call.',
  needsAnother:
    'Whether the approver must differ from the calling person or key, and from the creator of the key or token.',
} as const;

const UNTOLD = 'For an account rule, hidden from callers with only stack roles.';

export const PolicyRule = builder.prismaObject('PolicyRule', {
  interfaces: [Node],
  description:
    'A rule that decides on tool calls. If several match, deny takes precedence over ask, and ask over allow.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The rule’s id, `rule_…`.' }),
    name: t.exposeString('name', { description: DESCRIPTIONS.name }),
    effect: t.field({
      type: PolicyEffect,
      description: DESCRIPTIONS.effect,
      resolve: ({ effect }) => toEffect(effect),
    }),
    stackId: t.exposeID('stackId', { nullable: true, description: DESCRIPTIONS.stackId }),
    endpointId: t.exposeID('endpointId', { nullable: true, description: DESCRIPTIONS.endpointId }),
    isDefault: t.exposeBoolean('isDefault', { description: DESCRIPTIONS.isDefault }),
    callerIds: t.idList({
      description: `${DESCRIPTIONS.callers} ${UNTOLD}`,
      resolve: (rule, _args, { app }) => [...visibleAudience(app, rule).callers],
    }),
    callers: t.field({
      type: [Actor],
      description: `The objects in \`callerIds\` that exist and that you can see. ${UNTOLD}`,
      resolve: async (rule, _args, context) => {
        const callers = visibleAudience(context.app, rule).callers.map((id) => actorOf(context, toCallerId(id)));
        return (await Promise.all(callers)).filter((actor) => actor !== null);
      },
    }),
    endUsers: t.stringList({
      description: `${DESCRIPTIONS.endUsers} ${UNTOLD}`,
      resolve: (rule, _args, { app }) => [...visibleAudience(app, rule).endUsers],
    }),
    servers: t.exposeIDList('servers', { description: DESCRIPTIONS.servers }),
    tools: t.exposeStringList('tools', { description: DESCRIPTIONS.tools }),
    isReadOnly: t.exposeBoolean('readOnly', { nullable: true, description: DESCRIPTIONS.isReadOnly }),
    isDestructive: t.exposeBoolean('destructive', { nullable: true, description: DESCRIPTIONS.isDestructive }),
    isOpenWorld: t.exposeBoolean('openWorld', { nullable: true, description: DESCRIPTIONS.isOpenWorld }),
    condition: t.string({
      nullable: true,
      description: `${DESCRIPTIONS.condition} ${UNTOLD}`,
      resolve: (rule, _args, { app }) => visibleAudience(app, rule).condition,
    }),
    quota: t.field({ type: PolicyQuota, nullable: true, description: DESCRIPTIONS.quota, resolve: quotaOf }),
    message: t.exposeString('message', { nullable: true, description: DESCRIPTIONS.message }),
    needsAnother: t.exposeBoolean('needsAnother', { description: DESCRIPTIONS.needsAnother }),
    isEnabled: t.boolean({
      description: 'Whether the rule is in effect.',
      select: { disabledAt: true },
      resolve: ({ disabledAt }) => disabledAt === null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

const PolicyRuleOrder = orderOf('PolicyRule', 'rules', BY_AGE_OR_NAME);

const PolicyRuleFilter = builder.inputType('PolicyRuleFilter', {
  description: 'Conditions on rules, all of which apply.',
  fields: (t) => ({
    search: t.string({
      description: 'Text in the name, ignoring case, or the exact id of a server or tool in the rule.',
    }),
    effect: t.field({ type: PolicyEffect, description: 'Only rules with this effect.' }),
  }),
});

builder.queryFields((t) => ({
  policyRule: t.prismaField({
    type: 'PolicyRule',
    nullable: true,
    description: 'One rule of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The rule’s id, `rule_…`.' }) },
    resolve: (load, _root, { id }, { app }) => findPolicyRule(app, toRuleId(id), load),
  }),
  policyRules: t.prismaConnection(
    {
      type: 'PolicyRule',
      cursor: 'id',
      nullable: true,
      description: 'The rules of the account, of all stacks and endpoints.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: PolicyRuleFilter, description: 'The rules to return; all by default.' }),
        orderBy: t.arg({ type: PolicyRuleOrder, description: ordered('oldest first') }),
      },
      totalCount: (_root, { filter }, { app }) => countPolicyRules(app, filter ?? {}),
      resolve: (load, _root, { orderBy, filter }, { app }) =>
        listPolicyRules(app, load, orderBy ?? undefined, filter ?? {}),
    },
    pageOf('PolicyRule', 'rules'),
    edgeOf('PolicyRule', 'rules'),
  ),
}));

const PolicyQuotaInput = builder.inputType('PolicyQuotaInput', {
  description: 'A number of either calls or bytes. The rule matches the calls beyond it.',
  fields: (t) => ({
    calls: t.int({ description: 'The number of calls before the rule matches, at least 1.' }),
    bytes: t.field({
      type: 'SafeInt',
      description:
        'The number of bytes of inputs and answers before the rule matches, at least 1. A call counts when it ends, so concurrent calls may exceed the quota together.',
    }),
    per: t.field({ type: QuotaPeriod, required: true, description: 'The time window.' }),
    of: t.field({ type: QuotaSubject, description: 'Whose calls are counted; ACCOUNT if omitted.' }),
  }),
});

type InputFields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

export const ruleFields = (t: InputFields) => ({
  isDefault: t.boolean({ description: DESCRIPTIONS.isDefault }),
  callers: t.idList({ description: DESCRIPTIONS.callers }),
  endUsers: t.stringList({ description: DESCRIPTIONS.endUsers }),
  servers: t.idList({ description: DESCRIPTIONS.servers }),
  tools: t.stringList({ description: DESCRIPTIONS.tools }),
  isReadOnly: t.boolean({ description: DESCRIPTIONS.isReadOnly }),
  isDestructive: t.boolean({ description: DESCRIPTIONS.isDestructive }),
  isOpenWorld: t.boolean({ description: DESCRIPTIONS.isOpenWorld }),
  condition: t.string({ description: `${DESCRIPTIONS.condition} Up to 1,000 characters.` }),
  quota: t.field({ type: PolicyQuotaInput, description: `${DESCRIPTIONS.quota} Not available for ALLOW.` }),
  message: t.string({ description: `${DESCRIPTIONS.message} Up to 500 characters.` }),
  needsAnother: t.boolean({ description: DESCRIPTIONS.needsAnother }),
});

export const CreatePolicyRuleInput = builder.inputType('CreatePolicyRuleInput', {
  description: 'A new rule. Omitted fields do not restrict it. Lists hold up to 20 names.',
  fields: (t) => ({
    name: t.string({ required: true, description: `${DESCRIPTIONS.name} 1 to 100 characters.` }),
    effect: t.field({ type: PolicyEffect, required: true, description: DESCRIPTIONS.effect }),
    stackId: t.id({ description: DESCRIPTIONS.stackId }),
    endpointId: t.id({ description: DESCRIPTIONS.endpointId }),
    ...ruleFields(t),
  }),
});

const DeletePolicyRuleInput = builder.inputType('DeletePolicyRuleInput', {
  description: 'A rule to delete.',
  fields: (t) => ({ ruleId: t.id({ required: true, description: 'The rule’s id, `rule_…`.' }) }),
});

type RuleMade = { readonly rule: PolicyRuleRow };

export const rulePayload = (name: string, description: string) =>
  builder.objectRef<RuleMade>(name).implement({
    description,
    fields: (t) => ({ rule: t.field({ type: PolicyRule, description: 'The rule.', resolve: ({ rule }) => rule }) }),
  });
const CreatePolicyRulePayload = rulePayload('CreatePolicyRulePayload', 'A rule was created and takes effect.');
const DeletePolicyRulePayload = rulePayload('DeletePolicyRulePayload', 'A rule was deleted and no longer applies.');

builder.mutationFields((t) => ({
  createPolicyRule: t.field({
    type: CreatePolicyRulePayload,
    nullable: true,
    description: 'Creates a rule, which takes effect at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreatePolicyRuleInput, required: true, description: 'The new rule.' }) },
    resolve: async (_root, { input }, { app }) => ({
      rule: await createPolicyRule(app, await ruleNamed(app, withPlace(input))),
    }),
  }),
  deletePolicyRule: t.field({
    type: DeletePolicyRulePayload,
    nullable: true,
    description: 'Deletes a rule at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeletePolicyRuleInput, required: true, description: 'The rule.' }) },
    resolve: async (_root, { input }, { app }) => ({ rule: await deletePolicyRule(app, toRuleId(input.ruleId)) }),
  }),
}));
