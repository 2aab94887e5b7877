import type { SnapshotTool } from '../snapshots/snapshot.ts';
import type { UnknownOutcome } from './connector.ts';

/** RFC 9110, section 9.2.1. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

type Tool = Pick<SnapshotTool, 'request' | 'annotations'>;

/**
 * Whether a tool only reads: its method says so, and its hint doesn't say otherwise. The hint of an MCP server alone
 * isn't enough, since nobody has checked it.
 */
export const isSafe = ({ request, annotations }: Tool): boolean =>
  request !== null && SAFE_METHODS.has(request.method) && annotations?.['readOnlyHint'] !== false;

/** Adds what is known, and whether it is safe to make the call again. */
export function explainUnknown(tool: Tool, outcome: UnknownOutcome, status: number | null): UnknownOutcome {
  const isRepeatable = isSafe(tool);
  const answered = status === null ? '' : ` after the upstream had answered ${status}`;
  const advice = isRepeatable
    ? 'The call only reads, so it can be repeated'
    : 'The request was sent and may have taken effect: check before you make the call again';
  return {
    kind: 'outcome_unknown',
    message: `${outcome.message}${answered}. ${advice}`,
    ...(status !== null && { status }),
    ...(isRepeatable && { isRepeatable }),
  };
}
