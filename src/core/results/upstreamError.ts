import type { JsonValue } from '../lib/json.ts';

/** One problem that an upstream reported about a call. */
export type UpstreamProblem = {
  /** The input or parameter, as the upstream names it. */
  readonly field?: string;
  readonly message: string;
  readonly code?: string;
};

/** Upstream error of a failed call: bounded, and scrubbed of the call's secrets. */
export type UpstreamError = {
  readonly status: number;
  /** The upstream's own code for the failure. */
  readonly code?: string;
  readonly problems?: readonly UpstreamProblem[];
  readonly contentType?: string;
  /** JSON unchanged, other formats as text; absent for an empty or binary body. */
  readonly body?: JsonValue;
  /** True when `body` is only the beginning of a longer text. */
  readonly isTruncated?: true;
};

/** Maximum bytes of an upstream's error body that are forwarded. */
export const ERROR_BODY_BYTES_MAX = 4_096;
