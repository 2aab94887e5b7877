import { isRecord } from '../../core/lib/json.ts';
import type { CliApprovalFragment } from '../../generated/gql/graphql.ts';
import { allNodes, connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { CliError } from '../exit.ts';
import { API_ARGS, wholeNumber } from '../input.ts';
import { orderArg, searchArg } from '../listArgs.ts';
import {
  ApproveCallDocument,
  DenyCallDocument,
  ListApprovalsDocument,
  ShowApprovalDocument,
} from '../operations/approvals.ts';
import { fields, jsonText, table } from '../output.ts';

const approvalJson = (approval: CliApprovalFragment) => ({
  approval_id: approval.id,
  state: approval.state.toLowerCase(),
  stack_id: approval.stackId,
  tool_id: approval.toolId,
  tool_name: approval.tool?.exposedName ?? null,
  tool_title: approval.tool?.title ?? null,
  tool_description: approval.tool?.description ?? null,
  tool_annotations: approval.tool?.annotations ?? null,
  server_id: approval.tool?.serverId ?? null,
  tool_input: approval.input,
  announced_calls: approval.announcedCalls?.map(({ toolId, isMade }) => ({ tool_id: toolId, is_made: isMade })) ?? null,
  rule_id: approval.rule.id,
  rule: approval.rule.name,
  rule_message: approval.rule.message,
  rule_condition: approval.rule.condition,
  caller_kind: approval.caller.kind?.toLowerCase() ?? null,
  caller_id: approval.callerId,
  caller_name: approval.caller.name,
  caller_person: approval.caller.person,
  endpoint_id: approval.caller.endpointId,
  endpoint_name: approval.caller.endpointName,
  service_account: approval.caller.serviceAccount,
  trusted_issuer: approval.caller.trustedIssuer,
  end_user: approval.endUser,
  is_for_all: approval.isForAll,
  is_for_session: approval.isForSession,
  message: approval.message,
  decider_name: approval.deciderName,
  decided_at: approval.decidedAt,
  created_at: approval.createdAt,
  expires_at: approval.expiresAt,
});

/** The caller by readable names, from the agent down to the token. */
function callerText({
  caller,
  callerId,
  endUser,
}: Pick<CliApprovalFragment, 'caller' | 'callerId' | 'endUser'>): string {
  const { endpointName, serviceAccount, trustedIssuer, person, name } = caller;
  const names = [endpointName, serviceAccount, trustedIssuer, person, name].filter((each) => each !== null);
  return `${names.join(' / ') || callerId}${endUser === null ? '' : ` for ${endUser}`}`;
}

const HINTS = {
  readOnlyHint: 'only reads',
  destructiveHint: 'may destroy data',
  openWorldHint: 'reaches the open world',
};

const APPROVAL_ARG = { type: 'positional', required: true, description: 'Approval id, approval_…' } as const;

const list = command({
  description: 'List calls that wait for approval, newest first, with their inputs',
  examples: ['toolyard approval list', 'toolyard approval list --all --json', 'toolyard approval list --order oldest'],
  args: {
    ...searchArg('the tool id, end user, rule or stack'),
    ...orderArg(['newest', 'oldest'], 'newest'),
    all: { type: 'boolean', description: 'Include calls decided within the last hour' },
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const orderBy = { field: 'CREATED_AT', direction: args.order === 'oldest' ? 'ASC' : 'DESC' } as const;
    const variables = { state: args.all ? null : 'PENDING', search: args.search || null, orderBy } as const;
    const approvals = await allNodes(
      async (after) => (await api(ListApprovalsDocument, { ...variables, after })).approvals,
    );
    const rows = approvals.map((approval) => [
      approval.id,
      approval.state.toLowerCase(),
      approval.toolId,
      callerText(approval),
      approval.rule.name,
      JSON.stringify(approval.input),
    ]);
    return {
      json: approvals.map(approvalJson),
      text: table(['APPROVAL', 'STATE', 'TOOL', 'CALLER', 'RULE', 'INPUT'], rows, 'No calls wait for approval'),
    };
  },
});

const CHANGED = 'The tool changed or was disabled after the call, so an approval has no effect';

/** The tools that a program announced, and how often. */
function announcedText(calls: NonNullable<CliApprovalFragment['announcedCalls']>): string {
  const names = [...Map.groupBy(calls, ({ toolId }) => toolId)].map(([id, { length }]) => `${id} (${length})`);
  const changed = calls.some(({ tool }) => tool === null) ? '. Some tools changed since, and are not covered' : '';
  return `announced calls, each made once: ${names.join(', ')}${changed}`;
}

const show = command({
  description: 'Show a pending call: tool, exact input, caller and reason',
  examples: ['toolyard approval show approval_…'],
  args: { approval: APPROVAL_ARG, ...API_ARGS },
  async run(args, run) {
    const { approval } = await connectApi(args, run)(ShowApprovalDocument, { id: args.approval });
    if (!approval) throw new CliError('not_found', 'Approval not found');
    const { tool, announcedCalls, rule, callerId, message, deciderName } = approval;
    const annotations: unknown = tool?.annotations;
    const does = tool ? tool.description || 'no description' : CHANGED;
    const hints = Object.entries(HINTS).filter(([hint]) => isRecord(annotations) && annotations[hint] === true);
    const head = fields({
      Approval: approval.id,
      State: approval.state.toLowerCase(),
      Tool: tool ? [tool.exposedName, tool.title].filter((name) => name !== null).join(', ') : approval.toolId,
      Does: announcedCalls ? announcedText(announcedCalls) : does,
      Hints: tool ? hints.map(([, words]) => words).join(', ') || 'nothing' : null,
      Caller: `${callerText(approval)} (${callerId})`,
      Rule: [rule.name, rule.condition, rule.message].filter((part) => part !== null).join(': '),
      Asked: approval.createdAt,
      Ends: approval.expiresAt,
      ...(approval.decidedAt !== null && { Decided: [approval.decidedAt, deciderName, message].join(' ').trim() }),
    });
    return { json: approvalJson(approval), text: `${head}\n\n${jsonText(approval.input, 2)}` };
  },
});

const approve = command({
  description: 'Approve a call once; the caller must retry it within the hour',
  examples: [
    'toolyard approval approve approval_…',
    'toolyard approval approve approval_… --minutes 30',
    'toolyard approval approve approval_… --session',
  ],
  args: {
    approval: APPROVAL_ARG,
    minutes: {
      type: 'string',
      valueHint: 'N',
      description: 'Approve all calls of the tool by this caller for this many minutes, 1 to 60',
    },
    session: {
      type: 'boolean',
      description: 'Approve all calls of the tool in the caller’s session; --minutes up to 480 (default: 480)',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const minutes = args.minutes === undefined ? null : wholeNumber(args.minutes, 'minutes');
    const input = { approvalId: args.approval, minutes, isForSession: args.session === true };
    const { approval } = payloadOf((await connectApi(args, run)(ApproveCallDocument, { input })).approveCall);
    const { isForAll, isForSession, toolId } = approval;
    const where = isForSession ? ', in the requesting session,' : '';
    const subject =
      isForAll || isForSession ? `Every call of ${toolId} by ${callerText(approval)}${where}` : 'The call';
    return { json: approvalJson(approval), text: `${subject} is approved until ${approval.expiresAt}` };
  },
});

const deny = command({
  description: 'Deny a call, and identical calls for an hour',
  examples: ['toolyard approval deny approval_… --message "Not before Friday."'],
  args: {
    approval: APPROVAL_ARG,
    message: { type: 'string', valueHint: 'TEXT', description: 'Message to the agent' },
    ...API_ARGS,
  },
  async run(args, run) {
    const input = { approvalId: args.approval, message: args.message ?? null };
    const { approval } = payloadOf((await connectApi(args, run)(DenyCallDocument, { input })).denyCall);
    return { json: approvalJson(approval), text: `The call is denied until ${approval.expiresAt}` };
  },
});

/** `toolyard approval`: waiting calls and decisions; requires the right approve. */
export const approval = group({
  description: 'Approve or deny calls that a rule holds (API)',
  examples: [...list.examples.slice(0, 1), ...show.examples, ...approve.examples, ...deny.examples],
  commands: loaded({ list, show, approve, deny }),
});
