import type { JsonObject } from '../lib/json.ts';
import type { UnknownOutcome } from '../results/outcome.ts';
import type { ToolRequest } from '../servers/toolRequest.ts';
import type { SnapshotTool } from './snapshot.ts';

/** RFC 9110, section 9.2.1. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

type Tool = Pick<SnapshotTool, 'keyPlace' | 'isSafe' | 'request'>;

/**
 * True if a tool only reads: its HTTP method is safe or it is a GraphQL query, and `readOnlyHint` isn't false. An MCP
 * server's hint alone is not sufficient, since it is unverified.
 */
export function isSafe(request: ToolRequest | null, annotations: JsonObject | null): boolean {
  if (request === null || annotations?.['readOnlyHint'] === false) return false;
  return request.kind === 'graphql' ? request.operation === 'query' : SAFE_METHODS.has(request.method);
}

/** Whether repeating a call is harmless: it only reads, or its service deduplicates by key. */
export const isRepeatableTool = (tool: Pick<Tool, 'keyPlace' | 'isSafe'>): boolean =>
  tool.isSafe || tool.keyPlace !== null;

function adviceOn(tool: Tool): string {
  if (tool.isSafe) return 'The call only reads, so it can be repeated';
  const searched = tool.request?.reconcile ? ', but a search of the service found no effect yet' : '';
  const sent = `The request was sent and may have taken effect${searched}`;
  return tool.keyPlace === null
    ? `${sent}: check before you retry the call`
    : `${sent}. Retrying the same call is safe: its idempotency key prevents a second execution`;
}

/** Adds known details, and whether the call is safe to repeat. */
export function explainUnknown(tool: Tool, outcome: UnknownOutcome, status: number | null): UnknownOutcome {
  const isRepeatable = isRepeatableTool(tool);
  const answered = status === null ? '' : ` after the upstream had answered ${status}`;
  const advice = adviceOn(tool);
  return {
    kind: 'outcome_unknown',
    message: `${outcome.message}${answered}. ${advice}`,
    ...(status !== null && { status }),
    ...(isRepeatable && { isRepeatable }),
  };
}
