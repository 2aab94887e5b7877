import type { RawData, WebSocket } from 'ws';

const WINDOW_MS = 60_000;

/** Handlers for the messages of a socket. */
type Reader = {
  /** Maximum messages, pings and pongs per minute. One more calls `flooded`, and reading stops. */
  perMinuteMax(): number;
  read(text: Buffer): Promise<void>;
  /** Called for a message that is not text. */
  binary(): void;
  flooded(max: number): void;
};

/**
 * Handles messages one after another. The socket is paused meanwhile, so that at most the messages of one read wait in
 * memory.
 */
export function processInOrder(socket: WebSocket, { perMinuteMax, read, binary, flooded }: Reader): void {
  const waiting: Buffer[] = [];
  const window = { began: performance.now(), count: 0 };
  let isBusy = false;
  let isOver = false;
  const isFlood = (): boolean => {
    if (performance.now() - window.began > WINDOW_MS) Object.assign(window, { began: performance.now(), count: 0 });
    window.count += 1;
    return window.count > perMinuteMax();
  };
  const giveUp = (): void => {
    isOver = true;
    flooded(perMinuteMax());
    socket.pause();
  };
  const work = async (): Promise<void> => {
    isBusy = true;
    socket.pause();
    for (let next = waiting.shift(); next && socket.readyState === socket.OPEN; next = waiting.shift()) {
      await read(next);
    }
    waiting.length = 0;
    isBusy = false;
    // A closing socket is still read for the client's close frame, unless the client has flooded it.
    if (!isOver) socket.resume();
  };
  // Pings and pongs are read even while messages wait; each counts as one message.
  for (const control of ['ping', 'pong'] as const) {
    socket.on(control, () => {
      if (socket.readyState === socket.OPEN && isFlood()) giveUp();
    });
  }
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return binary();
    if (isFlood()) return giveUp();
    waiting.push(toBuffer(data));
    if (!isBusy) void work();
  });
}

const toBuffer = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
};
