import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { tooLarge } from './error.ts';

/** The head of an answer, its headers as the HTTP client gives them. */
export type Head = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** What becomes of a body: collected into one buffer, handed on as it arrives, or read only to free the connection. */
export type BodyUse = 'collect' | 'stream' | 'drop';

/** The body is still encoded; a dropped one is empty. */
export type Exchanged = { readonly head: Head; readonly body: Buffer | Readable };

export type ExchangePlan = {
  readonly signal: AbortSignal | undefined;
  /** For messages. */
  host(): string;
  /** Decided once the head is there. `bytesMax` counts the body as it arrives, before it is decoded. */
  use(head: Head): { readonly body: BodyUse; readonly bytesMax: number };
};

type Controller = Dispatcher.DispatchController;

type Exchange = {
  readonly plan: ExchangePlan;
  readonly resolve: (exchanged: Exchanged) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
  readonly chunks: Buffer[];
  controller: Controller | null;
  head: Head | null;
  body: BodyUse;
  stream: Readable | null;
  bytes: number;
  bytesMax: number;
  isOver: boolean;
};

const NONE = Buffer.alloc(0);
/** What is read of a body that nobody wants, so that its connection can be used again. */
const DROPPED_BYTES_MAX = 128 * 1_024;

/**
 * One request and its answer on a connection of `dispatcher`. A collected body comes whole: no stream object, no copy of
 * a single chunk. Rejects with whatever the client fails with, with the signal's reason, or with `too_large`.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  plan: ExchangePlan,
): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const { signal } = plan;
  if (signal?.aborted) return Promise.reject(signal.reason);
  const onAbort = () => fail(state, signal?.reason);
  const fresh = { controller: null, head: null, stream: null, bytes: 0, bytesMax: 0, isOver: false };
  const state: Exchange = { plan, resolve, reject, onAbort, chunks: [], body: 'collect', ...fresh };
  signal?.addEventListener('abort', onAbort);
  dispatcher.dispatch(request, {
    onRequestStart(controller) {
      state.controller = controller;
      // Its caller left while it waited for a connection.
      if (state.isOver) controller.abort(new Error('abandoned'));
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) begin(state, { status, headers });
    },
    onResponseData: (_controller, chunk) => receive(state, chunk),
    onResponseEnd: () => finish(state),
    onResponseError: (_controller, error) => fail(state, error),
  });
  return promise;
}

function begin(state: Exchange, head: Head): void {
  state.head = head;
  const { body, bytesMax } = state.plan.use(head);
  state.body = body;
  state.bytesMax = body === 'drop' ? DROPPED_BYTES_MAX : bytesMax;
  if (body !== 'stream') return;
  state.stream = streamOf(state);
  state.resolve({ head, body: state.stream });
}

/** The rest of the answer, no faster than it is read; destroying it ends the exchange. */
function streamOf(state: Exchange): Readable {
  const stream = new Readable({
    read: () => state.controller?.resume(),
    destroy: (error, done) => {
      leave(state, error ?? new Error('cancelled'));
      done(error);
    },
  });
  // Its reader may have gone when it fails; an error that nobody hears must not end the process.
  return stream.on('error', () => undefined);
}

function receive(state: Exchange, chunk: Buffer): void {
  if (state.isOver) return;
  state.bytes += chunk.length;
  if (state.bytes > state.bytesMax) {
    if (state.body === 'drop') settle(state);
    // Closes the connection: the rest of the body would come before the next answer.
    fail(state, tooLarge(state.plan.host(), state.bytesMax));
  } else if (state.stream) {
    if (!state.stream.push(chunk)) state.controller?.pause();
  } else if (state.body === 'collect') state.chunks.push(chunk);
}

function finish(state: Exchange): void {
  if (state.isOver) return;
  // An answer that is there to its end can no longer be aborted.
  end(state);
  if (state.stream) state.stream.push(null);
  else settle(state);
}

function settle({ head, chunks, resolve }: Exchange): void {
  const [first = NONE] = chunks;
  if (head) resolve({ head, body: chunks.length > 1 ? Buffer.concat(chunks) : first });
}

function fail(state: Exchange, error: unknown): void {
  if (state.stream) state.stream.destroy(toError(error));
  else state.reject(error);
  leave(state, toError(error));
}

function leave(state: Exchange, error: Error): void {
  if (state.isOver) return;
  end(state);
  state.controller?.abort(error);
}

function end(state: Exchange): void {
  state.isOver = true;
  state.plan.signal?.removeEventListener('abort', state.onAbort);
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error('aborted', { cause: error }));
