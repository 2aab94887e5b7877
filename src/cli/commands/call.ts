import { apiAddressOf, connectApi, payloadOf } from '../api.ts';
import { callError, resultOfCall } from '../callAnswer.ts';
import { withCallFiles } from '../callFiles.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { MAKE_ARGS, parseJsonArgument, readText, STACK_ARG } from '../input.ts';
import { StartJobDocument } from '../operations/jobs.ts';
import { InvokeToolDocument } from '../operations/stacks.ts';
import { showingProgress } from '../showProgress.ts';
import { stackIdOf } from '../stackRef.ts';
import { jobJson, jobText } from './job.ts';

export const call = command({
  description: 'Call an enabled tool of a stack with its stored credentials',
  examples: [
    'toolyard call demo everything_echo --input \'{"message":"hello"}\'',
    'toolyard call demo linear_create_issue --input @issue.json --json',
    'toolyard call demo openai_create_file --input \'{"purpose":"batch"}\' --file \'file=train.jsonl;type=application/jsonl\'',
    'toolyard call demo linear_create_issue --input @issue.json --dry-run',
    'toolyard call demo reports_export --async',
    'jq -n \'{message:"hi"}\' | toolyard call demo everything_echo --input -',
  ],
  args: {
    stack: STACK_ARG,
    tool: { type: 'positional', required: true, description: 'Tool id, such as everything_echo' },
    input: { type: 'string', valueHint: 'JSON|@FILE|-', description: 'Input of the tool (default: {})' },
    file: {
      type: 'string',
      valueHint: 'NAME=PATH[;type=TYPE]',
      description:
        'Send a file as the input NAME, with its name and media type; may be repeated. Long ones are uploaded first',
    },
    'dry-run': {
      type: 'boolean',
      description: 'Print the rules’ decision and the request with masked secrets, without calling the tool',
    },
    async: { type: 'boolean', description: 'Start a job, and print it without waiting for its result' },
    ...MAKE_ARGS,
  },
  repeatable: ['file'],
  async run(args, run) {
    if (args.async && args['dry-run']) throw usageError('--async cannot be combined with --dry-run');
    const input = parseJsonArgument(await readText(args.input ?? '{}', run), 'The input');
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const { endpoint } = apiAddressOf(args, run);
    // The key is for the call alone.
    const uploading = connectApi({ ...args, 'idempotency-key': undefined }, run);
    const uploads = { api: uploading, endpoint, signal: run.signal, stackId };
    const toolInput = await withCallFiles(input, run.all('file'), uploads);
    const idempotencyKey = args['idempotency-key'] ?? null;
    const variables = { stackId, toolId: args.tool, toolInput, idempotencyKey };
    if (args.async) {
      const { job } = payloadOf((await api(StartJobDocument, { input: variables })).startJob);
      return { json: jobJson(job), text: `${jobText(job)}\n\nGet the result: toolyard job wait ${job.id}` };
    }
    const isDryRun = args['dry-run'] === true;
    const { invokeTool } = await showingProgress(args, run, (progressId) =>
      api(InvokeToolDocument, { input: { ...variables, isDryRun, progressId } }),
    );
    if (invokeTool && 'outcome' in invokeTool) throw callError(invokeTool);
    return resultOfCall(payloadOf(invokeTool));
  },
});
