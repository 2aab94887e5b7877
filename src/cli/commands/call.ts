import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isRecord } from '../../core/lib/json.ts';
import { connectApi, payloadOf } from '../api.ts';
import { callError, resultOfCall } from '../callAnswer.ts';
import { command } from '../command.ts';
import { usageError } from '../exit.ts';
import { MAKE_ARGS, parseJsonArgument, readText, STACK_ARG } from '../input.ts';
import { StartJobDocument } from '../operations/jobs.ts';
import { InvokeToolDocument } from '../operations/stacks.ts';
import { showingProgress } from '../showProgress.ts';
import { stackIdOf } from '../stackRef.ts';
import { acceptedJob } from './job.ts';

/** Adds files to an input, each as its content, name and media type. @throws CliError usage */
async function withFiles(input: unknown, files: readonly string[]): Promise<unknown> {
  if (files.length === 0) return input;
  if (!isRecord(input)) throw usageError('--file needs an input that is a JSON object');
  const added: Record<string, unknown> = { ...input };
  for (const file of files) {
    const [, name = '', path = '', type] = /^([^=]+)=([^;]+)(?:;type=(.+))?$/s.exec(file) ?? [];
    if (name === '') throw usageError(`--file takes NAME=PATH or NAME=PATH;type=TYPE, not ${file}`);
    const bytes = await readFile(path).catch((error: unknown) => {
      throw usageError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
    });
    const part = { content: bytes.toString('base64'), filename: basename(path), ...(type && { content_type: type }) };
    const before = added[name];
    added[name] = before === undefined ? part : [...(Array.isArray(before) ? before : [before]), part];
  }
  return added;
}

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
      description: 'Send a file as the input NAME, with its name and media type; may be repeated',
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
    const toolInput = await withFiles(input, run.all('file'));
    const api = connectApi(args, run);
    const idempotencyKey = args['idempotency-key'] ?? null;
    const variables = { stackId: await stackIdOf(api, args.stack), toolId: args.tool, toolInput, idempotencyKey };
    if (args.async) {
      const { job } = payloadOf((await api(StartJobDocument, { input: variables })).startJob);
      return acceptedJob(job);
    }
    const isDryRun = args['dry-run'] === true;
    const { invokeTool } = await showingProgress(args, run, (progressId) =>
      api(InvokeToolDocument, { input: { ...variables, isDryRun, progressId } }),
    );
    if (invokeTool && 'outcome' in invokeTool) throw callError(invokeTool);
    return resultOfCall(payloadOf(invokeTool));
  },
});
