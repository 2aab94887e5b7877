import type { SnapshotTool } from '../snapshots/snapshot.ts';
import type { UnknownOutcome } from './connector.ts';
import { keyPlaceOf } from './serviceKey.ts';

/** RFC 9110, section 9.2.1. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

type Tool = Pick<SnapshotTool, 'request' | 'annotations' | 'server'>;

/**
 * True if a tool only reads: its method is safe and its hint does not contradict. An MCP server's hint is not
 * sufficient, since it is unverified.
 */
export const isSafe = ({ request, annotations }: Omit<Tool, 'server'>): boolean =>
  request !== null && SAFE_METHODS.has(request.method) && annotations?.['readOnlyHint'] !== false;

/** Whether a call can be made again without doing more: it only reads, or its service makes it once for its key. */
export const isRepeatableTool = (tool: Tool): boolean => isSafe(tool) || keyPlaceOf(tool) !== null;

function adviceOn(tool: Tool): string {
  if (isSafe(tool)) return 'The call only reads, so it can be repeated';
  const sent = 'The request was sent and may have taken effect';
  return keyPlaceOf(tool) === null
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
