/**
 * Policy decision for a call. `held`: approval or a tool review is pending; `approved`: a rule required approval, and
 * a person gave it.
 */
export type CallDecision = 'allowed' | 'denied' | 'held' | 'approved';

/** Surface of a call: `/v1`, `/s/{client_id}`, MCP or GraphQL. */
export type CallSurface = 'account_api' | 'endpoint_api' | 'mcp' | 'graphql';

const DECISIONS: readonly CallDecision[] = ['allowed', 'denied', 'held', 'approved'];
const SURFACES: readonly CallSurface[] = ['account_api', 'endpoint_api', 'mcp', 'graphql'];

/** Parses a stored decision; null for none, and for one written by a newer version. */
export const toCallDecision = (text: string | null): CallDecision | null =>
  DECISIONS.find((each) => each === text) ?? null;

/** Parses a stored surface; null for none, and for one written by a newer version. */
export const toCallSurface = (text: string | null): CallSurface | null =>
  SURFACES.find((each) => each === text) ?? null;
