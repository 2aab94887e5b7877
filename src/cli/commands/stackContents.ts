import { plural } from '../../core/lib/text.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS, STACK_ARG, wholeNumber } from '../input.ts';
import { DeleteCallContentsDocument, UpdateCallContentsDocument } from '../operations/stacks.ts';
import { stackIdOf } from '../stackRef.ts';

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

export const keepContents = command({
  description: 'Keep a redacted, encrypted copy of what each call of a stack sends and gets, for some days; or no more',
  examples: [
    'toolyard stack keep-contents demo --days 7 --redact email,/output/items/*/iban',
    'toolyard stack keep-contents demo --off',
  ],
  args: {
    stack: STACK_ARG,
    days: { type: 'string', valueHint: 'N', description: 'For how many days, 1 to 30' },
    off: { type: 'boolean', description: 'Keep no more from now on' },
    redact: {
      type: 'string',
      valueHint: 'NAMES',
      description:
        'What is left out: names of members, and JSON pointers below /input and /output, with commas between',
    },
    ...API_ARGS,
  },
  async run(args, run) {
    if ((args.days === undefined) !== (args.off === true)) throw usageError('Give --days or --off');
    const api = connectApi(args, run);
    const input = {
      stackId: await stackIdOf(api, args.stack),
      days: args.days === undefined ? null : wholeNumber(args.days, 'days'),
      ...(args.redact !== undefined && { redact: listOf(args.redact) }),
    };
    const { stack } = payloadOf((await api(UpdateCallContentsDocument, { input })).updateCallContents);
    const { contentDays, contentRedactions } = stack.configuration;
    const left = contentRedactions.length === 0 ? '' : `, without ${contentRedactions.join(', ')}`;
    return {
      json: { stack_id: stack.id, content_days: contentDays, content_redactions: contentRedactions },
      text:
        contentDays === null
          ? `Inputs and outputs of ${stack.name} are not kept from now on`
          : `Inputs and outputs of ${stack.name} are kept for ${plural(contentDays, 'day')}${left}`,
    };
  },
});

export const deleteContents = command({
  description: 'Delete what is kept of the inputs and outputs of a stack’s calls; their records stay',
  examples: ['toolyard stack delete-contents demo'],
  args: { stack: STACK_ARG, ...API_ARGS },
  confirm: ({ stack }) => `Delete what is kept of the inputs and outputs of the calls of ${stack}, for good?`,
  async run(args, run) {
    const api = connectApi(args, run);
    const input = { stackId: await stackIdOf(api, args.stack) };
    const { count } = payloadOf((await api(DeleteCallContentsDocument, { input })).deleteCallContents);
    return { json: { count }, text: `The inputs and outputs of ${plural(count, 'call')} are deleted` };
  },
});
