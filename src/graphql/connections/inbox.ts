import type { RawData, WebSocket } from 'ws';

const WINDOW_MS = 60_000;

/** How messages of a socket are taken. */
type Reader = {
  /** Messages, pings and pongs of a minute, beyond which `flooded` is called and nothing more is read. */
  perMinuteMax(): number;
  read(text: Buffer): Promise<void>;
  /** Anything but text. */
  binary(): void;
  flooded(max: number): void;
};

/**
 * Takes messages one after another. The socket is not read while one is worked on, so that what waits is no more than
 * what had arrived with it: a piece of the connection.
 */
export function takeInOrder(socket: WebSocket, { perMinuteMax, read, binary, flooded }: Reader): void {
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
    // A socket that is closing reads on until the client has answered, unless that has said too much.
    if (!isOver) socket.resume();
  };
  // They are read at once, whatever waits; each costs as much as a short message.
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
