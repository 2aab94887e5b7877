import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { hostOf } from './allow.ts';
import { ACCEPT_ENCODING, decodeBody, readAll, toWebStream } from './body.ts';
import { createConnect } from './connect.ts';
import { EgressError, toEgressError } from './error.ts';
import { fetchOver } from './fetch.ts';
import { afterRedirect, type Hop, isRedirect } from './redirect.ts';
import {
  type AnswerHeaders,
  type Egress,
  type EgressOptions,
  type EgressRequest,
  RESPONSE_BYTES_MAX,
} from './types.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 60_000;
const BODY_IDLE_MS = 30_000;
const STREAM_IDLE_MS = 300_000;
const CONNECTIONS_PER_ORIGIN_MAX = 64;
const ORIGINS_MAX = 4_096;
const HEADER_BYTES_MAX = 32_768;
const URL_CHARS_MAX = 16_384;

type Settings = { readonly agent: Agent; readonly options: EgressOptions };

const OURS = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authenticate'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

const outgoingHeaders = (given: Readonly<Record<string, string>>, userAgent: string): Record<string, string> => {
  const theirs = Object.entries(given).filter(([name]) => !OURS.has(name.toLowerCase()));
  const hasAgent = theirs.some(([name]) => name.toLowerCase() === 'user-agent');
  return {
    ...Object.fromEntries(theirs),
    ...(hasAgent ? {} : { 'user-agent': userAgent }),
    'accept-encoding': ACCEPT_ENCODING,
  };
};

const answerHeaders = (headers: Dispatcher.ResponseData['headers']): AnswerHeaders =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );

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

const dispatch = (settings: Settings, request: EgressRequest, hop: Hop, bodyIdleMs: number) =>
  settings.agent.request({
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: outgoingHeaders(hop.headers, settings.options.userAgent ?? 'toolyard'),
    body: hop.body,
    signal: request.signal ?? null,
    headersTimeout: settings.options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
    bodyTimeout: request.bodyIdleMs ?? bodyIdleMs,
  });

type Opened = { status: number; headers: AnswerHeaders; host: string; body: Readable };

const opened = (request: EgressRequest, hop: Hop, answer: Dispatcher.ResponseData): Opened => {
  const { 'content-encoding': encoding = '', ...rest } = answerHeaders(answer.headers);
  // The announced length is that of the encoded body.
  const { 'content-length': _length, ...headers } = rest;
  const host = hostOf(hop.url.hostname);
  const isEncoded = encoding !== '' && hop.method !== 'HEAD';
  const bytesMax = request.maxBytes ?? RESPONSE_BYTES_MAX;
  const body = decodeBody(answer.body, isEncoded ? encoding : '', bytesMax, host);
  return { status: answer.statusCode, headers: isEncoded ? headers : rest, host, body };
};

/** Sends, follows redirects within the origin only, and gives the decoded and capped body still unread. */
const send = async (settings: Settings, request: EgressRequest, hop: Hop, bodyIdleMs: number): Promise<Opened> => {
  const answer = await dispatch(settings, request, hop, bodyIdleMs);
  const location = answer.headers['location'];
  if (!isRedirect(answer.statusCode, location)) return opened(request, hop, answer);
  // Read to the end, or dropped when it is long: only then is the connection free again.
  await answer.body.dump();
  return send(settings, request, afterRedirect(hop, answer.statusCode, location), bodyIdleMs);
};

const attempt = async <T>(request: EgressRequest, work: (hop: Hop) => Promise<T>): Promise<T> => {
  const url = checkedUrl(request.url);
  const method = (request.method ?? 'GET').toUpperCase();
  try {
    return await work({ url, method, headers: request.headers ?? {}, body: request.body ?? null, redirects: 0 });
  } catch (error) {
    throw toEgressError(error, hostOf(url.hostname), request.signal);
  }
};

export const createEgress = (options: EgressOptions): Egress => {
  const agent = new Agent({
    connect: createConnect({ ...options, connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS }),
    connections: options.connectionsPerOriginMax ?? CONNECTIONS_PER_ORIGIN_MAX,
    maxOrigins: ORIGINS_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
    allowH2: false,
  });
  const settings = { agent, options };

  const request: Egress['request'] = (asked) =>
    attempt(asked, async (hop) => {
      const answer = await send(settings, asked, hop, options.bodyIdleMs ?? BODY_IDLE_MS);
      return { status: answer.status, headers: answer.headers, body: await readAll(answer.body) };
    });

  const open: Egress['open'] = (asked) =>
    attempt(asked, async (hop) => {
      const answer = await send(settings, asked, hop, STREAM_IDLE_MS);
      const body = toWebStream(answer.body, answer.host, asked.signal);
      return { status: answer.status, headers: answer.headers, body };
    });

  return { request, open, fetch: fetchOver(open), close: () => agent.destroy() };
};
