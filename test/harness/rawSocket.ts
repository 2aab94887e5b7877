import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * A client's frame (RFC 6455, 5.2) of up to 125 bytes. Its mask is zero, so the bytes stay readable.
 * @param first its flags and opcode
 */
export const clientFrame = (first: number, content: string): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | content.length, 0, 0, 0, 0]), Buffer.from(content)]);

/**
 * A connection that requests a WebSocket at `/graphql`, sends `along` without waiting, and reads only on demand.
 * @param protocol the subprotocol; empty for none
 */
export function openRawSocket(url: string, along: Buffer, protocol = 'graphql-transport-ws'): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const lines = [
    'GET /graphql HTTP/1.1',
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...(protocol === '' ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), along]));
  return socket;
}
