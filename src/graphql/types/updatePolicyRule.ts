import { toRuleId } from '../../core/kernel/ids.ts';
import { updatePolicyRule } from '../../core/policies/updatePolicyRule.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ruleNamed } from '../references.ts';
import { DESCRIPTIONS, PolicyEffect, ruleFields, rulePayload } from './policyRule.ts';

const UpdatePolicyRuleInput = builder.inputType('UpdatePolicyRuleInput', {
  description:
    'A change to a rule. Omitted fields stay unchanged; null clears a field. The stack and the endpoint are fixed.',
  fields: (t) => ({
    ruleId: t.id({ required: true, description: 'The rule’s id, `rule_…`.' }),
    isEnabled: t.boolean({ description: 'False to pause the rule; true to resume it.' }),
    name: t.string({ description: `${DESCRIPTIONS.name} 1 to 100 characters.` }),
    effect: t.field({ type: PolicyEffect, description: DESCRIPTIONS.effect }),
    ...ruleFields(t),
  }),
});

const UpdatePolicyRulePayload = rulePayload('UpdatePolicyRulePayload', 'A rule was changed.');

builder.mutationField('updatePolicyRule', (t) =>
  t.field({
    type: UpdatePolicyRulePayload,
    nullable: true,
    description:
      'Changes, pauses or resumes a rule. The change is atomic: each call is checked against the old rule or the new one.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdatePolicyRuleInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { ruleId, ...change } }, { app }) => ({
      rule: await updatePolicyRule(app, toRuleId(ruleId), await ruleNamed(app, change)),
    }),
  }),
);
