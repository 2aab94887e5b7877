import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type CallDiagnostics, noteSent } from '../../core/calls/diagnostics.ts';
import type { AnswerHeaders } from '../../core/results/outcome.ts';
import { BodyPieces } from './bodyPieces.ts';
import { EgressError, tooLarge } from './error.ts';
import type { Watched, WatchedConnection, WatchedHandler } from './watchedAgent.ts';

/**
 * `whole`: one buffer. `events`: like `whole`, but an event stream is passed on as it arrives. `stream`: any body is
 * passed on as it arrives.
 */
export type BodyMode = 'whole' | 'events' | 'stream';

/** The head of a response, with the information that decides how to read its body. */
export type Head = {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Where a redirect leads; null for any other answer. */
  readonly redirect: string | null;
  /** Empty for a body that needs no decoding. */
  readonly encoding: string;
  /** A `text/event-stream` with status 200. */
  readonly isEventStream: boolean;
};

/** A response whose body is still encoded. The body of a redirect is not read. */
type RawAnswer = { readonly head: Head; readonly body: Buffer | Readable };

/** How to read one exchange, and when to end it. */
export type ExchangePlan = {
  readonly want: BodyMode;
  readonly signal: AbortSignal | undefined;
  /** The host in error messages; a redirect changes it. */
  host: string;
  /** Maximum bytes of a body without content encoding. For an encoded body, `body.ts` counts the decoded bytes. */
  readonly bytesMax: number;
  /** As in `EgressRequest`. */
  readonly longBytesMax: number | undefined;
  /** As in `EgressRequest`, but called only for a body that needs no decoding. */
  readonly hold: ((bytes: number) => void) | undefined;
  /** Milliseconds that a stream may wait for its reader. undici's body timeout does not run meanwhile. */
  readonly unreadMs: number;
  /** Learns when the request is written, and the status as soon as it arrives, before the body. */
  readonly diagnostics: CallDiagnostics | undefined;
  /** True once the request is about to be written to its connection. */
  isSent: boolean;
};

const NONE = Buffer.alloc(0);
/** How many bytes of a redirect's body are read, so that its connection can be reused. */
const DROPPED_BYTES_MAX = 128 * 1_024;
/** Beyond this number, pieces must average `PIECE_BYTES_MIN`, because each piece costs processing time. */
const SMALL_PIECES_MAX = 32_768;
const PIECE_BYTES_MIN = 16;
/** Maximum number of informational responses (1xx) before the final one. */
const EARLY_MAX = 32;
/**
 * Maximum ratio of encoded to decoded size, because some encodings can represent empty content with unlimited input.
 */
const ENCODED_TIMES_MAX = 4;

/**
 * One request and its response on a connection of `dispatcher`. A body that is read whole is collected without a
 * stream, and without a copy if it comes in one piece. Rejects with the client's error, the signal's reason, or
 * `too_large`. Tested by `test/connectors/egress/egressConnections.test.ts`.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  plan: ExchangePlan,
): Promise<RawAnswer> {
  if (plan.signal?.aborted) return Promise.reject(plan.signal.reason);
  const receiver = new Receiver(request.method, plan);
  dispatcher.dispatch(request, receiver);
  return receiver.answer.promise;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Whether a status reports success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Reads the head of the response to a request of `method`, from undici's raw form. */
function headOf(method: string, status: number, rawHeaders: IncomingHttpHeaders): Head {
  const { location, 'content-type': type = '', 'content-encoding': encoded = '' } = rawHeaders;
  const encoding = method === 'HEAD' ? '' : String(encoded);
  const headers: Record<string, string> = {};
  for (const name of Object.keys(rawHeaders)) {
    // The announced length is that of the encoded body, so it is dropped with the encoding.
    if (name === 'set-cookie' || name === 'content-encoding' || (name === 'content-length' && encoding !== ''))
      continue;
    const value = rawHeaders[name];
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  const redirect = location !== undefined && REDIRECTS.has(status) ? location : null;
  return { status, headers, redirect, encoding, isEventStream: status === 200 && type.startsWith('text/event-stream') };
}

type Controller = Dispatcher.DispatchController;

/** Receives one response (undici's handler methods, in order), until it is complete or the signal aborts. */
class Receiver implements WatchedHandler, Watched {
  readonly #method: string;
  readonly #plan: ExchangePlan;
  readonly answer = Promise.withResolvers<RawAnswer>();
  readonly #pieces = new BodyPieces();
  connection: WatchedConnection | null = null;
  head: Head | null = null;
  bodyBytes = 0;
  #controller: Controller | null = null;
  #stream: Readable | null = null;
  #early = 0;
  #count = 0;
  #bytesMax = 0;
  #isPushing = false;
  #isOver = false;
  #isLong = false;
  #unread: NodeJS.Timeout | undefined;
  // A plain function: Node wraps a listener object in an asynchronous function, which kept whole calls in memory until
  // the next full garbage collection.
  readonly #abort = (): void => this.#fail(this.#plan.signal?.reason);

  constructor(method: string, plan: ExchangePlan) {
    this.#method = method;
    this.#plan = plan;
    plan.signal?.addEventListener('abort', this.#abort);
  }

  onLimitExceeded(): void {
    this.#refuse(this.head ? 'the response headers are too large' : 'the response did not begin');
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // The caller left while the request waited for a connection.
    if (this.#isOver) {
      controller.abort(new Error('abandoned'));
      return;
    }
    this.#plan.isSent = true;
    noteSent(this.#plan.diagnostics);
    this.connection?.watch(this);
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#early += 1;
      if (this.#early > EARLY_MAX) this.#refuse('the response did not begin');
      return;
    }
    const { want } = this.#plan;
    const bytesMax = this.#longBytesMax(status) ?? this.#plan.bytesMax;
    const { diagnostics } = this.#plan;
    if (diagnostics) diagnostics.status = status;
    const head = headOf(this.#method, status, headers);
    this.head = head;
    this.#bytesMax = this.#plan.bytesMax;
    if (head.redirect !== null) this.#bytesMax = DROPPED_BYTES_MAX;
    // Encoded bodies are streamed through a decoder, which stops at the cap before everything is unpacked.
    else if (head.encoding !== '') this.#openStream(head, ENCODED_TIMES_MAX * bytesMax);
    else if (want === 'stream' || (want === 'events' && head.isEventStream)) this.#openStream(head, bytesMax);
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#isOver) return;
    // The chunks of a long response are passed on, not kept.
    if (this.head?.encoding === '' && !this.#isLong) this.#plan.hold?.(chunk.length);
    // `hold` reached a bound and aborted the exchange.
    if (this.#isOver) return;
    this.bodyBytes += chunk.length;
    this.#count += 1;
    if (this.bodyBytes > this.#bytesMax) this.#continueLong();
    if (this.bodyBytes > this.#bytesMax) this.#stopReading();
    else if (this.#count > SMALL_PIECES_MAX && this.bodyBytes < this.#count * PIECE_BYTES_MIN)
      this.#refuse('the response arrives in too many pieces');
    else {
      this.#pieces.add(chunk);
      if (this.#stream && !this.#isPushing) this.#pushSoon();
    }
  }

  onResponseEnd(): void {
    if (this.#isOver || !this.head) return;
    // A complete response can no longer be aborted.
    if (this.#stream) this.#push();
    this.#end();
    if (this.#stream) this.#stream.push(null);
    else this.answer.resolve({ head: this.head, body: this.#pieces.drain() });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#fail(error);
  }

  /** Streams the rest of the response at the reader's pace; destroying the stream ends the exchange. */
  #openStream(head: Head, bytesMax: number): void {
    this.#bytesMax = bytesMax;
    this.#stream = new Readable({
      read: () => this.#resume(),
      destroy: (error, done) => {
        this.#leave(error ?? new Error('cancelled'));
        done(error);
      },
    });
    // The reader may be gone when the stream fails; without a handler the error would crash the process.
    this.#stream.on('error', () => undefined);
    this.answer.resolve({ head, body: this.#stream });
  }

  /** The bound of a response that may be long. */
  #longBytesMax(status: number): number | undefined {
    return isSuccess(status) ? this.#plan.longBytesMax : undefined;
  }

  /** A response that may be long becomes a stream at the cap, which begins with the pieces so far. */
  #continueLong(): void {
    const longBytesMax = this.head?.redirect === null ? this.#longBytesMax(this.head.status) : undefined;
    if (this.#isLong || this.#stream || longBytesMax === undefined || !this.head) return;
    this.#isLong = true;
    this.#openStream(this.head, longBytesMax);
  }

  /** Pieces that arrive together are passed to the reader as one. */
  #pushSoon(): void {
    this.#isPushing = true;
    queueMicrotask(() => {
      this.#isPushing = false;
      if (!this.#isOver) this.#push();
    });
  }

  #push(): void {
    const bytes = this.#pieces.drain();
    if (bytes.length > 0 && this.#stream?.push(bytes) === false) this.#pause();
  }

  #refuse(why: string): void {
    this.#fail(new EgressError('bad_answer', `${this.#plan.host}: ${why}`));
  }

  /** An abandoned stream must not keep the connection. */
  #pause(): void {
    this.#controller?.pause();
    const { host, unreadMs } = this.#plan;
    const unread = (): void => this.#fail(new EgressError('timed_out', `${host}: the response was not read in time`));
    this.#unread ??= setTimeout(unread, unreadMs).unref();
  }

  #resume(): void {
    clearTimeout(this.#unread);
    this.#unread = undefined;
    this.#controller?.resume();
  }

  /** Closes the connection at the cap: otherwise the rest of the body would arrive before the next response. */
  #stopReading(): void {
    if (this.head?.redirect) this.answer.resolve({ head: this.head, body: NONE });
    this.#fail(tooLarge(this.#plan.host, this.#bytesMax));
  }

  #fail(reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error('aborted', { cause: reason });
    if (this.#stream) this.#stream.destroy(error);
    else this.answer.reject(reason);
    this.#leave(error);
  }

  #leave(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#controller?.abort(error);
  }

  #end(): void {
    this.#isOver = true;
    if (this.#controller) this.connection?.watch(null);
    clearTimeout(this.#unread);
    this.#plan.signal?.removeEventListener('abort', this.#abort);
  }
}
