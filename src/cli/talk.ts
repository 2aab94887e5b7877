import { firstNames } from '../core/lib/text.ts';
import type { ChatTurnInput, CliAskModelMutation, ToolListMode } from '../generated/gql/graphql.ts';
import { type Api, payloadOf } from './api.ts';
import { isYes, type Run } from './command.ts';
import { CliError } from './exit.ts';
import { AskModelDocument } from './operations/chat.ts';
import { InvokeToolDocument } from './operations/stacks.ts';
import { harmless } from './output.ts';

type Answer = Extract<NonNullable<CliAskModelMutation['askModel']>, { readonly text: string }>;
type Pick = Answer['picks'][number];

/** The outcome of a model's tool call, as text for the model. */
type PickResult = { readonly pick: Pick; readonly text: string; readonly isError: boolean };

/** The model's response and the outcomes of its tool calls, in order. */
type TalkStep = { readonly answer: Answer; readonly results: readonly PickResult[] };

/** Maximum model responses to one user message, which stops endless loops. */
const STEPS_MAX = 10;
/** Maximum characters of a result for the model, as in the dashboard. */
const RESULT_CHARS_MAX = 16_000;

type Talk = {
  readonly api: Api;
  readonly run: Run;
  readonly stackId: string;
  readonly mode: ToolListMode;
  /** Which calls are made: none, those confirmed at the terminal, or all. */
  readonly calls: 'none' | 'asked' | 'all';
};

/**
 * Tool-calling loop: asks the model, makes the calls it picks if requested, and returns the results, until the model
 * picks none or the person declines.
 */
export async function talk(talking: Talk, sentence: string): Promise<readonly TalkStep[]> {
  const turns: ChatTurnInput[] = [{ by: 'PERSON', text: sentence }];
  const steps: TalkStep[] = [];
  while (steps.length < STEPS_MAX) {
    const answer = await payloadOf(
      (
        await talking.api(AskModelDocument, {
          input: { stackId: talking.stackId, mode: talking.mode, turns: [...turns] },
        })
      ).askModel,
    );
    if (!talking.run.isJson) talking.run.print(harmless(textOf(answer)));
    const results: PickResult[] = [];
    // One after the other, because a person confirms each.
    if (talking.calls !== 'none') for (const pick of answer.picks) results.push(await give(talking, pick));
    steps.push({ answer, results });
    if (results.length === 0) return steps;
    const picks = answer.picks.map(({ ref, name, toolInput }) => ({ ref, name, toolInput: toolInput ?? {} }));
    turns.push({ by: 'MODEL', text: answer.text, picks });
    turns.push(...results.map(({ pick: { ref }, text, isError }) => ({ by: 'TOOL' as const, ref, text, isError })));
  }
  throw new CliError('internal', `The model still calls tools after ${STEPS_MAX} responses`);
}

/** The model's text, the tool calls it picks, and the number of tools. */
function textOf({ model, text, picks, offered, isCut }: Answer): string {
  const others = offered.map(({ name }) => name).filter((name) => !picks.some((pick) => pick.name === name));
  return [
    ...(text === '' ? [] : [`${model}: ${text}`]),
    ...picks.map(({ name, toolInput, inputText }) => `→ ${name} ${toolInput ? JSON.stringify(toolInput) : inputText}`),
    ...(isCut ? ['Truncated by the provider (length).'] : []),
    ...(picks.length > 0 ? [`  not picked: ${firstNames(others, NAMED_MAX) || 'none'}`] : []),
  ].join('\n');
}

const NAMED_MAX = 8;

async function give(talking: Talk, pick: Pick): Promise<PickResult> {
  const { name, toolId, toolInput } = pick;
  if (toolId === null) return { pick, text: 'No tool has this name.', isError: true };
  if (toolInput === null) return { pick, text: 'The arguments are not a JSON object.', isError: true };
  const { api, run, stackId, calls } = talking;
  const mayRun = calls === 'all' || isYes((await run.ask?.(harmless(`Run ${name}? [y/N] `))) ?? '');
  if (!mayRun) return { pick, text: 'The user declined this call.', isError: true };
  try {
    const { result } = payloadOf((await api(InvokeToolDocument, { input: { stackId, toolId, toolInput } })).invokeTool);
    const text = JSON.stringify(result);
    if (!run.isJson) run.print(harmless(`  gave ${text.slice(0, 200)}`));
    return { pick, text: text.slice(0, RESULT_CHARS_MAX).toWellFormed(), isError: false };
  } catch (error) {
    // The model receives a failed call as its result; an unreachable server ends the loop.
    if (!(error instanceof CliError) || error.code === 'unavailable') throw error;
    if (!run.isJson) run.print(harmless(`  failed: ${error.message}`));
    return { pick, text: error.message, isError: true };
  }
}
