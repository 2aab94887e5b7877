import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { AppError } from '../core/lib/errors.ts';
import { createFairQueue, type Tenant } from '../core/lib/fairQueue.ts';
import { lazily } from '../core/lib/lazily.ts';
import { type AnswerBody, isSinglePiece, wholeBody } from './toolCall.ts';

/** Supported encodings of a response (RFC 9110, section 8.4.1), the smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A text in each encoding, compressed in a thread on first use and cached. */
export type Encoded = Readonly<Record<Encoding, () => Promise<Buffer>>>;

/** Minimum length for compression. A shorter text fits into one packet uncompressed. */
const CHARS_MIN = 1_400;
/** Brotli's quality: within a few percent of the smallest size, in a twentieth of the time. */
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** A text compressed once, for responses that are the same for everyone; null if it's too short. */
export function encodedOf(text: string): Encoded | null {
  if (text.length < CHARS_MIN) return null;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    br: lazily(() => asBrotli(text, { params })),
    gzip: lazily(() => asGzip(text, { level: GZIP_LEVEL })),
  };
}

/** Settings for responses to one caller, mostly compressed each time: nearly the smallest size, in little time. */
const ONCE = {
  br: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      // A window of 256 KiB bounds the memory of each stream.
      [constants.BROTLI_PARAM_LGWIN]: 18,
    },
  },
  gzip: { level: 6 },
} as const;

/** Compresses in two of the threads that name lookups and files also use; accounts take turns. */
const queue = createFairQueue({
  atOnceMax: 2,
  waitingPerAccountMax: 64,
  waitingMax: 512,
  retryAfterSeconds: 1,
  messages: { tooMany: 'Too many answers wait to be compressed', busy: 'Too many answers wait to be compressed' },
});

/** Results by a body's bytes, which are cached elsewhere and sent often, such as a tool list. */
const compressedBytes = new WeakMap<Uint8Array, Map<string, Buffer>>();
/**
 * Maximum cached results for the same bytes. MCP responses differ only in the request's id, which most clients count
 * from 0.
 */
const RESULTS_MAX = 16;
const AROUND_CHARS_MAX = 100;

/** Where a result is cached: by the body's bytes, then by encoding and the text around them; null if nowhere. */
function cacheFor(parts: readonly (string | Uint8Array)[], encoding: Encoding) {
  const [bytes, ...others] = parts.filter((part) => typeof part !== 'string');
  if (!bytes || others.length > 0) return null;
  const around = parts.map((part) => (typeof part === 'string' ? part : '\0')).join('');
  if (around.length > AROUND_CHARS_MAX) return null;
  const results = compressedBytes.get(bytes) ?? new Map<string, Buffer>();
  compressedBytes.set(bytes, results);
  return { results, name: `${encoding} ${around}` };
}

/**
 * A body for one caller, compressed outside the event loop; null to send it uncompressed because it's short, or too
 * many wait.
 */
export async function compress(body: AnswerBody, encoding: Encoding, requester: Tenant): Promise<Buffer | null> {
  const parts = isSinglePiece(body) ? [body] : body;
  if (parts.reduce((sum, { length }) => sum + length, 0) < CHARS_MIN) return null;
  const cache = cacheFor(parts, encoding);
  const known = cache?.results.get(cache.name);
  if (known) return known;
  try {
    const whole = wholeBody(body);
    const bytes = await queue.run(requester, () =>
      encoding === 'br' ? asBrotli(whole, ONCE.br) : asGzip(whole, ONCE.gzip),
    );
    if (cache && cache.results.size < RESULTS_MAX) cache.results.set(cache.name, bytes);
    return bytes;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Maximum streams compressed concurrently: each takes up to half a megabyte of memory while it is read. */
const STREAMS_MAX = 32;
let streams = 0;

/**
 * Compresses a stream while it is read. Returns null when too many streams are being compressed: the caller then sends
 * the stream uncompressed.
 */
export function compressStream(body: Readable, encoding: Encoding): Readable | null {
  if (streams >= STREAMS_MAX) return null;
  streams += 1;
  const compressed = encoding === 'br' ? createBrotliCompress(ONCE.br) : createGzip(ONCE.gzip);
  // A failure ends both streams, and therefore the connection.
  pipeline(body, compressed, () => {
    streams -= 1;
  });
  return compressed;
}

/** The caller's preferred encoding among ours, by `Accept-Encoding`; null for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  if (header === undefined) return null;
  const weights = new Map(String(header).split(',').map(weightOf));
  return ENCODINGS.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? null;
}

/** `br;q=0.5` as its name and weight; an invalid weight counts as 0. */
function weightOf(part: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((each) => each.trim());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}
