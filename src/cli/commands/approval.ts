import type { CliApprovalFragment } from '../../generated/gql/graphql.ts';
import { allNodes, connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { API_ARGS, wholeNumber } from '../input.ts';
import { ApproveCallDocument, DenyCallDocument, ListApprovalsDocument } from '../operations/approvals.ts';
import { table } from '../output.ts';

const approvalJson = (approval: CliApprovalFragment) => ({
  approval_id: approval.id,
  state: approval.state.toLowerCase(),
  stack_id: approval.stackId,
  tool_id: approval.toolId,
  tool_input: approval.input,
  rule_id: approval.rule.id,
  rule: approval.rule.name,
  caller_kind: approval.callerKind,
  caller_id: approval.callerId,
  end_user: approval.endUser,
  is_for_all: approval.isForAll,
  message: approval.message,
  created_at: approval.createdAt,
  expires_at: approval.expiresAt,
});

const APPROVAL_ARG = { type: 'positional', required: true, description: 'Approval id, approval_…' } as const;

const list = command({
  description: 'List the calls that wait for an approval, newest first, with what each would send',
  examples: ['toolyard approval list', 'toolyard approval list --all --json'],
  args: {
    all: { type: 'boolean', description: 'Those that were decided within the hour, too' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const state = args.all ? null : 'PENDING';
    const approvals = await allNodes(async (after) => (await api(ListApprovalsDocument, { state, after })).approvals);
    const rows = approvals.map((approval) => [
      approval.id,
      approval.state.toLowerCase(),
      approval.toolId,
      `${approval.callerId}${approval.endUser === null ? '' : ` for ${approval.endUser}`}`,
      approval.rule.name,
      JSON.stringify(approval.input),
    ]);
    return {
      json: approvals.map(approvalJson),
      text: table(['APPROVAL', 'STATE', 'TOOL', 'CALLER', 'RULE', 'INPUT'], rows, 'Nothing waits for an approval'),
    };
  },
});

const approve = command({
  description: 'Let a call be made, once and within the hour; its caller has to make it again',
  examples: ['toolyard approval approve approval_…', 'toolyard approval approve approval_… --minutes 30'],
  args: {
    approval: APPROVAL_ARG,
    minutes: {
      type: 'string',
      valueHint: 'N',
      description: 'For so long, 1 to 60, every call of the tool by the same caller, whatever its input',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const minutes = args.minutes === undefined ? null : wholeNumber(args.minutes, 'minutes');
    const input = { approvalId: args.approval, minutes };
    const { approval } = payloadOf((await connectApi(args, run)(ApproveCallDocument, { input })).approveCall);
    const what = approval.isForAll ? `Every call of ${approval.toolId} by ${approval.callerId}` : 'The call';
    return { json: approvalJson(approval), text: `${what} may be made until ${approval.expiresAt}` };
  },
});

const deny = command({
  description: 'Refuse a call, and the same call for an hour',
  examples: ['toolyard approval deny approval_… --message "Not before Friday."'],
  args: {
    approval: APPROVAL_ARG,
    message: { type: 'string', valueHint: 'TEXT', description: 'What the agent is told' },
    ...API_ARGS,
  },
  async run(args, run) {
    const input = { approvalId: args.approval, message: args.message ?? null };
    const { approval } = payloadOf((await connectApi(args, run)(DenyCallDocument, { input })).denyCall);
    return { json: approvalJson(approval), text: `The call is denied until ${approval.expiresAt}` };
  },
});

/** `toolyard approval`: what waits because a rule asks, and the answers; takes the right approve. */
export const approval = group({
  description: 'Calls that a rule asks about: what waits, and the answers (API)',
  examples: [...list.examples.slice(0, 1), ...approve.examples, ...deny.examples],
  commands: loaded({ list, approve, deny }),
});
