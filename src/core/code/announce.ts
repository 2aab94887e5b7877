import { type AnnouncedCall, requestAnnounced } from '../approvals/announcement.ts';
import type { CallOptions } from '../calls/call.ts';
import { checkCall } from '../calls/checkCall.ts';
import { decide } from '../decisions/decide.ts';
import { referencesIn } from '../files/references.ts';
import { BOUNDS, boundReached } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { CALLS_MAX } from './protocol.ts';
import { toolForProgram } from './toolForProgram.ts';

const DONE: ToolOutcome = { kind: 'ok', output: { type: 'json', value: {} } };

/**
 * Announces the calls that a program is going to make: `{ calls: [{ tool, input }] }`. One approval covers all of them
 * that need one. Nothing is sent. The checks are those of a call, and a refusal ends the announcement. Tested by
 * `test/core/code/announce.test.ts`.
 * @throws as the checks of a call
 */
export async function announceCalls(
  ctx: Ctx,
  snapshot: StackSnapshot,
  callId: number,
  announcement: unknown,
  { isDryRun, earlierSources }: Pick<CallOptions, 'isDryRun' | 'earlierSources'>,
): Promise<ToolOutcome> {
  const held: AnnouncedCall[] = [];
  for (const { name, input } of callsIn(announcement)) {
    const tool = toolForProgram(ctx, snapshot, name);
    const { call } = await checkCall(ctx, { snapshot, tool, toolName: tool.exposedName }, input, earlierSources);
    // Without consuming quotas, as in a dry run.
    const decision = await decide(ctx, call, { isDryRun: true });
    if (!('kind' in decision)) continue;
    if (decision.kind !== 'approval_required') return decision;
    held.push({ ...call, refusal: decision });
  }
  const [first, ...others] = held;
  const run = ctx.programRun;
  if (isDryRun || !first || run === undefined) return DONE;
  return (await requestAnnounced(ctx, run, callId, [first, ...others])) ?? DONE;
}

const EXPECTED = 'announce takes a list of calls: [{ tool: "name", input: { … } }]';

/** @throws invalid_input */
function callsIn(announcement: unknown): readonly { readonly name: string; readonly input: JsonObject }[] {
  const calls = isJsonObject(announcement) ? announcement['calls'] : undefined;
  if (!Array.isArray(calls)) throw new AppError('invalid_input', EXPECTED);
  if (calls.length > CALLS_MAX) throw new AppError('invalid_input', `A program announces at most ${CALLS_MAX} calls`);
  const announced = calls.map((call) => {
    const { tool: name, input = {} } = isJsonObject(call) ? call : {};
    if (typeof name !== 'string' || !isJsonObject(input)) throw new AppError('invalid_input', EXPECTED);
    return { name, input };
  });
  const { max } = BOUNDS.max_call_files;
  if (announced.flatMap(({ input }) => referencesIn(input)).length > max) throw boundReached('max_call_files', max);
  return announced;
}
