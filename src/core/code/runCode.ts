import { callTool } from '../calls/call.ts';
import type { ToolOutcome } from '../calls/connector.ts';
import { findKnownTool } from '../calls/findTool.ts';
import { type Ctx, requesterOf } from '../context.ts';
import { AppError } from '../errors.ts';
import { asDatabaseUnavailable } from '../lib/databaseFault.ts';
import { createFairQueue } from '../lib/fairQueue.ts';
import { type JsonObject, type JsonValue, readJson } from '../lib/json.ts';
import { charge } from '../limits/charge.ts';
import { rateLimited } from '../limits/rateLimited.ts';
import { toPolicyTool } from '../policies/toolMatch.ts';
import { jsonOutput, resultJson } from '../results/largeOutput.ts';
import { controlResult, readControl } from '../results/resultControl.ts';
import { requireRightIn } from '../scope.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { runProgram } from './program.ts';
import { ANSWERS_BYTES_MAX, type CallAnswer, CODE_RESULT_BYTES, type CodeEnd, type ProgramCall } from './protocol.ts';

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

/** Options of a program's calls. */
type CodeOptions = { readonly isDryRun?: boolean | undefined; readonly callKey?: string | undefined };

/** Whether programs may call a tool: its trusted hints or its request say that it only reads. */
export const isForPrograms = (tool: SnapshotTool): boolean => tool.isSafe || toPolicyTool(tool).readOnly;

/**
 * Runs a program, `{ code, max_bytes? }`, whose calls of the stack's tools are ordinary calls. Each is charged, except
 * the first, which the request itself was charged for. Tested by `test/core/code/runCode.test.ts`.
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
  const code = String(input['code']);
  const outcome = await programs.run(requesterOf(ctx), () => runToEnd(ctx, snapshot, code, options));
  return options.isDryRun ? outcome : controlResult(ctx, snapshot.stackId, outcome, control);
}

async function runToEnd(ctx: Ctx, snapshot: StackSnapshot, code: string, options: CodeOptions): Promise<ToolOutcome> {
  const calls = new AbortController();
  const signal = AbortSignal.any([ctx.signal, calls.signal]);
  const caller = createCaller({ ...ctx, signal }, snapshot, options);
  const lines: string[] = [];
  const open = new Set<Promise<unknown>>();
  const onCall = (call: ProgramCall): Promise<CallAnswer> => {
    const answer = caller.answer(call).finally(() => open.delete(answer));
    open.add(answer);
    return answer;
  };
  const input = { code, startedAt: ctx.now().getTime(), replayed: [] };
  let end: CodeEnd | null = null;
  try {
    end = await runProgram(input, { signal, onCall, onLog: (line) => void lines.push(line) });
  } finally {
    // A program may return without waiting for its calls. Their outcomes would be unknown if they were cut off.
    if (end?.kind !== 'returned') calls.abort();
    await Promise.allSettled(open);
  }
  const logged = lines.length > 0 && { console: lines.join('\n') };
  const made = { ...logged, calls: caller.made.length };
  if (options.isDryRun) return ok({ dry_run: true, ...endedMember(end), ...made, described: caller.described });
  return end.kind === 'returned' ? returned(end.json, made) : failed(end, { ...made, called: caller.made });
}

const ok = (value: JsonObject): ToolOutcome => ({ kind: 'ok', output: { type: 'json', value } });

const endedMember = (end: CodeEnd): JsonObject => (end.kind === 'failed' ? { error: { ...end.error } } : {});

/** Joins texts, since the program's value may be long. */
function returned(json: string, made: JsonObject): ToolOutcome {
  const text = `{"result":${json},${JSON.stringify(made).slice(1)}`;
  return { kind: 'ok', output: jsonOutput(Buffer.from(text)) };
}

function failed({ error }: Extract<CodeEnd, { kind: 'failed' }>, made: JsonObject): ToolOutcome {
  const { name, message, stack } = error;
  const [place] = /program\.ts:\d+:\d+/.exec(stack ?? '') ?? [];
  const where = place === undefined ? '' : ` (${place})`;
  return {
    kind: 'tool_error',
    message: `${name}: ${message}${where}`,
    output: { type: 'json', value: { error: { ...error }, ...made } },
  };
}

/** Makes the calls of one program. */
function createCaller(ctx: Ctx, snapshot: StackSnapshot, { isDryRun, callKey }: CodeOptions) {
  const made: string[] = [];
  const described: JsonValue[] = [];
  let answerBytes = 0;
  const outcomeOf = async ({ id, name, input }: ProgramCall): Promise<ToolOutcome> => {
    const limit = id === 1 ? null : await charge(ctx, ctx.actor.kind === 'agent' ? 'call_tool' : 'invoke');
    if (limit?.isAllowed === false) throw rateLimited(limit, ctx.now(), ctx.actor);
    const tool = findKnownTool(snapshot, name);
    if (!tool) throw new AppError('not_found', `Tool ${name} not found: search for it with search_tools`);
    if (!isForPrograms(tool))
      throw new AppError('forbidden', `Programs of this endpoint only read, and ${name} may change something`);
    made.push(name);
    const key = callKey === undefined ? undefined : `${callKey}:${id}`;
    return callTool(ctx, snapshot, tool.exposedName, readJson(Buffer.from(input)), { isDryRun, callKey: key });
  };
  const jsonOf = async (call: ProgramCall): Promise<Omit<CallAnswer, 'id'>> => {
    const outcome = await outcomeOf(call);
    if (outcome.kind !== 'ok') return failure(ctx, outcome);
    if (isDryRun && outcome.output.type === 'json') described.push(outcome.output.value);
    const json = await resultJson(outcome.output, requesterOf(ctx));
    answerBytes += json.length;
    if (answerBytes <= ANSWERS_BYTES_MAX) return { isOk: true, json };
    return errorJson({ code: 'too_large', message: `A program gets at most ${ANSWERS_BYTES_MAX} bytes of results` });
  };
  return {
    made,
    described,
    async answer(call: ProgramCall): Promise<CallAnswer> {
      try {
        return { id: call.id, ...(await jsonOf(call)) };
      } catch (error) {
        const known = asDatabaseUnavailable(error);
        if (!(known instanceof AppError)) throw known;
        const { code, message, details } = known;
        const issues = (details.issues ?? []).map(({ path, message: problem }) => `${path} ${problem}`);
        return { id: call.id, ...errorJson({ code, message: [message, ...issues].join('; ') }) };
      }
    },
  };
}

const errorJson = (error: { readonly code: string; readonly message: string }): Omit<CallAnswer, 'id'> => ({
  isOk: false,
  json: Buffer.from(JSON.stringify(error)),
});

/** A failed call as the program's error. The output of a tool that reports a failure is `result`. */
async function failure(ctx: Ctx, outcome: Exclude<ToolOutcome, { kind: 'ok' }>): Promise<Omit<CallAnswer, 'id'>> {
  const { kind: code, message } = outcome;
  const output = 'output' in outcome ? outcome.output : undefined;
  if (output === undefined) return errorJson({ code, message });
  const result = await resultJson(output, requesterOf(ctx));
  const head = JSON.stringify({ code, message }).slice(0, -1);
  return { isOk: false, json: Buffer.concat([Buffer.from(`${head},"result":`), result, Buffer.from('}')]) };
}
