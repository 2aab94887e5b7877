/** Why a request got no usable response. Tested by `test/connectors/egress/egressErrors.test.ts`. */
export type EgressErrorKind =
  /** The rules forbid the address, the scheme or the form of the URL. */
  | 'address_refused'
  | 'redirect_refused'
  | 'unreachable'
  | 'timed_out'
  | 'cancelled'
  | 'too_large'
  /** The response is not HTTP, or its encoding is broken. */
  | 'bad_answer'
  /** The request cannot be sent as HTTP. */
  | 'bad_request';

/** A failed request to an external address. `message` names at most the host, never a path, query or header. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly kind: EgressErrorKind;
  /** True when the request has certainly not been sent: no connection had begun to send it. */
  readonly isUnsent: boolean;

  constructor(kind: EgressErrorKind, message: string, cause?: unknown, isUnsent = false) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.isUnsent = isUnsent;
  }
}

/** The error for a response beyond its bound. */
export const tooLarge = (host: string, bytesMax: number): EgressError =>
  new EgressError('too_large', `${host}: the answer is larger than ${bytesMax} bytes`);

type KindAndText = readonly [EgressErrorKind, string];

const BY_CODE: Readonly<Record<string, KindAndText>> = {
  UND_ERR_CONNECT_TIMEOUT: ['timed_out', 'connecting took too long'],
  UND_ERR_HEADERS_TIMEOUT: ['timed_out', 'no answer in time'],
  UND_ERR_BODY_TIMEOUT: ['timed_out', 'the answer stopped arriving'],
  ETIMEDOUT: ['timed_out', 'connecting took too long'],
  UND_ERR_HEADERS_OVERFLOW: ['too_large', 'the answer has too many headers'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['bad_answer', 'the answer does not have its declared length'],
  UND_ERR_INVALID_ARG: ['bad_request', 'the request cannot be sent'],
  UND_ERR_NOT_SUPPORTED: ['bad_request', 'the request cannot be sent'],
  ECONNREFUSED: ['unreachable', 'connection refused'],
  ENOTFOUND: ['unreachable', 'the name does not resolve'],
  EAI_AGAIN: ['unreachable', 'the name does not resolve'],
  ECONNRESET: ['unreachable', 'connection closed'],
  EPIPE: ['unreachable', 'connection closed'],
  UND_ERR_SOCKET: ['unreachable', 'connection closed'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['unreachable', 'the certificate is for another name'],
  CERT_HAS_EXPIRED: ['unreachable', 'the certificate has expired'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['unreachable', 'the certificate is not trusted'],
  SELF_SIGNED_CERT_IN_CHAIN: ['unreachable', 'the certificate is not trusted'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['unreachable', 'the certificate is not trusted'],
};

const BY_PREFIX: ReadonlyArray<readonly [string, KindAndText]> = [
  ['CERT_', ['unreachable', 'the certificate is not trusted']],
  ['UNABLE_TO_', ['unreachable', 'the certificate is not trusted']],
  ['HPE_', ['bad_answer', 'the answer is not HTTP']],
  ['Z_', ['bad_answer', 'the answer is not encoded as declared']],
  ['ERR__ERROR_', ['bad_answer', 'the answer is not encoded as declared']],
  ['ERR_BROTLI', ['bad_answer', 'the answer is not encoded as declared']],
];

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici's parser gives no code for some of its errors.
  if (error.name === 'HTTPParserError') return 'HPE_';
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
};

/**
 * Converts an error of the HTTP client. An abort by `AbortSignal.timeout` becomes `timed_out`. `isUnsent`: the request
 * hadn't reached a connection yet.
 */
export const toEgressError = (
  error: unknown,
  host: string,
  signal: AbortSignal | undefined,
  isUnsent = false,
): EgressError => {
  if (error instanceof EgressError)
    return error.isUnsent === isUnsent || !isUnsent ? error : new EgressError(error.kind, error.message, error, true);
  if (signal?.aborted) {
    return signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
      ? new EgressError('timed_out', `${host}: no answer in time`, error, isUnsent)
      : new EgressError('cancelled', `${host}: the request was cancelled`, error, isUnsent);
  }
  const code = codeOf(error);
  const byPrefix = BY_PREFIX.find(([prefix]) => code.startsWith(prefix));
  const [kind, text] = BY_CODE[code] ?? byPrefix?.[1] ?? ['unreachable', 'connection failed'];
  return new EgressError(kind, `${host}: ${text}`, error, isUnsent);
};

/** Hint for the operator about a refused address, with `isIndirect` as in the request; empty for other errors. */
export function egressHint({ kind }: { readonly kind: string }, isIndirect = false): string {
  if (kind !== 'address_refused') return '';
  return `; the operator can allow it with TOOLYARD_EGRESS_ALLOW${isIndirect ? '_INDIRECT' : ''}`;
}
