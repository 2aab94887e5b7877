import {
  type ApprovalState,
  approveCall,
  countApprovals,
  denyCall,
  findApproval,
  listApprovals,
  toApprovalState,
} from '../../core/approvals/approval.ts';
import { toApprovalId } from '../../core/kernel/ids.ts';
import { inputTextOf } from '../../core/webhooks/approvalDetails.ts';
import type { Approval as ApprovalRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { storedText } from '../execution/storedText.ts';
import { withStack } from '../input.ts';
import { BY_AGE, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { Node } from './node.ts';

const STATE_VALUES = {
  PENDING: { value: 'pending', description: 'The call waits for a decision.' },
  APPROVED: { value: 'approved', description: 'The call may be made.' },
  DENIED: { value: 'denied', description: 'The call is refused.' },
  USED: { value: 'used', description: 'All its calls were made, and the approval is used up.' },
} as const satisfies { [K in ApprovalState as Uppercase<K>]: { value: K; description: string } };

const ApprovalStateEnum = builder.enumType('ApprovalState', {
  description: 'The state of a call that needs approval.',
  values: STATE_VALUES,
});

export const Approval = builder.prismaObject('Approval', {
  interfaces: [Node],
  description:
    'A call that needs approval under a rule, or several that a program announced, and the person’s decision. It exists until `expiresAt`. The audit log keeps the requester, decider and caller.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The approval’s id, `approval_…`.' }),
    state: t.field({
      type: ApprovalStateEnum,
      description: 'The state of the call.',
      resolve: ({ state }) => toApprovalState(state),
    }),
    stackId: t.exposeID('stackId', { description: 'The stack whose tool is called.' }),
    stack: t.relation('stack', { description: 'The stack.' }),
    toolId: t.exposeID('toolId', {
      description: 'The tool’s stable id, regardless of its name in the stack; `run_code` for announced calls.',
    }),
    input: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The input, exactly as it will be sent; null if it can no longer be decrypted.',
      resolve(row, _args, context, info) {
        const text = inputTextOf(context.app, row);
        return text === null ? null : storedText(text, context, info);
      },
    }),
    rule: t.relation('rule', { description: 'The rule that requires the approval.' }),
    callerId: t.exposeID('callerId', { description: 'The id of the stack token, key or person that calls.' }),
    endUser: t.string({
      nullable: true,
      description: 'The end user of the call.',
      resolve: ({ endUser }) => endUser || null,
    }),
    isForAll: t.exposeBoolean('isForAll', {
      description: 'Whether it covers every call of the tool by this caller until it expires, and not only this call.',
    }),
    isForSession: t.exposeBoolean('isForSession', {
      description: 'Whether it covers every call of the tool in the caller’s session that requested it.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The message that the agent receives with the decision.',
    }),
    deciderId: t.exposeID('deciderId', { nullable: true, description: 'The id of the person or key that decided.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When it was decided.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the call was first made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the pending call or the decision expires.',
    }),
  }),
});

const ApprovalOrder = orderOf('Approval', 'approvals', BY_AGE);

const ApprovalFilter = builder.inputType('ApprovalFilter', {
  description: 'Conditions on approvals, all of which apply.',
  fields: (t) => ({
    stackId: t.id({ description: 'Only results for this stack.' }),
    state: t.field({ type: ApprovalStateEnum, description: 'Only results in this state.' }),
    isPending: t.boolean({ description: 'True for pending approvals, false for all others.' }),
    search: t.string({
      description:
        'Text in the tool’s id, the end user, or the name of the rule or stack, ignoring case. Also finds a caller’s exact id.',
    }),
  }),
});

builder.queryFields((t) => ({
  approval: t.prismaField({
    type: 'Approval',
    nullable: true,
    description: 'One approval of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The approval’s id, `approval_…`.' }) },
    resolve: (load, _root, { id }, { app }) => findApproval(app, toApprovalId(id), load),
  }),
  approvals: t.prismaConnection(
    {
      type: 'Approval',
      cursor: 'id',
      nullable: true,
      description:
        'The calls that need approval under a rule. Each request and decision is an audit event, so subscribe to `auditEvents` to learn of changes.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: ApprovalFilter, description: 'The approvals to return; all by default.' }),
        orderBy: t.arg({ type: ApprovalOrder, description: ordered('newest first') }),
      },
      totalCount: (_root, { filter }, { app }) => countApprovals(app, withStack(filter ?? {})),
      resolve: (load, _root, { orderBy, filter }, { app }) =>
        listApprovals(app, withStack(filter ?? {}), load, orderBy?.direction),
    },
    pageOf('Approval', 'approvals'),
    edgeOf('Approval', 'approvals'),
  ),
}));

const ApproveCallInput = builder.inputType('ApproveCallInput', {
  description: 'A call to approve.',
  fields: (t) => ({
    approvalId: t.id({ required: true, description: 'The approval’s id, `approval_…`.' }),
    minutes: t.int({
      description:
        'Allows every call of the tool by the same caller for the same end user, with any input, for 1 to 60 minutes. By default it allows only this call, once, within the hour.',
    }),
    isForSession: t.boolean({
      description:
        'Allows every call of the tool with any input in the same session, by the same caller, for the same end user. Lasts for `minutes`, from 1 to 480; 480 by default. A person’s session is the sign-in in that browser. An agent’s session is its MCP session, or otherwise its token with its attenuations. An API key’s session is the key itself. ' +
        'Not available for calls held by a release without sessions.',
    }),
    message: t.string({ description: 'A note for the record, up to 500 characters.' }),
  }),
});

const DenyCallInput = builder.inputType('DenyCallInput', {
  description: 'A call to deny.',
  fields: (t) => ({
    approvalId: t.id({ required: true, description: 'The approval’s id, `approval_…`.' }),
    message: t.string({ description: 'The message to the agent, up to 500 characters.' }),
  }),
});

type Decided = { readonly approval: ApprovalRow };

const payload = (name: string, description: string) =>
  builder.objectRef<Decided>(name).implement({
    description,
    fields: (t) => ({
      approval: t.field({ type: Approval, description: 'The approval.', resolve: ({ approval }) => approval }),
    }),
  });
const ApproveCallPayload = payload('ApproveCallPayload', 'A call was approved. The caller must repeat it.');
const DenyCallPayload = payload('DenyCallPayload', 'A call was denied. The same call is denied for an hour.');

builder.mutationFields((t) => ({
  approveCall: t.field({
    type: ApproveCallPayload,
    nullable: true,
    description: 'Approves a pending call.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: ApproveCallInput, required: true, description: 'The call.' }) },
    resolve: async (_root, { input: { approvalId, ...answer } }, { app }) => ({
      approval: await approveCall(app, toApprovalId(approvalId), answer),
    }),
  }),
  denyCall: t.field({
    type: DenyCallPayload,
    nullable: true,
    description: 'Denies a pending call.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: DenyCallInput, required: true, description: 'The call.' }) },
    resolve: async (_root, { input: { approvalId, ...answer } }, { app }) => ({
      approval: await denyCall(app, toApprovalId(approvalId), answer),
    }),
  }),
}));
