import type { JsonObject } from '../core/lib/json.ts';

/**
 * Sends a JSON-RPC message to a call's client while the call runs. A `droppable` message is dropped while the client
 * hasn't read earlier ones.
 */
export type SendMessage = (message: JsonObject, weight?: Weight) => void;
type Weight = 'needed' | 'droppable';

/** A client with more unread bytes counts as one that does not read. */
const UNREAD_BYTES_MAX = 65_536;

/** Interval of comments on a silent stream, because proxies close a silent connection, often after a minute. */
const KEEP_ALIVE_MS = 15_000;
const HEADERS = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
  // A connection kept open after its stream would delay the service's shutdown.
  connection: 'close',
};

/** An event stream to a client. It gets comments while it is silent. */
export function openEvents(onCancel: () => void = () => undefined) {
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      stream = controller;
    },
    cancel() {
      forget();
      onCancel();
    },
  };
  const write = (text: string, weight: Weight): void => {
    if (weight === 'needed' || (stream?.desiredSize ?? 0) > 0) stream?.enqueue(Buffer.from(text));
  };
  const timer = setInterval(() => write(': waiting\n\n', 'droppable'), KEEP_ALIVE_MS).unref();
  const forget = (): void => {
    clearInterval(timer);
    stream = null;
  };
  const body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_BYTES_MAX }));
  return {
    response: new Response(body, { headers: HEADERS }),
    send: (json: string, weight: Weight = 'needed') => write(`event: message\ndata: ${json}\n\n`, weight),
    end(): void {
      stream?.close();
      forget();
    },
  };
}

/**
 * Answers a call with the JSON text of `run`. If `run` sends messages first, the text is the last event of a stream
 * (MCP 2025-11-25, transports, sending messages). `failed` builds the error text for a stream that is already open.
 * Before the stream is open, the error is thrown.
 */
export function answerStreaming(run: (send: SendMessage) => Promise<string>, failed: (error: unknown) => string) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  let events: ReturnType<typeof openEvents> | null = null;
  const send: SendMessage = (message, weight) => {
    events ??= openEvents();
    resolve(events.response);
    events.send(JSON.stringify(message), weight);
  };
  const finish = (text: string): void => {
    events?.send(text);
    events?.end();
    resolve(events?.response ?? new Response(text, { headers: { 'content-type': 'application/json' } }));
  };
  run(send).then(finish, (error: unknown) => (events ? finish(failed(error)) : reject(error)));
  return promise;
}
