import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { CliError, usageError } from '../exit.ts';
import { API_ARGS } from '../input.ts';
import { UpdateHintTrustDocument, UpdateResultLabelDocument, UpdateToolHintsDocument } from '../operations/hints.ts';

const VALUES = ['yes', 'no', 'default'] as const;
type Value = (typeof VALUES)[number];

const hintArg = (behavior: string) => ({
  type: 'enum' as const,
  options: VALUES,
  valueHint: 'VALUE',
  description: `Whether it ${behavior}: yes, no, or default for the server’s own hint`,
});

/** The new value of a hint. Undefined leaves it unchanged, and null restores the server's. */
const flagOf = (value: Value | undefined): boolean | null | undefined =>
  value === undefined ? undefined : value === 'default' ? null : value === 'yes';

const SERVER_ARG = { type: 'positional', required: true, description: 'Server id' } as const;

const word = (flag: boolean | null): string => (flag === null ? 'not said' : flag ? 'yes' : 'no');

export const hints = command({
  description: 'Correct or confirm a tool’s hints, which rules use; requires the admin right',
  examples: [
    'toolyard policy hints slack slack_apps_uninstall --read-only no --destructive yes',
    'toolyard policy hints notes notes_search --read-only yes',
    'toolyard policy hints notes notes_search --read-only default',
  ],
  args: {
    server: SERVER_ARG,
    tool: { type: 'positional', required: true, description: 'Tool id, such as notes_search' },
    'read-only': hintArg('changes nothing'),
    destructive: hintArg('may delete or overwrite something'),
    idempotent: hintArg('has no further effect when repeated'),
    ...API_ARGS,
  },
  async run({ server, tool, destructive, idempotent, ...args }, run) {
    const hints = {
      isReadOnly: flagOf(args['read-only']),
      isDestructive: flagOf(destructive),
      isIdempotent: flagOf(idempotent),
    };
    const changes = Object.entries(hints).filter(([, value]) => value !== undefined);
    if (changes.length === 0) throw usageError('Pass --read-only, --destructive or --idempotent');
    const input = { serverId: server, toolId: tool, ...Object.fromEntries(changes) };
    const answer = await connectApi(args, run)(UpdateToolHintsDocument, { input });
    const changed = payloadOf(answer.updateToolHints).tool;
    if (!changed) throw new CliError('not_found', `Tool ${tool} not found in server ${server}`);
    const { isReadOnly, isDestructive, isIdempotent, isConfirmed, isUsedByRules } = changed.hints;
    return {
      json: {
        tool_id: changed.toolId,
        read_only: isReadOnly,
        destructive: isDestructive,
        idempotent: isIdempotent,
        confirmed: isConfirmed,
        used_by_rules: isUsedByRules,
      },
      text: `${changed.toolId}: read-only ${word(isReadOnly)}, destructive ${word(isDestructive)}, idempotent ${word(isIdempotent)}`,
    };
  },
});

export const trust = command({
  description: 'Set whether rules use unconfirmed hints of an MCP server; requires the admin right',
  examples: ['toolyard policy trust notes yes', 'toolyard policy trust notes no'],
  args: {
    server: SERVER_ARG,
    trust: { type: 'positional', required: true, description: 'yes or no' },
    ...API_ARGS,
  },
  async run({ server, trust: trustFlag, ...args }, run) {
    if (trustFlag !== 'yes' && trustFlag !== 'no') throw usageError(`${trustFlag} must be yes or no`);
    const input = { serverId: server, isTrusted: trustFlag === 'yes' };
    const answer = await connectApi(args, run)(UpdateHintTrustDocument, { input });
    const { areHintsTrusted } = payloadOf(answer.updateServerHintTrust).server;
    return {
      json: { server_id: server, hints_trusted: areHintsTrusted },
      text: `Rules ${areHintsTrusted ? 'use' : 'don’t use'} unconfirmed hints of ${server}`,
    };
  },
});

export const label = command({
  description: 'Label the results of a server or tool, which rules can read; requires the admin right',
  examples: [
    'toolyard policy label crm confidential',
    'toolyard policy label crm public --tool crm_list_countries',
    'toolyard policy label crm --remove',
  ],
  args: {
    server: SERVER_ARG,
    label: { type: 'positional', required: false, description: 'The label: 1 to 64 letters, digits, _ or -' },
    tool: { type: 'string', valueHint: 'ID', description: 'Label only the results of this tool' },
    remove: { type: 'boolean', description: 'Remove the label' },
    ...API_ARGS,
  },
  async run({ server, label: text, tool, remove, ...args }, run) {
    if ((text === undefined) !== (remove === true)) throw usageError('Pass either a label or --remove');
    const input = { serverId: server, toolId: tool ?? null, label: text ?? null };
    const answer = await connectApi(args, run)(UpdateResultLabelDocument, { input });
    const changed = payloadOf(answer.updateResultLabel);
    const { resultLabel } = changed.tool ?? changed.server;
    const subject = changed.tool?.toolId ?? server;
    return {
      json: { server_id: server, tool_id: changed.tool?.toolId ?? null, label: resultLabel },
      text:
        resultLabel === null
          ? `Results of ${subject} have no label`
          : `Results of ${subject} are labelled ${resultLabel}`,
    };
  },
});
