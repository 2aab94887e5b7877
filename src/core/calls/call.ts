import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { askUpstream } from './askUpstream.ts';
import type { ToolCall, ToolOutcome } from './connector.ts';
import { findTool } from './findTool.ts';
import { checkInput } from './input.ts';
import { alternativesOf } from './missingFields.ts';
import { exposeBlock } from './passedName.ts';
import { recordRefusal, recordUsage } from './usage.ts';

export type CallOptions = Pick<ToolCall, 'onProgress'>;

/**
 * Runs one tool of a snapshot with the stack's credentials. A tool that fails is an outcome, not an exception.
 * @throws not_found, invalid_input (with issues), before anything is sent upstream
 */
export async function callTool(
  ctx: Ctx,
  snapshot: StackSnapshot,
  toolName: string,
  input: unknown,
  options: CallOptions = {},
): Promise<ToolOutcome> {
  const tool = findTool(snapshot, toolName);
  if (!tool) throw new AppError('not_found', `Tool ${toolName} not found`);
  const begun = { snapshot, tool, input, startedAt: performance.now() };
  try {
    const outcome = await run(ctx, snapshot, tool, await checkInput(ctx, snapshot, tool, toolName, input), options);
    recordUsage(ctx, begun, outcome);
    return outcome;
  } catch (error) {
    recordRefusal(ctx, begun, error);
    throw error;
  }
}

async function run(
  ctx: Ctx,
  snapshot: StackSnapshot,
  tool: SnapshotTool,
  input: JsonObject,
  { onProgress }: CallOptions,
): Promise<ToolOutcome> {
  const { server, name: toolName, request } = tool;
  const call = { toolName, request, input };
  const outcome = await askUpstream<ToolOutcome>(ctx, {
    snapshot,
    server,
    timeoutMs: ctx.callTimeoutMs,
    alternatives: alternativesOf(tool),
    ask: (asked) => {
      const progress = onProgress && { onProgress: scrubbed(onProgress, asked.scrub) };
      return ctx.connectors[server.connector.kind].call({ ...asked, ...call, ...progress });
    },
    scrub: (scrubber, answer) => scrubber.outcome(answer),
  });
  return withExposedResources(server, outcome);
}

type OnProgress = NonNullable<ToolCall['onProgress']>;

const scrubbed =
  (onProgress: OnProgress, scrub: ToolCall['scrub']): OnProgress =>
  ({ message, ...progress }) =>
    onProgress({ ...progress, ...(message !== undefined && { message: scrub(message) }) });

/** Links to resources that the stack passes through lead to the stack. */
function withExposedResources(server: SnapshotServer, outcome: ToolOutcome): ToolOutcome {
  if (!('output' in outcome) || outcome.output.type !== 'mcp') return outcome;
  const content = outcome.output.content.map((block) => exposeBlock(server, block));
  return { ...outcome, output: { ...outcome.output, content } };
}
