import { z } from 'zod';
import { splitAttenuated } from '../../core/kernel/attenuation.ts';
import { plural } from '../../core/lib/text.ts';
import type { CliExplainDecisionQuery, CreatePolicyRuleInput } from '../../generated/gql/graphql.ts';
import { allNodes, connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { DENY_REASONS } from '../denyReasons.ts';
import { CliError, usageError } from '../exit.ts';
import { API_ARGS, MAKE_ARGS, parseJsonArgument, readText, STACK_ARG, wholeNumber } from '../input.ts';
import { orderArg, orderedRows, searchArg } from '../listArgs.ts';
import {
  CreatePolicyRuleDocument,
  DeletePolicyRuleDocument,
  ExplainDecisionDocument,
  ListPolicyRulesDocument,
  TryPolicyRuleDocument,
  UpdatePolicyRuleDocument,
} from '../operations/policies.ts';
import { table } from '../output.ts';
import { matchOf, RULE_EFFECTS, ruleJson } from '../policyRule.ts';
import { stackIdOf } from '../stackRef.ts';
import { hints, label, trust } from './policyHints.ts';

const RULE_ARG = {
  type: 'positional',
  required: true,
  valueHint: 'JSON|@FILE|-',
  description: 'Rule, as in the input of createPolicyRule: {"name","effect",…}',
} as const;

/** Refuses values that aren't rules early; the API checks the rest. */
const ruleInput = z.looseObject({ name: z.string(), effect: z.enum(['ALLOW', 'ASK', 'DENY']) });

function readRule(text: string): CreatePolicyRuleInput {
  const parsed = ruleInput.safeParse(parseJsonArgument(text, 'The rule'));
  if (parsed.success) return parsed.data;
  throw new CliError('invalid_input', 'The rule must be an object with a name and the effect ALLOW, ASK or DENY');
}

const list = command({
  description: 'List the rules of the account, oldest first',
  examples: ['toolyard policy list', 'toolyard policy list --effect deny --json'],
  args: {
    ...searchArg('the name'),
    effect: { type: 'enum', options: ['allow', 'ask', 'deny'], description: 'Only rules with this effect' },
    ...orderArg(['newest', 'oldest', 'name'], 'oldest'),
    ...API_ARGS,
  },
  async run(args, run) {
    const api = connectApi(args, run);
    const variables = {
      search: args.search || null,
      effect: args.effect === undefined ? null : RULE_EFFECTS[args.effect],
    };
    const all = await allNodes(
      async (after) => (await api(ListPolicyRulesDocument, { ...variables, after })).policyRules,
    );
    const rules = orderedRows(all, args.order);
    const rows = rules.map((rule) => [
      rule.id,
      rule.name,
      `${rule.effect.toLowerCase()}${rule.isDefault ? ' (default)' : ''}${rule.isEnabled ? '' : ' (disabled)'}`,
      rule.endpointId ?? rule.stackId ?? 'account',
      matchOf(rule),
    ]);
    return {
      json: rules.map(ruleJson),
      text: table(['RULE', 'NAME', 'EFFECT', 'HOLDS IN', 'MATCHES'], rows, 'No rules: all calls are allowed'),
    };
  },
});

const create = command({
  description: 'Create a rule. Takes effect at once; requires the admin right',
  examples: [
    'toolyard policy create \'{"name":"no writes","effect":"DENY","isReadOnly":false}\'',
    'toolyard policy create @rule.json --json',
  ],
  args: { rule: RULE_ARG, ...MAKE_ARGS },
  async run(args, run) {
    const input = readRule(await readText(args.rule, run));
    const { rule } = payloadOf((await connectApi(args, run)(CreatePolicyRuleDocument, { input })).createPolicyRule);
    return { json: ruleJson(rule), text: `Rule ${rule.id} (${rule.name}) applies: ${rule.effect.toLowerCase()}` };
  },
});

const RULE_ID = { type: 'positional', required: true, description: 'Rule id, rule_…' } as const;

const changeInput = z.looseObject({ effect: z.enum(['ALLOW', 'ASK', 'DENY']).optional() });

const update = command({
  description: 'Change a rule. Omitted fields stay unchanged; null clears a field. Requires the admin right',
  examples: [
    'toolyard policy update rule_… \'{"effect":"ASK","message":"Ask your team first"}\'',
    'toolyard policy update rule_… @change.json --json',
  ],
  args: {
    rule: RULE_ID,
    change: {
      type: 'positional',
      required: true,
      valueHint: 'JSON|@FILE|-',
      description: 'Change, as in the input of updatePolicyRule: {"effect","tools",…}',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const change = changeInput.safeParse(parseJsonArgument(await readText(args.change, run), 'The change'));
    if (!change.success) {
      throw new CliError('invalid_input', 'The change must be an object; its effect is ALLOW, ASK or DENY');
    }
    const input = { ...change.data, ruleId: args.rule };
    const { rule } = payloadOf((await connectApi(args, run)(UpdatePolicyRuleDocument, { input })).updatePolicyRule);
    return { json: ruleJson(rule), text: `Changed rule ${rule.id} (${rule.name})` };
  },
});

/** A command that pauses or resumes a rule. */
const switching = (verb: 'enable' | 'disable', description: string) =>
  command({
    description,
    examples: [`toolyard policy ${verb} rule_…`],
    args: { rule: RULE_ID, ...API_ARGS },
    async run(args, run) {
      const input = { ruleId: args.rule, isEnabled: verb === 'enable' };
      const { rule } = payloadOf((await connectApi(args, run)(UpdatePolicyRuleDocument, { input })).updatePolicyRule);
      return {
        json: ruleJson(rule),
        text: `${rule.isEnabled ? 'Enabled' : 'Disabled'} rule ${rule.id} (${rule.name})`,
      };
    },
  });
const enable = switching('enable', 'Enable a disabled rule; requires the admin right');
const disable = switching('disable', 'Disable a rule until you enable it; requires the admin right');

const remove = command({
  description: 'Delete a rule; requires the admin right',
  examples: ['toolyard policy delete rule_…'],
  args: { rule: RULE_ID, ...API_ARGS },
  confirm: ({ rule }) => `Delete rule ${rule}?`,
  async run(args, run) {
    const input = { ruleId: args.rule };
    const { rule } = payloadOf((await connectApi(args, run)(DeletePolicyRuleDocument, { input })).deletePolicyRule);
    return { json: ruleJson(rule), text: `Deleted rule ${rule.id} (${rule.name})` };
  },
});

type Explanation = ReturnType<typeof payloadOf<NonNullable<CliExplainDecisionQuery['explainDecision']>>>;

function explained({ effect, refusal, isComplete, considered }: Explanation) {
  const json = considered.map(({ rule, reason, problem, isTried }) => ({
    rule_id: isTried ? null : (rule?.id ?? null),
    is_tried: isTried,
    name: rule?.name ?? null,
    effect: rule?.effect.toLowerCase() ?? null,
    reason: reason.toLowerCase(),
    problem,
  }));
  const rows = considered.map(({ rule, reason, problem, isTried }) => [
    isTried ? 'not made' : (rule?.id ?? 'no rule'),
    rule?.name ?? DENY_REASONS[reason] ?? reason,
    rule?.effect.toLowerCase() ?? (reason === 'NETWORK_UNKNOWN' ? 'unknown' : 'deny'),
    problem ?? reason.toLowerCase(),
  ]);
  const unknown = 'The decision depends on missing values: pass --input, --address or, for an endpoint, a token';
  const notice = isComplete ? [] : [unknown];
  const verdict = `${effect.toLowerCase()}${refusal === null ? '' : `: ${refusal}`}`;
  return {
    json: { effect: effect.toLowerCase(), refusal, is_complete: isComplete, considered: json },
    text: [table(['RULE', 'NAME', 'EFFECT', 'WHY'], rows, 'No rule applies'), '', verdict, ...notice].join('\n'),
  };
}

/**
 * The restrictions of an attenuated token. @throws CliError usage for other text, without quoting it: it may be a
 * secret
 */
function withoutSecret(token: string): string {
  const parts = splitAttenuated(token);
  if (!parts) throw usageError('--attenuated must be an attenuated token; for a stack token, pass its id as --caller');
  return parts.body;
}

const explain = command({
  description: 'Explain how the rules would decide a call, without making it',
  examples: [
    'toolyard policy explain demo everything_echo',
    'toolyard policy explain demo bank_pay --caller token_… --input \'{"amount":150}\'',
  ],
  args: {
    stack: STACK_ARG,
    tool: { type: 'positional', required: true, description: 'Tool id, such as everything_echo' },
    caller: {
      type: 'string',
      valueHint: 'ID',
      description: 'Caller: an endpoint, stack token, API key or user (default: your API key)',
    },
    attenuated: {
      type: 'string',
      valueHint: 'TOKEN|@FILE|-',
      description: 'Attenuated token of the caller; its last part, the secret, is not sent',
    },
    'end-user': { type: 'string', valueHint: 'ID', description: 'End user of the call' },
    input: { type: 'string', valueHint: 'JSON|@FILE|-', description: 'Input of the call' },
    from: {
      type: 'string',
      valueHint: 'SERVER',
      description: 'Decide as if the input passed a stored result of this server',
    },
    label: { type: 'string', valueHint: 'LABEL', description: 'The label of that result, or of an upload' },
    address: { type: 'string', valueHint: 'IP', description: 'Network address of the caller' },
    rule: { type: 'string', valueHint: 'JSON|@FILE|-', description: 'Proposed rule to include in the decision' },
    ...API_ARGS,
  },
  async run(args, run) {
    const input = args.input === undefined ? null : parseJsonArgument(await readText(args.input, run), 'The input');
    const api = connectApi(args, run);
    const explainedCall = {
      toolId: args.tool,
      callerId: args.caller ?? null,
      attenuated: args.attenuated === undefined ? null : withoutSecret((await readText(args.attenuated, run)).trim()),
      endUser: args['end-user'] ?? null,
      input,
      results:
        args.from === undefined && args.label === undefined
          ? null
          : [{ serverId: args.from ?? null, label: args.label ?? null }],
      address: args.address ?? null,
      rule: args.rule === undefined ? null : readRule(await readText(args.rule, run)),
    };
    const answer = await api(ExplainDecisionDocument, { stackId: await stackIdOf(api, args.stack), ...explainedCall });
    return explained(payloadOf(answer.explainDecision));
  },
});

const attempt = command({
  description: 'Test a rule on recent call records, without creating it',
  examples: ['toolyard policy try \'{"name":"no writes","effect":"DENY","isReadOnly":false}\' --days 7'],
  args: {
    rule: RULE_ARG,
    days: { type: 'string', valueHint: 'N', description: 'Days to look back, 1 to 31 (default: 7)' },
    ...API_ARGS,
  },
  async run(args, run) {
    const rule = readRule(await readText(args.rule, run));
    const days = args.days === undefined ? null : wholeNumber(args.days, 'days');
    const answer = await connectApi(args, run)(TryPolicyRuleDocument, { rule, days });
    const { since, callCount, isComplete, unrecordedStackCount, groups } = payloadOf(answer.tryPolicyRule);
    const rows = groups.map(({ toolId, endpointId, callCount: calls, isCertain }) => [
      toolId,
      endpointId ?? 'account API',
      calls,
      isCertain ? 'yes' : 'unknown',
    ]);
    return {
      json: {
        since,
        call_count: callCount,
        is_complete: isComplete,
        unrecorded_stack_count: unrecordedStackCount,
        groups: groups.map(({ stackId, serverId, toolId, endpointId, callCount: calls, isCertain }) => ({
          stack_id: stackId,
          server_id: serverId,
          tool_id: toolId,
          endpoint_id: endpointId,
          call_count: calls,
          is_certain: isCertain,
        })),
      },
      text: [
        table(['TOOL', 'ENDPOINT', 'CALLS', 'MATCHES'], rows, 'The rule matches no call record'),
        '',
        `Of ${plural(callCount, 'call record')} since ${since}; ${plural(unrecordedStackCount, 'stack')} not recorded`,
      ].join('\n'),
    };
  },
});

export const policy = group({
  description: 'Rules that allow, deny or hold tool calls (API)',
  examples: [...list.examples, ...create.examples.slice(0, 1), ...explain.examples.slice(0, 1)],
  commands: loaded({
    list,
    create,
    update,
    enable,
    disable,
    delete: remove,
    explain,
    try: attempt,
    hints,
    trust,
    label,
  }),
});
