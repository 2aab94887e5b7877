import { type CallOptions, callTool } from '../calls/call.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import { asDatabaseUnavailable } from '../lib/databaseFault.ts';
import { AppError } from '../lib/errors.ts';
import { type JsonValue, readJson } from '../lib/json.ts';
import { charge } from '../limits/charge.ts';
import { rateLimited } from '../limits/rateLimited.ts';
import { resultJson } from '../results/largeOutput.ts';
import type { ToolFailure, ToolOutcome } from '../results/outcome.ts';
import { joinSources, type ResultSource, requireFewSources } from '../results/source.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { announceCalls } from './announce.ts';
import { ANNOUNCE, ANSWERS_BYTES_MAX, type CallAnswer, type ProgramCall } from './protocol.ts';
import type { SuspendedState } from './suspended.ts';
import { toolForProgram } from './toolForProgram.ts';

/** Options of a program's calls. */
export type CodeOptions = Pick<CallOptions, 'dialogue' | 'isDryRun' | 'callKey' | 'job' | 'failure' | 'noteSources'>;

/** A call that waits for a person. */
type PausedCall = { readonly id: number; readonly outcome: ToolFailure };

type Answered = Omit<CallAnswer, 'id'>;

type ProgramCalls = {
  /** The names of called tools, in order. */
  readonly made: readonly string[];
  /** The descriptions that calls of a dry run got. */
  readonly described: readonly JsonValue[];
  /** All answers, in order. */
  readonly answers: readonly CallAnswer[];
  /** The sources of all answers, which the program may pass on. */
  sources(): readonly ResultSource[];
  /** The first call that waits for a person. */
  paused(): PausedCall | null;
  /** Answers a call; null if the program must wait. */
  answer(call: ProgramCall): Promise<CallAnswer | null>;
  /** Resolves when no call is running. */
  settled(): Promise<void>;
};

/**
 * Makes the calls of a program. Each is charged, except the first, which the request itself was charged for. When a
 * call waits for a person, the running calls end, and no more start; then `onPaused` is called.
 */
export function createProgramCalls(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { dialogue, isDryRun, callKey, job, failure }: CodeOptions,
  { earlier, onPaused }: { readonly earlier: SuspendedState | null; onPaused(): void },
): ProgramCalls {
  const made: string[] = [];
  const described: JsonValue[] = [];
  const answers = [...(earlier?.answers ?? [])];
  const replayed = new Set(answers.map(({ id }) => id));
  const running = new Set<Promise<unknown>>();
  let bytes = answers.reduce((sum, { json }) => sum + json.length, 0);
  let charged = 0;
  let paused: PausedCall | null = null;
  let sources = earlier?.sources ?? [];
  // Includes those of calls that are running.
  let started = sources;

  const optionsOf = (id: number): CallOptions => ({
    earlierSources: sources,
    isDryRun,
    failure,
    callKey: callKey === undefined ? undefined : `${callKey}:${id}`,
    job: job && { ...job, id: `${job.id}:${id}` },
    ...(dialogue && {
      dialogue: {
        capabilities: dialogue.capabilities,
        // The answers belong to the call that asked.
        ...(id === earlier?.callIndex && dialogue.answers && { answers: dialogue.answers }),
      },
    }),
  });
  const make = async (call: ProgramCall): Promise<Answered | null> => {
    try {
      charged += 1;
      if (charged > 1) await chargeCall(ctx);
      let own: readonly ResultSource[] = [];
      const noteSources = (noted: readonly ResultSource[]): void => {
        const joined = joinSources(started, noted);
        requireFewSources(joined);
        started = joined;
        own = noted;
      };
      const outcome = await outcomeOf(ctx, snapshot, call, { ...optionsOf(call.id), noteSources });
      // Failures count, too, since their messages may quote data.
      sources = joinSources(sources, own);
      if (outcome.kind !== 'ok' && waitsForPerson(outcome)) {
        paused ??= { id: call.id, outcome };
        return null;
      }
      if (isDryRun && call.name !== ANNOUNCE && outcome.kind === 'ok' && outcome.output.type === 'json')
        described.push(outcome.output.value);
      const answer = await answerOf(ctx, outcome);
      bytes += answer.json.length;
      return bytes <= ANSWERS_BYTES_MAX ? answer : TOO_LARGE;
    } catch (error) {
      return errorAnswerOf(error);
    }
  };
  return {
    ...{ made, described, answers },
    sources: () => sources,
    paused: () => paused,
    async answer(call) {
      const isReplayed = replayed.has(call.id);
      if (paused && !isReplayed) return null;
      if (call.name !== ANNOUNCE) made.push(call.name);
      if (isReplayed) return null;
      const work = make(call);
      running.add(work);
      const answered = await work.finally(() => running.delete(work));
      const answer = answered && { id: call.id, ...answered };
      if (answer) answers.push(answer);
      if (paused && running.size === 0) onPaused();
      return paused ? null : answer;
    },
    settled: async () => void (await Promise.allSettled(running)),
  };
}

async function chargeCall(ctx: Ctx): Promise<void> {
  const limit = await charge(ctx, ctx.actor.kind === 'agent' ? 'call_tool' : 'invoke');
  if (!limit.isAllowed) throw rateLimited(limit, ctx.now(), ctx.actor);
}

async function outcomeOf(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { id, name, input }: ProgramCall,
  options: CallOptions,
): Promise<ToolOutcome> {
  const value = readJson(Buffer.from(input));
  if (name === ANNOUNCE) return announceCalls(ctx, snapshot, id, value, options);
  return callTool(ctx, snapshot, toolForProgram(ctx, snapshot, name).exposedName, value, options);
}

/** Whether repeating the call continues it once a person has acted. */
const waitsForPerson = (outcome: ToolFailure): boolean =>
  ('elicitation' in outcome && outcome.elicitation !== undefined) ||
  ('approvalId' in outcome && outcome.approvalId !== undefined) ||
  ('connectUrl' in outcome && outcome.connectUrl !== undefined);

const errorAnswer = (code: string, message: string): Answered => ({
  isOk: false,
  json: Buffer.from(JSON.stringify({ code, message })),
});

const TOO_LARGE = errorAnswer('too_large', `A program gets at most ${ANSWERS_BYTES_MAX} bytes of results`);

/** @throws an error that no call explains */
function errorAnswerOf(error: unknown): Answered {
  const known = asDatabaseUnavailable(error);
  if (!(known instanceof AppError)) throw known;
  const issues = (known.details.issues ?? []).map(({ path, message }) => `${path} ${message}`);
  return errorAnswer(known.code, [known.message, ...issues].join('; '));
}

/** A result, or the program's error. The output of a tool that reports a failure is its `result`. */
async function answerOf(ctx: Ctx, outcome: ToolOutcome): Promise<Answered> {
  const output = 'output' in outcome ? outcome.output : undefined;
  const result = output && (await resultJson(output, requesterOf(ctx)));
  if (outcome.kind === 'ok') return { isOk: true, json: result ?? Buffer.from('{}') };
  const error = errorAnswer(outcome.kind, outcome.message);
  if (!result) return error;
  return {
    isOk: false,
    json: Buffer.concat([error.json.subarray(0, -1), Buffer.from(',"result":'), result, Buffer.from('}')]),
  };
}
