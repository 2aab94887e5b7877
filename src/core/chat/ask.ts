import { visibleTo } from '../decisions/visible.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import type { ListMode } from '../kernel/listMode.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { storable } from '../lib/text.ts';
import { modelSlots } from '../limits/concurrency.ts';
import { createScrubber, type Scrubber } from '../results/scrub.ts';
import type { ListedTool } from '../search/listedTool.ts';
import { listedTools } from '../search/metaTools.ts';
import { findTool } from '../snapshots/findTool.ts';
import { joinedInstructions } from '../snapshots/instructions.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { openChatModel } from './model.ts';
import { type ModelAnswer, type ModelApi, ModelFailure, type ModelRequest, type RepliedCall } from './modelPort.ts';
import { askInput, toSteps } from './steps.ts';

/** Maximum characters of all tool definitions in one request to a model. */
const TOOLS_CHARS_MAX = 1_048_576;

/** Maximum characters of a failure message from the model's service; the key is scrubbed first. */
const MESSAGE_CHARS_MAX = 400;

const SYSTEM = `A person tries the tools of an AI agent with you. If a tool helps with the request, call it. \
First explain in one or two sentences why you chose it over the others. They see each call, and can run or skip it.`;

/** Why a tool was omitted from the model's list. */
type OmittedTool = { readonly tool: string; readonly reason: string };

/** Converts the tools of a list to a model's format; the HTTP layer implements the formats. */
type DefineTools = (
  listed: StackSnapshot,
  api: ModelApi,
  mode: ListMode,
) => Promise<{ readonly tools: readonly object[]; readonly warnings: readonly OmittedTool[] }>;

/** A call that the model chose. `callBy` is the name by which to call the tool; null if no such tool was offered. */
export type ModelPick = RepliedCall & { readonly callBy: string | null };

/** Model response: its text, the calls it chose, and the model used. */
export type ModelReply = Omit<ModelAnswer, 'calls'> & {
  readonly model: string;
  readonly calls: readonly ModelPick[];
  readonly offered: readonly ListedTool[];
  readonly leftOut: readonly OmittedTool[];
};

/**
 * Requests the next step of a conversation from the account's model, which gets the tools of a stack that the caller
 * can see. The input is `{ turns, mode? }`. Makes no calls: the caller runs them and sends the results in the next
 * request. Tested by `test/graphql/askModel.test.ts`.
 * @throws not_found (stack); forbidden without the right `invoke`; invalid_input, also if no model is set;
 * rate_limited at the bound of `max_model_questions`; ModelFailure, without the key
 */
export async function askModel(ctx: Ctx, stackId: StackId, input: unknown, define: DefineTools): Promise<ModelReply> {
  requireRightIn(ctx.actor, 'invoke', stackId);
  const { turns, mode: requestedMode } = parseInput(askInput, input, 'Invalid request parameters');
  const steps = toSteps(turns);
  const mode = requestedMode ?? 'full';
  const listed = await visibleTo(ctx, await getSnapshot(ctx, stackId));
  const { api, url, model, key } = await openChatModel(ctx);
  const { tools, warnings } = await define(listed, api, mode);
  requireFits(tools);
  const system = [SYSTEM, joinedInstructions(listed)].filter((part) => part !== null).join('\n\n');
  const answer = await requestAnswer(ctx, { api, url, model, key, system, steps, tools });
  const left = new Set(warnings.filter(({ reason }) => reason !== '').map(({ tool }) => tool));
  const offered = listedTools(listed, mode).filter(({ exposedName }) => !left.has(exposedName));
  return {
    ...answer,
    model,
    calls: answer.calls.map((call) => {
      const isOffered = offered.some(({ exposedName }) => exposedName === call.name);
      return { ...call, callBy: isOffered ? (findTool(listed, call.name)?.toolId ?? call.name) : null };
    }),
    offered,
    leftOut: warnings,
  };
}

function requireFits(tools: readonly object[]): void {
  let chars = 0;
  for (const tool of tools) {
    chars += JSON.stringify(tool).length;
    // Stop early, since the tools of a large stack may exceed the limit eightfold.
    if (chars > TOOLS_CHARS_MAX) {
      const message = `The definitions of these tools exceed ${TOOLS_CHARS_MAX} characters, the limit for a model: ask in search mode, or enable fewer tools`;
      throw new AppError('invalid_input', message);
    }
  }
}

/** Sends the request within the account's concurrency limit, and scrubs the key from the response. */
async function requestAnswer(ctx: Ctx, request: ModelRequest): Promise<ModelAnswer> {
  const done = await modelSlots.acquire(ctx.actor, ctx.signal);
  const scrubber = createScrubber(request.key === null ? [] : [request.key]);
  try {
    return await scrubbed(await ctx.models.ask(request, requesterOf(ctx)), scrubber);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new ModelFailure(error.kind, storable(scrubber.text(error.message), MESSAGE_CHARS_MAX), error.status);
  } finally {
    done();
  }
}

/** Scrubs the key from an answer. Yields, since an answer may have a megabyte in encodings that are slow to search. */
async function scrubbed(answer: ModelAnswer, scrubber: Scrubber): Promise<ModelAnswer> {
  const one = async (text: string): Promise<string> => String((await scrubber.object({ text }))['text']);
  const calls: RepliedCall[] = [];
  for (const { id, name, input, inputText } of answer.calls) {
    calls.push({
      ...{ id: await one(id), name: await one(name), inputText: await one(inputText) },
      input: input && (await scrubber.object(input)),
    });
  }
  return { ...answer, text: await one(answer.text), calls };
}
