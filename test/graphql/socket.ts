import type { ClientRequest, IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';

type Message = { readonly type: string; readonly id?: string; readonly payload?: unknown };

/** A client's socket that sends the test's messages. */
export type RawSocket = {
  readonly socket: WebSocket;
  readonly messages: readonly Message[];
  send(message: unknown): void;
  /** Resolves with the code and reason by which the socket was closed. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
};

/** The response to a handshake that doesn't open a socket. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The handshake was answered with ${status}`);
    this.status = status;
  }
}

/** Boundary: the service's messages have the protocol's shape. */
const toMessage = (data: unknown): Message => JSON.parse(String(data)) as Message;

/** Opens a socket. @throws Refused */
export async function openSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  protocols: readonly string[] = ['graphql-transport-ws'],
): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, [...protocols], { headers });
  const messages: Message[] = [];
  const closed = new Promise<readonly [number, string]>((resolve) => {
    socket.on('close', (code, reason) => resolve([code, String(reason)]));
  });
  socket.on('message', (data) => void messages.push(toMessage(data)));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
    socket.on('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      request.destroy();
      reject(new Refused(response.statusCode ?? 0));
    });
  });
  const send = (message: unknown): void =>
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  return { socket, messages, send, closed };
}

/** A socket whose client has authenticated. */
export async function initSocket(url: string, apiKey: string): Promise<RawSocket> {
  const opened = await openSocket(url);
  opened.send({ type: 'connection_init', payload: { authorization: `Bearer ${apiKey}` } });
  await new Promise((resolve, reject) => {
    opened.socket.once('message', resolve);
    opened.socket.once('close', (code, reason) => reject(new Error(`${code} ${String(reason)}`)));
  });
  return opened;
}
