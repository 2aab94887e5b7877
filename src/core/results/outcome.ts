import type { ApprovalId, RuleId } from '../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import type { LargeOutput } from './largeOutput.ts';
import type { ResultSource } from './source.ts';
import type { UpstreamError } from './upstreamError.ts';

/** A tool's output before a surface shapes it. */
export type ToolOutput =
  | {
      readonly type: 'mcp';
      readonly content: readonly JsonObject[];
      /** Any value; only an object up to MCP revision 2025-11-25. */
      readonly structuredContent?: JsonValue;
      readonly meta?: JsonObject;
    }
  | { readonly type: 'json'; readonly value: JsonValue }
  | {
      readonly type: 'text';
      readonly text: string;
      /** Note for the caller about the text, for example that JSON was expected. */
      readonly remark?: string;
    }
  | { readonly type: 'binary'; readonly base64: string; readonly contentType: string }
  /** A stored file, in the form of `describeFile`. */
  | { readonly type: 'file'; readonly file: JsonObject }
  | LargeOutput;

/** A stored result. */
export type KeptResult = { readonly handle: string; readonly bytes: number };

/**
 * How a call ended. An upstream failure is an outcome, not an exception; each surface formats it. `message` is the
 * cause only, phrased to follow "failed: ". It is safe to show: no secret, no URL query, no stack trace.
 */
export type ToolOutcome =
  | {
      readonly kind: 'ok';
      readonly output: ToolOutput;
      /** Response headers that callers get with the result, in lower case; absent for none. */
      readonly headers?: AnswerHeaders;
      /** Set if the service was not called, and says where the answer comes from. */
      readonly rehearsal?: RehearsalSource;
      /** Set if the output is the first part of a stored result, whose JSON text has this many bytes. */
      readonly kept?: KeptResult;
      /** The tools whose output it contains, if it may be stored under a handle. */
      readonly sources?: readonly ResultSource[];
    }
  /** The tool reported a failure. Without `output`, the tool can't handle this input. */
  | {
      readonly kind: 'tool_error';
      readonly message: string;
      readonly output?: ToolOutput;
      readonly upstream?: UpstreamError;
    }
  | {
      readonly kind: 'missing_credentials';
      readonly message: string;
      readonly fieldIds: readonly string[];
      /**
       * One-time address where a person can sign in. Absent when more than a sign-in is missing, or when the caller may
       * not connect credentials.
       */
      readonly connectUrl?: string;
      /** Asks the user to open `connectUrl`, if the caller supports elicitation. */
      readonly elicitation?: Elicitation;
    }
  /** The upstream refused the credentials or the permission (401, 403). */
  | ({ readonly kind: 'upstream_refused' | 'upstream_rate_limited' | 'upstream_error' } & AnsweredFailure)
  /** Nothing was sent, so the tool hasn't run. */
  | { readonly kind: 'timed_out' | 'unreachable'; readonly message: string }
  /** The request was sent, but the answer never came or broke off: the tool may have run. */
  | UnknownOutcome
  /** Egress rules forbid the address. `isSent`: it is a redirect's address, so the upstream received the request. */
  | { readonly kind: 'address_refused'; readonly message: string; readonly isSent?: true }
  /** The response exceeded a size limit or broke the protocol, but the request certainly arrived. */
  | {
      readonly kind: 'bad_answer';
      readonly message: string;
      /** Elicitation from the upstream, if the caller supports it. */
      readonly elicitation?: Elicitation;
    }
  /** A rule of the account denies the call; nothing was sent. */
  | { readonly kind: 'denied'; readonly message: string; readonly ruleId: RuleId }
  /** A rule of the account requires an approval, and there is none; nothing was sent. `approvalId` is pending. */
  | {
      readonly kind: 'approval_required';
      readonly message: string;
      readonly ruleId: RuleId;
      readonly approvalId?: ApprovalId;
      /** Asks the user to approve the call, if the caller supports elicitation. */
      readonly elicitation?: Elicitation;
    }
  /** The tool changed since it was enabled and the change is not reviewed; nothing was sent. */
  | { readonly kind: 'held_for_review'; readonly message: string }
  /** The caller left or cancelled. */
  | { readonly kind: 'cancelled'; readonly message: string };

/** Headers by lower-case name, without `set-cookie`. The values of a repeated header are joined with `, `. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** A failure reported by the upstream. */
type AnsweredFailure = {
  readonly message: string;
  readonly status?: number;
  /** How long the upstream asks the caller to wait. */
  readonly retryAfterSeconds?: number;
  readonly upstream?: UpstreamError;
  readonly rpc?: RpcError;
};

/** A call that was sent, with an unknown effect. */
export type UnknownOutcome = {
  readonly kind: 'outcome_unknown';
  readonly message: string;
  /** The status that arrived before the answer broke off. */
  readonly status?: number;
  /** True if repeating the call is safe: it only reads, or the service deduplicates by its idempotency key. */
  readonly isRepeatable?: true;
};

/** A JSON-RPC error from an MCP server, for MCP callers. `data` may be truncated. */
type RpcError = { readonly code: number; readonly data?: JsonValue };

/** Every outcome but success. */
export type ToolFailure = Exclude<ToolOutcome, { kind: 'ok' }>;

/** Outcome of an aborted call. Only the owner of the deadline can recognize a timeout (`callUpstream.ts`). */
export const CANCELLED = { kind: 'cancelled', message: 'the call was cancelled' } as const satisfies ToolFailure;

/** Failure cause of a call that was running when the service stopped. */
export const CUT_OFF = 'Toolyard was stopped while the call ran';

/**
 * Elicitation from an upstream during a call (MCP 2026-07-28, multi round-trip requests). Holds requests by the
 * upstream's keys, and the state it expects back with the answers.
 */
export type Elicitation = { readonly inputRequests: JsonObject; readonly requestState?: string };

/**
 * Where the answer of a rehearsal comes from: a stored result of an earlier call, the example of its server's document,
 * or the output schema of the tool. `none`: there is none of them, so the answer is empty.
 */
export type RehearsalSource = 'recording' | 'example' | 'schema' | 'none';
