import type { WebSocket } from 'ws';
import type { AppError, ErrorCode } from '../../core/lib/errors.ts';
import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import { withoutTrailing } from '../../core/lib/trim.ts';

/** Why a socket is closed: codes of WebSocket (RFC 6455) and of graphql-transport-ws. */
export const CLOSE = {
  tryAgainLater: 1013,
  badRequest: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  subprotocolNotAcceptable: 4406,
  initialisationTimeout: 4408,
  subscriberAlreadyExists: 4409,
  tooManyInitialisationRequests: 4429,
  internalServerError: 4500,
} as const;

/** The close code decides whether `graphql-ws` reconnects; docs/graphql.md has the table. */
const OF_ERRORS: Partial<Record<ErrorCode, number>> = {
  unauthenticated: CLOSE.unauthorized,
  forbidden: CLOSE.forbidden,
  rate_limited: CLOSE.tryAgainLater,
  unavailable: CLOSE.tryAgainLater,
  invalid_input: CLOSE.badRequest,
};

/** The close code of an error that affects the whole connection. */
export const closeCodeOf = ({ code }: AppError): number => OF_ERRORS[code] ?? CLOSE.internalServerError;

const REASON_BYTES_MAX = 123;

/** Truncates a text to a close frame's size (RFC 6455, section 5.5: 125 bytes with the code). */
function closeReason(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= REASON_BYTES_MAX) return text;
  // Half a character at the end would make the frame invalid.
  return withoutTrailing(bytes.subarray(0, REASON_BYTES_MAX).toString('utf8'), '\uFFFD');
}

/** How long a client may take to acknowledge the close before its connection is cut. */
const CLOSE_MS = 2_000;

/** The owner under which connections are cut off on the event loop. */
const CUT_OFF = 'sockets that are cut off';

type Closing = Pick<WebSocket, 'close' | 'terminate'> & { on(event: 'close', listener: () => void): unknown };

/** Closes a socket, and tells its client the reason. */
export function closeSocket(socket: Closing, code: number, reason: string): void {
  const timer = setTimeout(() => void cutOff(socket), CLOSE_MS).unref();
  socket.on('close', () => clearTimeout(timer));
  socket.close(code, closeReason(reason));
}

/** Terminates a socket in a separate turn, because hundreds terminated in one turn would delay other requests. */
async function cutOff(socket: Pick<Closing, 'terminate'>): Promise<void> {
  const turn = eventLoop.yieldIfBusy(CUT_OFF);
  if (turn) await turn;
  socket.terminate();
}
