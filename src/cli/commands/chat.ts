import type { CliChatModelQuery } from '../../generated/gql/graphql.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { usageError } from '../exit.ts';
import { API_ARGS, readText, STACK_ARG } from '../input.ts';
import { ChatModelDocument, DeleteChatModelDocument, UpdateChatModelDocument } from '../operations/chat.ts';
import { fields } from '../output.ts';
import { stackIdOf } from '../stackRef.ts';
import { talk } from '../talk.ts';

const askCommand = command({
  description: 'Send a prompt to the account’s model, and show which tools of a stack it picks and why',
  examples: [
    'toolyard chat ask demo "Add 2 and 3"',
    'toolyard chat ask demo "Who wrote to me today?" --run',
    'toolyard chat ask demo "Close the oldest issue" --search --json',
  ],
  args: {
    stack: STACK_ARG,
    sentence: { type: 'positional', required: true, description: 'Prompt; @FILE or - for standard input' },
    search: { type: 'boolean', description: 'Give the model the search tools instead of all tools' },
    run: {
      type: 'boolean',
      description: 'Run the calls that the model picks and return the results to it; on a terminal, asks before each',
    },
    yes: { type: 'boolean', description: 'With --run: do not ask for confirmation' },
    ...API_ARGS,
  },
  async run(args, run) {
    if (args.yes && !args.run) throw usageError('--yes requires --run');
    const sentence = await readText(args.sentence, run);
    const api = connectApi(args, run);
    const stackId = await stackIdOf(api, args.stack);
    const needsYes = run.ask !== null && !args.yes;
    const runs = needsYes ? 'asked' : 'all';
    const mode = args.search ? 'SEARCH' : 'FULL';
    const steps = await talk({ api, run, stackId, mode, calls: args.run ? runs : 'none' }, sentence);
    if (!run.isJson) return 0;
    return {
      json: steps.map(({ answer: { model, text, isCut, inputTokens, picks, offered }, results }) => ({
        ...{ model, text, is_cut: isCut, input_tokens: inputTokens },
        picks: picks.map(({ ref, name, toolId, toolInput, inputText }) => ({
          ...{ name, tool_id: toolId, tool_input: toolInput, input_text: inputText },
          result: results.find(({ pick }) => pick.ref === ref)?.text ?? null,
        })),
        offered: offered.map(({ name }) => name),
      })),
      text: '',
    };
  },
});

type ShownModel = Pick<NonNullable<CliChatModelQuery['chatModel']>, 'api' | 'url' | 'model' | 'keyState'>;

const modelJson = ({ api, url, model, keyState }: ShownModel) => ({
  api: api.toLowerCase(),
  address: url,
  model,
  key: keyState.toLowerCase(),
});

const show = command({
  description: 'Show the account’s model; its key is never shown',
  examples: ['toolyard chat model'],
  args: API_ARGS,
  async run(args, run) {
    const { chatModel } = await connectApi(args, run)(ChatModelDocument, {});
    if (!chatModel) return { json: null, text: 'No model is set. Set one: toolyard chat set-model' };
    const shown = { ...modelJson(chatModel), updated_at: chatModel.updatedAt };
    return { json: shown, text: fields(shown) };
  },
});

const APIS = { openai: 'OPENAI', anthropic: 'ANTHROPIC' } as const;

const set = command({
  description: 'Set the account’s model; requires the admin right',
  examples: [
    'toolyard chat set-model gpt-5-mini --key @key.txt',
    'toolyard chat set-model claude-sonnet-5 --api anthropic --address https://api.anthropic.com --key -',
    'toolyard chat set-model llama3.2 --address http://127.0.0.1:11434/v1',
  ],
  args: {
    model: { type: 'positional', required: true, description: 'Model name of the provider' },
    api: {
      type: 'enum',
      options: ['openai', 'anthropic'],
      default: 'openai',
      description: 'API format: openai (default) or anthropic',
    },
    address: {
      type: 'string',
      valueHint: 'URL',
      default: 'https://api.openai.com/v1',
      description: 'Base URL of the provider',
    },
    key: { type: 'string', valueHint: '@FILE|-', description: 'API key of the provider (default: the stored key)' },
    ...API_ARGS,
  },
  async run(args, run) {
    const { model, key, api, address: url } = args;
    if (key !== undefined && key !== '-' && !key.startsWith('@')) {
      throw usageError('--key must be @FILE or -: other users can see arguments');
    }
    const secret = key === undefined ? {} : { key: (await readText(key, run)).trim() };
    const input = { api: APIS[api], url, model, ...secret };
    const { model: now } = payloadOf((await connectApi(args, run)(UpdateChatModelDocument, { input })).updateChatModel);
    return { json: modelJson(now), text: `Chat now uses ${now.model} at ${now.url}` };
  },
});

const remove = command({
  description: 'Remove the model and its key; requires the admin right',
  examples: ['toolyard chat remove-model'],
  args: API_ARGS,
  confirm: () => 'Remove the account’s model and its key?',
  async run(args, run) {
    payloadOf((await connectApi(args, run)(DeleteChatModelDocument, {})).deleteChatModel);
    return { json: { removed: true }, text: 'Removed the model' };
  },
});

/** `toolyard chat`: how a model reads the tools of a stack. */
export const chat = group({
  description: 'Test which tools the account’s model picks, and why (API)',
  examples: ['toolyard chat set-model gpt-5-mini --key @key.txt', 'toolyard chat ask demo "Add 2 and 3" --run'],
  commands: loaded({ ask: askCommand, model: show, 'set-model': set, 'remove-model': remove }),
});
