import { plural } from '../../core/lib/text.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS, STACK_ARG, wholeNumber } from '../input.ts';
import { DeleteCallContentsDocument, UpdateCallContentsDocument } from '../operations/stacks.ts';
import { stackIdOf } from '../stackRef.ts';

export const keepContents = command({
  description: 'Set how many days a stack stores redacted, encrypted inputs and outputs of calls',
  examples: [
    'toolyard stack keep-contents demo --days 7 --redact email,/output/items/*/iban',
    'toolyard stack keep-contents demo --off',
  ],
  args: {
    stack: STACK_ARG,
    days: { type: 'string', valueHint: 'N', description: 'Days to keep them, 1 to 30' },
    off: { type: 'boolean', description: 'Stop storing inputs and outputs' },
    redact: {
      type: 'string',
      valueHint: 'NAMES',
      description: 'Values to redact: member names and JSON pointers below /input and /output, comma-separated',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    if ((args.days === undefined) !== (args.off === true)) throw usageError('Pass --days or --off');
    const api = connectApi(args, run);
    const input = {
      stackId: await stackIdOf(api, args.stack),
      days: args.days === undefined ? null : wholeNumber(args.days, 'days'),
      ...(args.redact !== undefined && {
        redact: args.redact
          .split(',')
          .map((each) => each.trim())
          .filter((each) => each !== ''),
      }),
    };
    const { stack } = payloadOf((await api(UpdateCallContentsDocument, { input })).updateCallContents);
    const { contentDays, contentRedactions } = stack.configuration;
    const left = contentRedactions.length === 0 ? '' : `, without ${contentRedactions.join(', ')}`;
    return {
      json: { stack_id: stack.id, content_days: contentDays, content_redactions: contentRedactions },
      text:
        contentDays === null
          ? `Inputs and outputs of ${stack.name} are no longer stored`
          : `Inputs and outputs of ${stack.name} are stored for ${plural(contentDays, 'day')}${left}`,
    };
  },
});

export const deleteContents = command({
  description: 'Delete the stored inputs and outputs of a stack’s calls; call records stay',
  examples: ['toolyard stack delete-contents demo'],
  args: { stack: STACK_ARG, ...API_ARGS },
  confirm: ({ stack }) => `Permanently delete the stored inputs and outputs of the calls of ${stack}?`,
  async run(args, run) {
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack) };
    const { count } = payloadOf((await api(DeleteCallContentsDocument, { input })).deleteCallContents);
    return { json: { count }, text: `Deleted the inputs and outputs of ${plural(count, 'call')}` };
  },
});
