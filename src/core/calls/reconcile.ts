import { randomUUID } from 'node:crypto';
import { type AllowDecision, decide } from '../decisions/decide.ts';
import type { Ctx } from '../kernel/context.ts';
import { requireRightIn } from '../kernel/scope.ts';
import type { JsonValue } from '../lib/json.ts';
import { pathOf, valueAtPath } from '../lib/jsonPointer.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import type { ToolRequest } from '../servers/toolRequest.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { callFilesOf } from './callFiles.ts';
import { callUpstream } from './callUpstream.ts';
import { checkCall } from './checkCall.ts';
import { type KeyedCall, serviceKeyOf } from './serviceKey.ts';

/* Calls whose response was lost, settled by a read that the server's document describes. */

/** The name of the slot with our key, in templates. */
const KEY_SLOT = 'call_key';

/** Maximum time of the read, which comes on top of the call's own time. */
const SEARCH_MS_MAX = 15_000;

const REMARK = 'The response of this call was lost. A search of the service found its effect.';

/**
 * The key that we send with a call, so that the service deduplicates it or a later search finds it. Null if the tool
 * supports neither. For a search, a call without its caller's key gets a random key, because the search must not find
 * an earlier call with the same input.
 */
export function ownKeyOf(ctx: Ctx, call: KeyedCall, key: string | null): string | null | Promise<string> {
  const { keyPlace, request } = call.tool;
  if (keyPlace !== null) return key ?? serviceKeyOf(ctx, call);
  if (request?.reconcile === undefined) return null;
  const callKey = call.callKey ?? call.job?.id;
  return callKey === undefined ? randomUUID() : serviceKeyOf(ctx, { ...call, callKey });
}

/** The parts of a request that carry our key: a header, parameter or body member, and the slot of a template. */
export function carrying({ tool, input }: KeyedCall, key: string | null) {
  const { keyPlace, request } = tool;
  const place = keyPlace ?? request?.reconcile?.key;
  if (key === null) return { input };
  const hasSlot = request?.kind === 'template' && request.reconcile !== undefined;
  return {
    input: hasSlot ? { ...input, [KEY_SLOT]: key } : input,
    ...(place && { serviceKey: { in: place.in, name: place.name, value: key } }),
  };
}

/** Searches for the effect of a call whose response was lost; null if it finds none, or if the tool has no search. */
export async function reconcile(
  ctx: Ctx,
  { snapshot, tool, input }: KeyedCall,
  key: string | null,
  permit: AllowDecision,
): Promise<ToolOutcome | null> {
  const { server, request } = tool;
  if (!request?.reconcile) return null;
  const { path, query, found } = request.reconcile;
  const search: ToolRequest = {
    ...{ kind: 'template', method: 'GET', path, bodyEncoding: 'json' },
    ...(query && { query }),
    ...(request.credentials && { credentials: request.credentials }),
    ...(request.sends && { sends: request.sends }),
  };
  const searchCall = {
    ...{ permit, toolName: tool.name, request: search, input: { ...input, [KEY_SLOT]: key }, isSafe: true },
    files: callFilesOf(ctx, { snapshot, tool, sources: [] }, []),
  };
  const answer = await callUpstream<ToolOutcome>(ctx, {
    ...{ snapshot, server, tool, timeoutMs: Math.min(ctx.callTimeoutMs, SEARCH_MS_MAX) },
    send: (upstream) => ctx.connectors[server.connector.kind].call({ ...upstream, ...searchCall }),
    scrub: (scrubber, outcome) => scrubber.outcome(outcome),
  });
  // An answer that is too large to search counts as no match.
  const value = answer.kind === 'ok' && answer.output.type === 'json' ? answer.output.value : null;
  const effect = valueAtPath(value, pathOf(found));
  return isEffect(effect) ? { kind: 'ok', output: { type: 'json', value: { remark: REMARK, found: effect } } } : null;
}

/** Whether a member of a JSON response shows an effect. */
const isEffect = (member: unknown): member is JsonValue =>
  member !== undefined && member !== null && member !== false && !(Array.isArray(member) && member.length === 0);

/**
 * Searches for the effect of an earlier call with the caller's key, for a caller that repeats it. Checks the caller
 * like a call; null if it finds nothing.
 * @throws as `callTool`
 */
export async function reconcileEarlier(
  ctx: Ctx,
  snapshot: StackSnapshot,
  tool: SnapshotTool,
  { input, callKey }: { readonly input: unknown; readonly callKey: string },
): Promise<ToolOutcome | null> {
  requireRightIn(ctx.actor, 'invoke', snapshot.stackId);
  const { call, givenKey } = await checkCall(ctx, { snapshot, tool, toolName: tool.exposedName }, input);
  const permit = await decide(ctx, call, { isApproved: true });
  if ('kind' in permit) return null;
  const keyed = { ...call, callKey };
  return reconcile(ctx, keyed, await ownKeyOf(ctx, keyed, givenKey), permit);
}
