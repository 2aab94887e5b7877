import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';
import { noteAttempt } from '../../core/calls/diagnostics.ts';
import { BOUNDS } from '../../core/kernel/bounds.ts';
import type { AccountId } from '../../core/kernel/ids.ts';
import { AppError } from '../../core/lib/errors.ts';
import { lruOptions } from '../../core/lib/lru.ts';
import { hostOf } from './allow.ts';
import { ACCEPT_ENCODING, chunksIn, decodeBody, readAll, readOrPassOn, toWebStream } from './body.ts';
import { createConnect } from './connect.ts';
import { EgressError, toEgressError } from './error.ts';
import { type BodyMode, type ExchangePlan, exchange, type Head, isSuccess } from './exchange.ts';
import { fetchOver } from './fetch.ts';
import type { HandshakeOwner } from './handshakes.ts';
import { afterRedirect, type Hop, REDIRECTS_MAX } from './redirects.ts';
import {
  type CheckedUrl,
  type Egress,
  type EgressAnswer,
  type EgressEvents,
  type EgressLongAnswer,
  type EgressOptions,
  type EgressRequest,
  isStreamed,
  RESPONSE_BYTES_MAX,
  type RequestBody,
  SharedHeaders,
} from './types.ts';
import { WatchedAgent } from './watchedAgent.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS_PER_ORIGIN_MAX = 64;
const ORIGINS_MAX = 4_096;
const HEADER_BYTES_MAX = 32_768;
const ACCOUNTS_MAX = 10_000;
const UNUSED_MS_MAX = 10 * 60_000;
const PURGE_MS = 60_000;
const HEADERS_TIMEOUT_MS = 60_000;
const BODY_IDLE_MS = 30_000;
const STREAM_IDLE_MS = 300_000;
const URL_CHARS_MAX = 16_384;

const refusedUrl = (message: string) => new EgressError('address_refused', message, undefined, true);

/**
 * Checks the form of a URL: http or https, without user information. The addresses of its host are checked when it is
 * dialled (`connect.ts`). @throws EgressError `address_refused`
 */
export const checkUrl = (address: string | URL): CheckedUrl => {
  const url = URL.parse(String(address));
  if (url === null || url.href.length > URL_CHARS_MAX) {
    throw refusedUrl('The upstream address is not a valid URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusedUrl('The upstream address must be http or https');
  }
  if (url.username !== '' || url.password !== '') {
    throw refusedUrl('The upstream address must not hold a user name or password');
  }
  return { href: url.href, origin: url.origin, path: url.pathname + url.search, host: hostOf(url.hostname) };
};

/** Connections by account, each with a bound per origin. */
type Agents = {
  /** Null: for work without an account. */
  agentFor(accountId: AccountId | null): Agent;
  destroy(): Promise<void>;
};

/**
 * Opens connections per account on demand, by the rules of `connect.ts`. The connections of an account are closed
 * after ten minutes without a request. Tested by `test/connectors/egress/egressLimits.test.ts`.
 */
const createAgents = (options: EgressOptions): Agents => {
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const newAgent = (connections: number, owner: HandshakeOwner) => {
    const connect = createConnect({ ...options, connectTimeoutMs }, owner);
    const bounds = { connections, maxOrigins: ORIGINS_MAX, maxHeaderSize: HEADER_BYTES_MAX };
    return new WatchedAgent({ connect, ...bounds, allowH2: false });
  };
  const byAccount = new LRUCache<AccountId, Agent>({
    ...lruOptions(ACCOUNTS_MAX),
    ttl: UNUSED_MS_MAX,
    // By default, lru-cache reads the clock and sets a timer every millisecond.
    ttlResolution: 1_000,
    updateAgeOnGet: true,
    // Running requests may finish first.
    dispose: (agent) => void agent.close().catch(() => undefined),
  });
  // One interval for the whole cache, because a cache with automatic purging sets a timer for each entry.
  const purging = setInterval(() => byAccount.purgeStale(), PURGE_MS).unref();
  const shared = newAgent(options.connectionsPerOriginMax ?? CONNECTIONS_PER_ORIGIN_MAX, {
    id: randomUUID(),
    isAccount: false,
  });
  return {
    agentFor(accountId) {
      if (accountId === null) return shared;
      const known = byAccount.get(accountId);
      if (known) return known;
      const agent = newAgent(options.connectionsPerOriginMax ?? BOUNDS.max_origin_connections.max, {
        id: accountId,
        isAccount: true,
      });
      byAccount.set(accountId, agent);
      return agent;
    },
    async destroy() {
      clearInterval(purging);
      await Promise.all([shared, ...byAccount.values()].map((agent) => agent.destroy()));
      byAccount.clear();
    },
  };
};

type Settings = {
  readonly agents: Agents;
  /** Separate agents for untrusted addresses: they must not reuse a connection that only `allow` permits. */
  readonly indirectAgents: Agents;
  readonly userAgent: string;
  readonly headersTimeout: number;
  /** Longest silence while a body arrives, unless a request says otherwise. */
  readonly bodyIdleMs: Readonly<Record<BodyMode, number>>;
};

/** Headers that the egress sets itself, or that belong to one connection: in a request they are dropped. */
const OWN_HEADERS = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authenticate'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** Names and values alternating, the form that undici does not validate again. */
const outgoingHeaders = (
  input: Readonly<Record<string, string>>,
  userAgent: string,
  diagnostics: EgressRequest['diagnostics'],
  body: RequestBody,
): string[] => {
  const lines = ['accept-encoding', ACCEPT_ENCODING];
  // Many services refuse a body without its length.
  if (isStreamed(body)) lines.push('content-length', String(body.bytes));
  // A `traceparent` of the tool's own request is preserved.
  if (diagnostics?.traceparent && input['traceparent'] === undefined)
    lines.push('traceparent', diagnostics.traceparent);
  let hasAgent = false;
  for (const [name, value] of Object.entries(input)) {
    const lower = name.toLowerCase();
    if (OWN_HEADERS.has(lower)) continue;
    hasAgent ||= lower === 'user-agent';
    lines.push(name, value);
  }
  if (!hasAgent) lines.push('user-agent', userAgent);
  return lines;
};

/** The headers of a hop for the HTTP client. Shared headers are converted once. */
function linesOf({ headers: requestHeaders, diagnostics }: EgressRequest, hop: Hop, userAgent: string): string[] {
  const { headers, body, isElsewhere } = hop;
  const isOfAll = requestHeaders instanceof SharedHeaders && requestHeaders.record === headers && !isStreamed(body);
  const shared = isOfAll && !diagnostics?.traceparent ? requestHeaders : null;
  if (shared?.lines) return shared.lines;
  const lines = outgoingHeaders(headers, userAgent, isElsewhere ? undefined : diagnostics, body);
  if (shared) shared.lines = lines;
  return lines;
}

type DecodedAnswer = {
  readonly head: Head;
  /** Decoded and capped. A stream is destroyed with the error that interrupts it. */
  readonly body: Buffer | Readable;
  readonly host: string;
};

function decodedBody(
  raw: Buffer | Readable,
  { status, encoding }: Head,
  plan: ExchangePlan,
  host: string,
): Buffer | Readable {
  if (Buffer.isBuffer(raw) || encoding === '') return raw;
  const { bytesMax: heldMax, longBytesMax } = plan;
  const bytesMax = (isSuccess(status) && longBytesMax) || heldMax;
  return decodeBody(raw, encoding, { bytesMax, heldMax, host, hold: plan.hold });
}

/**
 * Sends a request, follows redirects within its origin, and returns the result of `read`.
 * @throws EgressError
 */
const send = async <T>(
  settings: Settings,
  request: EgressRequest,
  want: BodyMode,
  read: (answer: DecodedAnswer) => T | Promise<T>,
): Promise<T> => {
  const { agents, indirectAgents, userAgent, headersTimeout } = settings;
  const {
    accountId = null,
    isIndirect = false,
    signal,
    hold,
    diagnostics,
    maxBytes: bytesMax = RESPONSE_BYTES_MAX,
    longBytesMax,
  } = request;
  let hop = firstHop(request);
  const { host } = hop.url;
  noteAttempt(diagnostics, hop.url.origin, hop.method);
  const bodyTimeout = request.bodyIdleMs ?? settings.bodyIdleMs[want];
  const plan = { want, signal, host, bytesMax, longBytesMax, hold, unreadMs: bodyTimeout, diagnostics, isSent: false };
  let answer: DecodedAnswer | null = null;
  try {
    for (let redirects = 0; answer === null && redirects <= REDIRECTS_MAX; redirects += 1) {
      const { url, method, body, isElsewhere = false } = hop;
      const agent = (isIndirect || isElsewhere ? indirectAgents : agents).agentFor(accountId);
      const headers = linesOf(request, hop, userAgent);
      const { origin, path } = url;
      // undici reads the next part of a stream only when the connection can send it.
      const sent = isStreamed(body) ? Readable.from(body.read(), { objectMode: false, highWaterMark: 1 }) : body;
      const dispatch = { origin, path, method, headers, body: sent, headersTimeout, bodyTimeout };
      plan.host = url.host;
      const { head, body: raw } = await exchange(agent, dispatch, plan);
      const { status, redirect: location } = head;
      if (location !== null)
        hop = afterRedirect(hop, {
          status,
          location,
          isRefused: request.refusesRedirects,
          elsewhere: request.elsewhere,
        });
      else answer = { head, body: decodedBody(raw, head, plan, host), host };
    }
  } catch (error) {
    throw isUnreadBody(error) ? error : toEgressError(error, hop.url.host, signal, !plan.isSent);
  }
  if (answer) return read(answer);
  throw new EgressError('redirect_refused', `${host}: the upstream redirects too often`);
};

/** Whether a body could not be read. The upstream then received an incomplete request, which it can't act on. */
const isUnreadBody = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

/** The answer with its whole body; immediately if the body is complete. */
function wholeAnswer(
  { head: { status, headers }, body, host }: DecodedAnswer,
  { signal }: EgressRequest,
): EgressAnswer | Promise<EgressAnswer> {
  if (Buffer.isBuffer(body)) return { status, headers, body };
  return readAll(body, host, signal).then((whole) => ({ status, headers, body: whole }));
}

const firstHop = ({ url, method = 'GET', headers = {}, body = null }: EgressRequest): Hop => ({
  url: typeof url === 'string' || url instanceof URL ? checkUrl(url) : url,
  method: method.toUpperCase(),
  headers: headers instanceof SharedHeaders ? headers.record : headers,
  body,
});

/**
 * Creates the only path to external addresses; it lives as long as the process. The rules are in `connect.ts`. A custom
 * connector for undici dials only addresses that it has checked. A filter in front of a client would let the client
 * resolve the name again. Tested by `test/connectors/egress/egress.test.ts`,
 * `test/connectors/egress/egressLimits.test.ts` and `test/connectors/egress/egressTls.test.ts`.
 */
export const createEgress = (options: EgressOptions): Egress => {
  const agents = createAgents(options);
  const indirectAgents = createAgents({ ...options, allow: options.allowIndirect ?? [] });
  const { userAgent = 'toolyard', headersTimeoutMs: headersTimeout = HEADERS_TIMEOUT_MS } = options;
  const bodyIdleMs = { whole: options.bodyIdleMs ?? BODY_IDLE_MS, events: STREAM_IDLE_MS, stream: STREAM_IDLE_MS };
  const settings = { agents, indirectAgents, userAgent, headersTimeout, bodyIdleMs };

  const request: Egress['request'] = (outgoing) =>
    send(settings, outgoing, 'whole', (answer) => wholeAnswer(answer, outgoing));

  const receive: Egress['receive'] = (outgoing) =>
    send<EgressAnswer | EgressLongAnswer>(settings, outgoing, 'whole', ({ head: { status, headers }, body, host }) => {
      if (Buffer.isBuffer(body)) return { status, headers, body };
      const bytesMax = outgoing.maxBytes ?? RESPONSE_BYTES_MAX;
      return readOrPassOn(body, bytesMax, host, outgoing.signal).then((read) =>
        Buffer.isBuffer(read)
          ? { status, headers, body: read }
          : { status, headers, chunks: read, cancel: () => void body.destroy() },
      );
    });

  const ask: Egress['ask'] = (outgoing) =>
    send<EgressAnswer | EgressEvents>(settings, outgoing, 'events', (answer) => {
      const { head, body, host } = answer;
      const { status, headers, isEventStream } = head;
      return isEventStream && !Buffer.isBuffer(body)
        ? { status, headers, events: chunksIn(body, host, outgoing.signal) }
        : wholeAnswer(answer, outgoing);
    });

  const open: Egress['open'] = (outgoing) =>
    send(settings, outgoing, 'stream', ({ head: { status, headers }, body, host }) => ({
      status,
      headers,
      body: toWebStream(body, host, outgoing.signal),
    }));

  const close = async () => {
    await Promise.all([agents.destroy(), indirectAgents.destroy()]);
  };
  return { request, receive, ask, open, fetchFor: (direct, limits) => fetchOver(open, direct, limits), close };
};
