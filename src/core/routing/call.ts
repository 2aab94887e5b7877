import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { OpenCredential, ToolCall, ToolOutcome } from './connector.ts';
import { findTool } from './findTool.ts';
import { checkInput } from './input.ts';
import { type Opened, openCredentials } from './openCredentials.ts';
import { createScrubber } from './scrub.ts';
import { renewRefused } from './signIn.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from './snapshot.ts';
import { recordUsage } from './usage.ts';

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
  const checked = checkInput(snapshot, tool, toolName, input);
  const startedAt = performance.now();
  const outcome = await run(ctx, snapshot, tool, checked, options);
  const latencyMs = Math.round(performance.now() - startedAt);
  ctx.log.info({ stackId: snapshot.stackId, toolId: tool.toolId, outcome: outcome.kind, latencyMs }, 'tool called');
  recordUsage(ctx, snapshot, { tool, input: checked, outcome, latencyMs });
  return outcome;
}

async function run(
  ctx: Ctx,
  snapshot: StackSnapshot,
  tool: SnapshotTool,
  input: JsonObject,
  options: CallOptions,
): Promise<ToolOutcome> {
  const opened = await openCredentials(ctx, snapshot, tool.server);
  if ('kind' in opened) return opened;
  const outcome = await runWith(ctx, snapshot, tool, input, opened, options);
  const renewed = isRefused(outcome) ? await renewRefused(ctx, opened.signIns) : NONE_RENEWED;
  // Once more, because a call that was refused was not run.
  return renewed.size === 0 ? outcome : runWith(ctx, snapshot, tool, input, withTokens(opened, renewed), options);
}

const NONE_RENEWED: ReadonlyMap<string, string> = new Map();

const withTokens = ({ credentials, signIns }: Opened, renewed: ReadonlyMap<string, string>): Opened => ({
  credentials: credentials.map((each) => ({ ...each, value: renewed.get(each.fieldId) ?? each.value })),
  signIns,
});

const isRefused = (outcome: ToolOutcome): boolean => outcome.kind === 'upstream_refused' && outcome.status === 401;

async function runWith(
  ctx: Ctx,
  snapshot: StackSnapshot,
  tool: SnapshotTool,
  input: JsonObject,
  opened: Opened,
  { onProgress }: CallOptions,
): Promise<ToolOutcome> {
  const { server } = tool;
  const deadline = AbortSignal.timeout(ctx.callTimeoutMs);
  const call: ToolCall = {
    accountId: snapshot.accountId,
    stackId: snapshot.stackId,
    serverId: server.id,
    connector: server.connector,
    toolName: tool.name,
    request: tool.request,
    input,
    credentials: opened.credentials,
    signal: AbortSignal.any([ctx.signal, deadline]),
    ...(onProgress && { onProgress }),
  };
  const outcome = await ctx.connectors[server.connector.kind].call(call);
  // A connector sees one aborted signal; only here is it known whose it was.
  if (outcome.kind === 'cancelled' && deadline.aborted) return timedOut(ctx.callTimeoutMs);
  return createScrubber(secretsOf(server, opened.credentials)).outcome(outcome);
}

// A value that its owner calls no secret, such as a sender's address, may come back.
function secretsOf(server: SnapshotServer, credentials: readonly OpenCredential[]): readonly string[] {
  const open = new Set(server.fields.filter((field) => !field.isSecret).map((field) => field.fieldId));
  return credentials.filter((credential) => !open.has(credential.fieldId)).map((credential) => credential.value);
}

const timedOut = (ms: number): ToolOutcome => ({
  kind: 'timed_out',
  message: `Tool execution failed: the upstream did not answer within ${ms / 1_000} seconds`,
});
