import { AppError, type ErrorCode, type ErrorDetails } from '../../core/lib/errors.ts';

/** The requests that a process answers, by name: functions of one JSON value, whose result is also JSON. */
type Handlers = Readonly<Record<string, (body: never) => unknown>>;

type BodyOf<H extends Handlers, N extends keyof H> = Parameters<H[N]>[0];

/** The process at the other end of an IPC channel, which answers `Remote`. */
export type Peer<Remote extends Handlers> = {
  /** Resolves to the answer. @throws the error of the other process; Error if that process ends first */
  ask<N extends keyof Remote & string>(name: N, body: BodyOf<Remote, N>): Promise<Awaited<ReturnType<Remote[N]>>>;
  /** Sends without waiting for an answer. */
  notify<N extends keyof Remote & string>(name: N, body: BodyOf<Remote, N>): void;
  /** Fails all open requests, because the other process has ended. */
  close(): void;
};

/** An end of an IPC channel: `process` in a worker, a `Worker` in the supervisor. */
type Channel = {
  send?(message: unknown, handle: undefined, options: undefined, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
};

type Fault = { readonly code: ErrorCode | null; readonly message: string; readonly details: ErrorDetails };

/** A message: a request, an answer, a failure, or a notice (number 0). */
type Message =
  | readonly ['ask', number, string, unknown]
  | readonly ['answer', number, unknown]
  | readonly ['fault', number, Fault];

type Open = { resolve(answer: unknown): void; reject(error: Error): void };

// Boundary: both ends run this module, and nothing else writes to the channel.
const received = (message: unknown): Message => message as Message;
const answered = <T>(answer: unknown): T => answer as T;
const handled = (handlers: Handlers, name: string): ((body: unknown) => unknown) =>
  handlers[name] as (body: unknown) => unknown;

const faultOf = (error: unknown): Fault =>
  error instanceof AppError
    ? { code: error.code, message: error.message, details: error.details }
    : { code: null, message: error instanceof Error ? error.message : String(error), details: {} };

/** Connects the two ends of a channel. `handlers` answers the other process. */
export function createPeer<Remote extends Handlers>(channel: Channel, handlers: Handlers): Peer<Remote> {
  const open = new Map<number, Open>();
  let last = 0;
  // A failed send means that the other process has ended, which `close` handles.
  const send = (message: Message): void => void channel.send?.(message, undefined, undefined, () => undefined);
  const answer = async (id: number, name: string, body: unknown): Promise<void> => {
    try {
      const value = await handled(handlers, name)(body);
      if (id > 0) send(['answer', id, value]);
    } catch (error) {
      if (id > 0) send(['fault', id, faultOf(error)]);
    }
  };
  const settle = (id: number): Open | undefined => {
    const waiting = open.get(id);
    open.delete(id);
    return waiting;
  };
  channel.on('message', (raw) => {
    const message = received(raw);
    if (message[0] === 'ask') void answer(message[1], message[2], message[3]);
    else if (message[0] === 'answer') settle(message[1])?.resolve(message[2]);
    else {
      const { code, message: text, details } = message[2];
      settle(message[1])?.reject(code === null ? new Error(text) : new AppError(code, text, details));
    }
  });
  return {
    ask(name, body) {
      last += 1;
      const id = last;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      open.set(id, { resolve, reject });
      send(['ask', id, name, body]);
      return promise.then((answer) => answered(answer));
    },
    notify: (name, body) => send(['ask', 0, name, body]),
    close() {
      for (const id of open.keys()) settle(id)?.reject(new Error('the process has ended'));
    },
  };
}
