import { type Entry, entriesOf } from '../../core/approvals/entries.ts';
import type { ApprovalId } from '../../core/kernel/ids.ts';
import { listAnnouncedTools } from '../../core/webhooks/approvalDetails.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import { ruleOf } from '../found.ts';
import { Approval } from './approval.ts';
import { ApprovalToolType } from './approvalDetails.ts';
import { PolicyRule } from './policyRule.ts';

type Announced = Entry & { readonly approvalId: ApprovalId; readonly isMade: boolean };

const toolsOf = batched(listAnnouncedTools);

const AnnouncedCall = builder.objectRef<Announced>('AnnouncedCall').implement({
  description: 'A call that a program announced.',
  fields: (t) => ({
    toolId: t.exposeID('toolId', { description: 'The tool’s stable id.' }),
    tool: t.field({
      type: ApprovalToolType,
      nullable: true,
      description: 'The tool; null if it has changed since, because the approval doesn’t cover it then.',
      resolve: async ({ approvalId, toolId, definition }, _args, context) => {
        const tools = (await toolsOf(context, approvalId)) ?? [];
        return tools.find((tool) => tool.toolId === toolId && tool.definition === definition) ?? null;
      },
    }),
    ruleId: t.exposeID('ruleId', { description: 'The id of the rule that requires the approval.' }),
    rule: t.field({
      type: PolicyRule,
      nullable: true,
      description: 'The rule that requires the approval; null if it was deleted, or if the caller may not see it.',
      resolve: ({ ruleId }, _args, context) => ruleOf(context, ruleId),
    }),
    isMade: t.exposeBoolean('isMade', { description: 'Whether the program has made the call.' }),
  }),
});

builder.prismaObjectFields(Approval, (t) => ({
  announcedCalls: t.field({
    type: [AnnouncedCall],
    nullable: true,
    description:
      'The calls that a program announced. `input` has their names and inputs as `calls`, in the same order. Null for an approval of one call.',
    resolve: ({ id, usedCalls, ...row }) =>
      entriesOf(row)?.map((entry, index) => ({ ...entry, approvalId: id, isMade: usedCalls.includes(index) })) ?? null,
  }),
}));
