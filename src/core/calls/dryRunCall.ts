import type { CalledTool } from '../decisions/checkedCall.ts';
import { type Decision, decide } from '../decisions/decide.ts';
import { requireCallsLeft } from '../endpoints/tokenReach.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ToolId } from '../kernel/ids.ts';
import type { JsonValue } from '../lib/json.ts';
import type { ToolFailure, ToolOutcome } from '../results/outcome.ts';
import type { CallOptions } from './call.ts';
import { callFilesOf } from './callFiles.ts';
import { checkCall } from './checkCall.ts';
import type { RequestPreview } from './connector.ts';
import { maskCredentials } from './openCredentials.ts';
import { carrying, ownKeyOf } from './reconcile.ts';

/**
 * The dry run of `callTool`. Checks the call exactly as it does, without making it: sends and records nothing, uses no
 * quota, and requests no approval. Its output describes the call:
 *
 * - `decision`: `allow`, `ask` (needs an approval) or `deny`, with the `message` that the caller would get
 * - `missing_credentials`: ids of the fields without a value
 * - `request`: the request that would be sent, with `MASKED_` and the field's id for each secret; null if the call
 *   would be refused earlier
 *
 * @throws as `callTool`
 */
export async function dryRunCall(
  ctx: Ctx,
  called: CalledTool,
  input: unknown,
  { callKey, job, earlierSources }: CallOptions,
): Promise<ToolOutcome> {
  const { snapshot, tool } = called;
  const { call, givenKey, reach, sent, files } = await checkCall(ctx, called, input, earlierSources);
  const decision = await decide(ctx, call, { isDryRun: true });
  if (reach && !('kind' in decision)) await requireCallsLeft(ctx, reach);
  const masked = await maskCredentials(ctx, snapshot, tool.server, tool);
  const keyed = { ...call, callKey, job, isDryRun: true };
  const previewed = {
    accountId: snapshot.accountId,
    signal: ctx.signal,
    connector: tool.server.connector,
    toolName: tool.name,
    request: tool.request,
    ...carrying({ ...keyed, input: sent }, await ownKeyOf(ctx, keyed, givenKey)),
    files: callFilesOf(ctx, call, files),
  };
  const connector = ctx.connectors[tool.server.connector.kind];
  const isSendable = !('kind' in decision) && !('kind' in masked);
  const preview = isSendable ? await connector.preview({ ...previewed, credentials: masked }) : null;
  return described(tool.toolId, decision, 'kind' in masked ? masked : null, preview);
}

function described(
  toolId: ToolId,
  decision: Decision,
  missing: ToolFailure | null,
  preview: RequestPreview | ToolFailure | null,
): ToolOutcome {
  const request = preview && !('kind' in preview) ? preview : null;
  const failure = missing ?? (preview && 'kind' in preview ? preview : null);
  const refusal = 'kind' in decision ? decision : failure;
  const value: JsonValue = {
    dry_run: true,
    tool_id: toolId,
    decision: 'kind' in decision ? (decision.kind === 'approval_required' ? 'ask' : 'deny') : 'allow',
    would_send: request !== null,
    message: refusal?.message ?? null,
    missing_credentials: failure?.kind === 'missing_credentials' ? [...failure.fieldIds] : [],
    request: request && {
      ...{ method: request.method, url: request.url, headers: { ...request.headers } },
      ...{ body: request.body, body_bytes: request.bodyBytes },
    },
  };
  return { kind: 'ok', output: { type: 'json', value } };
}
