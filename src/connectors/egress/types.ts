import type { CallDiagnostics } from '../../core/calls/diagnostics.ts';
import type { AccountId } from '../../core/kernel/ids.ts';
import type { AnswerHeaders } from '../../core/results/outcome.ts';
import type { EgressRule } from './allow.ts';
import type { Resolve } from './names.ts';

/** Maximum decoded bytes of a response, unless a request sets another limit. */
export const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Maximum decoded bytes of each response during a sign-in: metadata, keys, tokens. Known providers send at most a
 * third. The protocols' libraries parse them on the event loop. Tested by `test/connectors/oauth/longAnswers.test.ts`.
 */
export const PROVIDER_BYTES_MAX = 65_536;

/** Options of an egress. Times are in milliseconds. */
export type EgressOptions = {
  readonly allow: readonly EgressRule[];
  /** The exceptions for requests with `isIndirect`; default: none. */
  readonly allowIndirect?: readonly EgressRule[];
  readonly connectTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
  /** Longest silence while a body arrives, for `request`. */
  readonly bodyIdleMs?: number;
  readonly connectionsPerOriginMax?: number;
  readonly userAgent?: string;
  readonly resolve?: Resolve;
  readonly ca?: readonly string[];
};

/** A URL split into the parts of a request, checked once (`checkUrl` in `egress.ts`). */
export type CheckedUrl = {
  readonly href: string;
  readonly origin: string;
  /** Includes the query. */
  readonly path: string;
  /** The host, spelled as in rules and messages (`hostOf`). */
  readonly host: string;
};

/** A body that is read while it is sent, each time from its start. */
export type StreamedBody = { readonly bytes: number; read(): AsyncIterable<Uint8Array> };

export type RequestBody = string | Uint8Array | StreamedBody | null;

/** Whether a body is read while it is sent. */
export const isStreamed = (body: RequestBody): body is StreamedBody =>
  body !== null && typeof body !== 'string' && 'read' in body;

/** Headers of many requests, which the egress converts once. */
export class SharedHeaders {
  readonly record: Readonly<Record<string, string>>;
  /** Their form for the HTTP client, set at first use. */
  lines: string[] | null = null;

  constructor(record: Readonly<Record<string, string>>) {
    this.record = record;
  }
}

/** One request to an external address. */
export type EgressRequest = {
  /** http or https, without user information. */
  readonly url: string | URL | CheckedUrl;
  readonly method?: string;
  /** Hop-by-hop headers, `Host`, `Content-Length` and `Accept-Encoding` are dropped: the egress sets them. */
  readonly headers?: Readonly<Record<string, string>> | SharedHeaders;
  readonly body?: RequestBody;
  /** The only time limit on the whole exchange; a timeout signal ends it as `timed_out`. */
  readonly signal?: AbortSignal | undefined;
  /** Decoded bytes. Default `RESPONSE_BYTES_MAX`. */
  readonly maxBytes?: number;
  readonly bodyIdleMs?: number;
  /**
   * The account whose connections are used. Connections are bounded per origin, so other accounts don't wait for them.
   */
  readonly accountId?: AccountId | null;
  /** Called with the decoded bytes of the response as they arrive. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** Receives diagnostics of the request. */
  readonly diagnostics?: CallDiagnostics | undefined;
  /**
   * True for an address from an upstream's response or an external document. Neither the operator nor the server's
   * owner entered it, so `allow` does not apply. Tested by `test/connectors/egress/indirect.test.ts`.
   */
  readonly isIndirect?: boolean;
  /**
   * If set, redirects to other origins are followed without headers that could hold a credential. `isClean` says
   * whether an address or body may be sent there. Absent: only redirects within the origin are followed.
   */
  readonly elsewhere?: { isClean(text: string): boolean };
  /** If true, every redirect fails, even within the origin. */
  readonly refusesRedirects?: boolean;
  /**
   * If set, a successful response longer than `maxBytes` is passed on as it arrives, up to this many bytes, instead of
   * failing.
   */
  readonly longBytesMax?: number;
};

/** A whole response; `body` is decoded and capped. */
export type EgressAnswer = { readonly status: number; readonly headers: AnswerHeaders; readonly body: Buffer };

/** A response that is longer than `maxBytes`. Its chunks fail with `EgressError`. */
export type EgressLongAnswer = Pick<EgressAnswer, 'status' | 'headers'> & {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the request, also if no chunk was read. */
  cancel(): void;
};

/** A `text/event-stream` with status 200, passed on as it arrives: decoded, capped, failing with `EgressError`. */
export type EgressEvents = {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Ending the loop ends the request. */
  readonly events: AsyncIterable<Uint8Array>;
};

/** A response whose body is read as it arrives. */
export type EgressStream = {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /**
   * Decoded and capped; also async-iterable. Fails with `EgressError`. Read it to the end or cancel it. It ends if its
   * reader is silent for longer than the upstream may be.
   */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
};

/** Limits of a `fetch`. */
export type FetchLimits = {
  /** The owner whose connections it uses, as in `EgressRequest`; null for work without an account. */
  readonly accountId: AccountId | null;
  /** The bound of each response, as in `EgressRequest`. */
  readonly maxBytes?: number;
};

/** The only path to external addresses. Every failure is an `EgressError`; any HTTP status is a response. */
export type Egress = {
  request(request: EgressRequest): Promise<EgressAnswer>;
  /** As `request`, for a request with `longBytesMax`. */
  receive(request: EgressRequest): Promise<EgressAnswer | EgressLongAnswer>;
  /** As `request`, but an event stream is returned as it arrives. */
  ask(request: EgressRequest): Promise<EgressAnswer | EgressEvents>;
  /** Resolves when the headers have arrived. */
  open(request: EgressRequest): Promise<EgressStream>;
  /**
   * A `fetch` over the egress, for libraries that follow addresses in upstream responses. `direct` lists the addresses
   * that the operator or a server's owner entered; other origins count as `isIndirect`. All responses except event
   * streams are buffered, so a library that stops reading holds no connection. Rejects with `EgressError`.
   */
  fetchFor(direct: readonly string[], limits: FetchLimits): typeof globalThis.fetch;
  close(): Promise<void>;
};
