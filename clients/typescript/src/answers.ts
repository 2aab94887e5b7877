import { type ErrorCode, type Fate, type Issue, type Pause, ToolyardError, type UpstreamError } from './errors.ts';
import type { Answer, Kind, OperationId } from './types.ts';

/** The operation whose response is read. */
export type RequestedOperation = { readonly id: OperationId; readonly kind: Kind };

/** Reads a response. @throws ToolyardError for a failure, or an unreadable response */
export async function readAnswer<T>(
  operation: RequestedOperation,
  response: Response,
  parseJson: (text: string) => unknown,
): Promise<Answer<T>> {
  const { status, headers } = response;
  const text = await response.text();
  if (status !== 200 && status !== 304) throw toError(operation, response, text);
  return {
    status,
    data: status === 304 ? null : parsed<T>(operation, response, () => parseJson(text)),
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    nextCursor: cursorIn(headers.get('link')),
    rateLimit: limitsIn(headers),
  };
}

/** The only place where the service's JSON gets the types of `openapi.json`. */
function parsed<T>(operation: RequestedOperation, response: Response, parse: () => unknown): T {
  try {
    return parse() as T;
  } catch (cause) {
    throw new ToolyardError('The answer is not JSON', noAnswer(operation, 'lost', response), cause);
  }
}

/** The error for a request without a readable response. */
export function noAnswer({ id, kind }: RequestedOperation, fate: Fate, response: Response | null) {
  return {
    operation: id,
    kind,
    fate,
    code: 'no_answer',
    status: response?.status ?? null,
    requestId: response?.headers.get('x-request-id') ?? null,
    retryAfterSeconds: null,
    issues: [],
    pause: null,
    isRepeatable: false,
    upstream: null,
  } as const;
}

/** The start of the next page. Only the cursor is taken from the address, because a proxy may change the rest. */
function cursorIn(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://localhost').searchParams.get('cursor');
}

function limitsIn(headers: Headers): Answer<unknown>['rateLimit'] {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(Number(reset) * 1_000) };
}

type Body = Readonly<Record<string, unknown>>;

function bodyIn(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

const textAt = (body: Body, key: string): string | null => (typeof body[key] === 'string' ? body[key] : null);

function toError({ id, kind }: RequestedOperation, { status, headers }: Response, text: string): ToolyardError {
  const body = bodyIn(text);
  // If the body has a fixed text, a header has the details.
  const more = headers.get('x-error-message');
  const message = more ?? textAt(body, 'detail') ?? textAt(body, 'error') ?? `The service answered ${status}`;
  const pause = pauseIn(body);
  const code = codeOf(status, headers, { message, pause });
  return new ToolyardError(message, {
    operation: id,
    kind,
    fate: fateOf(status, headers, code),
    code,
    status,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: secondsIn(headers.get('retry-after')),
    issues: issuesIn(headers.get('x-validation-errors')),
    pause,
    isRepeatable: body['is_repeatable'] === true,
    upstream: upstreamIn(body),
  });
}

function pauseIn(body: Body): Pause | null {
  const [id, url] = [textAt(body, 'pause_id'), textAt(body, 'connect_url')];
  if (id !== null) return { kind: 'approval', id };
  return url === null ? null : { kind: 'sign_in', url };
}

/** Boundary: the service's `openapi.json` defines this. */
function upstreamIn({ upstream }: Body): UpstreamError | null {
  return typeof upstream === 'object' && upstream !== null ? (upstream as UpstreamError) : null;
}

/** Seconds, or a date that a proxy may send instead (RFC 9110, section 10.2.3). */
function secondsIn(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** Statuses of a proxy that doesn't know whether the request was carried out. */
const PROXY_STATUS = [502, 503, 504];

function fateOf(status: number, headers: Headers, code: ErrorCode): Fate {
  if (headers.get('x-outcome') === 'unknown') return 'unknown';
  // The service behind the tool has responded: its 503 isn't ours, and doesn't mean that nothing was done.
  if (code === 'upstream_error' || code === 'upstream_refused') return 'refused';
  if (secondsIn(headers.get('retry-after')) !== null) return 'not_done';
  return PROXY_STATUS.includes(status) ? 'lost' : 'refused';
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The error code that the service names. Older services name none, so it's derived from the rest. */
function codeOf(
  status: number,
  headers: Headers,
  { message, pause }: { readonly message: string; readonly pause: Pause | null },
): ErrorCode {
  const code = headers.get('x-error-code');
  // A code that this version doesn't know is passed on, because a newer service may have more.
  if (code !== null && /^[a-z_]+$/.test(code)) return code as ErrorCode;
  if (pause !== null) return pause.kind === 'approval' ? 'approval_required' : 'missing_credentials';
  if (/^Tool execution failed\b/.test(message)) return 'tool_failed';
  return CODES[status] ?? (status >= 500 ? 'internal' : 'invalid_input');
}

/** A response has at most 2,048 bytes of issues, and never part of one. */
function issuesIn(text: string | null): readonly Issue[] {
  try {
    const issues: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(issues) ? issues : [];
  } catch {
    return [];
  }
}
