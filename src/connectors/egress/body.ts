import { type Duplex, pipeline, Readable, Transform } from 'node:stream';
import zlib from 'node:zlib';
import { EgressError, toEgressError, tooLarge } from './error.ts';

/** The content encodings that `decodeBody` knows. */
export const ACCEPT_ENCODING = 'gzip, br, deflate';

const ENCODINGS_MAX = 2;

// A map rather than an object, because the upstream chooses the name and could choose `constructor`.
const DECODERS = new Map<string, () => Duplex>([
  ['gzip', () => zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH })],
  ['x-gzip', () => zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH })],
  ['deflate', () => zlib.createInflate({ flush: zlib.constants.Z_SYNC_FLUSH })],
  ['br', () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH })],
]);

const decodersFor = (contentEncoding: string, host: string): Duplex[] => {
  const names = contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const makers = names.map((name) => DECODERS.get(name)).filter((make) => make !== undefined);
  if (makers.length < names.length || names.length > ENCODINGS_MAX) {
    throw new EgressError('bad_answer', `${host}: the response has an encoding that was not requested`);
  }
  // Encodings are listed in the order applied (RFC 9110, section 8.4), so they are removed in reverse.
  return makers.reverse().map((make) => make());
};

/**
 * `bytesMax`: maximum decoded bytes. `host`: for error messages. `hold`: receives the size of each decoded chunk of
 * the first `heldMax` bytes.
 */
type Cap = {
  readonly bytesMax: number;
  readonly heldMax?: number;
  readonly host: string;
  readonly hold?: ((bytes: number) => void) | undefined;
};

const capped = ({ bytesMax, heldMax = bytesMax, host, hold }: Cap): Transform => {
  let seenBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.byteLength;
      if (seenBytes <= heldMax) hold?.(chunk.byteLength);
      if (seenBytes > bytesMax) done(tooLarge(host, bytesMax));
      else done(null, chunk);
    },
  });
};

/**
 * Decodes the content encoding; fails after `bytesMax` decoded bytes.
 * Tested by `test/connectors/egress/egressLimits.test.ts`.
 */
export const decodeBody = (source: Readable, contentEncoding: string, cap: Cap): Readable => {
  try {
    const body = capped(cap);
    // When one stage fails, all are destroyed; the reader of the last one sees the error.
    pipeline([source, ...decodersFor(contentEncoding, cap.host), body], () => undefined);
    return body;
  } catch (error) {
    source.on('error', () => undefined).destroy();
    throw error;
  }
};

/** The whole body in memory. @throws EgressError */
export const readAll = async (body: Readable, host: string, signal: AbortSignal | undefined): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksIn(body, host, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** The whole body if it has at most `bytesMax` bytes, otherwise its chunks. @throws EgressError */
export const readOrPassOn = async (
  body: Readable,
  bytesMax: number,
  host: string,
  signal: AbortSignal | undefined,
): Promise<Buffer | AsyncIterable<Uint8Array>> => {
  const source = chunksIn(body, host, signal);
  const first: Uint8Array[] = [];
  for (let bytes = 0; bytes <= bytesMax; ) {
    const { value, done } = await source.next();
    if (done) return Buffer.concat(first);
    first.push(value);
    bytes += value.length;
  }
  return joined(first, source);
};

async function* joined(first: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Removes each chunk, so that its memory can be freed.
  for (let chunk = first.shift(); chunk; chunk = first.shift()) yield chunk;
  yield* rest;
}

/** The chunks of a body as they arrive. Ending the loop ends the request. @throws EgressError */
export async function* chunksIn(
  body: Readable,
  host: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    throw toEgressError(error, host, signal);
  }
}

/** A web stream whose `cancel` ends the request at once, even while nothing arrives. */
export const toWebStream = (
  source: Buffer | Readable,
  host: string,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const body = Buffer.isBuffer(source) ? Readable.from([source]) : source;
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done) controller.close();
          else controller.enqueue(new Uint8Array(next.value));
        } catch (error) {
          controller.error(toEgressError(error, host, signal));
        }
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
};
