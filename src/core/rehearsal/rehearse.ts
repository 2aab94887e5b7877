import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { FailureKind, RehearsalSettings } from '../kernel/rehearsalSettings.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import { isJsonObject, parseJson } from '../lib/json.ts';
import { shortWork } from '../lib/workerPool.ts';
import type { ToolOutcome, ToolOutput } from '../results/outcome.ts';
import { isMcp } from '../servers/document.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { chosenFailure, failedRehearsal } from './failures.ts';
import { findRecording } from './recordings.ts';

type RehearsedCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: JsonObject;
};

/**
 * Answers a permitted call without credentials and without a connection to its service. Fails as `requested`, or as the
 * endpoint's settings choose. Tested by `test/core/rehearsal/rehearsal.test.ts`.
 */
export async function rehearseCall(
  ctx: Ctx,
  settings: RehearsalSettings,
  call: RehearsedCall,
  requested: FailureKind | null,
): Promise<ToolOutcome> {
  const { tool } = call;
  const failure = requested ?? chosenFailure(ctx, settings, call);
  if (failure) return failedRehearsal(ctx, tool, failure);
  const recording = settings.mayUseRecordings ? await findRecording(ctx, call) : null;
  if (recording) return { kind: 'ok', output: outputOf(tool, recording), rehearsal: 'recording' };
  const where = { serverId_toolId: { serverId: tool.server.id, toolId: tool.toolId } };
  const row = await ctx.db.tool.findUnique({ where, select: { example: true } });
  if (row?.example != null) return { kind: 'ok', output: outputOf(tool, parseJson(row.example)), rehearsal: 'example' };
  const sample = tool.outputSchema && (await sampleFor(ctx, tool, tool.outputSchema));
  if (sample !== null) return { kind: 'ok', output: outputOf(tool, sample), rehearsal: 'schema' };
  const text = 'Rehearsal: the tool declares no output, so there is no example.';
  const output: ToolOutput = isMcp(tool.server.connector)
    ? { type: 'mcp', content: [{ type: 'text', text }] }
    : { type: 'json', value: {} };
  return { kind: 'ok', output, rehearsal: 'none' };
}

const WORKER = new URL('./worker.ts', import.meta.url);
const samples = new WeakMap<SnapshotTool, JsonValue>();

/** A sample of a tool's output, made once for each definition. In a worker, because its schema is untrusted. */
async function sampleFor(ctx: Ctx, tool: SnapshotTool, schema: JsonObject): Promise<JsonValue> {
  const known = samples.get(tool);
  if (known !== undefined) return known;
  const made = await shortWork.run<JsonValue>(
    { module: WORKER, name: 'sampleOutput', input: schema },
    requesterOf(ctx),
  );
  samples.set(tool, made);
  return made;
}

/** The output in the form that the tool's connector gives it. */
function outputOf({ server }: SnapshotTool, value: JsonValue): ToolOutput {
  if (!isMcp(server.connector)) return { type: 'json', value };
  // A recorded result without structured content.
  if (isJsonObject(value) && Object.keys(value).length === 1 && Array.isArray(value['content']))
    return { type: 'mcp', content: value['content'].filter(isJsonObject) };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { type: 'mcp', content: [{ type: 'text', text }], ...(isJsonObject(value) && { structuredContent: value }) };
}
