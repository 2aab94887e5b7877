import { InvalidRequestState } from '../calls/elicitation.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import { newRowId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { createFairQueue } from '../lib/fairQueue.ts';
import type { JsonObject } from '../lib/json.ts';
import { jsonOutput } from '../results/largeOutput.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { controlResult, readControl } from '../results/resultControl.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { runProgram } from './program.ts';
import { type CodeOptions, createProgramCalls } from './programCalls.ts';
import { CODE_RESULT_BYTES, type CodeEnd, type ProgramError } from './protocol.ts';
import { consumeSuspended, type Resumed, suspend } from './suspended.ts';

/** The programs that run in this process, each in a thread with up to 150 MiB. */
const programs = createFairQueue({
  atOnceMax: 8,
  perAccountMax: 4,
  waitingPerAccountMax: 32,
  waitingMax: 256,
  retryAfterSeconds: 5,
  messages: {
    tooMany: 'Too many programs of this account are running: try again',
    busy: 'Too many programs are running: try again',
  },
});

/**
 * Runs a program, `{ code, max_bytes? }`, whose calls of the stack's tools are ordinary calls. If a call waits for a
 * person, the program is suspended and the outcome is that of the call. The same program of the same caller then
 * resumes: it gets the answers that it had, and makes no call twice. Tested by `test/core/code/suspended.test.ts`.
 * @throws forbidden, invalid_input; as `FairQueue`
 */
export async function runCode(
  ctx: Ctx,
  snapshot: StackSnapshot,
  input: JsonObject,
  options: CodeOptions,
): Promise<ToolOutcome> {
  requireRightIn(ctx.actor, 'invoke', snapshot.stackId);
  const control = readControl({ maxBytes: input['max_bytes'] ?? CODE_RESULT_BYTES });
  const program = { snapshot, code: String(input['code']), options };
  if (options.isDryRun) return programs.run(requesterOf(ctx), () => runOn(ctx, program, null));
  const outcome = await programs.run(requesterOf(ctx), () => runOrResume(ctx, program));
  return controlResult(ctx, snapshot.stackId, outcome, control);
}

type Program = { readonly snapshot: StackSnapshot; readonly code: string; readonly options: CodeOptions };

async function runOrResume(ctx: Ctx, program: Program): Promise<ToolOutcome> {
  const resumed = await consumeSuspended(ctx, program.snapshot.stackId, program.code);
  if (!resumed) {
    // Running the program anew would repeat its calls.
    if (program.options.dialogue?.answers?.requestState !== undefined) throw new InvalidRequestState();
    return runOn(ctx, program, null);
  }
  try {
    return await runOn(ctx, program, resumed);
  } catch (error) {
    await resumed.end('cut_off');
    throw error;
  }
}

async function runOn(ctx: Ctx, program: Program, resumed: Resumed | null): Promise<ToolOutcome> {
  const { snapshot, code, options } = program;
  const [stop, abandon] = [new AbortController(), new AbortController()];
  const signal = AbortSignal.any([ctx.signal, abandon.signal]);
  const earlier = resumed?.state ?? null;
  const run = earlier?.run ?? newRowId();
  const calls = createProgramCalls({ ...ctx, signal, programRun: run }, snapshot, options, {
    earlier,
    onPaused: () => stop.abort(),
  });
  const lines: string[] = [];
  const input = { code, startedAt: earlier?.startedAt ?? ctx.now().getTime(), replayed: earlier?.answers ?? [] };
  let end: CodeEnd | null = null;
  try {
    end = await runProgram(input, {
      signal: AbortSignal.any([signal, stop.signal]),
      onCall: calls.answer,
      onLog: (line) => void lines.push(line),
    });
  } finally {
    // A program may return without waiting for its calls. Their outcomes would be unknown if they were cut off.
    if (end?.kind !== 'returned') abandon.abort();
    await calls.settled();
  }
  const made = { ...(lines.length > 0 && { console: lines.join('\n') }), calls: calls.made.length };
  if (options.isDryRun)
    return {
      kind: 'ok',
      output: {
        type: 'json',
        value: {
          dry_run: true,
          ...(end.kind === 'failed' && { error: { ...end.error } }),
          ...made,
          described: [...calls.described],
        },
      },
    };
  const paused = calls.paused();
  if (paused) {
    const problem = await keep(ctx, program, resumed, {
      ...{ run, startedAt: input.startedAt },
      callIndex: paused.id,
      answers: calls.answers,
      sources: calls.sources(),
    });
    return problem === null ? paused.outcome : failed(problem, { ...made, called: [...calls.made] });
  }
  await resumed?.end(ctx.signal.aborted ? 'cut_off' : 'finished');
  if (end.kind !== 'returned') return failed(end.error, { ...made, called: [...calls.made] });
  // Joins texts, since the program's value may be long.
  const text = `{"result":${end.json},${JSON.stringify(made).slice(1)}`;
  options.noteSources?.(calls.sources());
  return { kind: 'ok', output: jsonOutput(Buffer.from(text)), sources: calls.sources() };
}

/** Suspends a program; returns why it can't be, which ends it. */
async function keep(
  ctx: Ctx,
  { snapshot, code }: Program,
  resumed: Resumed | null,
  state: Resumed['state'],
): Promise<ProgramError | null> {
  try {
    await (resumed ? resumed.suspend(state) : suspend(ctx, snapshot.stackId, code, state));
    return null;
  } catch (error) {
    if (resumed || !(error instanceof AppError)) throw error;
    return { name: 'Stopped', message: `It waits for a person, and can’t be kept until then: ${error.message}` };
  }
}

function failed(error: ProgramError, made: JsonObject): ToolOutcome {
  const { name, message, stack } = error;
  const [place] = /program\.ts:\d+:\d+/.exec(stack ?? '') ?? [];
  const where = place === undefined ? '' : ` (${place})`;
  return {
    kind: 'tool_error',
    message: `${name}: ${message}${where}`,
    output: { type: 'json', value: { error: { ...error }, ...made } },
  };
}
