import type { Readable } from 'node:stream';
import { noteAttempt, noteStatus } from '../../core/calls/diagnostics.ts';
import { type Agents, createAgents } from './agents.ts';
import { hostOf } from './allow.ts';
import { ACCEPT_ENCODING, chunksIn, decodeBody, readAll, toWebStream } from './body.ts';
import { EgressError, toEgressError } from './error.ts';
import { type BodyMode, exchange } from './exchange.ts';
import { fetchOver } from './fetch.ts';
import {
  type AnswerHeaders,
  type CheckedUrl,
  type Egress,
  type EgressOptions,
  type EgressRequest,
  RESPONSE_BYTES_MAX,
} from './types.ts';

const HEADERS_TIMEOUT_MS = 60_000;
const BODY_IDLE_MS = 30_000;
const STREAM_IDLE_MS = 300_000;
const URL_CHARS_MAX = 16_384;
const REDIRECTS_MAX = 3;

/**
 * Checks the form of a URL: http or https, without user information. The addresses of its host are checked when it is
 * dialled (`connect.ts`). @throws EgressError `address_refused`
 */
export const checkUrl = (given: string | URL): CheckedUrl => {
  const url = URL.parse(String(given));
  if (url === null || url.href.length > URL_CHARS_MAX) {
    throw new EgressError('address_refused', 'The upstream address is not a valid URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressError('address_refused', 'The upstream address must be http or https');
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressError('address_refused', 'The upstream address must not hold a user name or password');
  }
  return { href: url.href, origin: url.origin, path: url.pathname + url.search, host: hostOf(url.hostname) };
};

type Settings = {
  readonly agents: Agents;
  /**
   * Never shared with the others: a connection that `allow` permitted must not serve an address that somebody else's
   * document names.
   */
  readonly indirectAgents: Agents;
  readonly userAgent: string;
  readonly headersTimeout: number;
  /** Longest silence while a body arrives, unless a request says otherwise. */
  readonly bodyIdleMs: Readonly<Record<BodyMode, number>>;
};

/** One request on the wire; a redirect makes the next hop. */
type Hop = {
  readonly url: CheckedUrl;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

// RFC 9110, section 15.4: 303 always becomes a GET, 301 and 302 do so for POST; 307 and 308 never change.
const redirectsToGet = (status: number, method: string): boolean =>
  (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');

const withoutContent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-')));

type Redirect = { readonly status: number; readonly location: string; readonly isRefused: boolean | undefined };

/**
 * The request that a redirect leads to. Another origin is refused, not asked without credentials: its answer would not
 * be the upstream's; whoever refuses redirects is asked nowhere else.
 * @throws EgressError `redirect_refused`
 */
const afterRedirect = (hop: Hop, { status, location, isRefused }: Redirect): Hop => {
  const { origin, href, host } = hop.url;
  if (isRefused) throw new EgressError('redirect_refused', `${host}: the upstream redirects`);
  const url = URL.parse(location, href);
  if (url === null || url.origin !== origin || url.username !== '' || url.password !== '') {
    throw new EgressError('redirect_refused', `${host}: the upstream redirects to another address`);
  }
  const next = { ...hop.url, href: url.href, path: url.pathname + url.search };
  return redirectsToGet(status, hop.method)
    ? { url: next, method: 'GET', headers: withoutContent(hop.headers), body: null }
    : { ...hop, url: next };
};

const OURS = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authenticate'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** Names and values alternating, the form that undici does not validate again. */
const outgoingHeaders = (
  given: Readonly<Record<string, string>>,
  userAgent: string,
  diagnostics: EgressRequest['diagnostics'],
): string[] => {
  const lines = ['accept-encoding', ACCEPT_ENCODING];
  // A `traceparent` of the tool's own request is kept.
  if (diagnostics?.traceparent && given['traceparent'] === undefined)
    lines.push('traceparent', diagnostics.traceparent);
  let hasAgent = false;
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (OURS.has(lower)) continue;
    hasAgent ||= lower === 'user-agent';
    lines.push(name, value);
  }
  if (!hasAgent) lines.push('user-agent', userAgent);
  return lines;
};

type DecodedAnswer = {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly isEventStream: boolean;
  /** Decoded and capped. A stream fails with whatever breaks it. */
  readonly body: Buffer | Readable;
  readonly host: string;
};

/** Sends a request and follows redirects within its origin. @throws EgressError */
const send = async (settings: Settings, request: EgressRequest, want: BodyMode): Promise<DecodedAnswer> => {
  const { agents, indirectAgents, userAgent, headersTimeout, bodyIdleMs } = settings;
  const {
    accountId = null,
    isIndirect = false,
    signal,
    hold,
    diagnostics,
    maxBytes: bytesMax = RESPONSE_BYTES_MAX,
  } = request;
  const first = firstHop(request);
  let hop = first;
  const { host } = first.url;
  noteAttempt(diagnostics, host);
  const timeouts = { headersTimeout, bodyTimeout: request.bodyIdleMs ?? bodyIdleMs[want] };
  const plan = { want, signal, host, bytesMax, hold, unreadMs: timeouts.bodyTimeout };
  const agent = (isIndirect ? indirectAgents : agents).of(accountId);
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const { url, method, body } = hop;
      const headers = outgoingHeaders(hop.headers, userAgent, diagnostics);
      const dispatch = { origin: url.origin, path: url.path, method, headers, body, ...timeouts };
      const { head, body: raw } = await exchange(agent, dispatch, plan);
      const { status, redirect: location } = head;
      noteStatus(diagnostics, status);
      if (location !== null) hop = afterRedirect(hop, { status, location, isRefused: request.refusesRedirects });
      else if (Buffer.isBuffer(raw) || head.encoding === '') return { ...head, body: raw, host };
      else return { ...head, body: decodeBody(raw, head.encoding, { bytesMax, host, hold }), host };
    }
  } catch (error) {
    throw toEgressError(error, host, signal, hop !== first);
  }
  throw new EgressError('redirect_refused', `${host}: the upstream redirects too often`);
};

const firstHop = ({ url, method = 'GET', headers = {}, body = null }: EgressRequest): Hop => ({
  url: typeof url === 'string' || url instanceof URL ? checkUrl(url) : url,
  method: method.toUpperCase(),
  headers,
  body,
});

/**
 * Makes the only way to foreign addresses; it lives as long as the process. The rules are in `connect.ts`. Our own code
 * on undici's connections, because it dials the very addresses that it has checked: a filter in front of a client would
 * let the client resolve the name again. Torn down in `test/connectors/egress/egress.test.ts`,
 * `test/connectors/egress/egressLimits.test.ts` and `test/connectors/egress/egressTls.test.ts`.
 */
export const createEgress = (options: EgressOptions): Egress => {
  const agents = createAgents(options);
  const indirectAgents = createAgents({ ...options, allow: options.allowIndirect ?? [] });
  const { userAgent = 'toolyard', headersTimeoutMs: headersTimeout = HEADERS_TIMEOUT_MS } = options;
  const bodyIdleMs = { whole: options.bodyIdleMs ?? BODY_IDLE_MS, events: STREAM_IDLE_MS, stream: STREAM_IDLE_MS };
  const settings = { agents, indirectAgents, userAgent, headersTimeout, bodyIdleMs };

  const request: Egress['request'] = async (asked) => {
    const { status, headers, body, host } = await send(settings, asked, 'whole');
    return { status, headers, body: Buffer.isBuffer(body) ? body : await readAll(body, host, asked.signal) };
  };

  const ask: Egress['ask'] = async (asked) => {
    const { status, headers, isEventStream, body, host } = await send(settings, asked, 'events');
    if (Buffer.isBuffer(body)) return { status, headers, body };
    if (isEventStream) return { status, headers, events: chunksIn(body, host, asked.signal) };
    return { status, headers, body: await readAll(body, host, asked.signal) };
  };

  const open: Egress['open'] = async (asked) => {
    const { status, headers, body, host } = await send(settings, asked, 'stream');
    return { status, headers, body: toWebStream(body, host, asked.signal) };
  };

  const close = async () => {
    await Promise.all([agents.destroy(), indirectAgents.destroy()]);
  };
  return { request, ask, open, fetchFor: (direct, limits) => fetchOver(open, direct, limits), close };
};
