import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isRecord } from '../../core/lib/json.ts';
import type { CliInvokeToolMutation } from '../../generated/gql/graphql.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command } from '../command.ts';
import { CliError, usageError } from '../exit.ts';
import { MAKE_ARGS, parseJsonArgument, readText, STACK_ARG } from '../input.ts';
import { InvokeToolDocument } from '../operations/stacks.ts';
import { showingProgress } from '../showProgress.ts';
import { stackIdOf } from '../stackRef.ts';

/** The text of an MCP result that contains only text; otherwise null. */
function plainText(result: unknown): string | null {
  if (!isRecord(result) || Object.keys(result).length !== 1 || !Array.isArray(result['content'])) return null;
  const texts = result['content'].map((block: unknown) => (isRecord(block) ? block['text'] : null));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('\n') : null;
}

type ToolFailure = Extract<NonNullable<CliInvokeToolMutation['invokeTool']>, { readonly outcome: unknown }>;

/** A failure's details for scripts, in addition to its message. */
function detailsOf({ outcome, status, retryAfterSeconds, isRepeatable, upstream }: ToolFailure): object {
  return {
    outcome: outcome.toLowerCase(),
    ...(status !== null && { status }),
    ...(retryAfterSeconds !== null && { retry_after: retryAfterSeconds }),
    ...(isRepeatable !== null && { is_repeatable: isRepeatable }),
    ...(upstream && { upstream: upstreamOf(upstream) }),
  };
}

const upstreamOf = ({ contentType, isTruncated, ...said }: NonNullable<ToolFailure['upstream']>): object => ({
  ...said,
  content_type: contentType,
  is_truncated: isTruncated,
});

/** The message, then the service's own answer if the message doesn't contain it. */
function textOf({ message, retryAfterSeconds, upstream }: ToolFailure): string {
  const wait = retryAfterSeconds === null ? [] : [`Retry after ${retryAfterSeconds} s.`];
  const body = upstream?.body ?? null;
  const said = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [message, ...wait, ...(body === null || message.includes(said) ? [] : [said])].join('\n');
}

const headerLines = (headers: readonly { readonly name: string; readonly value: string }[]): readonly string[] =>
  headers.length === 0 ? [] : ['', 'Response headers:', ...headers.map(({ name, value }) => `  ${name}: ${value}`)];

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
    'jq -n \'{message:"hi"}\' | toolyard call demo everything_echo --input -',
  ],
  args: {
    stack: STACK_ARG,
    tool: { type: 'positional', required: true, description: 'Tool id, such as everything_echo' },
    input: { type: 'string', valueHint: 'JSON|@FILE|-', description: 'Input of the tool (default: {})' },
    file: {
      type: 'string',
      valueHint: 'NAME=PATH[;type=TYPE]',
      description: 'A file for the input NAME, with its name and media type; repeat it for several',
    },
    'dry-run': {
      type: 'boolean',
      description: 'Print the decision of the rules and the request, with secrets masked, without calling',
    },
    ...MAKE_ARGS,
  },
  repeatable: ['file'],
  async run(args, run) {
    const given = parseJsonArgument(await readText(args.input ?? '{}', run), 'The input');
    const toolInput = await withFiles(given, run.all('file'));
    const api = connectApi(args, run);
    const idempotencyKey = args['idempotency-key'] ?? null;
    const isDryRun = args['dry-run'] === true;
    const input = { stackId: await stackIdOf(api, args.stack), toolId: args.tool, toolInput, idempotencyKey, isDryRun };
    const { invokeTool } = await showingProgress(args, run, (progressId) =>
      api(InvokeToolDocument, { input: { ...input, progressId } }),
    );
    if (invokeTool && 'outcome' in invokeTool)
      throw new CliError('tool_failed', textOf(invokeTool), undefined, { ...detailsOf(invokeTool) });
    const { result, headers } = payloadOf(invokeTool);
    const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    return {
      json: { result, ...(headers.length > 0 && { headers: named }) },
      text: [plainText(result) ?? JSON.stringify(result, null, 2), ...headerLines(headers)].join('\n'),
    };
  },
});
