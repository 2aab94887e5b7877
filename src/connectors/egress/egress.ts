import type { Readable } from 'node:stream';
import { type Agents, createAgents } from './agents.ts';
import { hostOf } from './allow.ts';
import { ACCEPT_ENCODING, decodeBody, eventsIn, readAll, toWebStream } from './body.ts';
import { EgressError, toEgressError } from './error.ts';
import { type BodyUse, type Exchanged, exchange, type Head } from './exchange.ts';
import { fetchOver } from './fetch.ts';
import {
  type AnswerHeaders,
  type Egress,
  type EgressOptions,
  type EgressRequest,
  RESPONSE_BYTES_MAX,
} from './types.ts';

const HEADERS_TIMEOUT_MS = 60_000;
const BODY_IDLE_MS = 30_000;
const STREAM_IDLE_MS = 300_000;
const URL_CHARS_MAX = 16_384;

type Settings = { readonly agents: Agents; readonly options: EgressOptions };

/** One request on the wire; a redirect within the origin makes the next. */
type Hop = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** How many redirects led here. */
  readonly redirects: number;
};

const REDIRECTS_MAX = 3;
const REDIRECTING = new Set([301, 302, 303, 307, 308]);

const isRedirect = (status: number, location: string | string[] | undefined): location is string =>
  REDIRECTING.has(status) && typeof location === 'string';

// RFC 9110, section 15.4: 303 always becomes a GET, 301 and 302 do so for POST; 307 and 308 never change.
const becomesGet = (status: number, method: string): boolean =>
  (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');

const withoutContent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-')));

/**
 * The request that a redirect asks for. Another origin is refused rather than asked without credentials: an answer
 * from elsewhere is not the upstream's.
 * @throws EgressError `redirect_refused`
 */
const afterRedirect = (hop: Hop, status: number, location: string): Hop => {
  const host = hop.url.hostname;
  const url = URL.parse(location, hop.url.href);
  if (url === null || url.origin !== hop.url.origin || url.username !== '' || url.password !== '') {
    throw new EgressError('redirect_refused', `${host}: the upstream redirects to another address`);
  }
  if (hop.redirects >= REDIRECTS_MAX) {
    throw new EgressError('redirect_refused', `${host}: the upstream redirects too often`);
  }
  const redirects = hop.redirects + 1;
  return becomesGet(status, hop.method)
    ? { url, method: 'GET', headers: withoutContent(hop.headers), body: null, redirects }
    : { ...hop, url, redirects };
};

const OURS = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authenticate'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** Names and values by turns, as the HTTP client takes them without looking at each again. */
const outgoingHeaders = (given: Readonly<Record<string, string>>, userAgent: string): string[] => {
  const lines = ['accept-encoding', ACCEPT_ENCODING];
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

const checkedUrl = (given: string | URL): URL => {
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
  return url;
};

const encodingOf = ({ headers }: Head, { method }: Hop): string =>
  method === 'HEAD' ? '' : String(headers['content-encoding'] ?? '');

/** `whole`: one buffer. `events`: the same, but an event stream as it arrives. `stream`: as it arrives. */
type Want = 'whole' | 'events' | 'stream';

const isEventStream = ({ status, headers }: Head): boolean =>
  status === 200 && String(headers['content-type'] ?? '').startsWith('text/event-stream');

const useOf = (want: Want, head: Head, hop: Hop): BodyUse => {
  if (isRedirect(head.status, head.headers['location'])) return 'drop';
  const isWhole = want === 'whole' || (want === 'events' && !isEventStream(head));
  // What has to be decoded goes through streams, which stop at the cap before it is all unpacked.
  return isWhole && encodingOf(head, hop) === '' ? 'collect' : 'stream';
};

type Sending = { readonly settings: Settings; readonly request: EgressRequest; readonly want: Want };

const exchangeHop = ({ settings, request, want }: Sending, hop: Hop): Promise<Exchanged> => {
  const { agents, options } = settings;
  const bodyIdleMs = want === 'whole' ? (options.bodyIdleMs ?? BODY_IDLE_MS) : STREAM_IDLE_MS;
  const dispatch = {
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: outgoingHeaders(hop.headers, options.userAgent ?? 'toolyard'),
    body: hop.body,
    headersTimeout: options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
    bodyTimeout: request.bodyIdleMs ?? bodyIdleMs,
  };
  return exchange(agents.of(request.accountId ?? null), dispatch, {
    signal: request.signal,
    host: () => hostOf(hop.url.hostname),
    use: (head) => ({
      body: useOf(want, head, hop),
      // Decoded bytes are counted where they are decoded.
      bytesMax: encodingOf(head, hop) === '' ? bytesMaxOf(request) : Number.POSITIVE_INFINITY,
    }),
  });
};

const bytesMaxOf = ({ maxBytes = RESPONSE_BYTES_MAX }: EgressRequest): number => maxBytes;

/** The announced length is that of the encoded body, so both go. */
const answerHeaders = ({ headers }: Head, isDecoded: boolean): AnswerHeaders => {
  const answer: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'set-cookie' || name === 'content-encoding' || (isDecoded && name === 'content-length')) continue;
    answer[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return answer;
};

type Opened = { readonly status: number; readonly headers: AnswerHeaders; readonly body: Buffer | Readable };

/** Sends, follows redirects within the origin only; the body decoded and capped. */
const send = async (sending: Sending, hop: Hop): Promise<Opened> => {
  const { head, body } = await exchangeHop(sending, hop);
  const location = head.headers['location'];
  if (isRedirect(head.status, location)) return send(sending, afterRedirect(hop, head.status, location));
  const encoding = encodingOf(head, hop);
  const { status } = head;
  const headers = answerHeaders(head, encoding !== '');
  if (Buffer.isBuffer(body) || encoding === '') return { status, headers, body };
  const decoded = decodeBody(body, encoding, bytesMaxOf(sending.request), hostOf(hop.url.hostname));
  return { status, headers, body: decoded };
};

const attempt = async <T>(request: EgressRequest, work: (hop: Hop, host: string) => Promise<T>): Promise<T> => {
  const url = checkedUrl(request.url);
  const method = (request.method ?? 'GET').toUpperCase();
  const hop = { url, method, headers: request.headers ?? {}, body: request.body ?? null, redirects: 0 };
  try {
    return await work(hop, url.hostname);
  } catch (error) {
    throw toEgressError(error, hostOf(url.hostname), request.signal);
  }
};

/** The way out for as long as the process runs. The rules it dials by are in `connect.ts`; walls tested in `test/connectors/egress/`. */
export const createEgress = (options: EgressOptions): Egress => {
  const agents = createAgents(options);
  const settings = { agents, options };

  const request: Egress['request'] = (asked) =>
    attempt(asked, async (hop) => {
      const { body, ...answer } = await send({ settings, request: asked, want: 'whole' }, hop);
      return { ...answer, body: Buffer.isBuffer(body) ? body : await readAll(body) };
    });

  const ask: Egress['ask'] = (asked) =>
    attempt(asked, async (hop, host) => {
      const answer = await send({ settings, request: asked, want: 'events' }, hop);
      const { status, headers, body } = answer;
      if (Buffer.isBuffer(body)) return { status, headers, body };
      if (isEventStream(answer)) return { status, headers, events: eventsIn(body, host, asked.signal) };
      return { status, headers, body: await readAll(body) };
    });

  const open: Egress['open'] = (asked) =>
    attempt(asked, async (hop, host) => {
      const { status, headers, body } = await send({ settings, request: asked, want: 'stream' }, hop);
      return { status, headers, body: toWebStream(body, host, asked.signal) };
    });

  return { request, ask, open, fetch: fetchOver(open), close: () => agents.destroy() };
};
